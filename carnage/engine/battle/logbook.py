"""The log as data: each event as an object of its rule, its name and its own declared fields.

Sides are 1 and 2, models and units go by their ids (`2.trooper-1`), and what an event does not have is null.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from carnage.engine.battle.events import SHAPES
from carnage.engine.battle.naming import CORNERS, EDGES, HITS, PHASES, SIGNS, STATS, Names
from carnage.engine.battle.numbers import RULES
from carnage.engine.core.records import fields
from carnage.engine.core.state import Event

PLACES = {"from_x", "from_y", "to_x", "to_y", "aim_x", "aim_y"}


class Happening(NamedTuple):
    """One event with its numbers as in `core.state.Event`, cheap to read."""

    event: int
    rule: int
    side: int
    actor: int
    target: int
    a: int
    b: int
    c: int
    d: int
    x0: float
    y0: float
    x1: float
    y1: float
    fx: float
    fy: float
    dice: tuple[int, ...]

    @property
    def name(self) -> str:
        return SHAPES[self.event].name

    @property
    def by(self) -> str:
        """The rule that did it."""
        return RULES[self.rule]


_SLOTS = list(fields(Event))
_COUNT, _DICE = _SLOTS.index("n_dice"), _SLOTS.index("dice")


def read(log: Any, count: int) -> Iterator[Happening]:
    """The first `count` events of a log, compiled or not."""
    rows: Iterable[Any] = log[:count]
    if not isinstance(log, list):
        rows = log[:count].tolist()
    for row in rows:
        values = row if isinstance(row, tuple) else tuple(getattr(row, slot) for slot in _SLOTS)
        dice = tuple(int(die) for die in values[_DICE][: values[_COUNT]])
        yield Happening._make((*values[:_COUNT], dice))


def entry(names: Names, n: int, happening: Happening) -> dict[str, Any]:
    """Event number n, from 1, ready for JSON."""
    shape = SHAPES[happening.event]
    found: dict[str, Any] = {
        "n": n,
        "rule": happening.by,
        "event": shape.name,
        "side": _side(happening.side),
    }
    for slot, name in shape.fields.items():
        found[name] = _value(names, name, getattr(happening, slot))
    found["dice"] = _dice(happening)
    return found


def _side(side: int) -> int | None:
    return side + 1 if side >= 0 else None


def _dice(happening: Happening) -> list[int] | list[str]:
    """As rolled or drawn; the phases' cards by their names."""
    if happening.name == "phases":
        return [PHASES[card] for card in happening.dice]
    return list(happening.dice)


def _value(names: Names, name: str, value: float) -> Any:
    """A field as people would write it."""
    if name in PLACES:
        return round(float(value), 3)
    if name in ("facing_x", "facing_y"):
        return round(float(value), 6)
    number = int(value)
    if name in ("winner", "first_player"):
        return _side(number)
    if name in ("model", "target"):
        return names.model_ids[number] if number >= 0 else None
    if name in ("unit", "unit_left_out", "unit_lost"):
        return names.unit_ids[number] if number >= 0 else None
    if name in (
        "obscured",
        "over",
        "caught",
        "in_the_middle",
        "falls",
        "forced",
        "into_terrain",
        "hit",
        "avoided",
        "jam",
    ):
        return bool(number)
    if name in ("weapon", "other"):
        return names.weapons[number].code if number >= 0 else None
    if name in ("sign", "answer"):
        return SIGNS[number]
    if name == "hits":
        return HITS[number]
    if name == "kind":
        return names.kinds[number].code
    if name == "corner":
        return CORNERS[number]
    if name == "edge":
        return EDGES[number]
    if name == "phase":
        return PHASES[number]
    if name == "stat":
        return STATS[number].lower().replace(" ", "-")
    return number + 1 if name in ("marker", "token") else number
