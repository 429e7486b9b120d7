"""Luck: the ways to change a bad roll. `resolution` has re-rolls of failed tests."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.questions import HERO, LUCK
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import four_leaf_clover, hard_to_kill
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d6, d10, forget_dice, keep_die
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule


@rule
def re_roll_tokens(g: Game, side: int) -> None:
    """Reset a side's Re-roll Tokens at the start of a round, with those of Four-leaf Clovers."""
    tokens = int(g.p.re_rolls_tokens)
    for n in range(upright_from(g, side), upright_to(g, side)):
        tokens += four_leaf_clover(g, int(g.upright[n]))
    g.sides[side].re_rolls = tokens


@rule
def luck_rolls(g: Game, log: Log, i: int, stake: float, rolls: int) -> bool:
    """Return whether model i avoids harm by `rolls` luck rolls in a row, if its player tries.

    Each roll is a D10 that must not exceed the model's Luck. It then costs Luck, whether it
    succeeds or not.

    Args:
        g: The game.
        log: Its log.
        i: The model about to be hurt.
        stake: The value of the harm in points, for bots.
        rolls: The number of rolls that must succeed.
    """
    m = g.models[i]
    if m.luck < rolls:
        return False
    clear(g.core)
    offer(g.core, 0, i, rolls)
    offer(g.core, 1, i, rolls)
    g.core.options[1].x = stake
    if ask(g, log, m.side, LUCK, i) == 0:
        return False
    for _ in range(rolls):
        forget_dice(g.core)
        die = d10(g.core)
        keep_die(g.core, die)
        needed = int(m.luck)
        m.luck -= g.p.luck_cost
        write.luck(
            g,
            log,
            R.LUCK_LUCK_ROLLS,
            m.side,
            i,
            needed=needed,
            avoided=int(die <= needed),
            luck_left=m.luck,
        )
        if die > needed:
            return False
    return True


@rule
def avoids_harm(g: Game, log: Log, i: int, stake: float, rolls: int) -> bool:
    """Return whether a Talent or luck saves model i from harm; see `luck_rolls`."""
    if hard_to_kill(g, log, i):
        return True
    return g.chosen.luck == R.LUCK_LUCK_ROLLS and luck_rolls(g, log, i, stake, rolls)


@rule
def hero_number(g: Game, log: Log, side: int) -> None:
    """Roll a side's Hero number at the start of a round."""
    s = g.sides[side]
    forget_dice(g.core)
    s.hero = d6(g.core)
    s.hero_used = 0
    keep_die(g.core, s.hero)
    write.hero_number(g, log, R.LUCK_HERO_NUMBER, side, number=s.hero)


@rule
def can_be_hero(g: Game, side: int, value: int) -> bool:
    """Return whether a side may call a die or card that shows `value` a Hero.

    It needs a use that is left.
    """
    s = g.sides[side]
    return g.chosen.luck == R.LUCK_HERO_NUMBER and s.hero == value and s.hero_used < g.p.luck_uses


@rule
def choose_hero(
    g: Game, log: Log, side: int, i: int, counts: int, without: int, better: int
) -> bool:
    """Ask a side whether it calls a die or card a Hero, and return its answer.

    Args:
        g: The game.
        log: Its log.
        side: The side that rolled.
        i: The model that rolled, -1 for a whole unit.
        counts: The value that the Hero counts as.
        without: The result without the Hero.
        better: The result with it.
    """
    clear(g.core)
    offer(g.core, 0, without, better)
    offer(g.core, 1, without, better)
    if ask(g, log, side, HERO, i) == 0:
        return False
    g.sides[side].hero_used += 1
    write.hero(g, log, R.LUCK_HERO_NUMBER, side, i, counts)
    return True


@rule
def call_hero(g: Game, log: Log, side: int, i: int, die: int, needed: int, top: int) -> int:
    """Return the value of a die that must reach `needed`:

    `top` if it is called a Hero, else the die.
    """
    if (
        die < needed
        and needed <= top
        and can_be_hero(g, side, die)
        and choose_hero(g, log, side, i, top, 0, 1)
    ):
        return top
    return die


@rule
def none(g: Game, side: int) -> None:
    """Give a side no Re-roll Tokens for a round."""
    g.sides[side].re_rolls = 0


@rule
def reset_re_rolls(g: Game, side: int) -> None:
    """Set the number of a side's Re-roll Tokens at the start of a round.

    A side has Re-roll Tokens by the option Re-roll Tokens of the Luck table, and in games without
    this table, which are all games of Classic. Otherwise it has none.
    """
    if g.chosen.luck == R.LUCK_RE_ROLL_TOKENS or g.chosen.luck == NOT_ASKED:
        re_roll_tokens(g, side)
    elif (
        g.chosen.luck == R.LUCK_NONE
        or g.chosen.luck == R.LUCK_LUCK_ROLLS
        or g.chosen.luck == R.LUCK_HERO_NUMBER
    ):
        none(g, side)
    else:
        raise NoSuchRule


@rule
def prepare_luck(g: Game, log: Log) -> None:
    """Prepare the luck of both sides for a round: roll Hero numbers, or count the rule."""
    for side in range(2):
        if g.chosen.luck == R.LUCK_HERO_NUMBER:
            hero_number(g, log, side)
        if g.chosen.luck == R.LUCK_NONE or g.chosen.luck == R.LUCK_RE_ROLL_TOKENS:
            fire(g, g.chosen.luck)
