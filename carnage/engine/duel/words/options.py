"""Texts of the duel's questions: one line for each option."""

from __future__ import annotations

import math
from typing import Any

from carnage.common.directions import bearing
from carnage.common.text_format import count, spelled
from carnage.engine.core.events import in_python
from carnage.engine.duel import numbers as R
from carnage.engine.duel import questions as Q
from carnage.engine.duel.queries import QUERIES
from carnage.engine.duel.state import ANY, DEFENSE, OFFENSE
from carnage.engine.duel.words.naming import ROWS, TOUCHING_INCHES, distance_text

BOARD_QUESTIONS = (Q.ASSIGN, Q.VALVE, Q.MOVE, Q.SHOOT)
STEPS = {Q.MOVES: "moves", Q.ATTACKS: "attacks", Q.THE_LEAD: "has the lead"}


def question_text(g: Any, side: int, kind: int, actor: int) -> str:
    """Return the text of a question.

    Args:
        g: The record.
        side: The seat that is asked.
        kind: The question, by its number.
        actor: The die, row or step that it is about, or -1.
    """
    put = QUERIES[kind].put
    if kind == Q.ASSIGN:
        return put.format(about=_die_text(g, side, actor))
    if kind == Q.PAY:
        return put.format(about=_payment_text(g, side, actor))
    if kind == Q.ORDER and actor == Q.THE_LEAD:
        return "You have won the flip of a coin: who has the lead this turn?"
    if kind == Q.ORDER:
        return f"You have the call: w{put[1:].format(about=STEPS[actor])}"
    if kind == Q.VALVE:
        return f"{put[:-1]} ({int(g.core.options[0].x) + 1} of {int(g.p.assignment_valves)})?"
    if kind == Q.JETTISON and g.ships[side].lost > 0:
        return f"{put[:-1]} ({g.ships[side].lost} more to come)?"
    return put


def shows_board(kind: int, options: Any) -> bool:
    """Return whether the board is shown before the question: once for all dice that are assigned
    in a row.
    """
    return kind in BOARD_QUESTIONS and not (
        kind in (Q.ASSIGN, Q.VALVE) and any(o.x > 0 for o in options)
    )


def _by_valves(g: Any) -> bool:
    """Return whether dice change rows, instead of being assigned one by one."""
    return bool(g.chosen.assignment == R.ASSIGNMENT_STIFF_VALVES)


def _die_text(g: Any, side: int, k: int) -> str:
    """Return a die in words, with its number in the order of assignment, the fullest first."""
    cells = g.ships[side].cells
    pips = int(cells[k].pips)
    if _by_valves(g):
        return f"the die at {pips} in {ROWS[int(cells[k].row)]}"
    alive = sum(1 for cell in cells if cell.pips > 0)
    before = sum(
        1 for n, cell in enumerate(cells) if cell.pips > pips or (cell.pips == pips and n < k)
    )
    return f"the die at {pips} ({before + 1} of {alive})"


def _payment_text(g: Any, side: int, row: int) -> str:
    """Return the reason for a payment, and the pips that are due with this one."""
    due = int(g.ships[side].owes[row]) + 1
    if row == ANY:
        cause = "the pip"
    else:
        cause = ("your move", "the shot", "the block")[row]
    if row in (OFFENSE, DEFENSE):
        return f"{cause} ({count(due, 'pip', spelled)} due)"
    return cause


def option_lines(
    sides: tuple[str, ...], g: Any, side: int, kind: int, actor: int, options: Any
) -> list[str]:
    """Return one line for each option.

    Args:
        sides: The names of both sides.
        g: The record.
        side: The seat that is asked.
        kind: The question, by its number.
        actor: The die, row or step that it is about, or -1.
        options: The options.
    """
    teller = Teller(sides, g, side, actor)
    say = getattr(teller, f"say_{in_python(QUERIES[kind].name)}")
    return [say(o) for o in options]


class Teller:
    """Describes the options of one question to the player who is asked.

    There is one method for each kind of question.
    """

    def __init__(self, sides: tuple[str, ...], g: Any, side: int, actor: int) -> None:
        self.sides = sides
        self.g = g
        self.side = side
        self.actor = actor

    def say_assign(self, o: Any) -> str:
        what = int(o.what)
        if int(o.other) >= 0:
            return f"The row of the die before, which goes to {ROWS[what]} instead"
        if _by_valves(self.g):
            stands = what == int(self.g.ships[self.side].cells[self.actor].row)
            if stands:
                return f"{ROWS[what]}, where it stands"
            return ROWS[what]
        if o.x > 0:
            return f"{ROWS[what]}, with {count(int(o.x), 'die', spelled)} so far"
        return ROWS[what]

    def die(self, o: Any) -> str:
        """Return a die of the player by its pips and its row."""
        cell = self.g.ships[self.side].cells[int(o.who)]
        return f"The die at {cell.pips} in {ROWS[int(cell.row)]}"

    say_pay = say_lose = die

    def say_valve(self, o: Any) -> str:
        if int(o.other) >= 0:
            return f"The same die again, which goes to {ROWS[int(o.other)]} as it is"
        return self.die(o)

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
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    if int(o.what) == Q.STAY:
        return "Stay; no more moves this turn"
    way = bearing(ship.x, ship.y, enemy.x, enemy.y, o.fx, o.fy)
    if int(o.what) == Q.TURN_ABOUT:
        return f"Turn {way}, on the spot"
    apart = math.dist((o.x, o.y), (enemy.x, enemy.y)) - 2 * g.radius
    if int(o.who) == 2:
        return f"Over the edge, {way}: {distance_text(apart)} apart"
    return f"{distance_text(math.dist((ship.x, ship.y), (o.x, o.y)))} {way}: {distance_text(apart)} apart"


def _shot_text(g: Any, side: int, o: Any) -> str:
    """Return the choice to shoot or not in words, with the price and both values."""
    if int(o.what) == 0:
        return "Hold fire"
    offense = sum(1 for cell in g.ships[side].cells if cell.pips > 0 and cell.row == OFFENSE)
    defense = sum(1 for cell in g.ships[1 - side].cells if cell.pips > 0 and cell.row == DEFENSE)
    through = ", through a die" if int(o.other) > 0 else ""
    price = count(offense * int(g.p.shot_cost), "pip", spelled)
    return f"Shoot for {price}{through}: Offense {offense} against Defense {defense}"


def _place_text(g: Any, side: int, o: Any) -> str:
    """Return a place for a jettisoned die in words, as seen from its ship."""
    if int(o.what) == 1:
        return "Onto the enemy ship, where it explodes"
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    gap = max(0.0, math.dist((ship.x, ship.y), (o.x, o.y)) - g.radius - g.die)
    way = bearing(ship.x, ship.y, enemy.x, enemy.y, o.x - ship.x, o.y - ship.y)
    if gap > TOUCHING_INCHES:
        at = f"{distance_text(gap)} from your rim"
    else:
        at = "At your rim"
    return f"{at}, {way}"
