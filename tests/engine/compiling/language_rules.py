"""Rules that use every construct of the rule language, each an entry of two numbers.

`test_language.py` compares what they return and what they leave in their records, compiled and
uncompiled.
"""

from __future__ import annotations

import math
from typing import Annotated

import numpy as np

from carnage.engine.compiling.marks import Rows, entry, inlined, outside, rule
from carnage.engine.core import rule_ids
from carnage.engine.core.records import BYTE, SHORT, Small
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.core.specialization import bind, forward_ref

SEVEN = 7
HALF = np.float64(0.5)
KEY = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(31)


class Cell:
    value: int
    x: float
    small: Small
    wide: Annotated[int, "i4"]
    bytes: Annotated[list[int], 4, BYTE]
    shorts: Annotated[list[int], 2, SHORT]


class World:
    key: np.uint64
    count: int
    trail: int
    double: float  # a reserved word of C
    spare: Cell
    cells: Annotated[list[Cell], 5]
    weights: Annotated[list[float], 3]


@rule
def step(w: World) -> int:
    """Change the world and return another number at each call."""
    w.count += 1
    w.trail = (w.trail * 10 + w.count) % 1000003
    return w.count


@rule
def is_even(w: World, n: int) -> bool:
    w.trail = (w.trail * 3 + n) % 1000003
    return n % 2 == 0


@rule
def pair(w: World, n: int) -> tuple[int, float]:
    return n, step(w) / 2


@inlined
def twice(n: int) -> int:
    return n * 2


@rule
def difference(first: int, second: int) -> int:
    return first * 3 - second


@rule
def reset(w: World) -> None:
    """Return early from a rule without a result."""
    if w.count > 3:
        w.count = 0
        return
    w.count += 5


@rule
def no_parameters() -> bool:
    return True


@rule
def find_cell(w: World, n: int) -> Cell:
    return w.cells[n % 5]


@rule
def find_cell_and_number(w: World, n: int) -> tuple[Cell, int]:
    return w.cells[n % 5], n % 5


@rule
def sum_of_pair(both: tuple[int, float]) -> float:
    n, x = both
    return n + x


@rule
def count_of(worlds: Rows[World], n: int) -> int:
    return worlds[n].count + len(worlds)


@outside
def current_number() -> int:
    return 42


def amount(_: World) -> int:
    """Stand for the rule that `bind` puts here."""
    raise NotImplementedError


def double_amount(w: World) -> int:
    return amount(w) * 2


bound = bind(double_amount, __name__, amount=step)
trail_later = forward_ref(f"{__name__}:trail_of")


@entry
def order_of_operands(worlds: Rows[World], a: int, b: int) -> int:
    w = worlds[0]
    x = w.count - step(w) * 2 + w.count * (step(w) - step(w))
    w.count += step(w) + a
    w.cells[step(w) % 5].value += step(w) + b
    w.cells[step(w) % 5].value = w.count + step(w)
    y = difference(second=step(w), first=step(w)) + difference(w.count, step(w))
    p, q = step(w), w.count
    p, q = q, p
    w.count, w.trail = w.trail % 11, w.count
    return x * 1000003 + y * 17 + p * 1009 + q


@entry
def tuples(worlds: Rows[World], a: int, b: int) -> float:
    w = worlds[0]
    both = a, b * 0.25
    n, half = both
    m, other = pair(w, step(w))
    a, b = b, a
    return n + half + m * other + a * 3 - b


@entry
def whole_divisions(worlds: Rows[World], a: int, b: int) -> int:
    return (a // b) * 1000 + a % b + a // 3 - a % -4


@entry
def float_divisions(worlds: Rows[World], a: int, b: int) -> float:
    return a / b + (a / 4) // 0.75 + (b * 0.1) // 0.1


@entry
def rounding(worlds: Rows[World], a: int, b: int) -> int:
    return math.floor(a / 4.0) * 100 + int(b / 3.0) + int(-0.5 * a)


@entry
def roots(worlds: Rows[World], a: int, b: int) -> float:
    return math.sqrt(float(a * b)) + math.sqrt(HALF)


@entry
def indices(worlds: Rows[World], a: int, b: int) -> int:
    w = worlds[0]
    for n in range(5):
        w.cells[n].value = n + SEVEN
        w.cells[n].bytes[n % 4] = n
    last = w.cells[-1]
    return w.cells[a].value * 10 + last.value + last.bytes[b] + len(w.cells) + len(worlds)


@entry
def first_exception(worlds: Rows[World], a: int, b: int) -> int:
    """Raise IndexError before ZeroDivisionError, or the other way round, as in Python."""
    w = worlds[0]
    if a > b:
        return w.cells[a + 5].value + SEVEN // (b - b)
    return SEVEN % (a - a) + w.cells[b + 5].value


@entry
def logic(worlds: Rows[World], a: int, b: int) -> int:
    w = worlds[0]
    told = 0
    if (is_even(w, a) and not is_even(w, b)) or is_even(w, a + b):
        told = 1
    first = a < b < SEVEN or a == 2 or (a != 3 and b >= 1)
    second = is_even(w, 1) or (is_even(w, a) and first)
    third = no_parameters() and (first or second)
    if a and b:
        told += 4
    if not (a or is_even(w, b)):
        told += 8
    return told * 1000 + int(first) * 100 + int(second) * 10 + int(third)


@entry
def conditional_values(worlds: Rows[World], a: int, b: int) -> int:
    w = worlds[0]
    n = step(w) if is_even(w, b) else a
    m = step(w) + (step(w) if a > 0 else w.count)
    flag = a == b
    count = 1 if flag else a
    cell = w.cells[0] if a > b else w.cells[1]
    cell.value = 9
    return n * 100 + m + count + w.cells[1].value


@entry
def while_loops(worlds: Rows[World], a: int, b: int) -> int:
    w = worlds[0]
    n = 0
    while step(w) < 5 or is_even(w, n):
        n += 3
        if n > 9:
            break
        if n == 4:
            continue
        n -= 2
    while True:
        n += 1
        if n > b:
            return n
        pass


@entry
def for_loops(worlds: Rows[World], a: int, b: int) -> int:
    k = 50
    total = 0
    for k in range(a, b):
        total += k
        k += 100
    for down in range(b, a, -2):
        total = total * 3 + down
    by = -1 if a > b else 2
    for n in range(a, b, by):
        for _ in range(2):
            if n == 3:
                continue
            total = (total * 5 + n) % 1000003
        if n > 5:
            break
    for n in range(step(worlds[0])):
        step(worlds[0])
        total += n
    return total + k


@entry
def small_numbers(worlds: Rows[World], a: int, b: int) -> int:
    w = worlds[0]
    cell = w.cells[1]
    cell.bytes[0] = 200
    cell.bytes[1] = 250
    cell.shorts[1] = 60000
    cell.small = -300
    cell.wide = -70000
    cell.wide *= 3
    before = cell.bytes[0], cell.shorts[1]
    x, y = before
    product = cell.bytes[0] * cell.bytes[1] * cell.shorts[1] * cell.shorts[1]
    return (
        (1 << 40)
        + product * (a - b)
        + x
        - y
        - cell.small * cell.wide
        + ~a
        + (a & 12)
        + (b | 3)
        + (a ^ b)
    )


@entry
def shifts(worlds: Rows[World], a: int, b: int) -> int:
    return (SEVEN << a) + (-1000003 >> b) + (1000003 >> 2)


@entry
def copies_of_records(worlds: Rows[World], a: int, b: int) -> int:
    w = worlds[0]
    w.cells[0].value = a
    w.cells[0].bytes[2] = 7
    worlds[1] = worlds[0]
    w.cells[3] = w.cells[0]
    w.cells[0].value = b
    same = w.cells[0]
    same.value += 1
    return (
        worlds[1].cells[0].value * 100
        + w.cells[3].value * 10
        + w.cells[0].value
        + w.cells[3].bytes[2]
    )


@entry
def keys(worlds: Rows[World], a: int, b: int) -> int:
    w = worlds[0]
    w.key = np.uint64(a * a) * KEY + np.uint64(3)
    w.key ^= w.key >> SHIFT
    return int((w.key << np.uint64(3)) >> np.uint64(40)) + int(w.key == np.uint64(5))


@entry
def extremes(worlds: Rows[World], a: int, b: int) -> float:
    low = min(a * 0.5, 1.0, float(b))
    high = max(0.0, -low, -0.0)
    return high * 3 + abs(a - b) - abs(low) + max(a, b, 3) + min(a, int(a == b)) + twice(a)


@entry
def reserved_names(worlds: Rows[World], a: int, b: int) -> float:
    double = a * 0.5
    floor = math.floor(double)
    default = floor + 1
    worlds[0].double = double
    worlds[0].weights[2] -= double
    return worlds[0].double + default + worlds[0].weights[2]


@entry
def own_exceptions(worlds: Rows[World], a: int, b: int) -> int:
    step(worlds[0])
    if a > b:
        raise NoSuchRule
    reset(worlds[0])
    reset(worlds[0])
    return worlds[0].count


@entry
def without_result(worlds: Rows[World], a: int, b: int) -> None:
    worlds[0].cells[2].x = a
    worlds[0].cells[2].value = a == b


@entry
def truth_value(worlds: Rows[World], a: int, b: int) -> bool:
    return is_even(worlds[0], a) or worlds[0].count == b


@rule
def trail_of(w: World) -> int:
    return w.trail


@entry
def called_by_rules(worlds: Rows[World], a: int, b: int) -> int:
    return worlds[0].count + a * b


@entry
def kinds_of_calls(worlds: Rows[World], a: int, b: int) -> int:
    """Call a bound rule, one that is named before it is defined, an entry, and a Python
    function.
    """
    w = worlds[0]
    step(w)
    if current_number() != 42:
        raise rule_ids.NoSuchRule
    product = called_by_rules(worlds, b, a)
    return bound(w) * 1000 + trail_later(w) * 100 + product + count_of(worlds, 0)


@entry
def references(worlds: Rows[World], a: int, b: int) -> int:
    """Keep records, rows and arrays in variables, tuples and results: none of it copies them."""
    w = worlds[0]
    every = worlds
    cells = w.cells
    weights = w.weights
    first, second = cells[0], find_cell(w, b)
    first, second = second, first
    first.value += a
    second.small = b
    cell, number = find_cell_and_number(w, a)
    cell.bytes[1] = number
    both = weights, every
    row, _ = both
    row[1] = 2.5
    nearest = find_cell(w, a) if a > b else w.spare
    nearest.x = 0.5
    return int(weights[1] * 4) + len(weights) + len(every) + cells[-1].value


@entry
def nested_tuples(worlds: Rows[World], a: int, b: int) -> float:
    inner = a, b * 0.5
    both = inner, worlds[0].spare
    again, spare = both
    spare.value = 4
    return sum_of_pair(again) + sum_of_pair((b, 0.25))


@entry
def updates(worlds: Rows[World], a: int, b: int) -> float:
    """Use each operator with `=`, on variables, fields and elements."""
    w = worlds[0]
    n = a
    n //= 3
    n *= 5
    n %= 7
    n <<= 4
    n |= 9
    n ^= b
    n &= 62
    n >>= 1
    w.cells[1].bytes[2] += 5
    w.cells[1].small -= 300
    w.double += n
    w.double /= 3
    w.double //= 0.25
    w.double *= 1.5
    return n + w.double


@entry
def unsigned_numbers(worlds: Rows[World], a: int, b: int) -> int:
    w = worlds[0]
    key = np.uint64(b * b)
    w.key = key - KEY
    w.key |= np.uint64(6)
    w.key &= ~np.uint64(1)
    w.key = -w.key
    told = int(key < w.key) + 2 * int(key >= np.uint64(16)) + 4 * int(np.uint64(key) != w.key)
    return told * 1000 + int(w.key >> np.uint64(1)) % 997


@entry
def truth_values_as_numbers(worlds: Rows[World], a: int, b: int) -> int:
    total = (a > b) + (a == b) * 2 - True
    total += int((a > 0) & (b > 0)) + int((a > 0) | (b > 0)) + int((a > 0) == (b > 0))
    worlds[0].count = a > b
    widened = a > b
    widened = widened + 3
    total += widened
    return total * 10 + worlds[0].cells[a > b].value


@entry
def numbers_that_meet(worlds: Rows[World], a: int, b: int) -> float:
    """Combine ints and floats in operators and comparisons, which makes floats of the ints."""
    x = 0.5
    x += a
    flag = a < 1.5 < b
    worlds[0].double = b
    return x * b - a / 2 + math.pi + flag


@entry
def stored_by_loops(worlds: Rows[World], a: int, b: int) -> int:
    """Count in a field and in a parameter."""
    w = worlds[0]
    for w.count in range(4):
        w.trail += w.count
    for a in range(2, b):
        w.trail += a
    return w.trail * 10 + a
