"""Records: a game's state is declared once, as an annotated class, and used three ways.

`dtype_of(Class)` is the NumPy dtype that compiled games are kept in; `plain(Class)` is a plain Python object
of the same shape for uncompiled games (twenty times faster there than a NumPy record); and the class itself
tells the type checker what the fields are.

An annotation is `int` (int64), `float` (float64), `np.uint64`, `Small` (a whole number of 16 bits),
`RuleNumber`, another such class, or `Annotated[list[T], n]` for n of them in a row, with BYTE or SHORT after
n where whole numbers must be kept small. What not everybody may see says so last (`core.sight`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from mmap import ACCESS_COPY, mmap
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np

from carnage.engine.core.sight import Sight

# The types of fields that are no records themselves, and how each is stored.
SCALARS: dict[Any, str] = {int: "i8", float: "f8", np.uint64: "u8"}
# Fields of these names work compiled and break uncompiled, where a record's own methods hide them.
FORBIDDEN = frozenset(dir(np.recarray)) | frozenset(dir(np.record))

BYTE, SHORT = "u1", "u2"  # how many bytes a small whole number takes, unsigned
# Signed, so that differences may be negative.
Small = Annotated[int, "i2"]
# The number of a rule. It is another one when a table of the family gets an option more.
RULE = "rule"
RuleNumber = Annotated[int, "i8", RULE]


@cache
def fields(cls: type) -> dict[str, tuple[Any, int, str]]:
    """Each field's element type, how many there are in a row (0 for one alone), and a storage code or ''."""
    declared_fields: dict[str, tuple[Any, int, str]] = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name in FORBIDDEN:
            raise TypeError(f"{cls.__name__}.{name}: the name is an array's own; choose another")
        inner, *extra = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        count = next((each for each in extra if isinstance(each, int)), 0)
        code = next((each for each in extra if isinstance(each, str)), "")
        declared_fields[name] = (get_args(inner)[0] if count else inner, count, code)
    return declared_fields


@cache
def sights(cls: type) -> dict[str, Sight]:
    """Who may see each field."""
    return {
        name: next(
            (each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Sight)), Sight.OPEN
        )
        for name, hint in get_type_hints(cls, include_extras=True).items()
    }


# Bytes from which records lie in pages of their own, which the system hands out as they are first touched.
# Most of a log never is, and memory that has been used before would be written full of zeros.
LARGE = 1 << 20

_CLASSES: dict[np.dtype[Any], type] = {}


@cache
def dtype_of(cls: type) -> np.dtype[Any]:
    """The aligned dtype of a declared record."""
    parts: list[Any] = []
    for name, (kind, count, code) in fields(cls).items():
        base = np.dtype(code or SCALARS[kind]) if code or kind in SCALARS else dtype_of(kind)
        parts.append((name, base, (count,)) if count else (name, base))
    dtype = np.dtype(parts, align=True)
    _CLASSES[dtype] = cls
    return dtype


def class_of(record: Any) -> type:
    """The class that a record, NumPy's or plain, is declared by."""
    return _CLASSES[record.dtype] if isinstance(record, np.void) else type(record)


def new(cls: type, count: int = 1) -> Any:
    """`count` records in a row, all zero."""
    dtype = dtype_of(cls)
    if count * dtype.itemsize < LARGE:
        return np.zeros(count, dtype).view(np.recarray)
    # Nobody else's: a process that is forked from this one plays games of its own.
    pages = mmap(-1, count * dtype.itemsize, access=ACCESS_COPY)
    return np.frombuffer(pages, dtype).view(np.recarray)


def plain(cls: type) -> Any:
    """A plain object with the same fields, all zero."""
    record = cls()
    for name, (kind, count, _) in fields(cls).items():
        zeros = [_zero(kind) for _ in range(count)]
        row = zeros if kind in SCALARS else Copies(zeros)
        setattr(record, name, row if count else _zero(kind))
    return record


def _zero(kind: Any) -> Any:
    return kind(0) if kind in SCALARS else plain(kind)


def assign(to: Any, cls: type, source: Any) -> None:
    """Copy a record, NumPy or plain, into another of the same class, field by field."""
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


def row(cls: type, uncompiled: bool) -> Any:
    """One record, all zero, as rules are given it: an array of one, or a list of one plain object."""
    return [plain(cls)] if uncompiled else new(cls)


def bare(rows: Any) -> Any:
    """The same records as NumPy's own array, which compiled rules tell by its type five times as fast."""
    return rows if isinstance(rows, list) else rows.view(np.ndarray)


def copied(rows: Any) -> Any:
    """Other records with the same in them: an array or a list, as the rows are."""
    if not isinstance(rows, list):
        # As bytes, those between the fields too: NumPy copies records field by field, a hundred times slower.
        return np.frombuffer(bytearray(np.frombuffer(rows, np.uint8)), rows.dtype).view(np.recarray)
    return [twin(row) for row in rows]


def twin(record: Any) -> Any:
    """Another record with the same in it."""
    if isinstance(record, np.void):
        return np.frombuffer(bytearray(record.tobytes()), record.dtype).view(np.recarray)[0]
    copy = plain(type(record))
    assign(copy, type(record), record)
    return copy


def restore(to: Any, source: Any) -> None:
    """Make the record in an array or list of one the same as that in another."""
    if isinstance(to, list):
        assign(to[0], type(to[0]), source[0])
    else:
        np.frombuffer(to, np.uint8)[:] = np.frombuffer(source, np.uint8)


class Glance:
    """Whole numbers of a record that is part of the first of some rows, read and written where they are.

    A record's own fields take NumPy fifty times as long. `rows` must stay the same array or list.
    """

    def __init__(self, rows: Any, part: str) -> None:
        self._plain: Any = getattr(rows[0], part) if isinstance(rows, list) else None
        self._part: Any = None if isinstance(rows, list) else bare(rows)[part]
        self._fields: dict[str, Any] = {}

    def get(self, name: str) -> int:
        """The number in this field."""
        return int(getattr(self._plain, name)) if self._part is None else int(self._field(name).item())

    def set(self, name: str, number: int) -> None:
        """Put another there."""
        if self._part is None:
            setattr(self._plain, name, number)
        else:
            self._field(name)[0] = number

    def fill(self, name: str, numbers: Sequence[int]) -> None:
        """Put these numbers at the head of a row of them."""
        if self._part is None:
            getattr(self._plain, name)[: len(numbers)] = list(numbers)
        else:
            self._field(name)[0, : len(numbers)] = numbers

    def row(self, name: str, cls: type, count: int) -> list[tuple[Any, ...]]:
        """The values of the first so many flat records in this field."""
        return (
            values(cls, getattr(self._plain, name)[:count]) if self._part is None else self._rows(name, count)
        )

    def _rows(self, name: str, count: int) -> list[tuple[Any, ...]]:
        flat: list[tuple[Any, ...]] = self._field(name)[0, :count].tolist()
        return flat

    def _field(self, name: str) -> Any:
        field = self._fields.get(name)
        if field is None:
            field = self._fields[name] = self._part[name]
        return field


class Copies(list[Any]):
    """Plain records in a row that keep copies of what they are given, as an array does."""

    def __setitem__(self, index: Any, source: Any) -> None:
        """Keep a copy at the end, or in place of what was there."""
        if index == len(self):
            self.append(twin(source))
        else:
            super().__setitem__(index, twin(source))


def as_values(cls: type, source: Any) -> tuple[Any, ...]:
    """Every value of a record, NumPy or plain, as nested tuples: two records are equal if these are."""
    every = []
    for name, (kind, count, _) in fields(cls).items():
        value = getattr(source, name)
        nested = kind not in SCALARS
        if count:
            every.append(tuple(as_values(kind, v) if nested else kind(v) for v in value))
        else:
            every.append(as_values(kind, value) if nested else kind(value))
    return tuple(every)


def values(cls: type, rows: Any) -> list[tuple[Any, ...]]:
    """The values of flat records in a row, an array's or plain ones."""
    if not isinstance(rows, list):
        flat: list[tuple[Any, ...]] = rows.tolist()
        return flat
    return [as_values(cls, row) for row in rows]
