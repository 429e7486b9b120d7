"""Hero Number: which number is the Hero, and for whom."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below, forget_dice, keep_die, rekey
from carnage.engine.core.numbering import NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble import writers as write
from carnage.engine.gamble.noting import fire
from carnage.engine.gamble.state import Game, Log

HERO_ROLL = 1  # the purpose of its dice


@rule
def roll_hero(g: Game, log: Log, number: int, side: int) -> None:
    """A roll for the Hero number, of one player or (-1) of all."""
    rekey(g.core, side, 0, HERO_ROLL)
    forget_dice(g.core)
    value = below(g.core, g.p.hero_hero_sides) + 1
    keep_die(g.core, value)
    for seat in range(g.players):
        if side < 0 or seat == side:
            g.seats[seat].hero = value
    write.hero_number(g, log, number, side, number=value)


@rule
def host(g: Game, log: Log) -> None:
    """The Host rolls one for everybody, and it may be higher than any die."""
    roll_hero(g, log, R.HERO_HOST, -1)


@rule
def common(g: Game, log: Log) -> None:
    """The Host rolls one for everybody that every die can show."""
    roll_hero(g, log, R.HERO_COMMON, -1)


@rule
def own(g: Game, log: Log, side: int) -> None:
    """At the beginning of a turn its player rolls."""
    roll_hero(g, log, R.HERO_OWN, side)


@rule
def none(g: Game) -> None:
    """Dice count what they show."""
    fire(g, R.HERO_NONE)


@rule
def call_hero(g: Game, log: Log) -> None:
    """Before the first turn."""
    if g.chosen.hero == R.HERO_HOST:
        host(g, log)
    elif g.chosen.hero == R.HERO_COMMON:
        common(g, log)
    elif g.chosen.hero == R.HERO_NONE:
        none(g)
    elif g.chosen.hero != R.HERO_OWN:  # which is rolled at the beginning of each turn
        raise NoSuchRule
