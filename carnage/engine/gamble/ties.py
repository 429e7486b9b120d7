"""Ties: who of several level players comes first, or whether they have a place together.

Every player has a `standing`, the score to begin with; whoever has the higher comes first. Each option makes
of equal standings what it wants.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below, forget_dice, keep_die, rekey
from carnage.engine.core.numbering import NoSuchRule
from carnage.engine.core.state import PLAYERS
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble import writers as write
from carnage.engine.gamble.state import Game, Log

OFF = 2  # the purpose of a throw-off's dice
FINER = 16  # more than a die or a seat adds to a standing


@rule
def settle(g: Game, log: Log, places: int) -> None:
    """Give every player a place, from 0, and say how many share it. So many places are paid; if none
    is, there is nothing to settle and level players stay level."""
    for side in range(g.players):
        g.seats[side].standing = g.seats[side].score
    set_places(g)
    for place in range(places):
        count = sharing(g, place)
        if count > 1:
            write.level(g, log, g.chosen.ties, place=place, how_many=count)
    if places == 0:
        return
    if g.chosen.ties == R.TIES_THROW_OFF:
        throw_off(g, log, places)
    elif g.chosen.ties == R.TIES_HOST_LOSES:
        host_loses(g)
    elif g.chosen.ties == R.TIES_FIRST_STANDS:
        first_stands(g)
    elif g.chosen.ties == R.TIES_SPLIT:
        split(g)
    else:
        raise NoSuchRule


@rule
def set_places(g: Game) -> None:
    """By their standing."""
    for side in range(g.players):
        s = g.seats[side]
        s.place = 0
        s.level = 0
        for other in range(g.players):
            if g.seats[other].standing > s.standing:
                s.place += 1
            elif g.seats[other].standing == s.standing:
                s.level += 1


@rule
def sharing(g: Game, place: int) -> int:
    """How many have this place."""
    count = 0
    for side in range(g.players):
        count += 1 if g.seats[side].place == place else 0
    return count


@rule
def split(g: Game) -> None:
    """Level players have their places together."""
    set_places(g)


@rule
def throw_off(g: Game, log: Log, places: int) -> None:
    """One die each, the higher first; whoever is level still throws again, so many times."""
    for n in range(g.p.ties_most):
        for side in range(g.players):
            s = g.seats[side]
            off = 0
            if s.level > 1 and s.place < places:
                rekey(g.core, side, n, OFF)
                forget_dice(g.core)
                off = below(g.core, g.scale.largest) + 1
                keep_die(g.core, off)
                write.throw_off(g, log, R.TIES_THROW_OFF, side, value=off)
            s.standing = s.standing * FINER + off
        set_places(g)
    first_stands(g)


@rule
def host_loses(g: Game) -> None:
    """The Host comes after everybody with the same score."""
    for side in range(g.players):
        g.seats[side].standing = g.seats[side].standing * FINER + (1 if side > 0 else 0)
    set_places(g)


@rule
def first_stands(g: Game) -> None:
    """Whoever threw first comes first."""
    for side in range(g.players):
        g.seats[side].standing = g.seats[side].standing * FINER + PLAYERS - side
    set_places(g)
