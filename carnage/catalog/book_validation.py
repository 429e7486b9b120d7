"""Checks of a whole book: players, tables, chapters, roster, glossary."""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import groupby

from carnage.catalog.rosters import check_roster
from carnage.catalog.schema import MAX_PLAYERS, MIN_PLAYERS, Book
from carnage.catalog.toml import CatalogError, display_path
from carnage.catalog.traits import check_traits


def check_book(book: Book, known: Container[str]) -> None:
    """Raise CatalogError if the parts of a book do not fit together.

    Args:
        book: The book.
        known: The codes of all sources.
    """
    name = display_path(f"books/{book.code}.toml")
    if not re.fullmatch(r"[a-z]+", book.family):
        raise CatalogError(
            f"{name}: a family is one word of small letters, as its engine's package is"
        )
    for code in book.credits:
        if code not in known:
            raise CatalogError(f"{name}: credits: unknown source {code!r}")
    _check_players(name, book)
    ids = [table.id for table in book.tables]
    if len(set(ids)) != len(ids):
        raise CatalogError(f"{name}: a table stands twice")
    if len(list(groupby(table.chapter for table in book.tables))) != len(
        {t.chapter for t in book.tables}
    ):
        raise CatalogError(f"{name}: the tables of a chapter must stand together")
    read = [id for chapter in book.reading for id in chapter.tables]
    if sorted(read) != sorted(ids):
        odd = sorted({*ids} ^ {*read} or {id for id in read if read.count(id) > 1})
        raise CatalogError(f"{name}: reading: every table is to be read once, and {odd} are not")
    titles = [chapter.title for chapter in book.reading]
    if len(set(titles)) != len(titles):
        raise CatalogError(f"{name}: reading: a chapter stands twice")
    check_roster(display_path(book.family), book.roster, book.traits)
    glossary = display_path(f"{book.family}/glossary.toml")
    for term in book.glossary:
        check_traits(
            f"{glossary}: {term.term}", term.needs + term.unless + term.assumes, book.traits
        )
        strange = [phrase for phrase in term.besides if term.term.lower() not in phrase.lower()]
        if strange:
            raise CatalogError(
                f"{glossary}: {term.term}: it is besides phrases that have it, not {strange}"
            )


def _check_players(name: str, book: Book) -> None:
    """Raise CatalogError if a roll of the table `players` gives no valid number of players."""
    for table in book.tables:
        if table.id != "players":
            continue
        rolls = [
            {**option.params, **table.at.get(roll, {})} for roll, option in enumerate(table.rolls)
        ]
        for own in rolls or [{}]:
            number = {**table.params, **own}.get("players")
            if number not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
                raise CatalogError(
                    f"{name}: players: `players` is {MIN_PLAYERS} to {MAX_PLAYERS} at every "
                    "roll, "
                    f"not {number}"
                )
