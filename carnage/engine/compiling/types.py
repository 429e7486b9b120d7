"""Types of values in rules, and how they are spelled in C."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args, get_origin

import numpy as np

from carnage.engine.compiling.marks import Rows


@dataclass(frozen=True)
class Scalar:
    """A number, a truth value, or nothing; `python` is its name in annotations."""

    python: str
    c: str


INT = Scalar("int", "int64_t")
UINT = Scalar("np.uint64", "uint64_t")
FLOAT = Scalar("float", "double")
BOOL = Scalar("bool", "bool")
VOID = Scalar("None", "void")
SCALARS: dict[Any, Scalar] = {int: INT, np.uint64: UINT, float: FLOAT, bool: BOOL, type(None): VOID}


@dataclass(frozen=True)
class Record:
    """A reference to a record of a declared class."""

    cls: type


@dataclass(frozen=True)
class Row:
    """`count` values in a row inside a record; `storage` is NumPy's code of numbers, such as `u1`."""

    element: Type
    count: int
    storage: str


@dataclass(frozen=True)
class Array:
    """An array of records whose length is known when it is handed over: `Rows[Event]`."""

    cls: type


@dataclass(frozen=True)
class Tuple:
    """A tuple of values."""

    parts: tuple[Type, ...]


Type = Scalar | Record | Row | Array | Tuple


def type_of(hint: Any) -> Type:
    """Return the type that an annotation means."""
    if hint in SCALARS:
        return SCALARS[hint]
    if get_origin(hint) is tuple:
        return Tuple(tuple(type_of(part) for part in get_args(hint)))
    if get_origin(hint) is Rows:
        return Array(get_args(hint)[0])
    return Record(hint)


def join(one: Type, other: Type) -> Type | None:
    """Return the type of a value that may have either type; None if there is none.

    A bool is an int too, as in Python. An int and a float have no common type: the result of later operations
    would depend on which of them it is.
    """
    if one == other:
        return one
    if {one, other} == {BOOL, INT}:
        return INT
    if isinstance(one, Tuple) and isinstance(other, Tuple) and len(one.parts) == len(other.parts):
        parts = [join(*pair) for pair in zip(one.parts, other.parts, strict=True)]
        return None if None in parts else Tuple(tuple(part for part in parts if part))
    return None


def describe(type_: Type) -> str:
    """Return a type as it would be annotated, for messages."""
    match type_:
        case Scalar():
            return type_.python
        case Record():
            return type_.cls.__name__
        case Row():
            return f"a row of {type_.count} {describe(type_.element)}"
        case Array():
            return f"Rows[{type_.cls.__name__}]"
        case Tuple():
            return f"tuple[{', '.join(map(describe, type_.parts))}]"
