"""Reads one book, and all that it names, from a folder laid out like `tables/`; refuses bad data by place.

It checks data alone (`checking.py`). That each option has its behaviour is for the engine's tests.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from importlib.resources.abc import Traversable
from types import MappingProxyType

import msgspec

from carnage.catalog.checking import check_book, check_table
from carnage.catalog.dexterity import Dexterity, check_dexterity
from carnage.catalog.forms import Book, BookFile, BookTable, Option, Source, Table, TableFile, Term
from carnage.catalog.rosters import ROSTER_WORDS, Roster
from carnage.catalog.settings import Setting, SettingsFile, check_settings
from carnage.catalog.sheet_checking import check_names, check_sheet
from carnage.catalog.sheets import GameNames, Sheet
from carnage.catalog.toml import CatalogError, read


def load_book(root: Traversable, code: str) -> Book:
    """Read one book and all that it names from a folder laid out like `tables/`."""
    data = read_book_file(root, code)
    credited = read_sources(root)
    words = ROSTER_WORDS if data.roster else frozenset[str]()
    family = root / data.family
    traits = read_traits(root, data.family)
    glossary = _glossary(family / "glossary.toml", f"tables/{data.family}/glossary.toml")
    sheet = read(family / "sheet.toml", f"tables/{data.family}/sheet.toml", Sheet)
    names = {entry.id: f"tables/{data.family}/{entry.id}.toml" for entry in data.table}
    files = {id: _table_file(family / f"{id}.toml", name) for id, name in names.items()}
    place = f"tables/books/{code}.toml"
    tables = tuple(
        _table(files[entry.id], names[entry.id], entry, f"{place}: {entry.id}", traits, credited, words)
        for entry in data.table
    )
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
        glossary=glossary,
        sheet=sheet,
        names=_names(root, data.family),
        pictures=MappingProxyType(_pictures(family, f"tables/{data.family}", sheet)),
        settings=read_settings(root, data.family, traits),
        dexterity=_dexterity(family / "dexterity.toml", f"tables/{data.family}/dexterity.toml"),
    )
    check_book(result, credited)
    check_sheet(result, _table_names(family), files)
    return result


def read_sources(root: Traversable) -> dict[str, Source]:
    """Whose ideas rules may be, by their codes."""
    return read(root / "sources.toml", "tables/sources.toml", dict[str, Source])


def read_book_file(root: Traversable, code: str) -> BookFile:
    """A book's own file. Its name is the book's code, so that each edition has a place of its own in URLs."""
    name = f"tables/books/{code}.toml"
    data = read(root / "books" / f"{code}.toml", name, BookFile)
    ending = re.search(r"-(\d+)$", code, re.ASCII)
    if data.edition != (int(ending[1]) if ending else 1):
        raise CatalogError(f"{name}: the first edition stands in <book>.toml, a later one in <book>-<n>.toml")
    return data


def _table_file(path: Traversable, name: str) -> TableFile:
    """A table's file, in which every option and rule says whose idea it is."""
    data = read(path, name, TableFile)
    credited = {
        kind: tuple(msgspec.structs.replace(each, source=each.source or data.source) for each in entries)
        for kind, entries in (("option", data.option), ("rule", data.rule))
    }
    return msgspec.structs.replace(data, **credited)


def _glossary(path: Traversable, name: str) -> tuple[Term, ...]:
    """The words that a family uses in a sense of their own, by the alphabet; some need none."""
    if not path.is_file():
        return ()
    terms = read(path, name, dict[str, tuple[Term, ...]]).get("term", ())
    return tuple(sorted(terms, key=lambda each: each.term.lower()))


def _table_names(family: Traversable) -> frozenset[str]:
    """The ids of all tables of a family: a sheet may name some that not every book asks."""
    names = [entry.name for entry in family.iterdir()]
    return frozenset(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def _roster(family: Traversable, data: BookFile) -> Roster:
    """Whom and what the book's games muster: nothing, if it names no roster."""
    if not data.roster:
        return Roster()
    return read(family / f"{data.roster}.toml", f"tables/{data.family}/{data.roster}.toml", Roster)


def _names(root: Traversable, family: str) -> GameNames:
    """The words that a family's games are named with: its own, or else those of all."""
    own = root / family / "names.toml"
    path, name = (
        (own, f"tables/{family}/names.toml") if own.is_file() else (root / "names.toml", "tables/names.toml")
    )
    names = read(path, name, GameNames)
    check_names(name, names)
    return names


def _pictures(family: Traversable, place: str, sheet: Sheet) -> dict[str, str]:
    """The pictures that the sheet shows, by the names of their files."""
    pictures = {}
    for name in dict.fromkeys(part.picture for part in sheet.part if part.picture):
        try:
            pictures[name] = (family / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CatalogError(f"{place}/{name}: cannot be read ({error})") from None
    return pictures


def read_traits(root: Traversable, family: str) -> dict[str, str]:
    """What the options of a family may give, and what each of these means."""
    return read(root / family / "traits.toml", f"tables/{family}/traits.toml", dict[str, str])


def read_settings(root: Traversable, family: str, traits: Mapping[str, str]) -> tuple[Setting, ...]:
    """What may be set for the players of a family's games; in most families nothing."""
    path, name = root / family / "settings.toml", f"tables/{family}/settings.toml"
    if not path.is_file():
        return ()
    settings = read(path, name, SettingsFile).setting
    check_settings(name, settings, traits)
    return settings


def _dexterity(path: Traversable, name: str) -> Dexterity | None:
    """How deft players are, for a family that says so."""
    if not path.is_file():
        return None
    data = read(path, name, Dexterity)
    check_dexterity(name, data)
    return data


def _table(
    data: TableFile,
    name: str,
    entry: BookTable,
    place: str,
    traits: Mapping[str, str],
    credited: Container[str],
    words: frozenset[str],
) -> Table:
    """A table as a book asks it; `name` is the table's file and `place` where the book's speaks of it."""
    if entry.rolls and not data.option:
        raise CatalogError(f"{name}: the book rolls on it, and it has no options")
    codes = [option.code for option in data.option + data.rule]
    if len(set(codes)) != len(codes):
        raise CatalogError(f"{name}: a code stands twice")
    unknown = set(entry.params) - set(data.params)
    if unknown:
        raise CatalogError(f"{place}: params {sorted(unknown)} are not in {name}")
    params = {**data.params, **entry.params}
    rolls = _rolls(place, entry, data.option)
    at = {}
    for key, extra in entry.at.items():
        for roll in _span(place, key):
            if roll >= len(rolls):
                raise CatalogError(f"{place}: numbers at roll {roll}, which there is not")
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
        for_people=data.for_people,
        digits=entry.digits,
        options=tuple(option for option in data.option if option in rolls),
        rules=data.rule,
        rolls=rolls,
        at=MappingProxyType(at),
    )
    check_table(name, table, traits, credited, words)
    return table


def _span(place: str, key: str) -> range:
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", key, re.ASCII)
    if not match:
        raise CatalogError(f"{place}: rolls are written '3' or '3-5', not {key!r}")
    first = int(match[1])
    return range(first, int(match[2] or first) + 1)


def _rolls(place: str, entry: BookTable, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Which option each result of the roll gives; refuses overlaps, gaps and unknown codes."""
    if not entry.rolls:
        return ()
    by_code = {option.code: option for option in options}
    by_roll: dict[int, Option] = {}
    for key, code in entry.rolls.items():
        if code not in by_code:
            raise CatalogError(f"{place}: {code!r} is no option of this table")
        for roll in _span(place, key):
            if roll in by_roll:
                raise CatalogError(f"{place}: roll {roll} stands twice")
            by_roll[roll] = by_code[code]
    if set(by_roll) != set(range(10**entry.digits)):
        raise CatalogError(f"{place}: the rolls must be 0 to {10**entry.digits - 1} without a gap")
    return tuple(by_roll[roll] for roll in range(10**entry.digits))
