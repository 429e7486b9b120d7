"""Observing: a game's record as one seat may see it. What is hidden is declared beside the fields.

Whoever plays from outside (a page, a learning agent) is given an observation. A family's scenes and bots are
given the record itself, and tests hold them to what the observation has. `core.sight` has the markers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from carnage.engine.core import records
from carnage.engine.core.records import SCALARS
from carnage.engine.core.sight import ASKERS, NOBODYS, OWNERS, UNSEALED, Sight
from carnage.engine.core.state import OPTIONS, Core, Option

NO_SEAT = -1


class Hidden(NamedTuple):
    """Numbers in a record that a seat may not see: field `name` of `holder`, of a row the item `at` or all.

    `kind` is the type of each number, `code` how it is stored, and `row` how many there are in the row, 0 for
    one number that is in none.
    """

    holder: Any
    name: str
    kind: type
    code: str
    row: int
    at: int = -1

    def write(self, numbers: list[Any]) -> None:
        """Put others in their place: as many as are hidden."""
        if self.row == 0:
            setattr(self.holder, self.name, numbers[0])
        elif self.at >= 0:
            getattr(self.holder, self.name)[self.at] = numbers[0]
        else:
            getattr(self.holder, self.name)[:] = numbers

    @property
    def size(self) -> int:
        """How many numbers are hidden."""
        return 1 if self.row == 0 or self.at >= 0 else self.row


def observe(record: Any, seat: int) -> Any:
    """A copy of a game's record, NumPy's or plain, in which everything is 0 that this seat may not see.

    Seats count from 0; -1 is somebody who watches. What is offered is there for everybody, but while answers
    are sealed for whoever is asked alone; what is offered no more is 0.
    """
    seen = records.twin(record)
    for hidden in hidden_from(seen, seat):
        hidden.write([hidden.kind(0)] * hidden.size)
    return seen


def knows_more(record: Any, seat: int) -> bool:
    """Whether this seat sees anything of a game that somebody who only watches does not."""
    cls = records.class_of(record)
    mine, watched = (records.as_values(cls, observe(record, whose)) for whose in (seat, NO_SEAT))
    return mine != watched


def hidden_from(record: Any, seat: int) -> Iterator[Hidden]:
    """All numbers of a game's record that this seat may not see."""
    core = record.core
    look = _Look(seat, core)
    offered = 0 if ASKERS in look.shut else int(core.offered)
    yield from look.within(records.class_of(record), record, NO_SEAT, frozenset())
    for k in range(offered, OPTIONS):
        yield from look.within(Option, core.options[k], NO_SEAT, frozenset({NOBODYS}))


class _Look:
    """One seat's look at a record: what of it is hidden, and whether anything is sealed just now."""

    def __init__(self, seat: int, core: Core) -> None:
        self.seat = seat
        sealed = int(core.sealed_from) >= 0
        self.shut = {NOBODYS}
        if sealed:
            self.shut.add(UNSEALED)
        if sealed and int(core.asker) != seat:
            self.shut.add(ASKERS)

    def within(self, cls: type, record: Any, owner: int, sights: frozenset[Sight]) -> Iterator[Hidden]:
        """What is hidden in a record of this class; it is `owner`'s, or nobody's that is known so far.

        `sights` are those of all that it is part of: whoever is to see a field must be let in by each.
        """
        declared = records.sights(cls)
        for name, (kind, count, code) in records.fields(cls).items():
            seen_by = sights | {declared[name]} - {Sight.OPEN}
            if kind in SCALARS:
                yield from self.numbers(Hidden(record, name, kind, code, count), owner, seen_by)
            elif seen_by or conceals(kind):
                inner = getattr(record, name)
                for place, part in enumerate(inner) if count else [(NO_SEAT, inner)]:
                    whose = owner_of(kind, part, place if owner == NO_SEAT else owner)
                    yield from self.within(kind, part, whose, seen_by)

    def numbers(self, field: Hidden, owner: int, sights: frozenset[Sight]) -> Iterator[Hidden]:
        """This field, or the items of it that are hidden."""
        if sights & self.shut:
            yield field
        elif OWNERS in sights and owner != NO_SEAT:
            if owner != self.seat:
                yield field
        elif OWNERS in sights:
            if field.row == 0:
                raise TypeError(f"{field.name} is its owner's, but nothing says whose it is")
            yield from (field._replace(at=place) for place in range(field.row) if place != self.seat)


def owner_of(cls: type, record: Any, otherwise: int) -> int:
    """Whose a record is: what its field `side` or `owner` says, if it has one."""
    name = next((name for name in ("side", "owner") if name in records.fields(cls)), "")
    return int(getattr(record, name)) if name else otherwise


@cache
def conceals(cls: type) -> bool:
    """Whether anything in records of this class is not for everybody."""
    return any(sight is not Sight.OPEN for sight in records.sights(cls).values()) or any(
        kind not in SCALARS and conceals(kind) for kind, _, _ in records.fields(cls).values()
    )
