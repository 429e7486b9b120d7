"""The books of this package, each read once from `carnage/tables/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from carnage.catalog.loading import (
    load_book,
    read_book_file,
    read_settings,
    read_sources,
    read_traits,
)
from carnage.catalog.schema import Book, Source
from carnage.catalog.settings import Setting
from carnage.catalog.toml import list_files
from carnage.catalog.weights import Weight, read_weights

TABLES = files("carnage") / "tables"
DEFAULT_BOOK = "skirmish"


@cache
def sources() -> Mapping[str, Source]:
    """Return every source by its code."""
    return MappingProxyType(read_sources(TABLES))


@cache
def book_codes() -> tuple[str, ...]:
    """Return the codes of all books, in alphabetical order."""
    return tuple(sorted(list_files(TABLES, "books")))


def sort_for_display(codes: Iterable[str]) -> list[str]:
    """Return the codes of books in the order in which users see them, the default first."""
    return sorted(codes, key=lambda code: code != DEFAULT_BOOK)


@cache
def family_code(code: str) -> str:
    """Return the family of a book without reading its tables. Raises CatalogError for bad data."""
    return read_book_file(TABLES, code).family


def list_family_books(family: str) -> tuple[str, ...]:
    """Return the codes of a family's books."""
    return tuple(code for code in book_codes() if family_code(code) == family)


@cache
def settings() -> tuple[Setting, ...]:
    """Return the settings of all families, without reading their tables."""
    families = dict.fromkeys(map(family_code, book_codes()))
    return tuple(
        setting
        for family in families
        for setting in read_settings(TABLES, family, read_traits(TABLES, family))
    )


@cache
def weights(family: str) -> tuple[Weight, ...]:
    """Return the weights of a family's bots; empty if they have none."""
    return read_weights(TABLES, family)


@cache
def is_played(family: str) -> bool:
    """Return True if the family has an engine. Without one, its games are rulebooks only."""
    return (files("carnage") / "engine" / family / "family.py").is_file()


@cache
def book(code: str) -> Book:
    """Return the book of this code.

    Raises KeyError for an unknown code and CatalogError for bad data.
    """
    if code not in book_codes():
        raise KeyError(code)
    return load_book(TABLES, code)


def find_book_by_length(digits: str) -> Book:
    """Return the book for digits without a book: the only one of that length, or else the
    default.
    """
    fitting = [code for code in book_codes() if book(code).length == len(digits)]
    return book(fitting[0] if len(fitting) == 1 else DEFAULT_BOOK)
