"""The open question of a match as plain values, for pages, logs and learning agents.

The queries of the family declare the meaning of each number of an option. The words of the family
express the same options as text, in the same order (`engine.narration`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from carnage.engine.core.queries import Choice, Direction, Place, Query, Thing
from carnage.engine.games import Match, Offer


class FieldMeaning(Struct, frozen=True, omit_defaults=True):
    """The meaning of one name in the options of a question.

    Attributes:
        name: The name.
        kind: The type of the value, such as place or model.
        says: A short explanation.
        choices: The names of the possible values, if they have names.
        of: The answers that have this name; empty if all have it.
    """

    name: str
    kind: str
    says: str = ""
    choices: tuple[str, ...] = ()
    of: tuple[str, ...] = ()


class OpenQuestion(Struct, frozen=True):
    """The question that a game waits for, with its options.

    Seats and things (models, dice) are numbered from 0; things by their index in the record. Places
    are `[x, y]` in the unit of the table. Directions are unit vectors. A value that an option does
    not have is null.

    Attributes:
        query: The name of the kind of question.
        put: The question in words. `{about}` stands for the thing that it is about.
        seat: The seat that answers.
        about_kind: The kind of that thing; empty if the question is about the whole game.
        about: The thing; None if the question is about the whole game.
        sealed: True if other seats must not see the question.
        meanings: The meanings of the names in the options.
        options: The options, each with its values by name.
    """

    query: str
    put: str
    seat: int
    about_kind: str
    about: Any
    sealed: bool
    meanings: tuple[FieldMeaning, ...]
    options: tuple[dict[str, Any], ...]


def describe_question(match: Match) -> OpenQuestion | None:
    """Return the open question of a match with all its options, or None if the game is over."""
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
        meanings=field_meanings(query),
        options=tuple(query.read(option) for option in asked.options),
    )


def question_tables(match: Match) -> tuple[str, ...]:
    """Return the ids of the tables whose rules lead to the open question, the closest first.

    Only tables that this game uses are included. Raise ValueError if the game is over.
    """
    asked = match.question
    if asked is None:
        raise ValueError("the game is over")
    query: Query = match.family.queries[asked.kind]
    ruleset = match.ruleset
    there = {table.id for table in ruleset.book.tables if ruleset.uses(table)}
    return tuple(id for id in query.tables_of(match.record, asked.options[0]) if id in there)


class Highlight(NamedTuple):
    """The places in a scene that show a question or an option.

    Attributes:
        pieces: The ids of pieces. An option has only those that the question does not have.
        place: The point on the table that it names.
        facing: The direction that it names, as a unit vector.
    """

    pieces: tuple[str, ...] = ()
    place: tuple[float, float] | None = None
    facing: tuple[float, float] | None = None


def highlights(match: Match) -> tuple[Highlight, tuple[Highlight, ...]]:
    """Return pointers to the subject of the open question and to each of its options.

    Raise ValueError if the game is over.
    """
    asked = match.question
    if asked is None:
        raise ValueError("the game is over")
    query: Query = match.family.queries[asked.kind]
    about = Highlight()
    if query.about and isinstance(query.about.kind, Thing) and asked.actor >= 0:
        about = Highlight(query.about.kind.pieces(match.record, asked.side, asked.actor))
    return about, tuple(_highlight_option(match, query, option, about) for option in asked.options)


def _highlight_option(match: Match, query: Query, option: Offer, about: Highlight) -> Highlight:
    """Return the pointer of one option.

    The pieces of the question itself, `about`, are left out.
    """
    pieces: dict[str, None] = {}
    place = facing = None
    for key, slot in query.slots_in_use(option):
        numbers = [getattr(option, each) for each in key.split(",")]
        if isinstance(slot.kind, Thing) and numbers[0] >= 0:
            seat = match.question.side if match.question else 0
            pieces |= dict.fromkeys(slot.kind.pieces(match.record, seat, int(numbers[0])))
        elif isinstance(slot.kind, Place) and place is None:
            place = float(numbers[0]), float(numbers[1])
        elif isinstance(slot.kind, Direction) and any(numbers):
            facing = float(numbers[0]), float(numbers[1])
    own = tuple(id for id in pieces if id not in about.pieces)
    return Highlight(own, place, facing)


def field_meanings(query: Query) -> tuple[FieldMeaning, ...]:
    """Return the meanings of the names in the options of this kind of question."""
    return tuple(
        FieldMeaning(
            slot.name,
            slot.kind.label,
            slot.says,
            tuple(slot.kind.names.values()) if isinstance(slot.kind, Choice) else (),
            slot.of,
        )
        for _, slot in query.parts
    )
