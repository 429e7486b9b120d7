"""Short option lines: the place that an option chooses, in one line of a phone."""

from __future__ import annotations

from typing import Any

from carnage.common.directions import short_bearing
from carnage.engine.duel import questions as Q
from carnage.engine.duel.words.naming import TOUCHING_INCHES, distance_text
from carnage.engine.duel.words.options import find_place, flight_text, move_bearing
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
    if int(o.what) == Q.STAY:
        return ""
    if int(o.what) == Q.TURN_ABOUT:
        return f"Turn {move_bearing(g, side, o, short_bearing)}"
    return flight_text(g, side, o, short_bearing)


def _shorten_place(g: Any, side: int, o: Any) -> str:
    """Return a place for a jettisoned die in short, as seen from its ship."""
    if int(o.what) == 1:
        return ""
    gap, way = find_place(g, side, o, short_bearing)
    if gap > TOUCHING_INCHES:
        return f"{distance_text(gap)} off, {way}"
    return f"At your rim, {way}"
