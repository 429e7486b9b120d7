"""Hero Number: which number is the Hero, and for whom."""

from __future__ import annotations

from carnage.engine.core.chance import below, forget_dice, keep_die, rekey
from carnage.engine.core.compiling import rule
from carnage.engine.gamble import events as E
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble.noting import fire, note
from carnage.engine.gamble.state import Game, Log

HERO_ROLL = 1  # the purpose of its dice


@rule
def roll_hero(g: Game, log: Log, number: int, side: int) -> int:
    """A roll for the Hero number, of one player or (-1) of all."""
    rekey(g.core, side, 0, HERO_ROLL)
    forget_dice(g.core)
    value = below(g.core, g.p.hero_hero_sides) + 1
    keep_die(g.core, value)
    note(g, log, E.HERO_NUMBER, number, side, -1, -1, value, 0, 0, 0)
    return value


@rule
def host(g: Game, log: Log) -> None:
    """The Host rolls one for everybody, and it may be higher than any die."""
    shared(g, log, R.HERO_HOST)


@rule
def common(g: Game, log: Log) -> None:
    """The Host rolls one for everybody that every die can show."""
    shared(g, log, R.HERO_COMMON)


@rule
def shared(g: Game, log: Log, number: int) -> None:
    """One roll, one number for all."""
    value = roll_hero(g, log, number, -1)
    for side in range(g.players):
        g.seats[side].hero = value


@rule
def own(g: Game, log: Log, side: int) -> None:
    """At the beginning of a turn its player rolls."""
    g.seats[side].hero = roll_hero(g, log, R.HERO_OWN, side)


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
