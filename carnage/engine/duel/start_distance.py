"""Rules of Start Distance: the starting positions of the ships, which face each other."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import round_to_thousandth
from carnage.engine.duel import writers as write
from carnage.engine.duel.state import Game, Log


@rule
def place_ships(g: Game, log: Log) -> None:
    """Set both ships down in the middle of space, `gap` inches apart from rim to rim.

    The options differ only in the gap.
    """
    middle = g.square / 2.0
    for side in range(2):
        ship = g.ships[side]
        away = -1.0 if side == 0 else 1.0
        ship.x = round_to_thousandth(middle + away * (g.p.start_distance_gap / 2.0 + g.radius))
        ship.y = middle
        ship.fx = -away
        ship.fy = 0.0
        write.ship(g, log, g.chosen.start_distance, side, ship.x, ship.y)
