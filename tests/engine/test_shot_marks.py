"""Test that the line of a shot in a duel is drawn to what it hits."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from carnage.engine.duel.numbers import TANKS_BRITTLE
from carnage.engine.duel.scene import shot_end
from carnage.engine.duel.state import DIE, MOON


def record(*things: Any, tanks: int = -1) -> Any:
    return SimpleNamespace(
        ships=[SimpleNamespace(x=0.0, y=0.0), SimpleNamespace(x=10.0, y=0.0)],
        things=things,
        n_things=len(things),
        penny=0.5,
        radius=1.0,
        chosen=SimpleNamespace(tanks=tanks),
    )


def thing(x: float, y: float, kind: int = DIE) -> Any:
    return SimpleNamespace(x=x, y=y, kind=kind, radius=0.5)


@pytest.mark.parametrize(
    ("game", "end"),
    [
        (record(), (9.0, 0.0)),  # the rim of the ship, not the middle of the penny
        (record(thing(5.0, 0.0)), (4.5, 0.0)),
        (record(thing(5.0, 3.0)), (9.0, 0.0)),  # beside the line
        (record(thing(-1.0, 0.0)), (9.0, 0.0)),  # behind the ship
        (record(thing(5.0, 0.0), tanks=TANKS_BRITTLE), (9.0, 0.0)),
        (record(thing(5.0, 0.0, MOON), tanks=TANKS_BRITTLE), (4.5, 0.0)),
    ],
)
def test_shot_ends_at_what_it_hits(game: Any, end: tuple[float, float]) -> None:
    assert shot_end(game, 0, (1.0, 0.0), (8.5, 0.0)) == end
