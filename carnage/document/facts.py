"""The facts at the head of a rulebook, as its family's sheet has them."""

from __future__ import annotations

from carnage.catalog import Book
from carnage.document.press import Once
from carnage.document.telling import asked, once, tell, there
from carnage.ruleset import Ruleset

Facts = tuple[tuple[str, str], ...]
"""Labels and values, plain text."""


def facts(book: Book) -> Once[Facts]:
    """What makes the facts of any game of one book."""
    entries = book.sheet.fact

    def build(ruleset: Ruleset) -> Facts:
        return tuple((each.label, tell(each.text, ruleset)) for each in entries if there(each, ruleset))

    return once(book, build, [each.text for each in entries], asked(entries))
