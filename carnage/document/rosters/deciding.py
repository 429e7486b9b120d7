"""What decides what is tested in a game, and what it is played on; and what is made of a force hangs on.

Whatever shows models, weapons or terrain hangs on these.
"""

from __future__ import annotations

from carnage.catalog import Book
from carnage.forces import Model, force, stats
from carnage.ruleset import Ruleset

# What decides which stats a game tests.
TESTED = frozenset(
    {"stat-tests", "shoot-tests", "fight-tests", "nerve", "marker-capture", "re-rolls", "close-skill"}
)


def kinds(ruleset: Ruleset) -> tuple[Model, ...]:
    """The kinds of model that may come, their stats on this game's scale."""
    return force(ruleset).kinds


def stat_codes(ruleset: Ruleset) -> tuple[str, ...]:
    """The codes of the stats in use."""
    return tuple([stat.code for stat in stats(ruleset)])


def layouts(book: Book) -> frozenset[str]:
    """The traits that decide what stands on the table."""
    return frozenset(layout.needs for layout in book.roster.layout)


def ground(book: Book) -> list[str]:
    """The tables that say how big the table and its strips are, as far as this book rolls them."""
    return [table.id for table in book.rolled if table.id in ("deployment", "table")]
