"""The greedy bot, which plays by simple rules. It also returns the answers of the exact bot.

`policy_lookup` has stored the exact bot's action in the record before the question is asked.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import highest_valued_option
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble.bots.exact import hinted_option
from carnage.engine.gamble.questions import ADD, HERO, PICK, RE_ROLL, THROW
from carnage.engine.gamble.scoring import best_score, read_hand
from carnage.engine.gamble.state import EXACT, NO_HERO, UNUSED, Game

# Chosen by hand.
KEEP_HERO_POINTS = 0.25  # a Hero that gains less is kept, because it may be more useful later
THROW_VALUE = 100.0  # of throwing the dice picked: as few as possible are
ADD_DIE_VALUE = 50.0  # of adding a die, less its distance from the middle one


@rule
def bot_option(g: Game, side: int, kind: int, actor: int) -> int:
    """Return the index of the option that this side's bot takes.

    Args:
        g: The game, with the options of the question.
        side: The seat that decides.
        kind: The question, by its number.
        actor: The throw that the question is about, or -1; no bot reads it.
    """
    if g.core.bots[side] == EXACT and g.hint >= 0:
        return hinted_option(g)
    return greedy(g, side, kind)


@rule
def greedy(g: Game, side: int, kind: int) -> int:
    """Return the index of the option that the greedy bot takes."""
    if kind == PICK:
        evaluate_picks(g, side)
    elif kind == HERO:
        evaluate_heroes(g, side)
    else:
        raise NoSuchRule
    return highest_valued_option(g.core)


@rule
def evaluate_heroes(g: Game, side: int) -> None:
    """Value re-rolls by the mean score after them, and keeping all Heroes by the score now."""
    score = float(current_score(g, side))
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == RE_ROLL:
            o.value = mean_score_after_re_roll(g, side, o.who, o.other)
        else:
            o.value = score + KEEP_HERO_POINTS


@rule
def evaluate_picks(g: Game, side: int) -> None:
    """Value the dice to be thrown.

    Dice that score stay, if dice may be thrown again. Otherwise as few as possible are thrown, and
    the last throw takes the rest.

    Sets and runs that are completed late pay most, and each earlier throw brings information. Of
    the dice, the middle one comes first, because it can match both smaller and larger ones.
    """
    c = g.core
    if g.chosen.choice == R.CHOICE_AGAIN and g.throw > 1:
        evaluate_again(g, side)
        return
    left = dice_left_before(g, side, g.n_dice)
    for k in range(c.offered):
        o = c.options[k]
        o.value = 0.0
        if o.what == THROW:
            o.value = THROW_VALUE
        elif o.what == ADD:
            before = dice_left_before(g, side, o.who)
            o.value = ADD_DIE_VALUE - abs(before - left // 2)
        else:
            raise NoSuchRule


@rule
def evaluate_again(g: Game, side: int) -> None:
    """Value the dice to be thrown again: those that are in no set or run."""
    c = g.core
    current_score(g, side)
    for k in range(c.offered):
        o = c.options[k]
        o.value = THROW_VALUE
        if o.what == ADD:
            idle = g.hand.group[o.who] == 0
            o.value = THROW_VALUE + ADD_DIE_VALUE if idle else 0.0


@rule
def dice_left_before(g: Game, side: int, die: int) -> int:
    """Return how many dice before this one a player has not thrown."""
    dice = 0
    for d in range(die):
        if g.seats[side].dice[d].value == 0:
            dice += 1
    return dice


@rule
def current_score(g: Game, side: int) -> int:
    """Return the score of the dice on the table."""
    read_hand(g, side)
    return best_score(g.hand, g.scale)


@rule
def mean_score_after_re_roll(g: Game, side: int, hero: int, die: int) -> float:
    """Return the mean score after this Hero has a die rolled again."""
    s = g.seats[side]
    d = s.dice[die]
    value = d.value
    thrown = d.thrown
    s.dice[hero].hero = NO_HERO
    d.thrown = g.throw
    total = 0
    for face in range(1, g.faces[die] + 1):
        d.value = face
        d.hero = UNUSED if face == s.hero else NO_HERO
        total += current_score(g, side)
    d.value = value
    d.thrown = thrown
    d.hero = NO_HERO
    s.dice[hero].hero = UNUSED
    return total / g.faces[die]
