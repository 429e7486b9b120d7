"""The facts at the head of a rulebook, as its family's sheet has them."""

from __future__ import annotations

from functools import partial

from carnage.catalog import Book
from carnage.catalog.sheets import Fact
from carnage.catalog.traits import conditions
from carnage.document.dependencies import once
from carnage.document.press import Together
from carnage.document.sheet_texts import tell
from carnage.ruleset import Ruleset

Facts = tuple[tuple[str, str], ...]
"""Labels and values, plain text."""


class FactSheet:
    """Makes the facts of any game of one book."""

    def __init__(self, book: Book) -> None:
        self._facts = Together(
            once(book, partial(_fact, fact), [fact.text], conditions([fact])) for fact in book.sheet.fact
        )

    def __call__(self, ruleset: Ruleset) -> Facts:
        return tuple([fact for facts in self._facts(ruleset) for fact in facts])


def _fact(fact: Fact, ruleset: Ruleset) -> Facts:
    """The fact; nothing if the game has no use for it."""
    return ((fact.label, tell(fact.text, ruleset)),) if fact.fits(ruleset.traits) else ()
