"""The writers of events, one for each kind: gamble/events.py says what their numbers mean.

Written by `make stubs`. `by` is the number of the rule that did it.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.gamble import events as E
from carnage.engine.gamble.noting import note
from carnage.engine.gamble.state import Game, Log

# fmt: off


@rule
def sit_down(g: Game, log: Log, by: int, players: int) -> None:
    """The players sit down."""
    note(g, log, E.SIT_DOWN, by, -1, -1, -1, players, 0, 0, 0, 0)


@rule
def ante(g: Game, log: Log, by: int, side: int, credits: int, pot: int) -> None:
    """A player pays into the pot."""
    note(g, log, E.ANTE, by, side, -1, -1, credits, pot, 0, 0, 0)


@rule
def hero_number(g: Game, log: Log, by: int, side: int, number: int) -> None:
    """The Hero number is rolled, for everybody or for one.

    It shows the dice kept for it.
    """
    note(g, log, E.HERO_NUMBER, by, side, -1, -1, number, 0, 0, 0, 1)


@rule
def throw(g: Game, log: Log, by: int, side: int, throw: int, dice_thrown: int, dice_left: int) -> None:
    """A player throws dice.

    It shows the dice kept for it.
    """
    note(g, log, E.THROW, by, side, -1, -1, throw, dice_thrown, dice_left, 0, 1)


@rule
def re_roll(g: Game, log: Log, by: int, side: int, hero: int, die: int, was: int, now: int) -> None:
    """A Hero has a die rolled again.

    It shows the dice kept for it.
    """
    note(g, log, E.RE_ROLL, by, side, hero, die, was, now, 0, 0, 1)


@rule
def stop(g: Game, log: Log, by: int, side: int, dice_left: int) -> None:
    """A player stops with dice in hand."""
    note(g, log, E.STOP, by, side, -1, -1, dice_left, 0, 0, 0, 0)


@rule
def wild(g: Game, log: Log, by: int, side: int, hero: int, counts: int) -> None:
    """A Hero counts as another value."""
    note(g, log, E.WILD, by, side, hero, -1, counts, 0, 0, 0, 0)


@rule
def set(g: Game, log: Log, by: int, side: int, value: int, size: int, throw: int, points: int) -> None:
    """A set scores."""
    note(g, log, E.SET, by, side, -1, -1, value, size, throw, points, 0)


@rule
def run(g: Game, log: Log, by: int, side: int, lowest: int, size: int, throw: int, points: int) -> None:
    """A run scores."""
    note(g, log, E.RUN, by, side, -1, -1, lowest, size, throw, points, 0)


@rule
def score(g: Game, log: Log, by: int, side: int, score: int, best_before: int) -> None:
    """A turn is scored."""
    note(g, log, E.SCORE, by, side, -1, -1, score, best_before, 0, 0, 0)


@rule
def level(g: Game, log: Log, by: int, place: int, how_many: int) -> None:
    """Two or more players are level for a place that pays."""
    note(g, log, E.LEVEL, by, -1, -1, -1, place, how_many, 0, 0, 0)


@rule
def throw_off(g: Game, log: Log, by: int, side: int, value: int) -> None:
    """A level player throws a die.

    It shows the dice kept for it.
    """
    note(g, log, E.THROW_OFF, by, side, -1, -1, value, 0, 0, 0, 1)


@rule
def paid(g: Game, log: Log, by: int, side: int, credits: int, place: int) -> None:
    """A player is paid."""
    note(g, log, E.PAID, by, side, -1, -1, credits, place, 0, 0, 0)


@rule
def game_over(g: Game, log: Log, by: int, winner: int, best_score: int) -> None:
    """The game ends."""
    note(g, log, E.GAME_OVER, by, -1, -1, -1, winner, best_score, 0, 0, 0)
