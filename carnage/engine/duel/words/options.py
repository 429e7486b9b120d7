"""Texts of the duel's questions: one line for each option."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from carnage.common.directions import Vector, bearing
from carnage.common.text_format import count, spell_out
from carnage.engine.core.events import python_name
from carnage.engine.duel import numbers as R
from carnage.engine.duel import questions as Q
from carnage.engine.duel.counts import row_pips
from carnage.engine.duel.queries import QUERIES
from carnage.engine.duel.state import ANY, DEFENSE, MOBILITY, OFFENSE
from carnage.engine.duel.words.naming import ROWS, TOUCHING_INCHES, distance_text
from carnage.engine.games import Question

BOARD_QUESTIONS = (Q.ASSIGN, Q.VALVE, Q.MOVE, Q.SHOOT)
STEPS = {Q.MOVES: "moves", Q.ATTACKS: "attacks", Q.THE_LEAD: "has the lead"}
CAUSES = ("your move", "the shot", "the block")  # of a payment, by row
OVER_AN_EDGE = 2  # `who` of a move over an edge

Bearing = Callable[[Vector, Vector, Vector], str]
"""A function that tells a direction as seen from a viewer who looks at a target."""


def question_text(g: Any, question: Question) -> str:
    """Return the text of a question. `g` is the record of the game."""
    side = question.side
    actor = question.actor
    text = QUERIES[question.kind].put
    if question.kind == Q.ASSIGN:
        return text.format(about=_die_text(g, side, actor))
    if question.kind == Q.PAY:
        return text.format(about=_payment_text(g, side, actor))
    if question.kind == Q.ORDER and actor == Q.THE_LEAD:
        return "You have won the flip of a coin: who has the lead this turn?"
    if question.kind == Q.ORDER:
        return f"You have the call: w{text[1:].format(about=STEPS[actor])}"
    if question.kind == Q.VALVE:
        change = int(g.core.options[0].x) + 1
        return f"{text[:-1]} ({change} of {int(g.p.assignment_valves)})?"
    if question.kind == Q.MOVE:
        return f"{text[:-1]} ({count(_moves_left(g, side), 'move', spell_out)} left)?"
    if question.kind == Q.JETTISON and g.ships[side].lost > 0:
        return f"{text[:-1]} ({g.ships[side].lost} more to come)?"
    return text


def _moves_left(g: Any, side: int) -> int:
    """Return how many moves a ship can still make and pay for in this turn."""
    affordable = int(row_pips(g, side, MOBILITY)) // int(g.p.move_cost)
    return min(int(g.ships[side].still) + 1, affordable)


def shows_board(question: Question) -> bool:
    """Return whether the board is shown before a question.

    It is shown once for all dice that are assigned in a row.
    """
    if question.kind not in BOARD_QUESTIONS:
        return False
    if question.kind in (Q.ASSIGN, Q.VALVE):
        return not any(option.x > 0 for option in question.options)
    return True


def _by_valves(g: Any) -> bool:
    """Return whether dice change rows, instead of being assigned one by one."""
    return bool(g.chosen.assignment == R.ASSIGNMENT_STIFF_VALVES)


def _die_text(g: Any, side: int, k: int) -> str:
    """Return a die in words: its pips, and its row or its number among the ship's dice.

    Dice are numbered in the order in which they are assigned: those with the most pips first.
    """
    cells = g.ships[side].cells
    pips = int(cells[k].pips)
    if _by_valves(g):
        return f"the die at {pips} in {ROWS[int(cells[k].row)]}"
    dice = sum(1 for cell in cells if cell.pips > 0)
    number = 1
    for n, cell in enumerate(cells):
        if cell.pips > pips or (cell.pips == pips and n < k):
            number += 1
    return f"the die at {pips} ({number} of {dice})"


def _payment_text(g: Any, side: int, row: int) -> str:
    """Return the reason for a payment, and the pips that are due with this one."""
    if row == ANY:
        return "the pip"
    cause = CAUSES[row]
    if row in (OFFENSE, DEFENSE):
        due = int(g.ships[side].owes[row]) + 1
        return f"{cause} ({count(due, 'pip', spell_out)} due)"
    return cause


def option_lines(sides: tuple[str, ...], g: Any, question: Question) -> list[str]:
    """Return one line for each option of a question.

    Args:
        sides: The names of both sides.
        g: The record.
        question: The question.
    """
    writer = OptionLines(sides, g, question.side, actor=question.actor)
    say = getattr(writer, f"say_{python_name(QUERIES[question.kind].name)}")
    return [say(option) for option in question.options]


class OptionLines:
    """A writer of the option lines of one question, for the player who is asked.

    There is one method for each kind of question.
    """

    def __init__(self, sides: tuple[str, ...], g: Any, side: int, actor: int) -> None:
        self.sides = sides
        self.g = g
        self.side = side
        self.actor = actor

    def say_assign(self, o: Any) -> str:
        row = int(o.what)
        if int(o.other) >= 0:
            return f"The row of the die before, which goes to {ROWS[row]} instead"
        if _by_valves(self.g):
            if row == int(self.g.ships[self.side].cells[self.actor].row):
                return f"{ROWS[row]}, where it stands"
            return ROWS[row]
        if o.x > 0:
            return f"{ROWS[row]}, with {count(int(o.x), 'die', spell_out)} so far"
        return ROWS[row]

    def die_line(self, o: Any) -> str:
        """Return a die of the player by its pips and its row."""
        cell = self.g.ships[self.side].cells[int(o.who)]
        return f"The die at {cell.pips} in {ROWS[int(cell.row)]}"

    say_pay = die_line
    say_lose = die_line

    def say_valve(self, o: Any) -> str:
        if int(o.other) >= 0:
            return f"The same die again, which goes to {ROWS[int(o.other)]} as it is"
        return self.die_line(o)

    def say_order(self, o: Any) -> str:
        first = "" if self.actor == Q.THE_LEAD else " first"
        return f"{self.sides[int(o.what)]} {STEPS[self.actor]}{first}"

    def say_move(self, o: Any) -> str:
        return _move_text(self.g, self.side, o)

    def say_shoot(self, o: Any) -> str:
        return _shot_text(self.g, self.side, o)

    def say_jettison(self, o: Any) -> str:
        return _place_text(self.g, self.side, o)


def _move_text(g: Any, side: int, o: Any) -> str:
    """Return a move in words, with the gap between the ships after it."""
    if int(o.what) == Q.STAY:
        return "Stay; no more moves this turn"
    if int(o.what) == Q.TURN_ABOUT:
        return f"Turn {move_bearing(g, side, o, bearing)}, on the spot"
    return flight_text(g, side, o, bearing)


def move_bearing(g: Any, side: int, o: Any, tell: Bearing) -> str:
    """Return the direction of a move or a turn, in the words of `tell`."""
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    return tell((ship.x, ship.y), (enemy.x, enemy.y), (o.fx, o.fy))


def flight_text(g: Any, side: int, o: Any, tell: Bearing) -> str:
    """Return the length and direction of a move, with the gap between the ships after it."""
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    way = move_bearing(g, side, o, tell)
    gap = math.dist((o.x, o.y), (enemy.x, enemy.y)) - 2 * g.radius
    if int(o.who) == OVER_AN_EDGE:
        return f"Over the edge, {way}: {distance_text(gap)} apart"
    length = math.dist((ship.x, ship.y), (o.x, o.y))
    return f"{distance_text(length)} {way}: {distance_text(gap)} apart"


def _shot_text(g: Any, side: int, o: Any) -> str:
    """Return the choice to shoot or not in words, with the price and both values."""
    if int(o.what) == 0:
        return "Hold fire"
    offense = _row_dice(g, side, OFFENSE)
    defense = _row_dice(g, 1 - side, DEFENSE)
    through = ", through a die" if int(o.other) > 0 else ""
    price = count(offense * int(g.p.shot_cost), "pip", spell_out)
    return f"Shoot for {price}{through}: Offense {offense} against Defense {defense}"


def _row_dice(g: Any, side: int, row: int) -> int:
    """Return the number of dice in a row of a ship."""
    return sum(1 for cell in g.ships[side].cells if cell.pips > 0 and cell.row == row)


def _place_text(g: Any, side: int, o: Any) -> str:
    """Return a place for a jettisoned die in words, as seen from its ship."""
    if int(o.what) == 1:
        return "Onto the enemy ship, where it explodes"
    gap, way = find_place(g, side, o, bearing)
    if gap > TOUCHING_INCHES:
        return f"{distance_text(gap)} from your rim, {way}"
    return f"At your rim, {way}"


def find_place(g: Any, side: int, o: Any, tell: Bearing) -> tuple[float, str]:
    """Return the gap between a ship's rim and a jettisoned die, and its direction."""
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    gap = max(0.0, math.dist((ship.x, ship.y), (o.x, o.y)) - g.radius - g.die)
    return gap, tell((ship.x, ship.y), (enemy.x, enemy.y), (o.x - ship.x, o.y - ship.y))
