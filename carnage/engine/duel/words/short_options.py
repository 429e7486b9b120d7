"""Short option lines: the place that an option chooses, in one line of a phone."""

from __future__ import annotations

import math
from typing import Any

from carnage.common.directions import short_bearing
from carnage.engine.duel import questions as Q
from carnage.engine.duel.words.naming import TOUCHING_INCHES, distance_text
from carnage.engine.duel.words.options import OVER_AN_EDGE
from carnage.engine.games import Question


def short_option_lines(g: Any, question: Question) -> list[str]:
    """Return a short line for each option that chooses a place, and "" for each other option."""
    shorten = {Q.MOVE: _shorten_move, Q.JETTISON: _shorten_place}.get(question.kind)
    if shorten is None:
        return [""] * len(question.options)
    lines = [shorten(g, question.side, option) for option in question.options]
    return [line if lines.count(line) == 1 else "" for line in lines]


def _shorten_move(g: Any, side: int, o: Any) -> str:
    """Return a move in short, with the gap between the ships after it."""
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    if int(o.what) == Q.STAY:
        return ""
    way = short_bearing((ship.x, ship.y), (enemy.x, enemy.y), (o.fx, o.fy))
    if int(o.what) == Q.TURN_ABOUT:
        return f"Turn {way}"
    gap = math.dist((o.x, o.y), (enemy.x, enemy.y)) - 2 * g.radius
    if int(o.who) == OVER_AN_EDGE:
        return f"Over the edge, {way}: {distance_text(gap)} apart"
    length = math.dist((ship.x, ship.y), (o.x, o.y))
    return f"{distance_text(length)} {way}: {distance_text(gap)} apart"


def _shorten_place(g: Any, side: int, o: Any) -> str:
    """Return a place for a jettisoned die in short, as seen from its ship."""
    if int(o.what) == 1:
        return ""
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    gap = max(0.0, math.dist((ship.x, ship.y), (o.x, o.y)) - g.radius - g.die)
    way = short_bearing((ship.x, ship.y), (enemy.x, enemy.y), (o.x - ship.x, o.y - ship.y))
    if gap > TOUCHING_INCHES:
        return f"{distance_text(gap)} off, {way}"
    return f"At your rim, {way}"
