"""Rules of Pot: payments to the players, in whole credits."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble import writers as write
from carnage.engine.gamble.state import Game, Log
from carnage.engine.gamble.ties import assign_places, count_sharing


@rule
def winner_takes_all(g: Game, place: int) -> int:
    """Return the payment for a place: the whole pot for the first."""
    return g.pot if place == 0 else 0


@rule
def second_saves(g: Game, place: int) -> int:
    """Return the payment for a place: an ante for the second, the rest for the first.

    With two players the first gets the whole pot.
    """
    saved = g.p.ante_ante if g.players > 2 else 0
    if place == 0:
        return g.pot - saved
    return int(saved) if place == 1 else 0


@rule
def two_shares(g: Game, place: int) -> int:
    """Return the payment for a place: one of several shares for the second, the rest for the first.

    The share is rounded down.
    """
    share = g.pot // g.p.pot_shares
    if place == 0:
        return int(g.pot - share)
    return int(share) if place == 1 else 0


@rule
def place_payment(g: Game, place: int) -> int:
    """Return the payment for a place that one player has alone, in credits."""
    if g.chosen.pot == R.POT_SECOND_SAVES:
        return second_saves(g, place)
    if g.chosen.pot == R.POT_TWO_SHARES:
        return two_shares(g, place)
    if g.chosen.pot == R.POT_WINNER_TAKES_ALL:
        return winner_takes_all(g, place)
    raise NoSuchRule


@rule
def pay_place(g: Game, place: int, credits: int) -> None:
    """Pay the players with this place equally, odd credits one by one in the order of play."""
    count = count_sharing(g, place)
    if count == 0:
        return
    odd = credits % count
    for side in range(g.players):
        s = g.seats[side]
        if s.place == place:
            s.due += credits // count + (1 if odd > 0 else 0)
            odd -= 1


@rule
def in_proportion(g: Game) -> int:
    """Divide the pot by points, rounded down, and return the credits left over for the first place.

    If no player has scored, each gets the ante back.
    """
    points = 0
    for side in range(g.players):
        points += g.seats[side].score
    over = g.pot
    for side in range(g.players):
        s = g.seats[side]
        if points > 0:
            s.due = g.pot * s.score // points
        else:
            s.due = s.paid_in
        over -= s.due
    return over


@rule
def pay_places(g: Game) -> None:
    """Pay for all places; players who share places share the payments for these."""
    for place in range(g.players):
        credits = 0
        for k in range(count_sharing(g, place)):
            credits += place_payment(g, place + k)
        pay_place(g, place, credits)


@rule
def pay_out(g: Game, log: Log) -> None:
    """Compare the scores and pay the pot out."""
    if g.chosen.pot == R.POT_IN_PROPORTION:
        over = in_proportion(g)
        paid_places = 1 if over > 0 else 0
        assign_places(g, log, paid_places)
        pay_place(g, 0, over)
    else:
        second_saves_ante = g.chosen.pot == R.POT_SECOND_SAVES and g.players > 2
        paid_places = 1
        if g.chosen.pot == R.POT_TWO_SHARES or second_saves_ante:
            paid_places = 2
        assign_places(g, log, paid_places)
        pay_places(g)
    for side in range(g.players):
        s = g.seats[side]
        s.paid = s.due
        if s.paid > 0:
            write.paid(g, log, g.chosen.pot, side, credits=s.paid, place=s.place)
