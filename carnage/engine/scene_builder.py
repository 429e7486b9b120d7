"""Scenes of games. This module finds the builder of the family and knows no rule itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.games import family_of
from carnage.engine.narration import side_names
from carnage.engine.record_reader import RecordReader
from carnage.replays.replay import SPECTATOR, Annotation
from carnage.replays.scenes import Scene
from carnage.rulesets.ruleset import Ruleset

T = TypeVar("T")


class FamilySceneBuilder(Protocol):
    """The interface of a family's class `FamilySceneBuilder`, in its module `scene`.

    It is created from a ruleset and the names of the sides.
    """

    def scene(self, g: Any, seat: int) -> Scene:
        """Return the scene of a record as a seat may see it.

        The fields of `g` are plain Python values.
        """

    def marks(self, g: Any, happening: LoggedEvent) -> Iterable[Annotation]:
        """Return the annotations of an event; `g` is the record after it."""


class SceneBuilder:
    """A builder of scenes of one ruleset's games. Sides without names are numbered.

    It caches the result for each part of a record. So the scenes of one game in order take a
    fraction of the time, and a part that has not changed remains the same object.
    """

    def __init__(self, ruleset: Ruleset, sides: Sequence[str] = ()) -> None:
        family = ruleset.book.family
        module = import_module(f"carnage.engine.{family}.scene")
        names = tuple(sides) or side_names(ruleset)
        self._builder: FamilySceneBuilder = module.FamilySceneBuilder(ruleset, names)
        self._reader = RecordReader(family_of(family).Game)

    def scene(self, record: Any, seat: int = SPECTATOR) -> Scene:
        """Return the scene of a record, NumPy's or plain, as a seat may see it.

        Seat -1 is a spectator.
        """
        return self._builder.scene(self._reader.read(record), seat)

    def marks(self, record: Any, happening: LoggedEvent) -> Iterable[Annotation]:
        """Return the annotations of an event; `record` is the record after it."""
        return self._builder.marks(self._reader.read(record), happening)


def build_scene(record: Any, ruleset: Ruleset, seat: int = SPECTATOR) -> Scene:
    """Return the scene of a single record, as a seat may see it; -1 is a spectator."""
    return SceneBuilder(ruleset).scene(record, seat)


class _CacheEntry(NamedTuple):
    """A cached thing, and the parts that it was made of."""

    parts: tuple[Any, ...]
    thing: Any


class IdCache:
    """A cache by id that makes a thing again only if its parts have changed since the last time."""

    def __init__(self) -> None:
        self._entries: dict[Any, _CacheEntry] = {}

    def get(self, id: Any, parts: tuple[Any, ...], make: Callable[..., T], *extra: Any) -> T:
        """Return the thing with this id.

        Args:
            id: The id.
            parts: The parts that the thing depends on.
            make: Makes the thing from `parts` and `extra`.
            *extra: Further arguments. Anything in them that may change must also be in `parts`.
        """
        entry = self._entries.get(id)
        if entry is None or entry.parts != parts:
            entry = _CacheEntry(parts, make(parts, *extra))
            self._entries[id] = entry
        return cast(T, entry.thing)
