"""List the sources of a game or a whole book, which every copy of it has to credit."""

from __future__ import annotations

from collections.abc import Iterable

from carnage import catalog
from carnage.catalog import Book, Source
from carnage.rulebook.model import Part
from carnage.rulesets.ruleset import Ruleset

CREDITS_ID = "credits"


def build_credits(ruleset: Ruleset) -> Part:
    """Return the sources of a game as a part of its rulebook."""
    return Part(CREDITS_ID, "Credits", "credits", list_game_sources(ruleset))


def list_game_sources(ruleset: Ruleset) -> tuple[Source, ...]:
    """Return the sources of a game: its book's own, then those of its rolls and its other rules."""
    shown = {choice.option.source for choice in ruleset.choices}
    for table in ruleset.book.tables:
        if ruleset.uses(table):
            shown |= {rule.source for rule in table.rules if ruleset.uses(table, rule)}
    return _list_sources(ruleset.book, shown)


def list_book_sources(book: Book) -> tuple[Source, ...]:
    """Return the sources of everything that a book can roll."""
    return _list_sources(book, {rule.source for table in book.tables for rule in table.every_rule})


def list_sources_together(rulesets: Iterable[Ruleset]) -> tuple[Source, ...]:
    """Return the sources of several games, each once."""
    return tuple(
        dict.fromkeys(source for ruleset in rulesets for source in list_game_sources(ruleset))
    )


def _list_sources(book: Book, shown: set[str]) -> tuple[Source, ...]:
    codes = [*book.credits, *sorted(shown - set(book.credits))]
    return tuple(catalog.sources()[code] for code in codes)
