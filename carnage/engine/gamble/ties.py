"""Rules of Ties: the order of level players, or their shared places.

Each player has a `standing`, which is the score at first. A higher standing comes first. The
options change equal standings.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below, forget_dice, keep_die, rekey
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.core.state import MAX_PLAYERS
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble import writers as write
from carnage.engine.gamble.state import Game, Log

THROW_OFF_ROLL = 2  # purpose of the dice of a throw-off, for `rekey`
STANDING_FACTOR = 16  # factor of standings: more than a die or a seat adds


@rule
def assign_places(g: Game, log: Log, places: int) -> None:
    """Give each player a place, from 0, and the number of players who share it.

    `places` is the number of places that are paid. If it is 0, level players stay level.
    """
    for side in range(g.players):
        g.seats[side].standing = g.seats[side].score
    set_places(g)
    for place in range(places):
        count = count_sharing(g, place)
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
    """Set all places by the standings."""
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
def count_sharing(g: Game, place: int) -> int:
    """Return the number of players with this place."""
    count = 0
    for side in range(g.players):
        count += 1 if g.seats[side].place == place else 0
    return count


@rule
def split(g: Game) -> None:
    """Leave level players in shared places."""
    set_places(g)


@rule
def throw_off(g: Game, log: Log, places: int) -> None:
    """Have level players throw a die each, and again while they are level; the higher is first.

    After that, the player who threw first in the game comes first.
    """
    for n in range(g.p.ties_most):
        for side in range(g.players):
            s = g.seats[side]
            off = 0
            if s.level > 1 and s.place < places:
                rekey(g.core, side, n, THROW_OFF_ROLL)
                forget_dice(g.core)
                off = below(g.core, g.scale.largest) + 1
                keep_die(g.core, off)
                write.throw_off(g, log, R.TIES_THROW_OFF, side, value=off)
            s.standing = s.standing * STANDING_FACTOR + off
        set_places(g)
    first_stands(g)


@rule
def host_loses(g: Game) -> None:
    """Rank the Host after all players with the same score."""
    for side in range(g.players):
        g.seats[side].standing = g.seats[side].standing * STANDING_FACTOR + (1 if side > 0 else 0)
    set_places(g)


@rule
def first_stands(g: Game) -> None:
    """Rank level players in the order of play."""
    for side in range(g.players):
        g.seats[side].standing = g.seats[side].standing * STANDING_FACTOR + MAX_PLAYERS - side
    set_places(g)
