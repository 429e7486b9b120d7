"""Observations: the numbers of a record that a seat may see, encoded as one array.

The rules of visibility are those of `engine.visibility`. The hidden numbers depend on the seat, on
sealed answers and on the owners of things. `hidden_fields` is called once for each combination of
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
from carnage.engine.core.state import MAX_OPTIONS, OPTION_SLOTS, Option
from carnage.engine.core.visibility import HIDDEN, OWNER_ONLY
from carnage.engine.games import Match
from carnage.engine.visibility import hidden_fields, observe

MAX_MASKS = 4096  # in the cache
OWNER_FIELDS = ("side", "owner")
_OPTION_FIELDS = [
    name for name, visibility in records.visibilities(Option).items() if visibility is not HIDDEN
]


class TypedValues(NamedTuple):
    """The numbers of one storage type that an observation takes from a record.

    Attributes:
        values: The whole record as an array of that type.
        indices: The indices of the numbers in it.
    """

    values: Any
    indices: Any


# The paths of fields that concern points.
_POINT_FIELDS = (
    "core.free.",
    *(f"core.options.{slot}." for slot in range(MAX_OPTIONS, OPTION_SLOTS)),
)


class Observer:
    """Encodes records of one family as arrays of numbers.

    `names` gives the path of each number, such as `core.options.0.what`. Fields that every seat
    must not see are left out, and so are those of points, which only persons choose. The others are
    ordered by storage type, then by declaration.
    """

    def __init__(self, cls: type) -> None:
        self._cls = cls
        fields = _scalar_fields(cls, records.dtype_of(cls), path="", offset=0)
        seen_fields = (field for field in fields if not field.name.startswith(_POINT_FIELDS))
        scalars = sorted(seen_fields, key=attrgetter("code"))
        self.names = tuple(scalar.name for scalar in scalars)
        self._indices_by_code: dict[str, Any] = {}
        for code, group in groupby(scalars, attrgetter("code")):
            size = np.dtype(code).itemsize
            self._indices_by_code[code] = np.array([scalar.offset // size for scalar in group])
        owner_indices = [n for n, scalar in enumerate(scalars) if scalar.is_owner]
        self._owner_indices = np.array(owner_indices, dtype=np.intp)
        self._option_indices = self._find_option_indices()
        self._masks: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.names)

    def encoder(self, match: Match) -> MatchEncoder:
        """Return an encoder for one match."""
        return MatchEncoder(self, match)

    def encode_by_field(self, observation: Any) -> Any:
        """Return the array for an observation of `observe`, number by number.

        It takes records of NumPy and plain ones.
        """
        numbers = dict(_named_numbers(self._cls, observation, ""))
        return np.array([numbers[name] for name in self.names], dtype=np.float32)

    def views(self, record: Any) -> list[TypedValues]:
        """Return the numbers to take from a record, by storage type.

        The arrays share the memory of the record.
        """
        every_byte = np.frombuffer(record, np.uint8)
        whole_words = every_byte[: len(every_byte) & -8]  # a multiple of the largest item
        return [
            TypedValues(whole_words.view(code), indices)
            for code, indices in self._indices_by_code.items()
        ]

    def gather(self, views: list[TypedValues]) -> Any:
        """Return all numbers of `names`, hidden ones as well, as float32."""
        row = np.empty(len(self.names), dtype=np.float32)
        start = 0
        for values, indices in views:
            end = start + len(indices)
            row[start:end] = values[indices]
            start = end
        return row

    def mask_hidden(self, row: Any, match: Match, *, seat: int, sees_options: bool) -> None:
        """Set the numbers that a seat may not see to 0, in place.

        Args:
            row: The numbers, as `gather` returns them.
            match: The match.
            seat: The seat.
            sees_options: False to hide the options as well.
        """
        is_sealed = match.core.get("sealed_from") >= 0
        key = (seat, is_sealed, sees_options, row[self._owner_indices].tobytes())
        mask = self._masks.get(key)
        if mask is None:
            if len(self._masks) >= MAX_MASKS:
                self._masks.clear()
            mask = self._mask(match.record, seat, sees_options)
            self._masks[key] = mask
        row *= mask
        stale_options = self._option_indices[match.core.get("offered") :]  # of earlier questions
        row[stale_options] = 0.0

    def _find_option_indices(self) -> Any:
        """Return the indices of the numbers of each option, as an array of options by fields."""
        index_of = {name: index for index, name in enumerate(self.names)}
        return np.array(
            [
                [index_of[f"core.options.{option}.{field}"] for field in _OPTION_FIELDS]
                for option in range(MAX_OPTIONS)
            ]
        )

    def _mask(self, record: Any, seat: int, sees_options: bool) -> Any:
        """Return 1 for each number that this seat may see, else 0.

        A number is hidden if it changes between two records whose hidden fields are all 0 and all
        1.
        """
        rows = []
        for number in (0, 1):
            copy = records.copy_record(record)
            for hidden in list(hidden_fields(copy, seat)):
                hidden.write([hidden.kind(number)] * hidden.size)
            rows.append(self.gather(self.views(bytearray(copy.tobytes()))))
        mask = (rows[0] == rows[1]).astype(np.float32)
        # The number of options is not part of the cache key, so options are masked by
        # `sees_options` alone.
        mask[self._option_indices] = float(sees_options)
        return mask


class MatchEncoder:
    """Encodes the observations of one match."""

    def __init__(self, observer: Observer, match: Match) -> None:
        self._observer = observer
        self._match = match
        self._is_plain = isinstance(match.game_rows, list)
        self._views: list[TypedValues] = []
        if not self._is_plain:
            self._views = observer.views(match.game_rows)

    def row(self, seat: int) -> Any:
        """Return this seat's present observation as float32, with one number for each of `names`.

        Hidden numbers are 0.
        """
        if self._is_plain:
            return self._observer.encode_by_field(observe(self._match.record, seat))
        core = self._match.core
        row = self._observer.gather(self._views)
        sees_options = core.get("sealed_from") < 0 or core.get("asker") == seat
        self._observer.mask_hidden(row, self._match, seat=seat, sees_options=sees_options)
        return row


class ScalarField(NamedTuple):
    """A number in a record that some seat may see.

    Attributes:
        name: The path of its field.
        code: The storage type, such as `<f8`.
        offset: The position in the record, in bytes.
        is_owner: Whether it names the owner of hidden things around it.
    """

    name: str
    code: str
    offset: int
    is_owner: bool


def _scalar_fields(cls: type, dtype: Any, *, path: str, offset: int) -> Iterator[ScalarField]:
    """Yield the numbers in records of a class.

    Args:
        cls: The class.
        dtype: Its dtype.
        path: The path of the field that contains the record, with a dot; empty for none.
        offset: The offset of the record, in bytes.
    """
    visibilities = records.visibilities(cls)
    for name, (kind, row_length, _) in records.fields(cls).items():
        if visibilities[name] is HIDDEN:
            continue
        field_dtype, field_offset = dtype.fields[name][:2]
        item_dtype = field_dtype.base
        for item_name, index in _item_names(f"{path}{name}", row_length):
            item_offset = offset + field_offset + index * item_dtype.itemsize
            if kind in SCALARS:
                is_owner = name in OWNER_FIELDS and _has_owners(cls)
                yield ScalarField(item_name, item_dtype.str, item_offset, is_owner=is_owner)
            else:
                yield from _scalar_fields(
                    kind, item_dtype, path=f"{item_name}.", offset=item_offset
                )


def _item_names(path: str, row_length: int) -> list[tuple[str, int]]:
    """Return the path and the index of each item of a field; of the field if it is not a row."""
    if not row_length:
        return [(path, 0)]
    return [(f"{path}.{index}", index) for index in range(row_length)]


@cache
def _has_owners(cls: type) -> bool:
    """Return whether records of this class contain anything that only its owner may see."""
    if OWNER_ONLY in records.visibilities(cls).values():
        return True
    return any(
        field.kind not in SCALARS and _has_owners(field.kind)
        for field in records.fields(cls).values()
    )


def _named_numbers(cls: type, record: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of each number in a record."""
    for name, (kind, row_length, _) in records.fields(cls).items():
        value = getattr(record, name)
        for item_name, index in _item_names(f"{path}{name}", row_length):
            item = value[index] if row_length else value
            if kind in SCALARS:
                yield item_name, item
            else:
                yield from _named_numbers(kind, item, f"{item_name}.")
