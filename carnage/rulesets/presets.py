"""Presets: published systems as games, each a seed of a book.

A preset gives the option of each table of its book, and has the lowest digits with these options.
It needs no code: if a system cannot be written as a seed, its book lacks an option.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable

import msgspec

from carnage import catalog
from carnage.catalog import TABLES, Book, CatalogError, Source, Table
from carnage.catalog.toml import Entry, display_path, read_toml
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

PRESETS_FILE = "presets.toml"


class _Preset(Entry, frozen=True, kw_only=True):
    """An entry of the file: the option of each rolled table, with `digits` if a certain roll is
    needed.

    The default `name` of the game is the title of the preset.
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
    """The content of the file."""

    preset: tuple[_Preset, ...]


@dataclass(frozen=True)
class Preset:
    """A published system as a game.

    Attributes:
        code: Its code.
        title: The title of the system.
        source: The publication.
        intro: A description of the system.
        deviations: The parts of the game that are not published.
        ruleset: The game.
    """

    code: str
    title: str
    source: Source
    intro: str
    deviations: str
    ruleset: Ruleset


@cache
def list_presets() -> tuple[Preset, ...]:
    """Return all presets, in the order of display. Raise CatalogError if one of them is invalid."""
    return load_presets(TABLES)


@cache
def list_preset_seeds(book_code: str) -> frozenset[Seed]:
    """Return the seeds of a book's presets, without reading other books."""
    book = catalog.book(book_code)
    seeds = set()
    for entry in read_toml(TABLES, PRESETS_FILE, _File).preset:
        if entry.book == book_code:
            seeds.add(_find_seed(f"{display_path(PRESETS_FILE)}: {entry.code}", entry, book))
    return frozenset(seeds)


def load_presets(root: Traversable) -> tuple[Preset, ...]:
    """Return the presets of a folder with the layout of `tables/`.

    Raise CatalogError if one is invalid.
    """
    entries = read_toml(root, PRESETS_FILE, _File).preset
    codes = [entry.code for entry in entries]
    if len(set(codes)) != len(codes):
        raise CatalogError(f"{display_path(PRESETS_FILE)}: a code stands twice")
    return tuple(map(_build_preset, entries))


def _build_preset(entry: _Preset) -> Preset:
    """Return the preset of an entry.

    Raise CatalogError if its book, source or options do not exist.
    """
    place = f"{display_path(PRESETS_FILE)}: {entry.code}"
    if entry.book not in catalog.book_codes():
        raise CatalogError(f"{place}: there is no book {entry.book!r}")
    if entry.source not in catalog.sources():
        raise CatalogError(f"{place}: unknown source {entry.source!r}")
    book = catalog.book(entry.book)
    ruleset = resolve(book, _find_seed(place, entry, book), entry.name or entry.title)
    return Preset(
        entry.code, entry.title, catalog.sources()[entry.source], entry.intro, entry.ours, ruleset
    )


def _find_seed(place: str, entry: _Preset, book: Book) -> Seed:
    """Return the lowest digits that give all options of an entry.

    Raises:
        CatalogError: The entry has a table that the book does not roll on, or lacks one.
    """
    ids = {table.id for table in book.rolled}
    unknown = sorted((set(entry.options) | set(entry.digits)) - ids)
    if unknown:
        raise CatalogError(f"{place}: the {book.title} book does not roll on {', '.join(unknown)}")
    silent = sorted(ids - set(entry.options))
    if silent:
        raise CatalogError(f"{place}: nothing is said about {', '.join(silent)}")
    rolls = []
    for table in book.rolled:
        fixed = entry.digits.get(table.id)
        rolls.append(_find_roll(f"{place}: {table.id}", table, entry.options[table.id], fixed))
    return Seed("".join(rolls))


def _find_roll(place: str, table: Table, code: str, fixed: str | None) -> str:
    """Return the roll of a table for an option: the given digits, or the lowest.

    Args:
        place: The place in the file, for errors.
        table: The table.
        code: The code of the option.
        fixed: The given digits, or None.

    Raises:
        CatalogError: No digits give this option, or the given ones do not.
    """
    results = [str(roll).zfill(table.digits) for roll in table.results(code)]
    if not results:
        known = ", ".join(option.code for option in table.options)
        raise CatalogError(f"{place}: no digit gives {code!r}; there is {known}")
    if fixed is not None and fixed not in results:
        raise CatalogError(f"{place}: {fixed!r} does not give {code!r}; {', '.join(results)} do")
    return fixed if fixed is not None else results[0]
