"""A reader of records as plain Python values, for code that displays them and changes nothing.

NumPy's records are slow to read field by field, and return NumPy's types. A reader converts a part
of a record to a named tuple on first access. Equal parts are the same object, so results can be
cached by the identity of a part.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from struct import Struct
from typing import Any, NamedTuple

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
        self._row_reader = row_reader(cls)
        self._scalars = _ScalarReader(self._row_reader.fields)
        self._rows: dict[tuple[str, Any], Any] = {}  # rows by their field and bytes or values
        self._last_read: dict[str, _ReadField] = {}

    def read(self, record: Any) -> Any:
        """Return a view of a record, NumPy's or plain. Its fields are converted on first access."""
        if isinstance(record, np.generic):
            raw = record.tobytes()
            return _RecordView(self, record, raw=raw, numbers=self._scalars.read(raw))
        return _RecordView(self, record, raw=None, numbers={})

    def read_field(self, name: str, record: Any, raw: bytes | None) -> Any:
        """Return a field of a record: a number, a named tuple, or a tuple of either.

        Args:
            name: The name of the field.
            record: The record.
            raw: The bytes of the record; None for a plain one.
        """
        if raw is None:
            return self._plain_field(name, getattr(record, name))
        field = self._row_reader.fields[name]
        field_bytes = raw[field.offset : field.offset + field.size]
        last = self._last_read.get(name)
        if last is None or last.raw != field_bytes:
            last = _ReadField(field_bytes, self._unpack_field(name, field_bytes))
            self._last_read[name] = last
        return last.value

    def _unpack_field(self, name: str, raw: bytes) -> Any:
        """Return the value of a field from its bytes."""
        field = self._row_reader.fields[name]
        if field.rows is None:
            return field.numbers(raw, 0)
        size = field.rows.size
        starts = range(0, len(raw), size)
        rows = [self._row(name, field.rows, raw[start : start + size]) for start in starts]
        if field.count:
            return tuple(rows)
        return rows[0]

    def _row(self, name: str, rows: _RowReader, raw: bytes) -> Any:
        """Return the row with these bytes. Equal rows of a field are one object."""
        row = self._rows.get((name, raw))
        if row is None:
            row = rows.unpack(raw)
            self._rows[name, raw] = row
        return row

    def _plain_field(self, name: str, value: Any) -> Any:
        """Return the value of a field of a plain record."""
        field = self._row_reader.fields[name]
        if field.rows is None:
            return tuple(value) if field.count else value
        if field.count:
            return tuple(self._unique_row(name, field.rows.copy(row)) for row in value)
        return self._unique_row(name, field.rows.copy(value))

    def _unique_row(self, name: str, row: Any) -> Any:
        """Return the row that is kept in place of an equal one."""
        return self._rows.setdefault((name, row), row)


class _ReadField(NamedTuple):
    """A field at the last read, as bytes and as values."""

    raw: bytes
    value: Any


class _RecordView:
    """A view of one record. Single numbers are read at once, other fields on first access."""

    def __init__(
        self, reader: RecordReader, record: Any, *, raw: bytes | None, numbers: dict[str, Any]
    ) -> None:
        self.__dict__.update(numbers)
        self._reader = reader
        self._record = record
        self._raw = raw

    def __getattr__(self, name: str) -> Any:
        """Read a field on first access and store it as an attribute."""
        if name.startswith("_"):
            raise AttributeError(name)
        value = self._reader.read_field(name, self._record, self._raw)
        self.__dict__[name] = value
        return value


class _Field:
    """The layout of a field in a record.

    Attributes:
        count: The number of items in its row; 0 if it is not a row.
        offset: The offset in bytes.
        size: The size in bytes.
        rows: The reader of its items if they are records, else None.
        codes: The codes of its numbers for `struct`; empty for records.
    """

    def __init__(self, dtype: np.dtype[Any], *, kind: Any, count: int, offset: int) -> None:
        self.count = count
        self.offset = offset
        self.size = dtype.itemsize
        self.rows: _RowReader | None = None
        self.codes = ""
        if kind in SCALARS:
            base = dtype.subdtype[0] if dtype.subdtype else dtype
            self.codes = _STRUCT_CODES[base.str[1:]] * max(count, 1)
        else:
            self.rows = row_reader(kind)
        self._struct = Struct(f"={self.codes}")

    def numbers(self, raw: bytes, offset: int) -> Any:
        """Return the number at an offset in bytes, or a tuple of numbers if the field is a row."""
        numbers = self._struct.unpack_from(raw, offset)
        return numbers if self.count else numbers[0]


class _ScalarReader:
    """A reader of all single numbers of a record at once."""

    def __init__(self, fields: dict[str, _Field]) -> None:
        scalars = {name: field for name, field in fields.items() if field.codes and not field.count}
        self._names = tuple(scalars)
        layout = "="
        end = 0
        for field in scalars.values():
            layout += f"{field.offset - end}x{field.codes}"
            end = field.offset + field.size
        self._struct = Struct(layout)

    def read(self, raw: bytes) -> dict[str, Any]:
        """Return the numbers by the names of their fields, from the bytes of a record."""
        return dict(zip(self._names, self._struct.unpack_from(raw), strict=True))


class _RowReader:
    """A reader of the rows of one class of record."""

    def __init__(self, cls: type) -> None:
        dtype = records.dtype_of(cls)
        self.size = dtype.itemsize
        self.fields: dict[str, _Field] = {}
        for name, (kind, count, _) in records.fields(cls).items():
            field_dtype, offset = dtype.fields[name][:2]  # type: ignore[index]
            self.fields[name] = _Field(field_dtype, kind=kind, count=count, offset=offset)
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
        rows = tuple(field.rows.unpack(raw[start : start + size]) for start in starts)
        return rows if field.count else rows[0]

    def copy(self, plain: Any) -> Any:
        """Return a row, as a named tuple, from a plain object."""
        return self._row._make(
            [self._copy_field(field, getattr(plain, name)) for name, field in self.fields.items()]
        )

    def _copy_field(self, field: _Field, value: Any) -> Any:
        """Return the value of a field of a plain object."""
        if field.rows is None:
            return tuple(value) if field.count else value
        if field.count:
            return tuple(map(field.rows.copy, value))
        return field.rows.copy(value)


row_reader = cache(_RowReader)
