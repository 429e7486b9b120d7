"""Checks on a family's sheet: its texts like all others, and the tables, parts and pictures that it names."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from carnage.asking import asked_numbers, asked_of_game, asked_pitches
from carnage.checking import check_template, check_traits, check_typed
from carnage.forms import Book, CatalogError, Table, TableFile
from carnage.sheets import GAME_NAMES, ROSTER_NAMES, Conditional, Names, OwnPart

SHEET_NAMES = frozenset({"the", "game", "pitch", "misses", "range"})
PLACES = ("front", "back")
# What a rulebook's pages call by these names themselves.
TAKEN = frozenset(
    {
        "components",
        "turn-summary",
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
_TAG = re.compile(r"<[^>]*>")


def check_names(name: str, data: Names) -> None:
    if not (data.first and data.second):
        raise CatalogError(f"{name}: a game's name takes a first and a second word")


def check_sheet(book: Book, known: Container[str], read: Mapping[str, TableFile]) -> None:
    """`known` are the tables of the whole family, `read` this book's with all of their options: what a sheet
    says may be about another of the family's books."""
    sheet = book.sheet
    name = f"tables/{book.family}/sheet.toml"
    for place, text in _texts(book, name):
        _check(book, place, text, known, read)
    steps = [item for step in sheet.step for item in step.item]
    entries: list[Conditional] = [*sheet.fact, *sheet.component, *sheet.step, *steps, *sheet.part]
    for entry in entries:
        check_traits(name, entry.needs + entry.unless, book.traits)
    for item in steps:
        if bool(item.table) == bool(item.head and item.text):
            raise CatalogError(f"{name}: an item of a step is either a table or a line with head and text")
    for id in [*[each.table for each in sheet.telling], *[item.table for item in steps if item.table]]:
        if id not in known:
            raise CatalogError(f"{name}: there is no table {id!r}")
    told = [each.table for each in sheet.telling]
    if len(set(told)) != len(told):
        raise CatalogError(f"{name}: a table is told twice")
    ids = {table.id for table in book.tables}
    if ids & TAKEN:
        raise CatalogError(f"tables/books/{book.code}.toml: no table can be called {sorted(ids & TAKEN)}")
    for part in sheet.part:
        _check_part(book, f"{name}: {part.id}", part, ids)
        ids.add(part.id)


def _texts(book: Book, name: str) -> Iterator[tuple[str, str]]:
    """Every text of the sheet, and where it stands."""
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
    for part in sheet.part:
        yield f"{name}: {part.id}", part.text
        if part.picture:
            yield f"tables/{book.family}/{part.picture}", book.pictures[part.picture]


def _check(book: Book, place: str, text: str, known: Container[str], read: Mapping[str, TableFile]) -> None:
    """Refuse a text that asks for what is not there, or types a number out."""
    check_template(place, text, SHEET_NAMES, book.traits)
    # A drawing's tags are full of numbers, which are its own; what it says takes its numbers from the rules.
    check_typed(place, _TAG.sub("", text) if place.endswith(".svg") else text)
    try:
        numbers, pitches, things = asked_numbers(text), asked_pitches(text), asked_of_game(text)
    except CatalogError as error:
        raise CatalogError(f"{place}: {error}") from None
    for number in numbers:
        id, _, param = number.partition(".")
        if id not in known or (id in read and param not in _params(read[id], book.table(id))):
            raise CatalogError(f"{place}: there is no number {number!r}")
    rolled = {table.id for table in book.rolled}
    if pitches - rolled:
        raise CatalogError(f"{place}: the {book.title} book does not roll on {sorted(pitches - rolled)}")
    unknown = things - GAME_NAMES - (ROSTER_NAMES if book.roster.figure else frozenset())
    if unknown:
        raise CatalogError(f"{place}: a game of this book has no {sorted(unknown)}")


def _params(file: TableFile, table: Table) -> set[str]:
    """Every number that may be in force under this table's name, in some book."""
    entries = [file.params, *table.at.values(), *[each.params for each in file.option + file.rule]]
    return {param for params in entries for param in params}


def _check_part(book: Book, place: str, part: OwnPart, taken: set[str]) -> None:
    if part.place not in PLACES:
        raise CatalogError(f"{place}: a part's place is {' or '.join(PLACES)}, not {part.place!r}")
    if part.id in taken or part.id in TAKEN or not re.fullmatch(r"[a-z][a-z0-9-]*", part.id):
        raise CatalogError(f"{place}: this anchor is not to be had; another id will do")
    if not part.picture:
        return
    svg = book.pictures[part.picture]
    place = f"tables/{book.family}/{part.picture}"
    missing = [wanted for wanted in ('role="img"', "<title", "<desc") if wanted not in svg]
    if missing:
        raise CatalogError(f"{place}: a picture says what it shows; it lacks {', '.join(missing)}")
    if "style=" in svg or "<style" in svg or not svg.isascii():
        raise CatalogError(f"{place}: a picture is plain ASCII without styles")
