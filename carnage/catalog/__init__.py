"""The catalogue: load `tables/` into frozen books, tables and options, and validate them."""

from __future__ import annotations

from carnage.catalog.books import (
    DEFAULT_BOOK,
    TABLES,
    book,
    book_codes,
    family_code,
    find_book_by_length,
    is_played,
    list_family_books,
    settings,
    sort_for_display,
    sources,
    weights,
)
from carnage.catalog.loading import load_book
from carnage.catalog.schema import Book, Example, HouseRule, Option, Params, Source, Table, Term
from carnage.catalog.toml import CatalogError
from carnage.catalog.weights import Weight

__all__ = [
    "DEFAULT_BOOK",
    "TABLES",
    "Book",
    "CatalogError",
    "Example",
    "HouseRule",
    "Option",
    "Params",
    "Source",
    "Table",
    "Term",
    "Weight",
    "book",
    "book_codes",
    "family_code",
    "find_book_by_length",
    "is_played",
    "list_family_books",
    "load_book",
    "settings",
    "sort_for_display",
    "sources",
    "weights",
]
