"""The log of a game: create one, and read its events as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from carnage.engine.core import records
from carnage.engine.core.events import Shape
from carnage.engine.core.records import fields
from carnage.engine.core.state import MAX_ANSWERS, MAX_DECISIONS, MAX_EVENTS, MAX_QUERIES, Event

if TYPE_CHECKING:
    from carnage.engine.core.family import Family


class LoggedEvent(NamedTuple):
    """One event as plain values.

    The numbers are those of `core.state.Event`. `name` is the kind of event, and `by` the name of
    the rule that caused it.
    """

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
    name: str
    by: str


def new_log(family: Family, length: int = 0) -> Any:
    """Return an empty log for `length` events and no frames, as an array of one.

    Without compiled rules it is a list of one.
    """
    length = min(length, MAX_EVENTS)
    if not family.is_compiled:
        rows: Any = [_plain_log(family, length)]
    else:
        rows = records.new(family.Log)
    rows[0].length = length
    rows[0].frames_from = -1
    return rows


def _plain_log(family: Family, length: int) -> Any:
    """Return an empty log as a plain object, with room for `length` events."""
    log: Any = family.Log()
    log.decisions = [0] * MAX_DECISIONS
    log.events = [records.plain(Event) for _ in range(length)]
    log.frames = records.CopyingList()
    log.asked = [0] * MAX_QUERIES
    log.forced = [0] * MAX_QUERIES
    log.offered = [0] * (MAX_QUERIES * MAX_ANSWERS)
    log.taken = [0] * (MAX_QUERIES * MAX_ANSWERS)
    log.shunned = [0] * (MAX_QUERIES * MAX_ANSWERS)
    log.marked_slot = [0] * MAX_QUERIES
    return log


_SLOTS = list(fields(Event))
_DICE_COUNT_SLOT = _SLOTS.index("n_dice")
_DICE_SLOT = _SLOTS.index("dice")


def read_events(
    log: Any, count: int, *, shapes: Sequence[Shape], rules: Sequence[str]
) -> Iterator[LoggedEvent]:
    """Yield the first `count` events of a log, compiled or not.

    Args:
        log: The events.
        count: The number of events to read.
        shapes: The kinds of event of the family.
        rules: The names of its rules.
    """
    rows: Iterable[Any] = log[:count]
    if not isinstance(log, list):
        rows = log[:count].tolist()
    for row in rows:
        if isinstance(row, tuple):
            values = row
        else:
            values = tuple(getattr(row, slot) for slot in _SLOTS)
        dice = values[_DICE_SLOT][: values[_DICE_COUNT_SLOT]]
        shape = shapes[values[0]]
        rule = rules[values[1]]
        shown_dice = tuple(int(die) for die in dice)
        yield LoggedEvent._make((*values[:_DICE_COUNT_SLOT], shown_dice, shape.name, rule))
