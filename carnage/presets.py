"""Presets: published systems, each a named seed of a book, and what in them is ours.

A preset says which option each table of its book has; its digits are the lowest that give them. So it needs
no code of its own: a system that cannot be written as a seed shows that its book lacks an option.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable

import msgspec

from carnage import catalog
from carnage.catalog import TABLES, Book, CatalogError, Source, Table
from carnage.catalog.toml import Entry, place_of, read
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed

NAME = "presets.toml"


class _Preset(Entry, frozen=True, kw_only=True):
    """A preset as it stands in the file: the option of each rolled table, `digits` where several give it.

    The game's `name` is the preset's title, if it is not given.
    """

    code: str
    title: str
    name: str = ""
    book: str
    source: str
    intro: str
    ours: str
    options: dict[str, str]
    digits: dict[str, str] = msgspec.field(default_factory=dict)


class _File(Entry, frozen=True):
    preset: tuple[_Preset, ...]


@dataclass(frozen=True)
class Preset:
    """A published system as a game. `intro` says what is special about it, `ours` what is not published."""

    code: str
    title: str
    source: Source
    intro: str
    ours: str
    ruleset: Ruleset


@cache
def presets() -> tuple[Preset, ...]:
    """All presets, in the order in which they are shown; raises CatalogError for one that is no game."""
    return load(TABLES)


def load(root: Traversable) -> tuple[Preset, ...]:
    """The presets of a folder laid out like `tables/`, as games of this catalogue's books."""
    entries = read(root, NAME, _File).preset
    codes = [entry.code for entry in entries]
    if len(set(codes)) != len(codes):
        raise CatalogError(f"{place_of(NAME)}: a code stands twice")
    return tuple(map(_preset, entries))


def _preset(entry: _Preset) -> Preset:
    place = f"{place_of(NAME)}: {entry.code}"
    if entry.book not in catalog.book_codes():
        raise CatalogError(f"{place}: there is no book {entry.book!r}")
    if entry.source not in catalog.sources():
        raise CatalogError(f"{place}: unknown source {entry.source!r}")
    book = catalog.book(entry.book)
    ruleset = resolve(book, _seed(place, entry, book), entry.name or entry.title)
    return Preset(entry.code, entry.title, catalog.sources()[entry.source], entry.intro, entry.ours, ruleset)


def _seed(place: str, entry: _Preset, book: Book) -> Seed:
    """The lowest digits that give every option; refuses tables and options that are not there."""
    ids = {table.id for table in book.rolled}
    unknown = sorted((set(entry.options) | set(entry.digits)) - ids)
    if unknown:
        raise CatalogError(f"{place}: the {book.title} book does not roll on {', '.join(unknown)}")
    silent = sorted(ids - set(entry.options))
    if silent:
        raise CatalogError(f"{place}: nothing is said about {', '.join(silent)}")
    digits = (
        _digits(f"{place}: {table.id}", table, entry.options[table.id], entry.digits.get(table.id))
        for table in book.rolled
    )
    return Seed("".join(digits))


def _digits(place: str, table: Table, code: str, fixed: str | None) -> str:
    """What a table rolls for this option: the digits that are fixed, or else the lowest."""
    results = [str(roll).zfill(table.digits) for roll in table.results(code)]
    if not results:
        known = ", ".join(option.code for option in table.options)
        raise CatalogError(f"{place}: no digit gives {code!r}; there is {known}")
    if fixed is not None and fixed not in results:
        raise CatalogError(f"{place}: {fixed!r} does not give {code!r}; {', '.join(results)} do")
    return fixed if fixed is not None else results[0]
