"""Types of values in rules. `str` of a type is the text of its annotation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args, get_origin

import numpy as np

from carnage.engine.compiling.marks import Rows


@dataclass(frozen=True)
class Scalar:
    """A number, a truth value or None. `c` is the name of the type in C."""

    name: str
    c: str

    def __str__(self) -> str:
        return self.name


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

    def __str__(self) -> str:
        return self.cls.__name__


@dataclass(frozen=True)
class Row:
    """A row of `count` values inside a record.

    `storage` is NumPy's code of the numbers, such as `u1`.
    """

    element: Type
    count: int
    storage: str

    def __str__(self) -> str:
        return f"a row of {self.count} {self.element}"


@dataclass(frozen=True)
class Array:
    """An array of records whose length is known at the call: `Rows[Event]`."""

    cls: type

    def __str__(self) -> str:
        return f"Rows[{self.cls.__name__}]"


@dataclass(frozen=True)
class Tuple:
    """A tuple of values."""

    parts: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.parts))}]"


Type = Scalar | Record | Row | Array | Tuple


def type_of(hint: Any) -> Type:
    """Return the type of an annotation."""
    if hint in SCALARS:
        return SCALARS[hint]
    if get_origin(hint) is tuple:
        return Tuple(tuple(type_of(part) for part in get_args(hint)))
    if get_origin(hint) is Rows:
        return Array(get_args(hint)[0])
    return Record(hint)
