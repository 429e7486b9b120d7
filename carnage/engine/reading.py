"""Reading: a record as Python's own values, for whoever shows it and changes nothing.

NumPy's records are slow to read field by field, and what they give is NumPy's. Here a part of a record is
turned into a tuple with names when it is first asked for, and parts that are equal are one and the same
object: whoever makes something of a part may keep it by that part's identity.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from struct import Struct
from typing import Any

import numpy as np

from carnage.engine.core import records
from carnage.engine.core.records import SCALARS

_LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f8": "d"}


class Reader:
    """Reads records of one class. It keeps all the different parts that it has read."""

    def __init__(self, cls: type) -> None:
        self._rows = rows_of(cls)
        self._numbers = _Numbers(self._rows.fields)
        self._kept: dict[tuple[str, Any], Any] = {}
        self._last: dict[str, tuple[bytes, Any]] = {}  # each field as it was read last

    def read(self, record: Any) -> Any:
        """The record as it is now; NumPy's or plain, of the class that this reads."""
        raw = record.tobytes() if isinstance(record, np.generic) else None
        return _Reading(self, record, raw, self._numbers.read(raw) if raw is not None else {})

    def part(self, name: str, record: Any, raw: bytes | None) -> Any:
        """A field of a record: a number, a row, or a tuple of numbers or rows."""
        if raw is None:
            return self._plain(name, getattr(record, name))
        field = self._rows.fields[name]
        whole = raw[field.offset : field.offset + field.size]
        before, value = self._last.get(name, (b"", None))
        if whole != before:
            value = self._read(name, whole)
            self._last[name] = whole, value
        return value

    def _read(self, name: str, whole: bytes) -> Any:
        field = self._rows.fields[name]
        if field.rows is None:
            return field.numbers(whole, 0)
        size = field.rows.size
        rows = [self._row(name, field.rows, whole[at : at + size]) for at in range(0, len(whole), size)]
        return tuple(rows) if field.count else rows[0]

    def _row(self, name: str, rows: _Rows, raw: bytes) -> Any:
        row = self._kept.get((name, raw))
        if row is None:
            row = self._kept[name, raw] = rows.unpack(raw)
        return row

    def _plain(self, name: str, value: Any) -> Any:
        field = self._rows.fields[name]
        if field.rows is None:
            return tuple(value) if field.count else value
        copies = [self._same(name, field.rows.copy(part)) for part in (value if field.count else [value])]
        return tuple(copies) if field.count else copies[0]

    def _same(self, name: str, row: Any) -> Any:
        return self._kept.setdefault((name, row), row)


class _Reading:
    """One record; its fields are read when they are asked for, its numbers at once."""

    def __init__(self, reader: Reader, record: Any, raw: bytes | None, numbers: dict[str, Any]) -> None:
        self.__dict__.update(numbers)
        self._from = reader, record, raw

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        reader, record, raw = self._from
        value = self.__dict__[name] = reader.part(name, record, raw)
        return value


class _Field:
    """Where a field lies in a record: `count` is 0 for one alone, `rows` what reads it if it is a record."""

    def __init__(self, dtype: np.dtype[Any], kind: Any, count: int, offset: int) -> None:
        self.count, self.offset, self.size = count, offset, dtype.itemsize
        self.rows: _Rows | None = None if kind in SCALARS else rows_of(kind)
        base = dtype.subdtype[0] if dtype.subdtype else dtype
        self.letters = "" if self.rows else _LETTERS[base.str[1:]] * (count or 1)
        self._form = Struct(f"={self.letters}")

    def numbers(self, raw: bytes, offset: int) -> Any:
        """The number in these bytes, or the tuple of numbers."""
        numbers = self._form.unpack_from(raw, offset)
        return numbers if self.count else numbers[0]


class _Numbers:
    """Reads all the single numbers of a record at once."""

    def __init__(self, fields: dict[str, _Field]) -> None:
        single = {name: field for name, field in fields.items() if field.letters and not field.count}
        self._names = tuple(single)
        form, at = "=", 0
        for field in single.values():
            form += f"{field.offset - at}x{field.letters}"
            at = field.offset + field.size
        self._form = Struct(form)

    def read(self, raw: bytes) -> dict[str, Any]:
        return dict(zip(self._names, self._form.unpack_from(raw), strict=True))


class _Rows:
    """Reads the rows of one class of record."""

    def __init__(self, cls: type) -> None:
        dtype = records.dtype_of(cls)
        self.size = dtype.itemsize
        self.fields: dict[str, _Field] = {}
        for name, (kind, count, _) in records.fields(cls).items():
            part, offset = dtype.fields[name][:2]  # type: ignore[index]
            self.fields[name] = _Field(part, kind, count, offset)
        self._row: Any = namedtuple(cls.__name__, self.fields)  # type: ignore[misc]

    def unpack(self, raw: bytes) -> Any:
        """A row out of its bytes."""
        return self._row._make([self._value(field, raw) for field in self.fields.values()])

    def _value(self, field: _Field, raw: bytes) -> Any:
        if field.rows is None:
            return field.numbers(raw, field.offset)
        size = field.rows.size
        starts = range(field.offset, field.offset + field.size, size)
        rows = tuple(field.rows.unpack(raw[at : at + size]) for at in starts)
        return rows if field.count else rows[0]

    def copy(self, plain: Any) -> Any:
        """A row out of a plain object."""
        values = []
        for name, field in self.fields.items():
            value = getattr(plain, name)
            if field.rows is not None:
                copies = tuple(map(field.rows.copy, value if field.count else [value]))
                value = copies if field.count else copies[0]
            values.append(tuple(value) if field.count else value)
        return self._row._make(values)


rows_of = cache(_Rows)
