"""What a rulebook is made of: the parts that pages, Markdown and files are assembled from.

HTML in these parts is ready to be printed: only our own texts go into it, and a game's name, which a visitor
may choose, is in none of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from carnage.catalog import Table
from carnage.ruleset import Choice


@dataclass(frozen=True, slots=True)
class Section:
    """One table's part of the rules: an option that was rolled, or a section that every game has.

    `does` says in two sentences what the option does to the game; it is kept apart so that it can be hidden.
    """

    table: Table
    choice: Choice | None
    markdown: str
    html: Markup
    does: str

    @property
    def id(self) -> str:
        """The anchor of this section on a page: its table's id."""
        return self.table.id


@dataclass(frozen=True, slots=True)
class Chapter:
    """Sections that stand together under one heading."""

    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rulebook outside the rules: components, setup, rosters, odds, quick reference, …"""

    id: str
    title: str
    markdown: str
    html: Markup
