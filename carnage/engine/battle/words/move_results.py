"""The result of a move for the aim of the game: loot and objective markers, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from carnage.common.text_format import capitalize
from carnage.engine.battle.words.loot_text import loot_clause, loot_gap, taken_tokens

if TYPE_CHECKING:
    from carnage.engine.battle.words.options import OptionLines

SHORT_INCHES = 2.0  # loot and markers farther from the end of a move are not named
TOUCHING_INCHES = 0.01  # of a marker, for rounding of positions


class MoveResult(NamedTuple):
    """The result of a move.

    Attributes:
        rank: 0 for a move that takes or holds something, 1 for one that ends just short, 2 for
            any other.
        text: The result in words, "" for none.
    """

    rank: int
    text: str


NOTHING = MoveResult(2, "")


def describe_result(writer: OptionLines, o: Any) -> MoveResult:
    """Return the result of a move for the aim of the game."""
    g = writer.g
    m = g.models[o.who]
    end, start = (o.x, o.y), (m.x, m.y)
    if taken_tokens(g, end):
        return MoveResult(0, capitalize(loot_clause(g, end, writer.names.length)))
    gap = loot_gap(g, end)
    if gap <= SHORT_INCHES and gap < loot_gap(g, start):
        return MoveResult(1, f"Toward loot, {writer.names.length(gap)} short")
    near = 0.0
    if writer.names.ruleset.has("marker-presence"):
        near = float(g.p.objectives_near)
    return min((_at_marker(writer, o, n, near) for n in range(g.n_markers)), default=NOTHING)


def _at_marker(writer: OptionLines, o: Any, n: int, near: float) -> MoveResult:
    """Return the result of a move for marker n.

    Args:
        writer: The writer of the options.
        o: The option.
        n: The number of the marker.
        near: The gap within which models count, 0 if one must touch the marker to capture it.
    """
    g = writer.g
    name = writer.names.marker(g, n)
    gap = _marker_gap(g, n, (o.x, o.y))
    if gap <= near + TOUCHING_INCHES:
        if not near:
            is_held = g.markers[n].holder == writer.side
            return NOTHING if is_held else MoveResult(0, f"Touches {name}")
        ours, theirs = _weights(g, n, near, o)
        if writer.side == 1:
            ours, theirs = theirs, ours
        if ours > theirs:
            return MoveResult(0, f"Holds {name}")
        verb = "Contests" if ours == theirs else "Near"
        return MoveResult(1, f"{verb} {name}")
    m = g.models[o.who]
    short = gap - near
    if short <= SHORT_INCHES and gap < _marker_gap(g, n, (m.x, m.y)):
        return MoveResult(1, f"Toward {name}, {writer.names.length(short)} short")
    return NOTHING


def _weights(g: Any, n: int, near: float, o: Any) -> tuple[int, int]:
    """Return the points of the models of each side near marker n after a move."""
    weights = [0, 0]
    for i in range(g.n_models):
        t = g.models[i]
        place = (o.x, o.y) if i == o.who else (t.x, t.y)
        if t.in_play and not t.fallen and _marker_gap(g, n, place) <= near + TOUCHING_INCHES:
            weights[t.side] += int(g.kinds[t.kind].points)
    return weights[0], weights[1]


def _marker_gap(g: Any, n: int, place: tuple[float, float]) -> float:
    """Return the gap between a base at a place and marker n."""
    marker = g.markers[n]
    return float(math.dist(place, (marker.x, marker.y)) - g.radius - g.marker_radius)
