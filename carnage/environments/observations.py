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
from carnage.engine.core.state import MAX_OPTIONS, Option
from carnage.engine.core.visibility import HIDDEN, OWNER_ONLY
from carnage.engine.games import Match
from carnage.engine.visibility import hidden_fields, observe

MAX_MASKS = 4096  # most masks in the cache
_OPTION_FIELDS = [
    name for name, sight in records.visibilities(Option).items() if sight is not HIDDEN
]


class Observer:
    """Encodes records of one family as arrays of numbers.

    `names` gives the path of each number, such as `core.options.0.what`. Fields that every seat
    must not see are left out. The others are ordered by storage type, then by declaration.
    """

    def __init__(self, cls: type) -> None:
        self._cls = cls
        dtype = records.dtype_of(cls)
        leaves = sorted(_scalar_fields(cls, dtype, "", 0), key=lambda leaf: leaf.code)
        self.names = tuple(leaf.name for leaf in leaves)
        self._value_indices = [
            (code, np.array([leaf.offset // np.dtype(code).itemsize for leaf in group]))
            for code, group in (
                (code, list(group)) for code, group in groupby(leaves, attrgetter("code"))
            )
        ]
        self._owner_indices = np.array(
            [n for n, leaf in enumerate(leaves) if leaf.owner], dtype=np.intp
        )
        options = [
            f"core.options.{n}.{part}" for n in range(MAX_OPTIONS) for part in _OPTION_FIELDS
        ]
        places = {name: n for n, name in enumerate(self.names)}
        self._option_indices = np.array([places[name] for name in options]).reshape(
            MAX_OPTIONS, len(_OPTION_FIELDS)
        )
        self._masks: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.names)

    def encoder(self, match: Match) -> MatchEncoder:
        """Return an encoder for one match."""
        return MatchEncoder(self, match)

    def encode_by_field(self, seen: Any) -> Any:
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
        return [(every[: len(every) & -8].view(code), at) for code, at in self._value_indices]

    def gather(self, views: list[tuple[Any, Any]]) -> Any:
        """Return all numbers of `names`, hidden ones as well, as float32."""
        row = np.empty(len(self.names), dtype=np.float32)
        begin = 0
        for numbers, at in views:
            row[begin : begin + len(at)] = numbers[at]
            begin += len(at)
        return row

    def mask_hidden(self, row: Any, match: Match, seat: int, asked: bool) -> None:
        """Set the numbers that this seat may not see to 0, in place.

        Without `asked`, the options are hidden as well.
        """
        case = (seat, match.core.get("sealed_from") >= 0, asked, row[self._owner_indices].tobytes())
        mask = self._masks.get(case)
        if mask is None:
            if len(self._masks) >= MAX_MASKS:
                self._masks.clear()
            mask = self._masks[case] = self._mask(match.record, seat, asked)
        row *= mask
        row[self._option_indices[match.core.get("offered") :]] = (
            0.0  # left over from earlier questions
        )

    def _mask(self, record: Any, seat: int, asked: bool) -> Any:
        """Return 1 for each number that this seat may see, else 0.

        A number is hidden if it changes between two records whose hidden fields are all 0 and all
        1.
        """
        rows = []
        for number in (0, 1):
            twin = records.copy_record(record)
            for hidden in list(hidden_fields(twin, seat)):
                hidden.write([hidden.kind(number)] * hidden.size)
            rows.append(self.gather(self.views(bytearray(twin.tobytes()))))
        mask = (rows[0] == rows[1]).astype(np.float32)
        # The number of options is not part of the cache key, so options are masked by `asked`
        # alone.
        mask[self._option_indices] = float(asked)
        return mask


class MatchEncoder:
    """Encodes the observations of one match."""

    def __init__(self, observer: Observer, match: Match) -> None:
        self._observer = observer
        self._match = match
        self._plain = isinstance(match.game_rows, list)
        if self._plain:
            self._views = []
        else:
            self._views = observer.views(match.game_rows)

    def row(self, seat: int) -> Any:
        """Return this seat's present observation as float32, with one number for each of `names`.

        Hidden numbers are 0.
        """
        if self._plain:
            return self._observer.encode_by_field(observe(self._match.record, seat))
        core = self._match.core
        row = self._observer.gather(self._views)
        self._observer.mask_hidden(
            row, self._match, seat, core.get("sealed_from") < 0 or core.get("asker") == seat
        )
        return row


class ScalarField(NamedTuple):
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


def _scalar_fields(cls: type, dtype: Any, path: str, offset: int) -> Iterator[ScalarField]:
    """Yield the numbers in records of this class."""
    seen_by = records.visibilities(cls)
    for name, (kind, count, _) in records.fields(cls).items():
        if seen_by[name] is HIDDEN:
            continue
        base = dtype.fields[name][0].base
        at = offset + dtype.fields[name][1]
        for place in range(count or 1):
            here = f"{path}{name}.{place}" if count else f"{path}{name}"
            there = at + place * base.itemsize
            if kind in SCALARS:
                yield ScalarField(
                    here, base.str, there, name in ("side", "owner") and _has_owners(cls)
                )
            else:
                yield from _scalar_fields(kind, base, f"{here}.", there)


@cache
def _has_owners(cls: type) -> bool:
    """Return whether records of this class contain anything that only its owner may see."""
    return OWNER_ONLY in records.visibilities(cls).values() or any(
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
