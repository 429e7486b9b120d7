"""The greedy bot, which plays by simple rules. It also returns the answers of the exact bot.

`policy_lookup` has stored the exact bot's action in the record before the question is asked.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import highest_valued_option
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.gamble.bots.exact import exact
from carnage.engine.gamble.questions import ADD, HERO, PICK, RE_ROLL, STOP, THROW
from carnage.engine.gamble.scoring import best_score, read_hand
from carnage.engine.gamble.state import EXACT, NO_HERO, UNUSED, Game

WORTH_IT = 0.25  # expected points below which a Hero is kept, because it may be more useful later


@rule
def answer(g: Game, side: int, kind: int, actor: int) -> int:
    """Return the option that this side's bot takes."""
    if g.core.bots[side] == EXACT and g.hint >= 0:
        return exact(g, kind)
    return greedy(g, side, kind)


@rule
def greedy(g: Game, side: int, kind: int) -> int:
    """Return the option that the greedy bot takes."""
    c = g.core
    if kind == PICK:
        value_picks(g, side)
        return highest_valued_option(c)
    if kind != HERO:
        raise NoSuchRule
    now = float(score_now(g, side))
    for k in range(c.offered):
        o = c.options[k]
        if o.what == RE_ROLL:
            o.value = score_with(g, side, o.who, o.other)
        else:
            o.value = now + WORTH_IT
    return highest_valued_option(c)


@rule
def value_picks(g: Game, side: int) -> None:
    """Value the dice to be thrown: as few as possible before the last throw, and then all.

    Sets and runs that are completed late pay most, and each earlier throw brings information. Of
    the dice, the middle one comes first, because it can match both smaller and larger ones.
    """
    c = g.core
    left = 0
    for d in range(g.n_dice):
        left += 1 if g.seats[side].dice[d].value == 0 else 0
    before = 0
    at = 0
    for k in range(c.offered):
        o = c.options[k]
        o.value = 0.0
        if o.what == THROW:
            o.value = 100.0 if g.throw < g.throws else 1.0
        elif o.what == ADD:
            while at < o.who:
                before += 1 if g.seats[side].dice[at].value == 0 else 0
                at += 1
            # Dice are added in their order, so to throw all of them, the first one left is added.
            o.value = 50.0 - (abs(before - left // 2) if g.throw < g.throws else before)
        elif o.what != STOP:  # stopping has the value 0, below any throw
            raise NoSuchRule


@rule
def score_now(g: Game, side: int) -> int:
    """Return the score of the dice on the table."""
    read_hand(g, side)
    return best_score(g.hand, g.scale)


@rule
def score_with(g: Game, side: int, hero: int, die: int) -> float:
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
        total += score_now(g, side)
    d.value = value
    d.thrown = thrown
    d.hero = NO_HERO
    s.dice[hero].hero = UNUSED
    return total / g.faces[die]
