"""The facts at the head of a rulebook, as its family's sheet has them."""

from __future__ import annotations

from functools import partial

from carnage.catalog import Book
from carnage.document.telling import asked, once, tell, there
from carnage.ruleset import Ruleset
from carnage.sheets import Fact

Facts = tuple[tuple[str, str], ...]
"""Labels and values, plain text."""


class FactSheet:
    """Makes the facts of any game of one book."""

    def __init__(self, book: Book) -> None:
        self._made = [
            once(book, partial(_told, fact), [fact.text], asked([fact])) for fact in book.sheet.fact
        ]

    def __call__(self, ruleset: Ruleset) -> Facts:
        return tuple([fact for made in self._made for fact in made(ruleset)])


def _told(fact: Fact, ruleset: Ruleset) -> Facts:
    """The fact; nothing if the game has no use for it."""
    return ((fact.label, tell(fact.text, ruleset)),) if there(fact, ruleset) else ()
