"""Whose ideas a game, or a whole book, is made of: what has to be credited wherever any of it is shown."""

from __future__ import annotations

from collections.abc import Iterable

from carnage import catalog
from carnage.catalog import Book, Source
from carnage.ruleset import Ruleset


def of_game(ruleset: Ruleset) -> tuple[Source, ...]:
    """The sources of a game: its book's own, then those of what it shows, used in it or not."""
    shown = {choice.option.source for choice in ruleset.choices}
    for table in ruleset.book.tables:
        shown |= {rule.source for rule in table.rules if ruleset.uses(table, rule)}
    return _listed(ruleset.book, shown)


def of_book(book: Book) -> tuple[Source, ...]:
    """The sources of everything that a book can roll."""
    return _listed(book, {each.source for table in book.tables for each in table.every_rule})


def together(rulesets: Iterable[Ruleset]) -> tuple[Source, ...]:
    """The sources of several games, each once."""
    return tuple(dict.fromkeys(source for ruleset in rulesets for source in of_game(ruleset)))


def _listed(book: Book, shown: set[str]) -> tuple[Source, ...]:
    codes = [*book.credits, *sorted(shown - set(book.credits))]
    return tuple(catalog.sources()[code] for code in codes)
