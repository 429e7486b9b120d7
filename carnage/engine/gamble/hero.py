"""Rules of Hero Number: the number that makes a die a Hero, for all players or for one."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below, forget_dice, keep_die, rekey
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble import writers as write
from carnage.engine.gamble.event_log import fire
from carnage.engine.gamble.state import Game, Log

HERO_ROLL = 1  # purpose of the dice of this roll, for `rekey`


@rule
def roll_hero(g: Game, log: Log, number: int, side: int) -> None:
    """Roll the Hero number of one player, or of all if `side` is -1.

    It is never higher than the largest die can show.
    """
    rekey(g.core, side, 0, HERO_ROLL)
    forget_dice(g.core)
    value = below(g.core, min(g.p.hero_hero_sides, g.scale.largest)) + 1
    keep_die(g.core, value)
    for seat in range(g.players):
        if side < 0 or seat == side:
            g.seats[seat].hero = value
    write.hero_number(g, log, number, side, number=value)


@rule
def host(g: Game, log: Log) -> None:
    """Roll one number for all players, with up to as many sides as the largest die."""
    roll_hero(g, log, R.HERO_HOST, -1)


@rule
def common(g: Game, log: Log) -> None:
    """Roll one number for all players, which every die can show."""
    roll_hero(g, log, R.HERO_COMMON, -1)


@rule
def own(g: Game, log: Log, side: int) -> None:
    """Roll a player's own number at the start of the turn."""
    roll_hero(g, log, R.HERO_OWN, side)


@rule
def none(g: Game) -> None:
    """Count that there is no Hero number."""
    fire(g, R.HERO_NONE)


@rule
def roll_shared_hero(g: Game, log: Log) -> None:
    """Roll the Hero number before the first turn, if this game's option has one for all."""
    if g.chosen.hero == R.HERO_HOST:
        host(g, log)
    elif g.chosen.hero == R.HERO_COMMON:
        common(g, log)
    elif g.chosen.hero == R.HERO_NONE:
        none(g)
    elif g.chosen.hero != R.HERO_OWN:  # rolled at the start of each turn
        raise NoSuchRule
