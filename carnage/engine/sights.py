"""The view of a figure from a place, for people who choose where it goes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from carnage.engine.core import records
from carnage.engine.core.pointing import Sight
from carnage.engine.games import Match
from carnage.engine.narration import words_of

MAX_SIGHTS = 24  # more than the figures of a side
VISIBILITIES = ("hidden", "clear", "obscured")


class SightLine(NamedTuple):
    """An enemy as a figure would see it from a place.

    Attributes:
        who: The index of the enemy among the figures.
        seen: Its visibility: hidden, clear or obscured.
        looks_back: Whether it would see the figure.
        gap: The distance between their bases.
        reaches: Whether a weapon of the figure reaches it.
        text: All of it in words.
    """

    who: int
    seen: str
    looks_back: bool
    gap: float
    reaches: bool
    text: str


def look_from(
    match: Match, actor: int, place: tuple[float, float], facing: tuple[float, float] | None = None
) -> list[SightLine]:
    """Return the enemies as a figure would see them from a place, the nearest first.

    Args:
        match: The match, which does not change.
        actor: The index of the figure.
        place: The place, in the table's unit.
        facing: The facing there; None for the present one.
    """
    rows = records.copy_rows(match.game_rows)
    fx, fy = facing or (0.0, 0.0)
    sights: Any = [records.plain(Sight) for _ in range(MAX_SIGHTS)]
    argument = sights
    if match.family.is_compiled:
        sights = records.new(Sight, MAX_SIGHTS)
        argument = records.as_ndarray(sights)
    with np.errstate(over="ignore"):
        count = match.family.entries.look(rows, actor, *place, fx, fy, argument)
    words = words_of(match.ruleset)
    words.read_record(match.record)
    lines = []
    for sight in [sights[n] for n in range(int(count))]:
        line = SightLine(
            who=int(sight.who),
            seen=VISIBILITIES[int(sight.seen)],
            looks_back=bool(sight.looks_back),
            gap=float(sight.gap),
            reaches=int(sight.weapon) >= 0,
            text=words.sight(rows[0], actor, sight),
        )
        lines.append(line)
    return sorted(lines, key=lambda line: line.gap)
