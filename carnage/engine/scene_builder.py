"""Scenes of games. This module finds the family's scene maker and knows no rule itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol, TypeVar, cast

from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.games import family_of
from carnage.engine.narration import side_names
from carnage.engine.record_reader import RecordReader
from carnage.replays.replay import SPECTATOR, Annotation
from carnage.replays.scenes import Scene
from carnage.rulesets.ruleset import Ruleset

T = TypeVar("T")


class FamilySceneBuilder(Protocol):
    """The interface of a family's class `Scenery`, in its module `scene`.

    It is created from a ruleset and the names of the sides.
    """

    def scene(self, g: Any, seat: int) -> Scene:
        """Return the scene of a record as a seat may see it.

        The fields of `g` are plain Python values.
        """

    def marks(self, g: Any, happening: LoggedEvent) -> Iterable[Annotation]:
        """Return the measurements and targets shown during an event; `g` is the record after it."""


class SceneBuilder:
    """A maker of scenes of one ruleset's games. Sides without names are numbered.

    It caches the result for each part of a record. So the scenes of one game in order take a
    fraction of the time, and a part that has not changed remains the same object.
    """

    def __init__(self, ruleset: Ruleset, sides: Sequence[str] = ()) -> None:
        family = ruleset.book.family
        makes = import_module(f"carnage.engine.{family}.scene").FamilySceneBuilder
        self._maker: FamilySceneBuilder = makes(ruleset, tuple(sides) or side_names(ruleset))
        self._reader = RecordReader(family_of(family).Game)

    def scene(self, record: Any, seat: int = SPECTATOR) -> Scene:
        """Return the scene of a record, NumPy's or plain, as a seat may see it; -1 is a
        spectator.
        """
        return self._maker.scene(self._reader.read(record), seat)

    def marks(self, record: Any, happening: LoggedEvent) -> Iterable[Annotation]:
        """Return the measurements and targets shown during an event; `record` is the record
        after it.
        """
        return self._maker.marks(self._reader.read(record), happening)


def build_scene(record: Any, ruleset: Ruleset, seat: int = SPECTATOR) -> Scene:
    """Return the scene of a single record, as a seat may see it; -1 is a spectator."""
    return SceneBuilder(ruleset).scene(record, seat)


class IdCache:
    """A cache by id that makes a thing again only if its parts have changed since the last time."""

    def __init__(self) -> None:
        self._last: dict[Any, tuple[Any, Any]] = {}

    def get(self, id: Any, of: tuple[Any, ...], make: Callable[..., T], *how: Any) -> T:
        """Return the thing with this id.

        Args:
            id: The id.
            of: The parts that the thing depends on.
            make: Makes the thing from `of` and `how`.
            *how: Further arguments. Anything in them that may change must also be in `of`.
        """
        kept = self._last.get(id)
        if kept is None or kept[0] != of:
            kept = self._last[id] = of, make(of, *how)
        return cast(T, kept[1])
