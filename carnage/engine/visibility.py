"""Observations: a game's record as one seat may see it. Hidden fields are declared in the record.

Players from outside, such as a page or a learning agent, receive an observation. The scenes and
bots of a family receive the record itself. Tests check that they use only values of the
observation. `core.visibility` has the markers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from carnage.engine.core import records
from carnage.engine.core.records import SCALARS
from carnage.engine.core.state import MAX_OPTIONS, Core, Option
from carnage.engine.core.visibility import AFTER_SEALING, ASKED_ONLY, HIDDEN, OWNER_ONLY, Visibility

NO_SEAT = -1


class HiddenField(NamedTuple):
    """Numbers in a record that a seat may not see.

    Attributes:
        holder: The record that contains the field.
        name: The name of the field.
        kind: The type of each number.
        code: The storage code.
        row: The number of items in its row; 0 if the field is a single number.
        at: The index of the hidden item in the row; -1 for all items.
    """

    holder: Any
    name: str
    kind: type
    code: str
    row: int
    at: int = -1

    def write(self, numbers: list[Any]) -> None:
        """Replace the hidden numbers. `numbers` must have `size` items."""
        if self.row == 0:
            setattr(self.holder, self.name, numbers[0])
        elif self.at >= 0:
            getattr(self.holder, self.name)[self.at] = numbers[0]
        else:
            getattr(self.holder, self.name)[:] = numbers

    @property
    def size(self) -> int:
        """Return the number of hidden numbers."""
        return 1 if self.row == 0 or self.at >= 0 else self.row


def observe(record: Any, seat: int) -> Any:
    """Return a copy of a record, NumPy's or plain, with 0 in place of all numbers that a seat may
    not see.

    Everybody sees the offered options. While answers are sealed, only the seat that is asked sees
    them. Options that are no longer offered are 0.

    Args:
        record: The record.
        seat: The seat, from 0; -1 for a spectator.
    """
    seen = records.copy_record(record)
    for hidden in hidden_fields(seen, seat):
        hidden.write([hidden.kind(0)] * hidden.size)
    return seen


def sees_more_than_spectator(record: Any, seat: int) -> bool:
    """Return True if a seat sees more of a game than a spectator does."""
    cls = records.class_of(record)
    mine, watched = (records.as_values(cls, observe(record, whose)) for whose in (seat, NO_SEAT))
    return mine != watched


def hidden_fields(record: Any, seat: int) -> Iterator[HiddenField]:
    """Yield all numbers of a record that a seat may not see."""
    core = record.core
    look = _SeatView(seat, core)
    offered = 0 if ASKED_ONLY in look.hidden_visibilities else int(core.offered)
    yield from look.fields_within(records.class_of(record), record, NO_SEAT, frozenset())
    for k in range(offered, MAX_OPTIONS):
        yield from look.fields_within(Option, core.options[k], NO_SEAT, frozenset({HIDDEN}))


class _SeatView:
    """The view of one seat. `shut` has the markers of fields that are hidden from it now."""

    def __init__(self, seat: int, core: Core) -> None:
        self.seat = seat
        sealed = int(core.sealed_from) >= 0
        self.hidden_visibilities = {HIDDEN}
        if sealed:
            self.hidden_visibilities.add(AFTER_SEALING)
        if sealed and int(core.asker) != seat:
            self.hidden_visibilities.add(ASKED_ONLY)

    def fields_within(
        self, cls: type, record: Any, owner: int, sights: frozenset[Visibility]
    ) -> Iterator[HiddenField]:
        """Yield the hidden numbers of a record.

        Args:
            cls: The class of the record.
            record: The record.
            owner: The seat that owns it, or NO_SEAT if none is known so far.
            sights: The markers of all fields that contain the record. Each must allow the seat to
                see it.
        """
        declared = records.visibilities(cls)
        for name, (kind, count, code) in records.fields(cls).items():
            seen_by = sights | {declared[name]} - {Visibility.OPEN}
            if kind in SCALARS:
                yield from self.numbers(
                    HiddenField(record, name, kind, code, count), owner, seen_by
                )
            elif seen_by or has_hidden_fields(kind):
                inner = getattr(record, name)
                for place, part in enumerate(inner) if count else [(NO_SEAT, inner)]:
                    whose = owner_of(kind, part, place if owner == NO_SEAT else owner)
                    yield from self.fields_within(kind, part, whose, seen_by)

    def numbers(
        self, field: HiddenField, owner: int, sights: frozenset[Visibility]
    ) -> Iterator[HiddenField]:
        """Yield a field, or those of its items that are hidden.

        Raises:
            TypeError: The field is visible to its owner, but has none.
        """
        if sights & self.hidden_visibilities:
            yield field
        elif OWNER_ONLY in sights and owner != NO_SEAT:
            if owner != self.seat:
                yield field
        elif OWNER_ONLY in sights:
            if field.row == 0:
                raise TypeError(f"{field.name} is its owner's, but nothing says whose it is")
            yield from (
                field._replace(at=place) for place in range(field.row) if place != self.seat
            )


def owner_of(cls: type, record: Any, otherwise: int) -> int:
    """Return the owner of a record: its field `side` or `owner` if it has one, else `otherwise`."""
    name = next((name for name in ("side", "owner") if name in records.fields(cls)), "")
    return int(getattr(record, name)) if name else otherwise


@cache
def has_hidden_fields(cls: type) -> bool:
    """Return True if a field in records of this class is not open to every seat."""
    return any(sight is not Visibility.OPEN for sight in records.visibilities(cls).values()) or any(
        kind not in SCALARS and has_hidden_fields(kind)
        for kind, _, _ in records.fields(cls).values()
    )
