"""Observations: what `engine.observing.observe` lets a seat see of a record, as one row of numbers.

Which numbers of a record are hidden hangs on who looks, on whether answers are sealed and on whose things
are. For each such case `hidden_from` is asked once, and from then on a row is a gather and a product.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from carnage.engine.core import records
from carnage.engine.core.records import SCALARS
from carnage.engine.core.sight import NOBODYS, OWNERS
from carnage.engine.core.state import OPTIONS, Option
from carnage.engine.games import Match
from carnage.engine.observing import hidden_from, observe

CASES = 4096  # kept at once
_PARTS = [name for name, sight in records.sights(Option).items() if sight is not NOBODYS]


class Observer:
    """Makes rows of one family's records.

    `names` says what each number of a row is, by the fields that lead to it: `core.options.0.what`. What
    nobody may ever see is left out; all else of the record is there, ordered by how it is stored and then as
    it is declared.
    """

    def __init__(self, cls: type) -> None:
        self._cls, dtype = cls, records.dtype_of(cls)
        leaves = sorted(_leaves(cls, dtype, "", 0), key=lambda leaf: leaf.code)
        self.names = tuple(leaf.name for leaf in leaves)
        self._places = [
            (code, np.array([leaf.offset // np.dtype(code).itemsize for leaf in group]))
            for code, group in ((code, list(group)) for code, group in groupby(leaves, attrgetter("code")))
        ]
        self._owners = np.array([n for n, leaf in enumerate(leaves) if leaf.owner], dtype=np.intp)
        options = [f"core.options.{n}.{part}" for n in range(OPTIONS) for part in _PARTS]
        places = {name: n for n, name in enumerate(self.names)}
        self._options = np.array([places[name] for name in options]).reshape(OPTIONS, len(_PARTS))
        self._cases: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.names)

    def eye(self, match: Match) -> Eye:
        """What looks at a match, as long as there is one."""
        return Eye(self, match)

    def slow_row(self, seen: Any) -> Any:
        """The row of an observation that `observe` has made, NumPy's or plain, number by number."""
        every = dict(_numbers(self._cls, seen, ""))
        return np.array([every[name] for name in self.names], dtype=np.float32)

    def views(self, record: Any) -> list[tuple[Any, Any]]:
        """For each way to store numbers, all of a record as if they were so stored, and which are."""
        every = np.frombuffer(record, np.uint8)
        return [(every[: len(every) & -8].view(code), at) for code, at in self._places]

    def gathered(self, views: list[tuple[Any, Any]]) -> Any:
        """All numbers that may be in a row."""
        row = np.empty(len(self.names), dtype=np.float32)
        begin = 0
        for numbers, at in views:
            row[begin : begin + len(at)] = numbers[at]
            begin += len(at)
        return row

    def shut(self, row: Any, match: Match, seat: int, asked: bool) -> None:
        """Wipe away what this seat may not see; without `asked` nothing that is offered either."""
        case = (seat, match._core.get("sealed_from") >= 0, asked, row[self._owners].tobytes())
        mask = self._cases.get(case)
        if mask is None:
            if len(self._cases) >= CASES:
                self._cases.clear()
            mask = self._cases[case] = self._mask(match.record, seat, asked)
        row *= mask
        row[self._options[match._core.get("offered") :]] = 0.0  # offered no more

    def _mask(self, record: Any, seat: int, asked: bool) -> Any:
        """1 where this seat may look: where it makes no difference which of two numbers a hidden one is."""
        rows = []
        for number in (0, 1):
            twin = records.twin(record)
            for hidden in list(hidden_from(twin, seat)):
                hidden.write([hidden.kind(number)] * hidden.size)
            rows.append(self.gathered(self.views(bytearray(twin.tobytes()))))
        mask = (rows[0] == rows[1]).astype(np.float32)
        # What is offered no more hangs on how many options there are, which is no part of the case.
        mask[self._options] = float(asked)
        return mask


class Eye:
    """Looks at one match, again and again."""

    def __init__(self, observer: Observer, match: Match) -> None:
        self._observer, self._match = observer, match
        self._plain = isinstance(match._game, list)
        self._views = [] if self._plain else observer.views(match._game)

    def row(self, seat: int) -> Any:
        """What this seat sees of it now: float32, of the length of the observer's `names`; 0 is whatever is
        hidden."""
        if self._plain:
            return self._observer.slow_row(observe(self._match.record, seat))
        core = self._match._core
        row = self._observer.gathered(self._views)
        self._observer.shut(row, self._match, seat, core.get("sealed_from") < 0 or core.get("asker") == seat)
        return row


class Leaf(NamedTuple):
    """A number in a record that somebody may see: its name, how it is stored, at which byte, and whether it
    says whose the hidden things around it are."""

    name: str
    code: str
    offset: int
    owner: bool


def _leaves(cls: type, dtype: Any, path: str, offset: int) -> Iterator[Leaf]:
    seen_by = records.sights(cls)
    for name, (kind, count, _) in records.fields(cls).items():
        if seen_by[name] is NOBODYS:
            continue
        base, at = dtype.fields[name][0].base, offset + dtype.fields[name][1]
        for place in range(count or 1):
            here = f"{path}{name}.{place}" if count else f"{path}{name}"
            there = at + place * base.itemsize
            if kind in SCALARS:
                yield Leaf(here, base.str, there, name in ("side", "owner") and _has_owners(cls))
            else:
                yield from _leaves(kind, base, f"{here}.", there)


@cache
def _has_owners(cls: type) -> bool:
    """Whether anything in records of this class is for its owner alone."""
    return OWNERS in records.sights(cls).values() or any(
        kind not in SCALARS and _has_owners(kind) for kind, _, _ in records.fields(cls).values()
    )


def _numbers(cls: type, record: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Each number in a record, by its name."""
    for name, (kind, count, _) in records.fields(cls).items():
        value = getattr(record, name)
        for place, each in enumerate(value) if count else [("", value)]:
            here = f"{path}{name}.{place}" if count else f"{path}{name}"
            if kind in SCALARS:
                yield here, each
            else:
                yield from _numbers(kind, each, f"{here}.")
