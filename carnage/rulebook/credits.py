"""List the sources of a game or a whole book, which every copy of it has to credit."""

from __future__ import annotations

from collections.abc import Iterable

from carnage import catalog
from carnage.catalog import Book, Source
from carnage.rulebook.model import Part
from carnage.rulesets.house_rules import describe_rule
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
    sources = _list_sources(ruleset.book, shown)
    if ruleset.book.house_rules:
        sources += (_build_house_source(ruleset),)
    return sources


def _build_house_source(ruleset: Ruleset) -> Source:
    """Return the house rules of a game as a source, which are nobody's but its owner's."""
    lines = [describe_rule(ruleset.book, rule) for rule in ruleset.book.house_rules]
    credit = f"House rules of this game, which are not those of the book: {'; '.join(lines)}."
    return Source(title="House rules", authors="", licence="", credit=credit)


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
