"""The books that there are: this package's own tables, each read once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from carnage.catalog.forms import Book, Source
from carnage.catalog.loading import (
    load_book,
    read_book_file,
    read_settings,
    read_sources,
    read_traits,
)
from carnage.catalog.settings import Setting
from carnage.catalog.toml import files_in
from carnage.catalog.weights import Weight, read_weights

TABLES = files("carnage") / "tables"
DEFAULT_BOOK = "skirmish"  # the book that is rolled on where none is asked for


@cache
def sources() -> Mapping[str, Source]:
    """Every source by its code."""
    return MappingProxyType(read_sources(TABLES))


@cache
def book_codes() -> tuple[str, ...]:
    """The codes of all books, in alphabetical order."""
    return tuple(sorted(files_in(TABLES, "books")))


def offered(codes: Iterable[str]) -> list[str]:
    """The codes of books in the order in which they are offered: the one that is rolled on first."""
    return sorted(codes, key=lambda code: code != DEFAULT_BOOK)


@cache
def family_code(code: str) -> str:
    """The family of the book of this code, read without its tables; raises CatalogError for bad data."""
    return read_book_file(TABLES, code).family


def books_of(family: str) -> tuple[str, ...]:
    """The codes of a family's books."""
    return tuple(code for code in book_codes() if family_code(code) == family)


@cache
def settings() -> tuple[Setting, ...]:
    """Every setting that some family's games have, read without their tables."""
    families = dict.fromkeys(map(family_code, book_codes()))
    return tuple(
        setting
        for family in families
        for setting in read_settings(TABLES, family, read_traits(TABLES, family))
    )


@cache
def weights(family: str) -> tuple[Weight, ...]:
    """What a family's bots go by when they weigh their options; none where they have nothing to weigh."""
    return read_weights(TABLES, family)


@cache
def is_played(family: str) -> bool:
    """Whether there is an engine for a family's games; without one they are rulebooks and nothing else."""
    return (files("carnage") / "engine" / family / "family.py").is_file()


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
