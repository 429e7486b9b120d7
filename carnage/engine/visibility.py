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
from carnage.engine.core.state import OPTION_SLOTS, Core, Option
from carnage.engine.core.visibility import AFTER_SEALING, ASKED_ONLY, HIDDEN, OWNER_ONLY, Visibility

NO_SEAT = -1


class HiddenField(NamedTuple):
    """Numbers in a record that a seat may not see.

    Attributes:
        record: The record that contains the field.
        name: The name of the field.
        kind: The type of each number.
        code: The storage code.
        row_length: The number of items in its row; 0 if the field is a single number.
        item: The index of the hidden item in the row; -1 for all items.
    """

    record: Any
    name: str
    kind: type
    code: str
    row_length: int
    item: int = -1

    def write(self, numbers: list[Any]) -> None:
        """Replace the hidden numbers. `numbers` must have `size` items."""
        if self.row_length == 0:
            setattr(self.record, self.name, numbers[0])
        elif self.item >= 0:
            getattr(self.record, self.name)[self.item] = numbers[0]
        else:
            getattr(self.record, self.name)[:] = numbers

    @property
    def size(self) -> int:
        """Return the number of hidden numbers."""
        if self.row_length == 0 or self.item >= 0:
            return 1
        return self.row_length


def observe(record: Any, seat: int) -> Any:
    """Return a copy of a record with 0 in place of all numbers that a seat may not see.

    Everybody sees the offered options. While answers are sealed, only the seat that is asked sees
    them. Options that are no longer offered are 0.

    Args:
        record: The record, NumPy's or plain.
        seat: The seat, from 0; -1 for a spectator.
    """
    observation = records.copy_record(record)
    for field in hidden_fields(observation, seat):
        field.write([field.kind(0)] * field.size)
    return observation


def sees_more_than_spectator(record: Any, seat: int) -> bool:
    """Return True if a seat sees more of a game than a spectator does."""
    cls = records.class_of(record)
    seat_view = records.as_values(cls, observe(record, seat))
    spectator_view = records.as_values(cls, observe(record, NO_SEAT))
    return seat_view != spectator_view


def hidden_fields(record: Any, seat: int) -> Iterator[HiddenField]:
    """Yield all numbers of a record that a seat may not see."""
    core = record.core
    view = _SeatView(seat, core)
    visible_options = int(core.offered)
    if ASKED_ONLY in view.hidden_visibilities:
        visible_options = 0
    cls = records.class_of(record)
    yield from view.fields_within(cls, record, owner=NO_SEAT, outer=frozenset())
    for n in range(visible_options, OPTION_SLOTS):
        option = core.options[n]
        yield from view.fields_within(Option, option, owner=NO_SEAT, outer=frozenset({HIDDEN}))


class _SeatView:
    """The view of one seat. `hidden_visibilities` has those that hide a field from it now."""

    def __init__(self, seat: int, core: Core) -> None:
        self.seat = seat
        is_sealed = int(core.sealed_from) >= 0
        self.hidden_visibilities = {HIDDEN}
        if is_sealed:
            self.hidden_visibilities.add(AFTER_SEALING)
        if is_sealed and int(core.asker) != seat:
            self.hidden_visibilities.add(ASKED_ONLY)

    def fields_within(
        self, cls: type, record: Any, *, owner: int, outer: frozenset[Visibility]
    ) -> Iterator[HiddenField]:
        """Yield the hidden numbers of a record.

        Args:
            cls: The class of the record.
            record: The record.
            owner: The seat that owns it, or NO_SEAT if none is known so far.
            outer: The visibilities of all fields that contain the record. Each must allow the seat
                to see it.
        """
        declared = records.visibilities(cls)
        for name, (kind, row_length, code) in records.fields(cls).items():
            combined = outer | {declared[name]} - {Visibility.OPEN}
            if kind in SCALARS:
                field = HiddenField(
                    record=record, name=name, kind=kind, code=code, row_length=row_length
                )
                yield from self._hidden_numbers(field, owner, combined)
            elif combined or has_hidden_fields(kind):
                value = getattr(record, name)
                items = enumerate(value) if row_length else [(NO_SEAT, value)]
                for index, item in items:
                    outer_owner = index if owner == NO_SEAT else owner
                    item_owner = owner_of(kind, item, outer_owner)
                    yield from self.fields_within(kind, item, owner=item_owner, outer=combined)

    def _hidden_numbers(
        self, field: HiddenField, owner: int, visibilities: frozenset[Visibility]
    ) -> Iterator[HiddenField]:
        """Yield a field, or those of its items that are hidden.

        Raises:
            TypeError: The field is visible to its owner, but has none.
        """
        if visibilities & self.hidden_visibilities:
            yield field
        elif OWNER_ONLY in visibilities and owner != NO_SEAT:
            if owner != self.seat:
                yield field
        elif OWNER_ONLY in visibilities:
            if field.row_length == 0:
                raise TypeError(f"{field.name} is its owner's, but nothing says whose it is")
            for index in range(field.row_length):
                if index != self.seat:
                    yield field._replace(item=index)


def owner_of(cls: type, record: Any, outer_owner: int) -> int:
    """Return the owner of a record: its field `side` or `owner`, or else the outer owner."""
    for name in ("side", "owner"):
        if name in records.fields(cls):
            return int(getattr(record, name))
    return outer_owner


@cache
def has_hidden_fields(cls: type) -> bool:
    """Return True if a field in records of this class is not open to every seat."""
    if any(visibility is not Visibility.OPEN for visibility in records.visibilities(cls).values()):
        return True
    return any(
        field.kind not in SCALARS and has_hidden_fields(field.kind)
        for field in records.fields(cls).values()
    )
