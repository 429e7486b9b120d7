"""Queries: declarations of the kinds of question that the rules of a family ask.

An option is a row of numbers (`core.state.Option`). A query declares the numbers that it uses and
their meaning. So pages, logs and learning agents can read options without knowing the family.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

NO_VALUE = -1  # in a slot for a thing or a choice: none
SLOTS = ("what", "who", "other", "x", "fx", "x,y", "fx,fy")
"""The slots of an option: one number, or two together."""


class Refusal(IntEnum):
    """The reasons why the rules refuse a point that a person chose.

    Rules read them as numbers (`core.pointing`); `engine.narration` has their sentences.
    """

    LEGAL = 0
    NO_POINT = 1  # the question takes no point
    TOO_NEAR = 2
    BLOCKED = 3
    NO_ROOM = 4
    BREAKS_SQUAD = 5
    OUTSIDE_ZONE = 6
    OUT_OF_REACH = 7


class Kind(Protocol):
    """The type of the numbers in a slot."""

    @property
    def label(self) -> str:
        """Return its name for people, such as place or model."""

    def read(self, *numbers: float) -> Any:
        """Return the numbers as a plain value, ready for JSON."""


@dataclass(frozen=True)
class Place:
    """A point of the table in the record's own unit, read as `[x, y]`."""

    label: str = "place"

    def read(self, *numbers: float) -> Any:
        """Return the x and the y of the place as a list of floats, ready for JSON."""
        return [float(number) for number in numbers]


@dataclass(frozen=True)
class Direction:
    """A unit vector, read as `[x, y]`. (0, 0) is no direction and is read as null."""

    label: str = "direction"

    def read(self, *numbers: float) -> Any:
        """Return the components as floats, or None for (0, 0)."""
        if any(numbers):
            return [float(number) for number in numbers]
        return None


@dataclass(frozen=True)
class Number:
    """A count or an amount. It is an integer if the slot holds integers."""

    label: str = "number"

    def read(self, *numbers: float) -> Any:
        """Return the number as a Python int or float."""
        (number,) = numbers
        if isinstance(number, float):
            return float(number)
        return int(number)


@dataclass(frozen=True)
class Chance:
    """A probability from 0 to 1."""

    label: str = "chance"

    def read(self, *numbers: float) -> Any:
        """Return the probability as a float."""
        return float(numbers[0])


@dataclass(frozen=True)
class YesNo:
    """1 or 0, read as true or false."""

    label: str = "yes/no"

    def read(self, *numbers: float) -> Any:
        """Return the number as a bool."""
        return bool(numbers[0])


@dataclass(frozen=True)
class Choice:
    """One of several named values, read as its name. -1 is read as null."""

    names: Mapping[int, str]
    label: str = "choice"

    def read(self, *numbers: float) -> Any:
        """Return the name of the number, or None for -1."""
        if numbers[0] == NO_VALUE:
            return None
        return self.names[int(numbers[0])]

    def only(self, *names: str) -> Choice:
        """Return a choice of some of these names, with the same numbers."""
        return Choice({number: name for number, name in self.names.items() if name in names})

    def numbers(self, prefix: str = "") -> dict[str, int]:
        """Return the number of each name, with a prefix before the name."""
        return {prefix + name: number for number, name in self.names.items()}

    def __getitem__(self, number: int) -> str:
        """Return the name of a number."""
        return self.names[int(number)]


@dataclass(frozen=True)
class Thing:
    """An item of a row of the record, read as its index in the row. -1 is read as null.

    Attributes:
        label: Its name for people, such as model.
        row: The field of the record that holds the row. `seats.dice` is the row `dice` of the seat
            that is asked.
        count: The field of the record with the number of items in use; empty if all are in use.
        piece: The id of the item in scenes, with `{n}` for its number and `{seat}` for the seat
            that is asked, both from 1. It is empty if scenes do not show the item by itself.
    """

    label: str
    row: str
    count: str = ""
    piece: str = ""

    def read(self, *numbers: float) -> Any:
        """Return the index as an int, or None for -1."""
        return None if numbers[0] == NO_VALUE else int(numbers[0])

    def count_items(self, record: Any, seat: int) -> int:
        """Return the number of items in a record, for the seat that is asked."""
        if self.count:
            return int(getattr(record, self.count))
        outer, _, inner = self.row.partition(".")
        row = getattr(record, outer)
        if inner:
            row = getattr(row[seat], inner)
        return len(row)

    def pieces(self, record: Any, seat: int, n: int) -> tuple[str, ...]:
        """Return the ids of the pieces that show item `n` in scenes, if any."""
        if self.piece:
            return (self.piece.format(n=n + 1, seat=seat + 1),)
        return ()


@dataclass(frozen=True)
class Band(Thing):
    """A thing that is a group of others, such as a unit of models.

    Its fields `first` and `count` give the range of its members in the row of `of`.
    """

    of: Thing | None = None

    def pieces(self, record: Any, seat: int, n: int) -> tuple[str, ...]:
        """Return the ids of the pieces that show the members of group `n`."""
        assert self.of is not None
        group = getattr(record, self.row)[n]
        first = int(group.first)
        ids: list[str] = []
        for member in range(first, first + int(group.count)):
            ids += self.of.pieces(record, seat, member)
        return tuple(ids)


def choice_of(*names: str) -> Choice:
    """Return a choice in which these names have the numbers 0, 1, …"""
    return Choice(dict(enumerate(names)))


A_PLACE = Place()
A_DIRECTION = Direction()
A_NUMBER = Number()
A_CHANCE = Chance()
YES_OR_NO = YesNo()
NO_AND_YES = {0: "no", 1: "yes"}


@dataclass(frozen=True)
class Slot:
    """The meaning of one slot of an option, or of two that belong together.

    Attributes:
        name: The name of the meaning.
        kind: The type of the numbers.
        says: A short explanation.
        of: The answers with which the slot has this meaning; empty for all answers.
    """

    name: str
    kind: Kind
    says: str = ""
    of: tuple[str, ...] = ()

    def applies_to(self, answer: str) -> bool:
        """Return True if the slot has this meaning in options with an answer."""
        return not self.of or answer in self.of


Ruling = tuple[str, ...] | Callable[[Any, Any], tuple[str, ...]]
"""The ids of tables, the closest first, or a function of a record and the first option that
returns them.
"""


@dataclass(frozen=True)
class Query:
    """One kind of question.

    Attributes:
        name: The name of the kind.
        put: The question in words. `{about}` stands for the thing that it is about.
        about: The meaning of the number of that thing; None if the question is about the whole
            game.
        slots: The meanings of an option's slots. Slots without a meaning are 0 or -1.
        routine: True if planners leave the question to the greedy bot.
        sealed: True if answers are hidden until every seat has answered.
        sampled: True if the rules allow more answers than are offered, such as places or
            directions. A person may answer by a point (`core.pointing`).
        seeks: True if the question asks for a target, whichever action follows.
        rules: The ids of the tables that the question comes from. A game uses at least one of them.
        targets: The answers that name a thing without a slot for it, each with the id of its piece
            in scenes. `{enemy}` stands for the number of the other seat, from 1.
        uses: The answers that use an optional rule, each with the name of the rule:
            `special.shout`, or the table alone for its chosen option.
        in_general: The wording for many such questions, if “the …” does not fit in place of
            `{about}`.
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
    targets: Mapping[str, str] = field(default_factory=dict)
    uses: Mapping[str, str] = field(default_factory=dict)
    in_general: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError if the declaration contradicts itself."""
        mistake = next(self._mistakes(), "")
        if mistake:
            raise ValueError(f"query {self.name}: {mistake}")

    @property
    def is_about_game(self) -> bool:
        """Return True if the question is about the whole game, not about one thing in it."""
        return self.about is None or not isinstance(self.about.kind, Thing)

    @property
    def general_text(self) -> str:
        """Return the wording for many questions of this kind."""
        if self.in_general:
            return self.in_general
        about = ""
        if self.about:
            about = f"the {self.about.name}"
        return self.put.format(about=about)

    def tables_of(self, record: Any, first: Any) -> tuple[str, ...]:
        """Return the ids of the tables that a question comes from; `first` is its first option."""
        if isinstance(self.rules, tuple):
            return self.rules
        return self.rules(record, first)

    def asks_about(self, thing: Thing) -> bool:
        """Return True if the question is about a thing of this kind."""
        return self.about is not None and self.about.kind == thing

    @property
    def parts(self) -> Iterator[tuple[str, Slot]]:
        """Yield each meaning with the name of its slot, in the order of declaration."""
        for key, slots in self.slots.items():
            for slot in slots if isinstance(slots, tuple) else (slots,):
                yield key, slot

    def slots_in_use(self, option: Any) -> Iterator[tuple[str, Slot]]:
        """Yield the meanings that apply to an option, each with the name of its slot."""
        answer = self.answers.get(int(option.what), "")
        for key, slot in self.parts:
            if slot.applies_to(answer):
                yield key, slot

    def target_of(self, option: Any, seat: int) -> str:
        """Return the id of the piece that an option names without a slot, or ""."""
        answer = self.answers.get(int(option.what), "")
        return self.targets.get(answer, "").format(enemy=2 - seat)

    def read(self, option: Any) -> dict[str, Any]:
        """Return an option as plain values by the names of their meanings, ready for JSON."""
        values = {}
        for key, slot in self.slots_in_use(option):
            numbers = [getattr(option, part) for part in key.split(",")]
            values[slot.name] = slot.kind.read(*numbers)
        return values

    def is_complete_answer(self, answer: str) -> bool:
        """Return True if an answer is complete by itself, without a place, a direction or a target.

        A thing counts as a target only if the question `seeks` one.
        """
        kinds: tuple[type, ...] = (Place, Direction)
        if self.seeks:
            kinds = (Place, Direction, Thing)
        for _, slot in self.parts:
            is_detail = isinstance(slot.kind, kinds) and slot != self.about
            if is_detail and slot.applies_to(answer):
                return False
        return True

    @property
    def answers(self) -> Mapping[int, str]:
        """Return the names of the answers by number; empty if the answers have no names."""
        what = self.slots.get("what")
        if not isinstance(what, Slot):
            return {}
        if isinstance(what.kind, Choice):
            return what.kind.names
        if isinstance(what.kind, YesNo):
            return NO_AND_YES
        return {}

    def _mistakes(self) -> Iterator[str]:
        """Yield a message for each mistake in the declaration."""
        placeholders = set(re.findall(r"{(.*?)}", self.put))
        known_placeholders = {"about"} if self.about else set()
        if placeholders - known_placeholders:
            yield f"{self.put!r} asks for what it does not say that it is about"
        if self.sealed and self.sampled:
            yield "a point cannot be a secret answer"
        for key in self.slots:
            if key not in SLOTS:
                yield f"an option has no slot {key!r}; the slots are {'; '.join(SLOTS)}"
            if f"{key},{key.replace('x', 'y')}" in self.slots:
                yield f"{key} has a meaning twice"
        answers = set(self.answers.values())
        named = {**self.uses, **self.targets}
        if not set(named) <= answers:
            yield f"{', '.join(named)} are to be answers, which `what` does not name"
        for key, slot in self.parts:
            if not set(slot.of) <= answers:
                yield f"{slot.name} is of {', '.join(slot.of)}, which `what` does not name"
            needs_two = isinstance(slot.kind, (Place, Direction))
            if needs_two != ("," in key):
                needed = "two slots" if needs_two else "one slot"
                yield f"a {slot.kind.label} takes {needed}, not {key}"
        for answer in self.answers.values() or [""]:
            names = [slot.name for _, slot in self.parts if slot.applies_to(answer)]
            if len(set(names)) < len(names):
                yield f"two slots are called alike: {', '.join(names)}"
