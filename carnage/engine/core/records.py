"""Records: the state of a game, declared once as an annotated class and stored in two ways.

`dtype_of(Class)` is the NumPy dtype that compiled games use. `plain(Class)` is a plain Python
object with the same fields for uncompiled games, which is 20 times as fast there as a NumPy record.
The class itself gives the type checker the types of the fields.

An annotation is `int` (int64), `float` (float64), `np.uint64`, `Small` (int16), `RuleNumber` or
another such class. `Annotated[list[T], n]` is a row of n items; BYTE or SHORT after n makes
integers smaller. A marker of `core.visibility` comes last if the field is not open to every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from mmap import ACCESS_COPY, mmap
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np

from carnage.engine.core.visibility import Visibility

# The types of fields that are not records, each with its storage code.
SCALARS: dict[Any, str] = {int: "i8", float: "f8", np.uint64: "u8"}
# A NumPy record has attributes of these names, which would hide the fields.
RESERVED_NAMES = frozenset(dir(np.recarray)) | frozenset(dir(np.record))

BYTE, SHORT = "u1", "u2"  # storage codes of unsigned integers with 8 and 16 bits
# Signed 16-bit integers, so that differences may be negative.
Small = Annotated[int, "i2"]
# The number of a rule. It changes when a table of the family gets another option.
RULE = "rule"
RuleNumber = Annotated[int, "i8", RULE]


class FieldType(NamedTuple):
    """The type of a field of a record.

    Attributes:
        kind: The type of an item.
        row_length: The number of items in its row; 0 if it is not a row.
        code: The storage code, or "" for the default of the kind.
    """

    kind: Any
    row_length: int
    code: str


@cache
def fields(cls: type) -> dict[str, FieldType]:
    """Return the type of each field of a record class, in order.

    Raises:
        TypeError: A field has a name that NumPy's arrays use.
    """
    declared_fields: dict[str, FieldType] = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name in RESERVED_NAMES:
            raise TypeError(f"{cls.__name__}.{name}: the name is an array's own; choose another")
        declared_fields[name] = _field_type(hint)
    return declared_fields


def _field_type(hint: Any) -> FieldType:
    """Return the type that the annotation of a field declares."""
    kind = hint
    markers: list[Any] = []
    if get_origin(hint) is Annotated:
        kind, *markers = get_args(hint)
    count = next((marker for marker in markers if isinstance(marker, int)), 0)
    code = next((marker for marker in markers if isinstance(marker, str)), "")
    if count:
        (kind,) = get_args(kind)
    return FieldType(kind, count, code)


@cache
def visibilities(cls: type) -> dict[str, Visibility]:
    """Return the visibility of each field of a record class."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: _visibility(hint) for name, hint in hints.items()}


def _visibility(hint: Any) -> Visibility:
    """Return the visibility that the annotation of a field declares."""
    markers = getattr(hint, "__metadata__", ())
    return next((marker for marker in markers if isinstance(marker, Visibility)), Visibility.OPEN)


# Arrays of this many bytes or more get fresh pages from mmap, which the system allocates on first
# touch. Most of a log is never touched, and recycled memory would have to be zeroed in full.
MMAP_MIN_BYTES = 1 << 20

_CLASSES: dict[np.dtype[Any], type] = {}


@cache
def dtype_of(cls: type) -> np.dtype[Any]:
    """Return the aligned NumPy dtype of a record class."""
    parts: list[Any] = []
    for name, (kind, count, code) in fields(cls).items():
        if code or kind in SCALARS:
            base = np.dtype(code or SCALARS[kind])
        else:
            base = dtype_of(kind)
        if count:
            parts.append((name, base, (count,)))
        else:
            parts.append((name, base))
    dtype = np.dtype(parts, align=True)
    _CLASSES[dtype] = cls
    return dtype


def class_of(record: Any) -> type:
    """Return the class that declares a record, NumPy's or plain."""
    if isinstance(record, np.void):
        return _CLASSES[record.dtype]
    return type(record)


def new(cls: type, count: int = 1) -> Any:
    """Return an array of `count` records, all zero."""
    dtype = dtype_of(cls)
    if count * dtype.itemsize < MMAP_MIN_BYTES:
        return np.zeros(count, dtype).view(np.recarray)
    # Private pages: a forked process must not share its games with this one.
    pages = mmap(-1, count * dtype.itemsize, access=ACCESS_COPY)
    return np.frombuffer(pages, dtype).view(np.recarray)


def plain(cls: type) -> Any:
    """Return a plain object with the fields of a record class, all zero."""
    record = cls()
    for name, (kind, count, _) in fields(cls).items():
        if not count:
            setattr(record, name, _zero(kind))
            continue
        zeros = [_zero(kind) for _ in range(count)]
        setattr(record, name, zeros if kind in SCALARS else CopyingList(zeros))
    return record


def _zero(kind: Any) -> Any:
    """Return a number or a plain record that is all zero."""
    return kind(0) if kind in SCALARS else plain(kind)


def assign(to: Any, cls: type, source: Any) -> None:
    """Copy a record, NumPy's or plain, into another of the same class, field by field."""
    for name, (kind, count, _) in fields(cls).items():
        value = getattr(source, name)
        nested = kind not in SCALARS
        if count and nested:
            target = getattr(to, name)
            for index in range(count):
                assign(target[index], kind, value[index])
        elif count:
            target = getattr(to, name)
            for index in range(count):
                target[index] = kind(value[index])
        elif nested:
            assign(getattr(to, name), kind, value)
        else:
            setattr(to, name, kind(value))


def single_row(cls: type, uncompiled: bool) -> Any:
    """Return an empty record as rules take it: an array of one.

    Uncompiled rules take a list of one plain object.
    """
    return [plain(cls)] if uncompiled else new(cls)


def as_ndarray(rows: Any) -> Any:
    """Return the same records as a plain NumPy array.

    Compiled rules recognise its type five times as fast as that of a record array.
    """
    if isinstance(rows, list):
        return rows
    return rows.view(np.ndarray)


def copy_rows(rows: Any) -> Any:
    """Return a copy of records: an array or a list, like the original."""
    if not isinstance(rows, list):
        # Copy bytes, with the padding: NumPy copies records field by field, which takes 100 times
        # as long.
        return np.frombuffer(bytearray(np.frombuffer(rows, np.uint8)), rows.dtype).view(np.recarray)
    return [copy_record(row) for row in rows]


def copy_record(record: Any) -> Any:
    """Return a copy of one record."""
    if isinstance(record, np.void):
        return np.frombuffer(bytearray(record.tobytes()), record.dtype).view(np.recarray)[0]
    copy = plain(type(record))
    assign(copy, type(record), record)
    return copy


def restore(to: Any, source: Any) -> None:
    """Overwrite the record in an array or list of one with the record in another."""
    if isinstance(to, list):
        assign(to[0], type(to[0]), source[0])
    else:
        np.frombuffer(to, np.uint8)[:] = np.frombuffer(source, np.uint8)


class FieldAccess:
    """Fast access to the integers in one part of the first of some records.

    Access through the fields of a NumPy record takes 50 times as long. `rows` must remain the same
    array or list.
    """

    def __init__(self, rows: Any, part: str) -> None:
        self._plain: Any = getattr(rows[0], part) if isinstance(rows, list) else None
        self._part: Any = None if isinstance(rows, list) else as_ndarray(rows)[part]
        self._fields: dict[str, Any] = {}

    def get(self, name: str) -> int:
        """Return the integer in a field."""
        if self._part is None:
            return int(getattr(self._plain, name))
        return int(self._field(name).item())

    def set(self, name: str, number: int) -> None:
        """Change the integer in a field."""
        if self._part is None:
            setattr(self._plain, name, number)
        else:
            self._field(name)[0] = number

    def fill(self, name: str, numbers: Sequence[int]) -> None:
        """Write integers to the first items of a row."""
        if self._part is None:
            getattr(self._plain, name)[: len(numbers)] = list(numbers)
        else:
            self._field(name)[0, : len(numbers)] = numbers

    def row(self, name: str, cls: type, count: int) -> list[tuple[Any, ...]]:
        """Return the values of the first `count` records in a row.

        The records have no nested ones.
        """
        if self._part is None:
            return values(cls, getattr(self._plain, name)[:count])
        return self._rows(name, count)

    def _rows(self, name: str, count: int) -> list[tuple[Any, ...]]:
        """Return the values of the first `count` records in a row of a NumPy record."""
        flat: list[tuple[Any, ...]] = self._field(name)[0, :count].tolist()
        return flat

    def _field(self, name: str) -> Any:
        """Return the NumPy array of a field, and cache it."""
        field = self._fields.get(name)
        if field is None:
            field = self._part[name]
            self._fields[name] = field
        return field


class CopyingList(list[Any]):
    """A list of plain records that stores copies of the records assigned to it."""

    def __setitem__(self, index: Any, source: Any) -> None:
        """Store a copy at an index, which may be one past the end."""
        if index == len(self):
            self.append(copy_record(source))
        else:
            super().__setitem__(index, copy_record(source))


def as_values(cls: type, source: Any) -> tuple[Any, ...]:
    """Return all values of a record, NumPy's or plain, as nested tuples.

    Two records of a class are equal if these are.
    """
    field_values = []
    for name, (kind, count, _) in fields(cls).items():
        value = getattr(source, name)
        if count:
            field_values.append(tuple(_as_value(kind, item) for item in value))
        else:
            field_values.append(_as_value(kind, value))
    return tuple(field_values)


def _as_value(kind: Any, value: Any) -> Any:
    """Return a number, or all values of a record as a tuple."""
    if kind in SCALARS:
        return kind(value)
    return as_values(kind, value)


def values(cls: type, rows: Any) -> list[tuple[Any, ...]]:
    """Return the values of each record in an array or a list. The records have no nested ones."""
    if not isinstance(rows, list):
        flat: list[tuple[Any, ...]] = rows.tolist()
        return flat
    return [as_values(cls, row) for row in rows]
