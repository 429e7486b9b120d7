"""What the rulebooks of some books have besides the parts of all: here that is what a roster brings.

The general rulebook asks this and knows no book, no family and no roster.
"""

from __future__ import annotations

from typing import Any, Protocol

from carnage.catalog import Book
from carnage.document.parts import Part, Rendering
from carnage.document.rosters.additions import RosterAdditions
from carnage.document.rosters.fielded import Fielded
from carnage.ruleset import Ruleset


class Additions(Protocol):
    """What a book adds to the rulebooks of its games."""

    def front(self, ruleset: Ruleset) -> tuple[Part, ...]:
        """Parts that follow the components."""

    def back(self, ruleset: Ruleset) -> tuple[Part, ...]:
        """Parts that stand before the quick reference."""

    def tables(self, ruleset: Ruleset) -> Rendering:
        """What stands below the lines of the quick reference."""

    def forces(self, ruleset: Ruleset) -> list[dict[str, Any]]:
        """What each side brings, ready for JSON."""

    def fielded(self, ruleset: Ruleset) -> tuple[tuple[str, tuple[Fielded, ...]], ...]:
        """The units of each side, with their labels and figures."""


class NoAdditions:
    """Of a book whose games bring nothing to the table but their rules."""

    def front(self, ruleset: Ruleset) -> tuple[Part, ...]:
        return ()

    def back(self, ruleset: Ruleset) -> tuple[Part, ...]:
        return ()

    def tables(self, ruleset: Ruleset) -> Rendering:
        return Rendering()

    def forces(self, ruleset: Ruleset) -> list[dict[str, Any]]:
        return []

    def fielded(self, ruleset: Ruleset) -> tuple[tuple[str, tuple[Fielded, ...]], ...]:
        return ()


def additions(book: Book) -> Additions:
    """What this book adds."""
    return RosterAdditions(book) if book.roster.figure else NoAdditions()
