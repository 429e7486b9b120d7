"""Check the sheet of a family: its texts, and the tables, parts and pictures that it names."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from carnage.catalog.rosters import ROSTER_VALUE_NAMES, ROSTER_WORDS
from carnage.catalog.schema import Book, Table, TableFile
from carnage.catalog.sheets import GAME_VALUE_NAMES, CounterSpec, ExtraPart
from carnage.catalog.template_names import (
    list_game_attributes,
    list_used_numbers,
    list_used_pitches,
)
from carnage.catalog.toml import CatalogError, display_path
from carnage.catalog.traits import Conditional, check_traits
from carnage.catalog.validation import check_literal_numbers, check_template

SHEET_NAMES = frozenset({"the", "game", "pitch", "misses", "range"})
PLACES = ("front", "back")
# Names that pages of a rulebook already use.
RESERVED_IDS = frozenset(
    {
        "components",
        "rosters",
        "odds",
        "reference",
        "glossary",
        "credits",
        "main",
        "name",
        "notes",
    }
)
# The lines of a picture that have words. All others have positions and sizes.
_SAID = re.compile(r"""^\s*(title|desc|label|text) *= *['"](.*)['"]\s*$""", re.MULTILINE)


def check_sheet(book: Book, known: Container[str], read: Mapping[str, TableFile]) -> None:
    """Raise CatalogError for an invalid sheet.

    Args:
        book: The book.
        known: The ids of all tables of the family, because a sheet may name tables of another book.
        read: The files of this book's tables, with all of their options.
    """
    sheet = book.sheet
    name = display_path(f"{book.family}/sheet.toml")
    for place, text in _list_texts(book, name):
        _check_sheet_text(book, place, text, known, read)
    steps = [item for step in sheet.step for item in step.item]
    entries: list[Conditional] = [
        *sheet.fact,
        *sheet.component,
        *sheet.step,
        *steps,
        *sheet.part,
        *sheet.tally,
        *sheet.pieces,
        *sheet.throw,
    ]
    for entry in entries:
        check_traits(name, entry.needs + entry.unless, book.traits)
    for item in steps:
        if bool(item.table) == bool(item.head and item.text):
            raise CatalogError(
                f"{name}: an item of a step is either a table or a line with head and text"
            )
    remedies = [id for each in sheet.remedy for id in each.tables]
    for id in [
        *[each.table for each in sheet.telling],
        *[item.table for item in steps if item.table],
        *remedies,
    ]:
        if id not in known:
            raise CatalogError(f"{name}: there is no table {id!r}")
    telling = [each.table for each in sheet.telling]
    if len(set(telling)) != len(telling):
        raise CatalogError(f"{name}: a table is told twice")
    faults = [each.fault for each in sheet.remedy]
    if len(set(faults)) != len(faults):
        raise CatalogError(f"{name}: a fault has remedies twice")
    _check_counters(name, sheet.tally)
    ids = {table.id for table in book.tables}
    if ids & RESERVED_IDS:
        place = display_path(f"books/{book.code}.toml")
        raise CatalogError(f"{place}: no table can be called {sorted(ids & RESERVED_IDS)}")
    for part in sheet.part:
        _check_part(book, f"{name}: {part.id}", part, ids)
        ids.add(part.id)


def _list_texts(book: Book, name: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each text of the sheet."""
    sheet = book.sheet
    yield f"{name}: lead", sheet.lead
    for fact in sheet.fact:
        yield f"{name}: {fact.label}", fact.text
    for needed in sheet.component:
        yield f"{name}: component", needed.text
    for step in sheet.step:
        yield f"{name}: step", step.title
        for item in step.item:
            yield f"{name}: {step.title.strip()}: {item.head}", item.text
    yield f"{name}: clock", sheet.clock
    if isinstance(sheet.minutes, str):
        yield f"{name}: minutes", sheet.minutes
    for tally in sheet.tally:
        for text in (tally.label, tally.start, tally.most):
            yield f"{name}: tally {tally.code}", text
    for pieces in sheet.pieces:
        for text in (pieces.die, pieces.count, pieces.label):
            yield f"{name}: pieces {pieces.die}", text
    for throw in sheet.throw:
        for text in (throw.dice, throw.success):
            yield f"{name}: throw {throw.label}", text
    for part in sheet.part:
        yield f"{name}: {part.id}", part.text
        if part.picture:
            yield _describe_picture(book, part.picture), book.pictures[part.picture]


def _check_sheet_text(
    book: Book, place: str, text: str, known: Container[str], read: Mapping[str, TableFile]
) -> None:
    """Raise CatalogError for a text that uses unknown names or has a literal number."""
    roster = bool(book.roster.figure)
    check_template(
        place, text, SHEET_NAMES | (ROSTER_WORDS if roster else frozenset()), book.traits
    )
    for said in _split_checked_parts(book, place, text):
        check_literal_numbers(place, said)
    try:
        numbers = list_used_numbers(text)
        pitches = list_used_pitches(text)
        things = list_game_attributes(text)
    except CatalogError as error:
        raise CatalogError(f"{place}: {error}") from None
    for number in numbers:
        id, _, param = number.partition(".")
        if id not in known or (id in read and param not in _list_params(read[id], book.table(id))):
            raise CatalogError(f"{place}: there is no number {number!r}")
    rolled = {table.id for table in book.rolled}
    if pitches - rolled:
        raise CatalogError(
            f"{place}: the {book.title} book does not roll on {sorted(pitches - rolled)}"
        )
    unknown = things - GAME_VALUE_NAMES - (ROSTER_VALUE_NAMES if roster else frozenset())
    if unknown:
        raise CatalogError(f"{place}: a game of this book has no {sorted(unknown)}")


def _split_checked_parts(book: Book, place: str, text: str) -> list[str]:
    """Return the parts of a text in which literal numbers are refused.

    These are the whole text, or the lines of words of a picture.
    """
    if place not in {_describe_picture(book, part.picture) for part in book.sheet.part}:
        return [text]
    return [line[2] for line in _SAID.finditer(text)]


def _describe_picture(book: Book, picture: str) -> str:
    """Return the name of a picture for messages."""
    return display_path(f"{book.family}/{picture}")


def _list_params(file: TableFile, table: Table) -> set[str]:
    """Return the names of all numbers of a table that are in force in some game."""
    entries = [file.params, *table.at.values(), *[each.params for each in file.option + file.rule]]
    return {param for params in entries for param in params}


def _check_counters(name: str, tallies: tuple[CounterSpec, ...]) -> None:
    """Raise CatalogError for a tally with an invalid code or more than one kind of value."""
    for tally in tallies:
        if not re.fullmatch(r"[a-z][a-z0-9-]*", tally.code):
            raise CatalogError(f"{name}: {tally.code!r} is no code of a tally, such as 'wounds'")
        if sum(map(bool, (tally.most, tally.stat, tally.shots, tally.mark, tally.states))) > 1:
            raise CatalogError(
                f"{name}: tally {tally.code}: it has a most, a stat, shots, states or is a mark"
            )


def _check_part(book: Book, place: str, part: ExtraPart, taken: set[str]) -> None:
    """Raise CatalogError for a part with an invalid place, id or picture."""
    if part.place not in PLACES:
        raise CatalogError(f"{place}: a part's place is {' or '.join(PLACES)}, not {part.place!r}")
    if part.id in taken or part.id in RESERVED_IDS or not re.fullmatch(r"[a-z][a-z0-9-]*", part.id):
        raise CatalogError(f"{place}: this anchor is not to be had; another id will do")
    if not part.picture:
        return
    said = {line[1] for line in _SAID.finditer(book.pictures[part.picture])}
    missing = [wanted for wanted in ("title", "desc") if wanted not in said]
    if missing:
        raise CatalogError(
            f"{_describe_picture(book, part.picture)}: a picture says what it shows; it lacks "
            f"{', '.join(missing)}"
        )
