"""Records: a game's state is declared once, as an annotated class, and used three ways.

`dtype_of(Class)` is the NumPy dtype that compiled games are kept in; `plain(Class)` is a plain Python object
of the same shape for uncompiled games (twenty times faster there than a NumPy record); and the class itself
tells the type checker what the fields are.

An annotation is `int` (int64), `float` (float64), `np.uint64`, `Small` (a whole number of 16 bits), another
such class, or `Annotated[list[T], n]` for n of them in a row, with BYTE or SHORT after n where whole numbers
must be kept small.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, cast, get_args, get_origin, get_type_hints

import numpy as np

# Fields of these names work compiled and break uncompiled, where a record's own methods hide them.
FORBIDDEN = frozenset(dir(np.recarray)) | frozenset(dir(np.record))

BYTE, SHORT = "u1", "u2"  # how many bytes a small whole number takes, unsigned
# Signed: Numba makes int64 of what is reckoned with these, and would make unsigned numbers of the others.
Small = Annotated[int, "i2"]


@cache
def fields(cls: type) -> dict[str, tuple[Any, int, str]]:
    """Each field's element type, how many there are in a row (0 for one alone), and a storage code or ''."""
    found: dict[str, tuple[Any, int, str]] = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name in FORBIDDEN:
            raise TypeError(f"{cls.__name__}.{name}: the name is an array's own; choose another")
        if get_origin(hint) is Annotated:
            inner, *extra = get_args(hint)
            if inner is int:
                found[name] = (inner, 0, extra[0])
                continue
            found[name] = (get_args(inner)[0], extra[0], extra[1] if len(extra) > 1 else "")
        else:
            found[name] = (hint, 0, "")
    return found


@cache
def dtype_of(cls: type) -> np.dtype[Any]:
    """The aligned dtype of a declared record."""
    scalar = {int: "i8", float: "f8", np.uint64: "u8"}
    parts: list[Any] = []
    for name, (kind, count, code) in fields(cls).items():
        base = np.dtype(code or scalar[kind]) if code or kind in scalar else dtype_of(kind)
        parts.append((name, base, (count,)) if count else (name, base))
    return np.dtype(parts, align=True)


def new(cls: type, count: int = 1) -> Any:
    """`count` records in a row, all zero."""
    return np.zeros(count, dtype_of(cls)).view(np.recarray)


def plain(cls: type) -> Any:
    """A plain object with the same fields, all zero."""
    made = cls()
    for name, (kind, count, _) in fields(cls).items():
        setattr(made, name, [_zero(kind) for _ in range(count)] if count else _zero(kind))
    return made


def _zero(kind: Any) -> Any:
    return kind(0) if kind in (int, float, np.uint64) else plain(kind)


def assign(to: Any, cls: type, source: Any) -> None:
    """Copy a record, NumPy or plain, into another of the same class, field by field."""
    for name, (kind, count, _) in fields(cls).items():
        value = getattr(source, name)
        nested = kind not in (int, float, np.uint64)
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


def as_values(cls: type, source: Any) -> tuple[Any, ...]:
    """Every value of a record, NumPy or plain, as nested tuples: two records are equal if these are."""
    found = []
    for name, (kind, count, _) in fields(cls).items():
        value = getattr(source, name)
        nested = kind not in (int, float, np.uint64)
        if count:
            found.append(tuple(as_values(kind, v) if nested else kind(v) for v in value))
        else:
            found.append(as_values(kind, value) if nested else kind(value))
    return tuple(found)


def declared(name: str, annotations: dict[str, Any]) -> Any:
    """A record class made from data: field names and their types."""
    return cast(Any, type(name, (), {"__annotations__": dict(annotations)}))
