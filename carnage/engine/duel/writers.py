"""The writers of events, one for each kind: duel/events.py says what their numbers mean.

Written by `make stubs`. `by` is the number of the rule that did it.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.duel import events as E
from carnage.engine.duel.noting import note, note_way
from carnage.engine.duel.state import Game, Log

# fmt: off


@rule
def space(g: Game, log: Log, by: int, side_inches: int) -> None:
    """The edges of space are marked off."""
    note(g, log, E.SPACE, by, -1, -1, -1, side_inches, 0, 0, 0, 0)


@rule
def ship(g: Game, log: Log, by: int, side: int, to_x: float, to_y: float) -> None:
    """A ship is set down."""
    note_way(g, log, E.SHIP, by, side, -1, -1, 0, 0, 0, 0, 0.0, 0.0, to_x, to_y, 0.0, 0.0, 0)


@rule
def fuel(g: Game, log: Log, by: int, side: int) -> None:
    """A player lays out a ship's dice.

    It shows the dice kept for it.
    """
    note(g, log, E.FUEL, by, side, -1, -1, 0, 0, 0, 0, 1)


@rule
def field(g: Game, log: Log, by: int, thing: int, to_x: float, to_y: float) -> None:
    """Something lies between the ships, or nothing."""
    note_way(g, log, E.FIELD, by, -1, -1, -1, thing, 0, 0, 0, 0.0, 0.0, to_x, to_y, 0.0, 0.0, 0)


@rule
def turn(g: Game, log: Log, by: int, turn: int) -> None:
    """A turn begins."""
    note(g, log, E.TURN, by, -1, -1, -1, turn, 0, 0, 0, 0)


@rule
def reveal(g: Game, log: Log, by: int, side: int, mobility: int, offense: int, defense: int) -> None:
    """A player reveals the rows; the dice are those of Mobility, then of Offense, then of Defense.

    It shows the dice kept for it.
    """
    note(g, log, E.REVEAL, by, side, -1, -1, mobility, offense, defense, 0, 1)


@rule
def call(g: Game, log: Log, by: int, with_: int, by_coin: int) -> None:
    """It is found out who has the call."""
    note(g, log, E.CALL, by, -1, -1, -1, with_, by_coin, 0, 0, 0)


@rule
def order(g: Game, log: Log, by: int, first: int, step: int, said_by: int) -> None:
    """It is settled who goes first."""
    note(g, log, E.ORDER, by, -1, -1, -1, first, step, said_by, 0, 0)


@rule
def move(
    g: Game, log: Log, by: int, side: int, over_an_edge: int, from_x: float, from_y: float, to_x: float, to_y:
    float
) -> None:
    """A ship moves."""
    note_way(g, log, E.MOVE, by, side, -1, -1, over_an_edge, 0, 0, 0, from_x, from_y, to_x, to_y, 0.0, 0.0, 0)


@rule
def turn_about(g: Game, log: Log, by: int, side: int, facing_x: float, facing_y: float) -> None:
    """A ship turns on the spot."""
    note_way(g, log, E.TURN_ABOUT, by, side, -1, -1, 0, 0, 0, 0, facing_x, facing_y, 0.0, 0.0, 0.0, 0.0, 0)


@rule
def spend(g: Game, log: Log, by: int, side: int, row: int, pips_left: int) -> None:
    """A pip is spent."""
    note(g, log, E.SPEND, by, side, -1, -1, row, pips_left, 0, 0, 0)


@rule
def no_shot(g: Game, log: Log, by: int, side: int) -> None:
    """No line hits the enemy."""
    note(g, log, E.NO_SHOT, by, side, -1, -1, 0, 0, 0, 0, 0)


@rule
def hold_fire(g: Game, log: Log, by: int, side: int) -> None:
    """A ship that could shoot does not."""
    note(g, log, E.HOLD_FIRE, by, side, -1, -1, 0, 0, 0, 0, 0)


@rule
def attack(
    g: Game, log: Log, by: int, side: int, offense: int, from_x: float, from_y: float, to_x: float, to_y:
    float
) -> None:
    """A shot is announced."""
    note_way(g, log, E.ATTACK, by, side, -1, -1, offense, 0, 0, 0, from_x, from_y, to_x, to_y, 0.0, 0.0, 0)


@rule
def shatter(g: Game, log: Log, by: int, side: int, to_x: float, to_y: float) -> None:
    """A shot shatters a die and goes on."""
    note_way(g, log, E.SHATTER, by, side, -1, -1, 0, 0, 0, 0, 0.0, 0.0, to_x, to_y, 0.0, 0.0, 0)


@rule
def stopped(g: Game, log: Log, by: int, side: int, thing: int, to_x: float, to_y: float) -> None:
    """A shot is stopped."""
    note_way(g, log, E.STOPPED, by, side, -1, -1, thing, 0, 0, 0, 0.0, 0.0, to_x, to_y, 0.0, 0.0, 0)


@rule
def hit(g: Game, log: Log, by: int, side: int, offense: int, defense: int, pierced: int) -> None:
    """A ship is hit."""
    note(g, log, E.HIT, by, side, -1, -1, offense, defense, pierced, 0, 0)


@rule
def lose(g: Game, log: Log, by: int, side: int, row: int, pips: int) -> None:
    """A die is lost to a hit."""
    note(g, log, E.LOSE, by, side, -1, -1, row, pips, 0, 0, 0)


@rule
def jettison(
    g: Game, log: Log, by: int, side: int, dice_left: int, from_x: float, from_y: float, to_x: float, to_y:
    float
) -> None:
    """A die is jettisoned."""
    note_way(
        g, log, E.JETTISON, by, side, -1, -1, dice_left, 0, 0, 0, from_x, from_y, to_x, to_y, 0.0, 0.0, 0
    )


@rule
def nowhere(g: Game, log: Log, by: int, side: int, dice_left: int) -> None:
    """A die is put aside: there is no room for it."""
    note(g, log, E.NOWHERE, by, side, -1, -1, dice_left, 0, 0, 0, 0)


@rule
def explode(g: Game, log: Log, by: int, side: int, offense: int) -> None:
    """A die explodes on the enemy ship."""
    note(g, log, E.EXPLODE, by, side, -1, -1, offense, 0, 0, 0, 0)


@rule
def coast(g: Game, log: Log, by: int) -> None:
    """Neither ship has lost any fuel."""
    note(g, log, E.COAST, by, -1, -1, -1, 0, 0, 0, 0, 0)


@rule
def drift(
    g: Game, log: Log, by: int, side: int, from_x: float, from_y: float, to_x: float, to_y: float
) -> None:
    """A die drifts."""
    note_way(g, log, E.DRIFT, by, side, -1, -1, 0, 0, 0, 0, from_x, from_y, to_x, to_y, 0.0, 0.0, 0)


@rule
def drift_off(g: Game, log: Log, by: int, side: int, from_x: float, from_y: float) -> None:
    """A die drifts over the edge."""
    note_way(g, log, E.DRIFT_OFF, by, side, -1, -1, 0, 0, 0, 0, from_x, from_y, 0.0, 0.0, 0.0, 0.0, 0)


@rule
def game_over(g: Game, log: Log, by: int, winner: int, dice_1: int, dice_2: int) -> None:
    """The game ends."""
    note(g, log, E.GAME_OVER, by, -1, -1, -1, winner, dice_1, dice_2, 0, 0)
