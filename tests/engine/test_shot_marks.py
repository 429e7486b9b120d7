"""Test that the line of a shot in a duel is drawn to what it hits."""

from __future__ import annotations

from types import SimpleNamespace

from carnage.engine.duel.scene import shot_end


def test_shot_ends_at_the_rim_of_the_ship_that_it_hits() -> None:
    ships = [SimpleNamespace(x=0.0, y=0.0), SimpleNamespace(x=10.0, y=0.0)]
    game = SimpleNamespace(ships=ships, penny=0.5, radius=1.0)
    assert shot_end(game, 0, touch=(8.5, 0.0)) == (9.0, 0.0)
