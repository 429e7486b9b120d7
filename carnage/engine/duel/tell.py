"""Telling questions: each option of each question as one line that a player understands."""

from __future__ import annotations

import math
from typing import Any

from carnage.engine.duel import numbers as R
from carnage.engine.duel import questions as Q
from carnage.engine.duel.naming import ROWS, bearing, count, inches
from carnage.engine.duel.state import ANY, DEFENSE, OFFENSE

ASKED = {
    Q.ASSIGN: "Which row is the die at {pips}{which}?",
    Q.ORDER: "You have the call: who {step} first?",
    Q.MOVE: "Where does your ship go?",
    Q.PAY: "Which die pays{row}?",
    Q.SHOOT: "Do you shoot?",
    Q.LOSE: "Which of the emptiest dice is lost?",
    Q.JETTISON: "Where do you jettison the die{more}?",
}
AT_LARGE = (Q.ASSIGN, Q.MOVE, Q.SHOOT)
STEPS = {Q.MOVES: "moves", Q.ATTACKS: "attacks", Q.THE_LEAD: "has the lead"}


def asked(g: Any, side: int, kind: int, actor: int) -> str:
    """The question."""
    if kind == Q.ASSIGN and actor < 0:
        return (
            f"Which die may change its row ({int(g.core.options[0].x) + 1} of {int(g.p.assignment_valves)})?"
        )
    pips = int(g.ships[side].cells[actor].pips) if kind == Q.ASSIGN else 0
    which = _which(g, side, actor) if kind == Q.ASSIGN else ""
    row = _due(g, side, actor) if kind == Q.PAY else ""
    step = STEPS.get(actor, "") if kind == Q.ORDER else ""
    more = f" ({g.ships[side].lost} more to come)" if kind == Q.JETTISON and g.ships[side].lost > 0 else ""
    if step == "has the lead":
        return "You have won the flip of a coin: who has the lead first?"
    return ASKED[kind].format(pips=pips, row=row, step=step, which=which, more=more)


def at_large(kind: int, options: Any) -> bool:
    """Whether the board is shown before the question: once for all the dice that are assigned in a row."""
    return kind in AT_LARGE and not (kind == Q.ASSIGN and any(o.x > 0 for o in options))


def _by_valves(g: Any) -> bool:
    """Whether dice change rows, instead of being assigned one by one."""
    return bool(g.chosen.assignment == R.ASSIGNMENT_STIFF_VALVES)


def _which(g: Any, side: int, k: int) -> str:
    """Which of the ship's dice it is, in the order in which they are assigned: the fullest first."""
    cells = g.ships[side].cells
    if _by_valves(g):
        return f" in {ROWS[int(cells[k].row)]} for"
    pips = int(cells[k].pips)
    alive = sum(1 for cell in cells if cell.pips > 0)
    before = sum(1 for n, cell in enumerate(cells) if cell.pips > pips or (cell.pips == pips and n < k))
    return f" for ({before + 1} of {alive})"


def _due(g: Any, side: int, row: int) -> str:
    """What for, and how many pips are due with this one."""
    due = int(g.ships[side].owes[row]) + 1
    cause = " the pip" if row == ANY else f" for {('your move', 'the shot', 'the block')[row]}"
    return f"{cause} ({count(due, 'pip')} due)" if row in (OFFENSE, DEFENSE) else cause


def told(sides: tuple[str, ...], g: Any, side: int, kind: int, actor: int, options: Any) -> list[str]:
    """Its options, a line each."""
    return [_line(sides, g, side, kind, actor, o) for o in options]


def _line(sides: tuple[str, ...], g: Any, side: int, kind: int, actor: int, o: Any) -> str:
    what = int(o.what)
    if kind == Q.ASSIGN and actor >= 0:
        if int(o.other) >= 0:
            return f"The row of the die before, which goes to {ROWS[what]} instead"
        if _by_valves(g):
            stands = what == int(g.ships[side].cells[actor].row)
            return f"{ROWS[what]}, where it stands" if stands else ROWS[what]
        return f"{ROWS[what]}, with {count(int(o.x), 'die')} so far" if o.x > 0 else ROWS[what]
    if kind in (Q.PAY, Q.LOSE, Q.ASSIGN):
        cell = g.ships[side].cells[int(o.who)]
        if kind == Q.ASSIGN and int(o.other) >= 0:
            return f"The same die again, which goes to {ROWS[int(o.other)]} as it is"
        return f"The die at {cell.pips} in {ROWS[int(cell.row)]}"
    if kind == Q.ORDER:
        return f"{sides[what]} {STEPS[actor]}" + ("" if actor == Q.THE_LEAD else " first")
    if kind == Q.MOVE:
        return _move(g, side, o)
    if kind == Q.SHOOT:
        return _shot(g, side, o)
    return _place(g, side, o)


def _move(g: Any, side: int, o: Any) -> str:
    ship, enemy = g.ships[side], g.ships[1 - side]
    if int(o.what) == Q.STAY:
        return "Stay; no more moves this turn"
    way = bearing(ship.x, ship.y, enemy.x, enemy.y, o.fx, o.fy)
    if int(o.what) == Q.TURN_ABOUT:
        return f"Turn {way}, on the spot"
    apart = math.dist((o.x, o.y), (enemy.x, enemy.y)) - 2 * g.radius
    if int(o.who) == 2:
        return f"Over the edge, {way}: {inches(apart)} apart"
    return f"{inches(math.dist((ship.x, ship.y), (o.x, o.y)))} {way}: {inches(apart)} apart"


def _shot(g: Any, side: int, o: Any) -> str:
    if int(o.what) == 0:
        return "Hold fire"
    offense = sum(1 for cell in g.ships[side].cells if cell.pips > 0 and cell.row == OFFENSE)
    defense = sum(1 for cell in g.ships[1 - side].cells if cell.pips > 0 and cell.row == DEFENSE)
    through = ", through a die" if int(o.other) > 0 else ""
    price = count(offense * int(g.p.shot_cost), "pip")
    return f"Shoot for {price}{through}: Offense {offense} against Defense {defense}"


def _place(g: Any, side: int, o: Any) -> str:
    if int(o.what) == 1:
        return "Onto the enemy ship, where it explodes"
    ship, enemy = g.ships[side], g.ships[1 - side]
    gap = max(0.0, math.dist((ship.x, ship.y), (o.x, o.y)) - g.radius - g.die)
    way = bearing(ship.x, ship.y, enemy.x, enemy.y, o.x - ship.x, o.y - ship.y)
    return f"{inches(gap)} from your rim, {way}"
