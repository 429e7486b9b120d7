"""Markers: their positions, and the models that touch them. `objectives` has their scores."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.paths import CONTACT
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import distance


@rule
def place_markers(g: Game) -> None:
    """Place the markers on the centre line: in the middle, and halfway from it to each end.

    The line runs between the edges of the sides, or between the free corners; else across the
    table.
    """
    diagonal = g.chosen.deployment == R.DEPLOYMENT_CORNERS
    across = (
        g.chosen.deployment == R.DEPLOYMENT_ANYWHERE
        or g.chosen.deployment == R.DEPLOYMENT_SURROUNDED
    )
    for n in range(g.n_markers):
        marker = g.markers[n]
        along = g.table * (n + 1) / (g.n_markers + 1)
        marker.holder = -1
        if diagonal:
            marker.x = along
            if g.sides[0].edge % 2 == 1:
                marker.y = along
            else:
                marker.y = g.table - along
        elif across or g.sides[0].edge % 2 == 0:
            marker.x = along
            marker.y = g.table / 2.0
        else:
            marker.x = g.table / 2.0
            marker.y = along


@rule
def marker_gap(g: Game, x: float, y: float, n: int) -> float:
    """Return the gap between a base at x, y and marker n; negative if the base stands on it."""
    return distance(x, y, g.markers[n].x, g.markers[n].y) - g.radius - g.marker_radius


@rule
def marker_in_reach(g: Game, i: int) -> int:
    """Return the nearest marker that model i touches and its side does not hold; -1 for none."""
    m = g.models[i]
    best = CONTACT
    nearest = -1
    for n in range(g.n_markers):
        near = marker_gap(g, m.x, m.y, n)
        if near <= best and g.markers[n].holder != m.side:
            best = near
            nearest = n
    return nearest
