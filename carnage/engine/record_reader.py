"""Readers: a record as plain Python values, for code that displays it and changes nothing.

NumPy's records are slow to read field by field, and return NumPy's types. A reader converts a part
of a record to a named tuple on first access. Equal parts are the same object, so results can be
cached by the identity of a part.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from struct import Struct
from typing import Any

import numpy as np

from carnage.engine.core import records
from carnage.engine.core.records import SCALARS

_STRUCT_CODES = {
    "i1": "b",
    "u1": "B",
    "i2": "h",
    "u2": "H",
    "i4": "i",
    "u4": "I",
    "i8": "q",
    "u8": "Q",
    "f8": "d",
}


class RecordReader:
    """A reader of records of one class. It keeps all different parts that it has read."""

    def __init__(self, cls: type) -> None:
        self._rows = row_reader(cls)
        self._numbers = _ScalarReader(self._rows.fields)
        self._kept: dict[tuple[str, Any], Any] = {}
        self._last: dict[
            str, tuple[bytes, Any]
        ] = {}  # each field, as bytes and as values, at the last read

    def read(self, record: Any) -> Any:
        """Return a view of a record, NumPy's or plain. Its fields are converted on first access."""
        raw = None
        if isinstance(record, np.generic):
            raw = record.tobytes()
        return _RecordView(self, record, raw, self._numbers.read(raw) if raw is not None else {})

    def part(self, name: str, record: Any, raw: bytes | None) -> Any:
        """Return a field of a record: a number, a row of numbers, a named tuple, or a tuple of
        those.
        """
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
        """Return the value of a field from its bytes."""
        field = self._rows.fields[name]
        if field.rows is None:
            return field.numbers(whole, 0)
        size = field.rows.size
        rows = [
            self._row(name, field.rows, whole[at : at + size]) for at in range(0, len(whole), size)
        ]
        return tuple(rows) if field.count else rows[0]

    def _row(self, name: str, rows: _RowReader, raw: bytes) -> Any:
        """Return the row with these bytes. Equal rows of a field are one object."""
        row = self._kept.get((name, raw))
        if row is None:
            row = self._kept[name, raw] = rows.unpack(raw)
        return row

    def _plain(self, name: str, value: Any) -> Any:
        """Return the value of a field of a plain record."""
        field = self._rows.fields[name]
        if field.rows is None:
            return tuple(value) if field.count else value
        copies = [
            self._same(name, field.rows.copy(part)) for part in (value if field.count else [value])
        ]
        return tuple(copies) if field.count else copies[0]

    def _same(self, name: str, row: Any) -> Any:
        """Return the row that is kept in place of an equal one."""
        return self._kept.setdefault((name, row), row)


class _RecordView:
    """A view of one record. Single numbers are read at once, other fields on first access."""

    def __init__(
        self, reader: RecordReader, record: Any, raw: bytes | None, numbers: dict[str, Any]
    ) -> None:
        self.__dict__.update(numbers)
        self._from = reader, record, raw

    def __getattr__(self, name: str) -> Any:
        """Read a field on first access and store it as an attribute."""
        if name.startswith("_"):
            raise AttributeError(name)
        reader, record, raw = self._from
        value = self.__dict__[name] = reader.part(name, record, raw)
        return value


class _Field:
    """The layout of a field in a record.

    Attributes:
        count: The number of items in its row; 0 if it is not a row.
        offset: The offset in bytes.
        size: The size in bytes.
        rows: The reader of its items if they are records, else None.
        letters: The codes of its numbers for `struct`; empty for records.
    """

    def __init__(self, dtype: np.dtype[Any], kind: Any, count: int, offset: int) -> None:
        self.count = count
        self.offset = offset
        self.size = dtype.itemsize
        self.rows: _RowReader | None = None if kind in SCALARS else row_reader(kind)
        base = dtype.subdtype[0] if dtype.subdtype else dtype
        if self.rows:
            self.letters = ""
        else:
            self.letters = _STRUCT_CODES[base.str[1:]] * (count or 1)
        self._form = Struct(f"={self.letters}")

    def numbers(self, raw: bytes, offset: int) -> Any:
        """Return the number at an offset in bytes, or the tuple of numbers if the field is a
        row.
        """
        numbers = self._form.unpack_from(raw, offset)
        return numbers if self.count else numbers[0]


class _ScalarReader:
    """A reader of all single numbers of a record at once."""

    def __init__(self, fields: dict[str, _Field]) -> None:
        single = {
            name: field for name, field in fields.items() if field.letters and not field.count
        }
        self._names = tuple(single)
        form = "="
        at = 0
        for field in single.values():
            form += f"{field.offset - at}x{field.letters}"
            at = field.offset + field.size
        self._form = Struct(form)

    def read(self, raw: bytes) -> dict[str, Any]:
        """Return the numbers by the names of their fields, from the bytes of a record."""
        return dict(zip(self._names, self._form.unpack_from(raw), strict=True))


class _RowReader:
    """A reader of the rows of one class of record."""

    def __init__(self, cls: type) -> None:
        dtype = records.dtype_of(cls)
        self.size = dtype.itemsize
        self.fields: dict[str, _Field] = {}
        for name, (kind, count, _) in records.fields(cls).items():
            part, offset = dtype.fields[name][:2]  # type: ignore[index]
            self.fields[name] = _Field(part, kind, count, offset)
        self._row: Any = namedtuple(cls.__name__, self.fields)  # type: ignore[misc]

    def unpack(self, raw: bytes) -> Any:
        """Return a row, as a named tuple, from its bytes."""
        return self._row._make([self._value(field, raw) for field in self.fields.values()])

    def _value(self, field: _Field, raw: bytes) -> Any:
        """Return the value of a field from the bytes of the row that contains it."""
        if field.rows is None:
            return field.numbers(raw, field.offset)
        size = field.rows.size
        starts = range(field.offset, field.offset + field.size, size)
        rows = tuple(field.rows.unpack(raw[at : at + size]) for at in starts)
        return rows if field.count else rows[0]

    def copy(self, plain: Any) -> Any:
        """Return a row, as a named tuple, from a plain object."""
        values = []
        for name, field in self.fields.items():
            value = getattr(plain, name)
            if field.rows is not None:
                copies = tuple(map(field.rows.copy, value if field.count else [value]))
                value = copies if field.count else copies[0]
            values.append(tuple(value) if field.count else value)
        return self._row._make(values)


row_reader = cache(_RowReader)
