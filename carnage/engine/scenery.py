"""Scenery: a game as a scene. Finds what makes a family's scenes; knows no rule itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol, TypeVar, cast

from carnage.engine.core.logbook import Happening
from carnage.engine.games import family_of
from carnage.engine.reading import Reader
from carnage.engine.telling import side_names
from carnage.films import WATCHER, Mark
from carnage.ruleset import Ruleset
from carnage.scenes import Scene

T = TypeVar("T")


class Maker(Protocol):
    """A family's class `Scenery`, in its module `scene`: made of a ruleset and the names of its sides."""

    def scene(self, g: Any, seat: int) -> Scene:
        """What this seat may see of a record, whose fields are read as Python's own values."""

    def marks(self, g: Any, happening: Happening) -> Iterable[Mark]:
        """What is measured or pointed out while an event happens; `g` is the record after it."""


class Scenery:
    """Makes the scenes of one ruleset's games; sides are numbered if they are not named.

    It keeps what it has made of each part of a record: scenes of one game in order take a fraction of the
    time, and what has not changed from one to the next is the same object.
    """

    def __init__(self, ruleset: Ruleset, sides: Sequence[str] = ()) -> None:
        family = ruleset.book.family
        makes = import_module(f"carnage.engine.{family}.scene").Scenery
        self._maker: Maker = makes(ruleset, tuple(sides) or side_names(ruleset))
        self._reader = Reader(family_of(family).Game)

    def scene(self, record: Any, seat: int = WATCHER) -> Scene:
        """What this seat may see of a record, NumPy's or plain; -1 is somebody who watches."""
        return self._maker.scene(self._reader.read(record), seat)

    def marks(self, record: Any, happening: Happening) -> Iterable[Mark]:
        """What is measured or pointed out while an event happens; the record is that after it."""
        return self._maker.marks(self._reader.read(record), happening)


def scene(record: Any, ruleset: Ruleset, seat: int = WATCHER) -> Scene:
    """The same of a single record."""
    return Scenery(ruleset).scene(record, seat)


class Kept:
    """Things by their ids, each made anew only when what it is made of is another than the last time."""

    def __init__(self) -> None:
        self._last: dict[Any, tuple[Any, Any]] = {}

    def get(self, id: Any, of: tuple[Any, ...], make: Callable[..., T], *how: Any) -> T:
        """What `make` makes of this and `how`: whatever in `how` matters is in `of`, or never changes."""
        kept = self._last.get(id)
        if kept is None or kept[0] != of:
            kept = self._last[id] = of, make(of, *how)
        return cast(T, kept[1])
