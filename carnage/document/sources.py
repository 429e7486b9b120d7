"""Whose ideas a game, or a whole book, is made of: what has to be credited wherever any of it is shown."""

from __future__ import annotations

from collections.abc import Iterable

from carnage import catalog
from carnage.catalog import Book, Source
from carnage.catalog.rolls import columns, marks_of
from carnage.ruleset import Ruleset
from carnage.unlocked import once_each


def of_game(ruleset: Ruleset) -> tuple[Source, ...]:
    """The sources of a game: its book's own, then those of what it shows, used in it or not."""
    return _shown(ruleset.book)(ruleset)


class _Shown:
    """Of one book: the bits of the sources that games show, by what each table rolled and by what each rule
    needs."""

    def __init__(self, book: Book) -> None:
        self._book = book
        others = {rule.source for table in book.tables for rule in table.every_rule} - {*book.credits}
        self._bits = {source: 1 << n for n, source in enumerate(sorted(others))}
        self._by_roll = [
            {roll: self._bits.get(choice.option.source, 0) for roll, choice in choices.items()}
            for choices in columns(book).choices
        ]
        # The rules that are there without a roll, of sources that the book does not credit in any case.
        self._rules = [
            (
                self._bits[rule.source],
                marks_of(book, (*table.needs, *rule.needs)),
                marks_of(book, (*table.unless, *rule.unless)),
            )
            for table in book.tables
            for rule in table.rules
            if rule.source in self._bits
        ]
        self._listed: dict[int, tuple[Source, ...]] = {}

    def __call__(self, ruleset: Ruleset) -> tuple[Source, ...]:
        shown, marks = 0, ruleset.marks
        for by_roll, roll in zip(self._by_roll, ruleset.rolls, strict=True):
            shown |= by_roll[roll]
        for bit, needs, unless in self._rules:
            if marks & needs == needs and not marks & unless:
                shown |= bit
        listed = self._listed.get(shown)
        if listed is None:
            codes = {source for source, bit in self._bits.items() if shown & bit}
            listed = self._listed[shown] = _listed(self._book, codes)
        return listed


_shown = once_each(_Shown)


def of_book(book: Book) -> tuple[Source, ...]:
    """The sources of everything that a book can roll."""
    return _listed(book, {each.source for table in book.tables for each in table.every_rule})


def together(rulesets: Iterable[Ruleset]) -> tuple[Source, ...]:
    """The sources of several games, each once."""
    return tuple(dict.fromkeys(source for ruleset in rulesets for source in of_game(ruleset)))


def _listed(book: Book, shown: set[str]) -> tuple[Source, ...]:
    codes = [*book.credits, *sorted(shown - set(book.credits))]
    return tuple(catalog.sources()[code] for code in codes)
