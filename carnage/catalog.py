"""The catalogue: reads `tables/` into frozen books, tables and options, and refuses bad data by its path.

It checks data alone (`checking.py`). That each option has its behaviour is for the engine's tests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

import msgspec

from carnage.asking import asked_traits
from carnage.checking import check_book, check_dexterity, check_table
from carnage.forms import (
    Book,
    BookFile,
    BookTable,
    CatalogError,
    Dexterity,
    Example,
    Figure,
    Group,
    Hand,
    Layout,
    Muster,
    Number,
    Option,
    Params,
    Piece,
    Roster,
    Scale,
    Scatter,
    Source,
    Stat,
    Table,
    TableFile,
    Term,
    Weapon,
)
from carnage.sheet_checking import check_names, check_sheet
from carnage.sheets import Names, Sheet

__all__ = [
    "DEFAULT_BOOK",
    "TABLES",
    "Book",
    "CatalogError",
    "Dexterity",
    "Example",
    "Figure",
    "Group",
    "Hand",
    "Layout",
    "Muster",
    "Number",
    "Option",
    "Params",
    "Piece",
    "Roster",
    "Scale",
    "Scatter",
    "Sheet",
    "Source",
    "Stat",
    "Table",
    "Term",
    "Weapon",
    "asked_traits",
    "book",
    "book_codes",
    "book_for",
    "books_of",
    "family_of",
    "load_book",
    "sources",
]

TABLES = files("carnage") / "tables"
DEFAULT_BOOK = "skirmish"  # the book that is rolled on where none is asked for


def _read(path: Traversable, name: str, type_: type[Any]) -> Any:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CatalogError(f"{name}: {error}") from None
    except OSError as error:
        raise CatalogError(f"{name}: cannot be read ({error})") from None


@cache
def sources() -> Mapping[str, Source]:
    """Every source by its code."""
    return MappingProxyType(_read(TABLES / "sources.toml", "tables/sources.toml", dict[str, Source]))


@cache
def book_codes() -> tuple[str, ...]:
    """The codes of all books, in alphabetical order."""
    names = (entry.name for entry in (TABLES / "books").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def family_of(code: str) -> str:
    """The family of the book of this code, read without its tables; raises CatalogError for bad data."""
    return _book_file(TABLES, code).family


def books_of(family: str) -> tuple[str, ...]:
    """The codes of a family's books."""
    return tuple(code for code in book_codes() if family_of(code) == family)


@cache
def book(code: str) -> Book:
    """The book of this code; raises KeyError for an unknown one and CatalogError for bad data."""
    if code not in book_codes():
        raise KeyError(code)
    return load_book(TABLES, code)


def book_for(digits: str) -> Book:
    """The book that digits are for where none is named: the default one, or the only one that they fit."""
    fitting = [code for code in book_codes() if book(code).length == len(digits)]
    return book(fitting[0] if len(fitting) == 1 else DEFAULT_BOOK)


def load_book(root: Traversable, code: str) -> Book:
    """Read one book and all that it names from a folder laid out like `tables/`."""
    data = _book_file(root, code)
    family = root / data.family
    traits = _read(family / "traits.toml", f"tables/{data.family}/traits.toml", dict[str, str])
    glossary = _read(
        family / "glossary.toml", f"tables/{data.family}/glossary.toml", dict[str, tuple[Term, ...]]
    )
    sheet = _read(family / "sheet.toml", f"tables/{data.family}/sheet.toml", Sheet)
    names = {entry.id: f"tables/{data.family}/{entry.id}.toml" for entry in data.table}
    read: dict[str, TableFile] = {
        id: _read(family / f"{id}.toml", name, TableFile) for id, name in names.items()
    }
    tables = tuple(_table(read[entry.id], names[entry.id], entry, traits) for entry in data.table)
    result = Book(
        code=code,
        title=data.title,
        family=data.family,
        edition=data.edition,
        frozen=data.frozen,
        tagline=data.tagline,
        intro=data.intro,
        credits=data.credits,
        tables=tables,
        roster=_roster(family, data),
        traits=MappingProxyType(traits),
        glossary=glossary.get("term", ()),
        sheet=sheet,
        names=_names(root, data.family),
        pictures=MappingProxyType(_pictures(family, f"tables/{data.family}", sheet)),
        dexterity=_dexterity(family / "dexterity.toml", f"tables/{data.family}/dexterity.toml"),
    )
    check_book(result)
    check_sheet(result, _table_names(family), read)
    return result


def _book_file(root: Traversable, code: str) -> BookFile:
    """A book's own file. Its name is the book's code, so that each edition has a place of its own in URLs."""
    name = f"tables/books/{code}.toml"
    data: BookFile = _read(root / "books" / f"{code}.toml", name, BookFile)
    ending = re.search(r"-(\d+)$", code, re.ASCII)
    if data.edition != (int(ending[1]) if ending else 1):
        raise CatalogError(f"{name}: the first edition stands in <book>.toml, a later one in <book>-<n>.toml")
    return data


def _table_names(family: Traversable) -> frozenset[str]:
    """The ids of all tables of a family: a sheet may name some that not every book asks."""
    names = [entry.name for entry in family.iterdir()]
    return frozenset(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def _roster(family: Traversable, data: BookFile) -> Roster:
    """Whom and what the book's games muster: nothing, if it names no roster."""
    if not data.roster:
        return Roster()
    found: Roster = _read(family / f"{data.roster}.toml", f"tables/{data.family}/{data.roster}.toml", Roster)
    return found


def _names(root: Traversable, family: str) -> Names:
    """The words that a family's games are named with: its own, or else those of all."""
    own = root / family / "names.toml"
    path, name = (
        (own, f"tables/{family}/names.toml") if own.is_file() else (root / "names.toml", "tables/names.toml")
    )
    found: Names = _read(path, name, Names)
    check_names(name, found)
    return found


def _pictures(family: Traversable, place: str, sheet: Sheet) -> dict[str, str]:
    """The pictures that the sheet shows, by the names of their files."""
    found = {}
    for name in dict.fromkeys(part.picture for part in sheet.part if part.picture):
        try:
            found[name] = (family / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CatalogError(f"{place}/{name}: cannot be read ({error})") from None
    return found


def _dexterity(path: Traversable, name: str) -> Dexterity | None:
    """How deft players are, for a family that says so."""
    if not path.is_file():
        return None
    data: Dexterity = _read(path, name, Dexterity)
    check_dexterity(name, data)
    return data


def _table(data: TableFile, name: str, entry: BookTable, traits: Mapping[str, str]) -> Table:
    if entry.rolls and not data.option:
        raise CatalogError(f"{name}: the book rolls on it, and it has no options")
    codes = [option.code for option in data.option + data.rule]
    if len(set(codes)) != len(codes):
        raise CatalogError(f"{name}: a code stands twice")
    unknown = set(entry.params) - set(data.params)
    if unknown:
        raise CatalogError(f"tables/books: {entry.id}: params {sorted(unknown)} are not in {name}")
    params = {**data.params, **entry.params}
    rolls = _rolls(name, entry, data.option)
    at = {}
    for key, extra in entry.at.items():
        for roll in _span(name, key):
            at[roll] = MappingProxyType(extra)
    table = Table(
        id=entry.id,
        chapter=entry.chapter,
        title=data.title,
        intro=data.intro,
        text=data.text,
        brief=data.brief,
        params=MappingProxyType(params),
        needs=data.needs + entry.needs,
        unless=data.unless + entry.unless,
        components=data.components,
        digits=entry.digits,
        options=tuple(option for option in data.option if option in rolls),
        rules=data.rule,
        rolls=rolls,
        at=MappingProxyType(at),
    )
    check_table(name, table, traits, sources())
    return table


def _span(name: str, key: str) -> range:
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", key, re.ASCII)
    if not match:
        raise CatalogError(f"{name}: rolls are written '3' or '3-5', not {key!r}")
    first = int(match[1])
    return range(first, int(match[2] or first) + 1)


def _rolls(name: str, entry: BookTable, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Which option each result of the roll gives; refuses overlaps, gaps and unknown codes."""
    if not entry.rolls:
        return ()
    by_code = {option.code: option for option in options}
    found: dict[int, Option] = {}
    for key, code in entry.rolls.items():
        if code not in by_code:
            raise CatalogError(f"{name}: the book rolls {code!r}, which is no option here")
        for roll in _span(name, key):
            if roll in found:
                raise CatalogError(f"{name}: roll {roll} stands twice")
            found[roll] = by_code[code]
    if set(found) != set(range(10**entry.digits)):
        raise CatalogError(f"{name}: the rolls must be 0 to {10**entry.digits - 1} without a gap")
    return tuple(found[roll] for roll in range(10**entry.digits))
