"""Rules that differ from Python when they are compiled; `docs/explanation/rule-language.md`
lists them.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from carnage.engine.compiling.marks import Rows, entry
from carnage.engine.core.records import BYTE, Small


class Cell:
    value: int
    small: Small
    bytes: Annotated[list[int], 4, BYTE]


class World:
    spare: Cell
    cells: Annotated[list[Cell], 2]


@entry
def sum_past_64_bits(worlds: Rows[World], a: int, b: int) -> int:
    return a + b


@entry
def shift_past_64_bits(worlds: Rows[World], a: int, b: int) -> int:
    return a << b


@entry
def signed_storage(worlds: Rows[World], a: int, b: int) -> int:
    cell = worlds[0].spare
    cell.small = a
    return cell.small


@entry
def unsigned_storage(worlds: Rows[World], a: int, b: int) -> int:
    cell = worlds[0].spare
    cell.bytes[0] = a
    return cell.bytes[0]


@entry
def quotient_of_large_numbers(worlds: Rows[World], a: int, b: int) -> float:
    return a / b


@entry
def comparison_of_large_numbers(worlds: Rows[World], a: int, b: int) -> bool:
    return a == float(b)


@entry
def int_of_a_large_float(worlds: Rows[World], a: int, b: int) -> int:
    return int(float(a) * b)


@entry
def unsigned_of_a_negative(worlds: Rows[World], a: int, b: int) -> int:
    return int(np.uint64(a))


@entry
def int_of_a_large_unsigned(worlds: Rows[World], a: int, b: int) -> int:
    return int(np.uint64(a) << np.uint64(b))


@entry
def variable_without_a_value(worlds: Rows[World], a: int, b: int) -> int:
    if a > b:
        n = 5
    return n


@entry
def loop_that_never_runs(worlds: Rows[World], a: int, b: int) -> int:
    total = 0
    for n in range(a, b):
        total += n
    return n


@entry
def step_of_nothing(worlds: Rows[World], a: int, b: int) -> int:
    total = 0
    for n in range(a, b, b - b):
        total += n
    return total


@entry
def record_in_a_field(worlds: Rows[World], a: int, b: int) -> int:
    w = worlds[0]
    w.cells[0].value = a
    w.spare = w.cells[0]
    w.spare.value = b
    return w.cells[0].value
