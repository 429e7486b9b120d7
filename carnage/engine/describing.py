"""Describing: the open question of a match as plain values, for pages, logs and learning agents.

The family's queries say what each number of an option means; the family's words say the same to people
(`engine.telling`), option for option in the same order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from carnage.engine.core.queries import Choice, Direction, Place, Query, Thing
from carnage.engine.games import Match, Offer


class Meaning(Struct, frozen=True, omit_defaults=True):
    """What a name in the options means: its kind (a place, a model), what to know of it, its choices if it
    has such, and the choices of the option's first name with which alone it is there."""

    name: str
    kind: str
    says: str = ""
    choices: tuple[str, ...] = ()
    of: tuple[str, ...] = ()


class OpenQuestion(Struct, frozen=True):
    """What a game is waiting for: the kind of question, whose answer it is, and what may be answered.

    Seats count from 0, and so do things (models, dice), by their place in the record. In `put`, `{about}`
    stands for what the question is about, whose kind is `about_kind`: both are empty for the whole game. Of a
    `sealed` question nobody else may see anything. Places are `[x, y]` in the table's own unit, directions
    unit vectors; what an option does not have is null.
    """

    query: str
    put: str
    seat: int
    about_kind: str
    about: Any
    sealed: bool
    meanings: tuple[Meaning, ...]
    options: tuple[dict[str, Any], ...]


def describe(match: Match) -> OpenQuestion | None:
    """The open question of a match with all its options; None if the game is over."""
    asked = match.question
    if asked is None:
        return None
    query: Query = match.family.queries[asked.kind]
    about = query.about
    return OpenQuestion(
        query=query.name,
        put=query.put,
        seat=asked.side,
        about_kind=about.kind.label if about else "",
        about=about.kind.read(asked.actor) if about else None,
        sealed=query.sealed,
        meanings=meanings(query),
        options=tuple(query.read(option) for option in asked.options),
    )


def rules_asked_by(match: Match) -> tuple[str, ...]:
    """The tables of this game that have the rules from which its open question comes, the nearest first;
    raises ValueError if there is none."""
    asked = match.question
    if asked is None:
        raise ValueError("the game is over")
    query: Query = match.family.queries[asked.kind]
    ruleset = match.ruleset
    there = {table.id for table in ruleset.book.tables if ruleset.uses(table)}
    return tuple(id for id in query.ruled_by(match.record, asked.options[0]) if id in there)


class Pointer(NamedTuple):
    """Where something that is asked about, or an answer, shows in scenes: the ids of pieces (for an answer,
    those that are not asked about anyway), the place on the table that it names, and the way to face."""

    pieces: tuple[str, ...] = ()
    place: tuple[float, float] | None = None
    facing: tuple[float, float] | None = None


def pointers(match: Match) -> tuple[Pointer, tuple[Pointer, ...]]:
    """What the open question of a match is about, and each of its options; raises ValueError for none."""
    asked = match.question
    if asked is None:
        raise ValueError("the game is over")
    query: Query = match.family.queries[asked.kind]
    about = Pointer()
    if query.about and isinstance(query.about.kind, Thing) and asked.actor >= 0:
        about = Pointer(query.about.kind.pieces(match.record, asked.side, asked.actor))
    return about, tuple(_pointer(match, query, option, about) for option in asked.options)


def _pointer(match: Match, query: Query, option: Offer, about: Pointer) -> Pointer:
    pieces: dict[str, None] = {}
    place = facing = None
    for key, slot in query.in_use(option):
        numbers = [getattr(option, each) for each in key.split(",")]
        if isinstance(slot.kind, Thing) and numbers[0] >= 0:
            seat = match.question.side if match.question else 0
            pieces |= dict.fromkeys(slot.kind.pieces(match.record, seat, int(numbers[0])))
        elif isinstance(slot.kind, Place) and place is None:
            place = float(numbers[0]), float(numbers[1])
        elif isinstance(slot.kind, Direction) and any(numbers):
            facing = float(numbers[0]), float(numbers[1])
    own = tuple(id for id in pieces if id not in about.pieces)
    return Pointer(own, place, facing)


def meanings(query: Query) -> tuple[Meaning, ...]:
    """What the names in this kind of question's options mean."""
    return tuple(
        Meaning(
            slot.name,
            slot.kind.label,
            slot.says,
            tuple(slot.kind.names.values()) if isinstance(slot.kind, Choice) else (),
            slot.of,
        )
        for _, slot in query.parts
    )
