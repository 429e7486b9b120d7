"""The open question of a match as plain values, for pages, logs and learning agents.

The queries of the family declare the meaning of each number of an option. The words of the family
express the same options as text, in the same order (`engine.narration`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from carnage.engine.core.queries import Choice, Direction, Place, Query, Slot, Thing
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
    question = match.question
    if question is None:
        return None
    query: Query = match.family.queries[question.kind]
    about_kind = ""
    about = None
    if query.about:
        about_kind = query.about.kind.label
        about = query.about.kind.read(question.actor)
    return OpenQuestion(
        query=query.name,
        put=query.put,
        seat=question.side,
        about_kind=about_kind,
        about=about,
        sealed=query.sealed,
        meanings=field_meanings(query),
        options=tuple(query.read(option) for option in question.options),
    )


def question_tables(match: Match) -> tuple[str, ...]:
    """Return the ids of the tables whose rules lead to the open question, the closest first.

    Only tables that this game uses are included. Raise ValueError if the game is over.
    """
    question = match.question
    if question is None:
        raise ValueError("the game is over")
    query: Query = match.family.queries[question.kind]
    ruleset = match.ruleset
    used_tables = {table.id for table in ruleset.book.tables if ruleset.uses(table)}
    tables = query.tables_of(match.record, question.options[0])
    return tuple(id for id in tables if id in used_tables)


class Highlight(NamedTuple):
    """The pieces and places of a scene that show a question or an option.

    Attributes:
        pieces: The ids of pieces. An option has only those that the question does not have.
        place: The point on the table that it names.
        facing: The direction that it names, as a unit vector.
    """

    pieces: tuple[str, ...] = ()
    place: tuple[float, float] | None = None
    facing: tuple[float, float] | None = None


def highlights(match: Match) -> tuple[Highlight, tuple[Highlight, ...]]:
    """Return the highlights of the subject of the open question and of each of its options.

    Raise ValueError if the game is over.
    """
    question = match.question
    if question is None:
        raise ValueError("the game is over")
    query: Query = match.family.queries[question.kind]
    subject = Highlight()
    if query.about and isinstance(query.about.kind, Thing) and question.actor >= 0:
        subject = Highlight(query.about.kind.pieces(match.record, question.side, question.actor))
    options = tuple(
        _highlight_option(match, query, option, subject=subject) for option in question.options
    )
    return subject, options


def _highlight_option(
    match: Match, query: Query, option: Offer, *, subject: Highlight
) -> Highlight:
    """Return the highlight of one option, without the pieces of the question's subject."""
    seat = match.question.side if match.question else 0
    target = query.target_of(option, seat)
    if target:
        return Highlight((target,))
    pieces: dict[str, None] = {}
    place = facing = None
    for key, slot in query.slots_in_use(option):
        numbers = [getattr(option, part) for part in key.split(",")]
        if isinstance(slot.kind, Thing) and numbers[0] >= 0:
            pieces |= dict.fromkeys(slot.kind.pieces(match.record, seat, int(numbers[0])))
        elif isinstance(slot.kind, Place) and place is None:
            place = float(numbers[0]), float(numbers[1])
        elif isinstance(slot.kind, Direction) and any(numbers):
            facing = float(numbers[0]), float(numbers[1])
    new_pieces = tuple(id for id in pieces if id not in subject.pieces)
    return Highlight(new_pieces, place, facing)


def field_meanings(query: Query) -> tuple[FieldMeaning, ...]:
    """Return the meanings of the names in the options of this kind of question."""
    return tuple(_field_meaning(slot) for _, slot in query.parts)


def _field_meaning(slot: Slot) -> FieldMeaning:
    """Return the meaning of one slot."""
    choices: tuple[str, ...] = ()
    if isinstance(slot.kind, Choice):
        choices = tuple(slot.kind.names.values())
    return FieldMeaning(
        name=slot.name, kind=slot.kind.label, says=slot.says, choices=choices, of=slot.of
    )
