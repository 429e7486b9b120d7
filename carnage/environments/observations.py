"""Observations: the numbers of a record that a seat may see, encoded as one array.

The rules of visibility are those of `engine.visibility`. The hidden numbers depend on the seat, on
sealed answers and on the owners of things. `hidden_from` is called once for each combination of
these. Afterwards an observation takes one gather and one product.
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
from carnage.engine.core.state import OPTIONS, Option
from carnage.engine.core.visibility import NOBODYS, OWNERS
from carnage.engine.games import Match
from carnage.engine.visibility import hidden_from, observe

CASES = 4096  # most masks in the cache
_PARTS = [name for name, sight in records.sights(Option).items() if sight is not NOBODYS]


class Observer:
    """Encodes records of one family as arrays of numbers.

    `names` gives the path of each number, such as `core.options.0.what`. Fields that every seat
    must not see are left out. The others are ordered by storage type, then by declaration.
    """

    def __init__(self, cls: type) -> None:
        self._cls = cls
        dtype = records.dtype_of(cls)
        leaves = sorted(_leaves(cls, dtype, "", 0), key=lambda leaf: leaf.code)
        self.names = tuple(leaf.name for leaf in leaves)
        self._places = [
            (code, np.array([leaf.offset // np.dtype(code).itemsize for leaf in group]))
            for code, group in (
                (code, list(group)) for code, group in groupby(leaves, attrgetter("code"))
            )
        ]
        self._owners = np.array([n for n, leaf in enumerate(leaves) if leaf.owner], dtype=np.intp)
        options = [f"core.options.{n}.{part}" for n in range(OPTIONS) for part in _PARTS]
        places = {name: n for n, name in enumerate(self.names)}
        self._options = np.array([places[name] for name in options]).reshape(OPTIONS, len(_PARTS))
        self._cases: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.names)

    def eye(self, match: Match) -> Eye:
        """Return an encoder for one match."""
        return Eye(self, match)

    def slow_row(self, seen: Any) -> Any:
        """Return the array for an observation of `observe`, number by number.

        It takes records of NumPy and plain ones.
        """
        every = dict(_numbers(self._cls, seen, ""))
        return np.array([every[name] for name in self.names], dtype=np.float32)

    def views(self, record: Any) -> list[tuple[Any, Any]]:
        """Return for each storage type the whole record as an array of that type, and the
        indices to take.
        """
        every = np.frombuffer(record, np.uint8)
        return [(every[: len(every) & -8].view(code), at) for code, at in self._places]

    def gathered(self, views: list[tuple[Any, Any]]) -> Any:
        """Return all numbers of `names`, hidden ones as well, as float32."""
        row = np.empty(len(self.names), dtype=np.float32)
        begin = 0
        for numbers, at in views:
            row[begin : begin + len(at)] = numbers[at]
            begin += len(at)
        return row

    def shut(self, row: Any, match: Match, seat: int, asked: bool) -> None:
        """Set the numbers that this seat may not see to 0, in place.

        Without `asked`, the options are hidden as well.
        """
        case = (seat, match._core.get("sealed_from") >= 0, asked, row[self._owners].tobytes())
        mask = self._cases.get(case)
        if mask is None:
            if len(self._cases) >= CASES:
                self._cases.clear()
            mask = self._cases[case] = self._mask(match.record, seat, asked)
        row *= mask
        row[self._options[match._core.get("offered") :]] = 0.0  # left over from earlier questions

    def _mask(self, record: Any, seat: int, asked: bool) -> Any:
        """Return 1 for each number that this seat may see, else 0.

        A number is hidden if it changes between two records whose hidden fields are all 0 and all
        1.
        """
        rows = []
        for number in (0, 1):
            twin = records.twin(record)
            for hidden in list(hidden_from(twin, seat)):
                hidden.write([hidden.kind(number)] * hidden.size)
            rows.append(self.gathered(self.views(bytearray(twin.tobytes()))))
        mask = (rows[0] == rows[1]).astype(np.float32)
        # The number of options is not part of the cache key, so options are masked by `asked`
        # alone.
        mask[self._options] = float(asked)
        return mask


class Eye:
    """Encodes the observations of one match."""

    def __init__(self, observer: Observer, match: Match) -> None:
        self._observer = observer
        self._match = match
        self._plain = isinstance(match._game, list)
        if self._plain:
            self._views = []
        else:
            self._views = observer.views(match._game)

    def row(self, seat: int) -> Any:
        """Return this seat's present observation as float32, with one number for each of `names`.

        Hidden numbers are 0.
        """
        if self._plain:
            return self._observer.slow_row(observe(self._match.record, seat))
        core = self._match._core
        row = self._observer.gathered(self._views)
        self._observer.shut(
            row, self._match, seat, core.get("sealed_from") < 0 or core.get("asker") == seat
        )
        return row


class Leaf(NamedTuple):
    """A number in a record that some seat may see.

    Attributes:
        name: The path of its field.
        code: The storage type, such as `<f8`.
        offset: The position in the record, in bytes.
        owner: Whether it names the owner of hidden things around it.
    """

    name: str
    code: str
    offset: int
    owner: bool


def _leaves(cls: type, dtype: Any, path: str, offset: int) -> Iterator[Leaf]:
    """Yield the numbers in records of this class."""
    seen_by = records.sights(cls)
    for name, (kind, count, _) in records.fields(cls).items():
        if seen_by[name] is NOBODYS:
            continue
        base = dtype.fields[name][0].base
        at = offset + dtype.fields[name][1]
        for place in range(count or 1):
            here = f"{path}{name}.{place}" if count else f"{path}{name}"
            there = at + place * base.itemsize
            if kind in SCALARS:
                yield Leaf(here, base.str, there, name in ("side", "owner") and _has_owners(cls))
            else:
                yield from _leaves(kind, base, f"{here}.", there)


@cache
def _has_owners(cls: type) -> bool:
    """Return whether records of this class contain anything that only its owner may see."""
    return OWNERS in records.sights(cls).values() or any(
        kind not in SCALARS and _has_owners(kind) for kind, _, _ in records.fields(cls).values()
    )


def _numbers(cls: type, record: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of each number in a record."""
    for name, (kind, count, _) in records.fields(cls).items():
        value = getattr(record, name)
        for place, each in enumerate(value) if count else [("", value)]:
            here = f"{path}{name}.{place}" if count else f"{path}{name}"
            if kind in SCALARS:
                yield here, each
            else:
                yield from _numbers(kind, each, f"{here}.")
