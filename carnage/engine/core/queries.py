"""Queries: how a family declares each kind of question that its rules ask.

An option is a row of numbers (`core.state.Option`). A query says which of them it uses and what for, so that
pages, logs and learning agents can read what is offered without knowing the family.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

NOBODY = -1  # in a slot that could name a thing or a choice, and names none
SLOTS = ("what", "who", "other", "x", "fx", "x,y", "fx,fy")  # of an option, or two that belong together


class Kind(Protocol):
    """What sort of thing the numbers of a slot are."""

    @property
    def label(self) -> str:
        """What people call it: a place, a model."""

    def read(self, *numbers: float) -> Any:
        """The numbers as a plain value, ready for JSON."""


@dataclass(frozen=True)
class Place:
    """A point of the table, in the record's own unit; `[x, y]`."""

    label: str = "place"

    def read(self, *numbers: float) -> Any:
        return [float(number) for number in numbers]


@dataclass(frozen=True)
class Direction:
    """A unit vector, `[x, y]`; null for (0, 0), which is no direction."""

    label: str = "direction"

    def read(self, *numbers: float) -> Any:
        return [float(number) for number in numbers] if any(numbers) else None


@dataclass(frozen=True)
class Number:
    """How many, or how much; whole where the slot is."""

    label: str = "number"

    def read(self, *numbers: float) -> Any:
        (number,) = numbers
        return float(number) if isinstance(number, float) else int(number)


@dataclass(frozen=True)
class Chance:
    """How likely something is, 0 to 1."""

    label: str = "chance"

    def read(self, *numbers: float) -> Any:
        return float(numbers[0])


@dataclass(frozen=True)
class YesNo:
    """1 or 0; true or false."""

    label: str = "yes/no"

    def read(self, *numbers: float) -> Any:
        return bool(numbers[0])


@dataclass(frozen=True)
class Choice:
    """One of a few that have names; the name, or null for -1."""

    names: Mapping[int, str]
    label: str = "choice"

    def read(self, *numbers: float) -> Any:
        return None if numbers[0] == NOBODY else self.names[int(numbers[0])]

    def only(self, *names: str) -> Choice:
        """Some of these choices, under the same numbers."""
        return Choice({number: name for number, name in self.names.items() if name in names})

    def numbers(self, prefix: str = "") -> dict[str, int]:
        """The number of each choice by its name, with something before it."""
        return {prefix + name: number for number, name in self.names.items()}

    def __getitem__(self, number: int) -> str:
        return self.names[int(number)]


@dataclass(frozen=True)
class Thing:
    """Something that the record has a row of: its place in that row, or null for -1.

    `row` is the field of the record, with a dot and a field of its own where each seat has such a row: then
    the row of whoever is asked is meant. `count` is the field that says how many there are, if not all.
    `piece` is its id in scenes, with `{n}` for its place in the row and `{seat}` for whoever is asked, both
    from 1; empty for what no scene shows by itself.
    """

    label: str
    row: str
    count: str = ""
    piece: str = ""

    def read(self, *numbers: float) -> Any:
        return None if numbers[0] == NOBODY else int(numbers[0])

    def how_many(self, record: Any, seat: int) -> int:
        """How many there are in this record, for this seat."""
        if self.count:
            return int(getattr(record, self.count))
        outer, _, inner = self.row.partition(".")
        row = getattr(record, outer)
        return len(getattr(row[seat], inner) if inner else row)

    def pieces(self, record: Any, seat: int, n: int) -> tuple[str, ...]:
        """The ids of what scenes show of thing n, as far as they show anything."""
        return (self.piece.format(n=n + 1, seat=seat + 1),) if self.piece else ()


@dataclass(frozen=True)
class Band(Thing):
    """Something that is made of others: its fields `first` and `count` say of which in a row."""

    of: Thing | None = None

    def pieces(self, record: Any, seat: int, n: int) -> tuple[str, ...]:
        """Those of all that it is made of."""
        assert self.of is not None
        band = getattr(record, self.row)[n]
        members = range(int(band.first), int(band.first) + int(band.count))
        return tuple(id for member in members for id in self.of.pieces(record, seat, member))


def choice(*names: str) -> Choice:
    """Names for 0, 1, …"""
    return Choice(dict(enumerate(names)))


A_PLACE, A_DIRECTION, A_NUMBER, A_CHANCE, YES_OR_NO = Place(), Direction(), Number(), Chance(), YesNo()
NO_AND_YES = {0: "no", 1: "yes"}


@dataclass(frozen=True)
class Slot:
    """What the numbers of a slot mean: what that is called, of which kind it is, and what to know about it.

    `of` names the choices of `what` with which it means this; with all of them if there are none.
    """

    name: str
    kind: Kind
    says: str = ""
    of: tuple[str, ...] = ()


Ruling = tuple[str, ...] | Callable[[Any, Any], tuple[str, ...]]
"""The ids of tables, the nearest first; or what gives them for a record and the first option."""


@dataclass(frozen=True)
class Query:
    """One kind of question.

    `put` is the question itself, in which `{about}` stands for the thing that it is about; `about` says what
    the number of that thing means (None: it is about the whole game). `slots` says what the slots of an
    option mean; those that are left out are 0 or -1. Planners leave a `routine` question to the greedy bot;
    what is answered to a `sealed` one is hidden until everybody has answered. `rules` says which tables
    have the rules that it comes from; of these a game has one at least. `uses` says which answers are to make
    use of a rule that nobody has to use: `special.shout`, or the table alone where that is the chosen option.
    Of a `sampled` one the rules allow more answers than are offered: places, directions, of which there are
    any number. One that `seeks` asks whom or which, whatever is to be done with them. `in_general` is the
    question as it is told of many, where “the …” does not do for what it is about.
    """

    name: str
    put: str
    about: Slot | None = None
    slots: Mapping[str, Slot | tuple[Slot, ...]] = field(default_factory=dict)
    routine: bool = False
    sealed: bool = False
    sampled: bool = False
    seeks: bool = False
    rules: Ruling = ()
    uses: Mapping[str, str] = field(default_factory=dict)
    in_general: str = ""

    def __post_init__(self) -> None:
        wrong = next(self._amiss(), "")
        if wrong:
            raise ValueError(f"query {self.name}: {wrong}")

    @property
    def at_large(self) -> bool:
        """Whether it is about the whole game, not about one thing in it."""
        return self.about is None or not isinstance(self.about.kind, Thing)

    @property
    def put_of_many(self) -> str:
        """The question as it is told of many of its kind."""
        return self.in_general or self.put.format(about=f"the {self.about.name}" if self.about else "")

    def ruled_by(self, record: Any, first: Any) -> tuple[str, ...]:
        """The tables that have its rules, where `first` is its first option."""
        return self.rules if isinstance(self.rules, tuple) else self.rules(record, first)

    def asks_about(self, thing: Thing) -> bool:
        """Whether it is about one of these."""
        return self.about is not None and self.about.kind == thing

    @property
    def parts(self) -> Iterator[tuple[str, Slot]]:
        """Each meaning with its slot, in the order in which they are declared."""
        for key, slots in self.slots.items():
            for slot in slots if isinstance(slots, tuple) else (slots,):
                yield key, slot

    def in_use(self, option: Any) -> Iterator[tuple[str, Slot]]:
        """The meanings that this option's numbers have, by slot."""
        does = self.answers.get(int(option.what), "")
        for key, slot in self.parts:
            if not slot.of or does in slot.of:
                yield key, slot

    def read(self, option: Any) -> dict[str, Any]:
        """An option by the names of what it means, as plain values, ready for JSON."""
        return {
            slot.name: slot.kind.read(*(getattr(option, each) for each in key.split(",")))
            for key, slot in self.in_use(option)
        }

    def says_all(self, answer: str) -> bool:
        """Whether this answer says all that there is to say, and not where or whom as well."""
        kinds = (Place, Direction, Thing) if self.seeks else (Place, Direction)
        more = (slot for _, slot in self.parts if isinstance(slot.kind, kinds) and slot != self.about)
        return not any(not slot.of or answer in slot.of for slot in more)

    @property
    def answers(self) -> Mapping[int, str]:
        """The names of what the options of this query do, by `what`; empty where they have none."""
        what = self.slots.get("what")
        kind = what.kind if isinstance(what, Slot) else None
        if isinstance(kind, Choice):
            return kind.names
        return NO_AND_YES if isinstance(kind, YesNo) else {}

    def _amiss(self) -> Iterator[str]:
        """What is wrong with this declaration."""
        if set(re.findall(r"{(.*?)}", self.put)) - ({"about"} if self.about else set()):
            yield f"{self.put!r} asks for what it does not say that it is about"
        for key in self.slots:
            if key not in SLOTS:
                yield f"an option has no slot {key!r}; the slots are {'; '.join(SLOTS)}"
            if f"{key},{key.replace('x', 'y')}" in self.slots:
                yield f"{key} has a meaning twice"
        if not set(self.uses) <= set(self.answers.values()):
            yield f"{', '.join(self.uses)} are to be answers, which `what` does not name"
        for key, slot in self.parts:
            if not set(slot.of) <= set(self.answers.values()):
                yield f"{slot.name} is of {', '.join(slot.of)}, which `what` does not name"
            two = isinstance(slot.kind, (Place, Direction))
            if two != ("," in key):
                yield f"a {slot.kind.label} takes {'two slots' if two else 'one slot'}, not {key}"
        for does in self.answers.values() or [""]:
            names = [slot.name for _, slot in self.parts if not slot.of or does in slot.of]
            if len(set(names)) < len(names):
                yield f"two slots are called alike: {', '.join(names)}"
