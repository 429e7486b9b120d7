"""What a roster adds to a rulebook; what each part depends on is declared here."""

from __future__ import annotations

from typing import Any

from carnage.catalog import Book
from carnage.document.parts import Part, Rendering
from carnage.document.press import Once
from carnage.document.rosters.chances import Odds
from carnage.document.rosters.deciding import FORCE, STATS, ground, layouts
from carnage.document.rosters.fielded import Fielded, fielded
from carnage.document.rosters.forces import forces
from carnage.document.rosters.reference import ReferenceTables
from carnage.document.rosters.setup import setup
from carnage.document.rosters.sides import rosters
from carnage.ruleset import Ruleset

PLACES = frozenset({"markers", "centimetres", "edges", "corners", "anywhere", "surrounded", "own-table"})
LISTED = frozenset({"wounds", "slowing", "squads", "ranked", "price-list", "talents", "luck-rolls"})


class RosterAdditions:
    """The setup, both sides' rosters, odds, and tables of weapons and stats, of any game of one book."""

    def __init__(self, book: Book) -> None:
        self._setup = Once(book, setup, layouts(book) | PLACES, ground(book))
        listed = {table.id for table in book.rolled} & {"forces"}
        self._rosters = Once(book, rosters, LISTED, listed, things=[FORCE, STATS], rarely=True)
        self._odds = Odds(book)
        self._tables = ReferenceTables(book)

    def front(self, ruleset: Ruleset) -> tuple[Part, ...]:
        """The table as it stands before the first round."""
        return (self._setup(ruleset),)

    def back(self, ruleset: Ruleset) -> tuple[Part, ...]:
        """Rosters and odds."""
        return self._rosters(ruleset), self._odds(ruleset)

    def tables(self, ruleset: Ruleset) -> Rendering:
        """Weapons and stats."""
        return self._tables(ruleset)

    def forces(self, ruleset: Ruleset) -> list[dict[str, Any]]:
        """Each side's models, or what it may pick from."""
        return forces(ruleset)

    def fielded(self, ruleset: Ruleset) -> tuple[tuple[str, tuple[Fielded, ...]], ...]:
        """The units of each side, figure by figure."""
        return fielded(ruleset)
