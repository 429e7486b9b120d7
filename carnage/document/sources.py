"""Whose ideas a game, or a whole book, is made of: what has to be credited wherever any of it is shown."""

from __future__ import annotations

from collections.abc import Iterable

from carnage import catalog
from carnage.catalog import Book, Option, Source, Table
from carnage.ruleset import Ruleset


def of_game(ruleset: Ruleset) -> tuple[Source, ...]:
    """The sources of a game: its book's own, then those of what it shows, used in it or not."""
    shown = {choice.option.source for choice in ruleset.choices}
    shown.update([rule.source for table, rule in _not_credited(ruleset.book) if ruleset.uses(table, rule)])
    return _listed(ruleset.book, shown)


_rules: dict[int, tuple[Book, tuple[tuple[Table, Option], ...]]] = {}


def _not_credited(book: Book) -> tuple[tuple[Table, Option], ...]:
    """The rules that are there without a roll, of sources that the book does not credit in any case."""
    kept = _rules.get(id(book))
    if kept is None:
        rules = [(table, rule) for table in book.tables for rule in table.rules]
        others = tuple((table, rule) for table, rule in rules if rule.source not in book.credits)
        # The book is kept beside them, so that no other can come to have its id.
        kept = _rules[id(book)] = book, others
    return kept[1]


def of_book(book: Book) -> tuple[Source, ...]:
    """The sources of everything that a book can roll."""
    return _listed(book, {each.source for table in book.tables for each in table.every_rule})


def together(rulesets: Iterable[Ruleset]) -> tuple[Source, ...]:
    """The sources of several games, each once."""
    return tuple(dict.fromkeys(source for ruleset in rulesets for source in of_game(ruleset)))


def _listed(book: Book, shown: set[str]) -> tuple[Source, ...]:
    codes = [*book.credits, *sorted(shown - set(book.credits))]
    return tuple(catalog.sources()[code] for code in codes)
