"""What decides who comes to a game, what is tested in it, and what it is played on: traits, tables, things.

Whatever shows models, weapons or terrain hangs on these.
"""

from __future__ import annotations

from carnage.catalog import Book
from carnage.document.press import Thing
from carnage.forces import SIZED, force, mustering, stat_codes, stats

# What decides which stats a game tests.
TESTED = frozenset(
    {"stat-tests", "shoot-tests", "fight-tests", "nerve", "marker-capture", "re-rolls", "close-skill"}
)


def mustered(book: Book) -> frozenset[str]:
    """The traits that decide who may come and what they are worth."""
    return mustering(book.roster)


def sized(book: Book) -> list[str]:
    """The tables that say how big the forces are."""
    return list(SIZED)


def layouts(book: Book) -> frozenset[str]:
    """The traits that decide what stands on the table."""
    return frozenset(layout.needs for layout in book.roster.layout)


def ground(book: Book) -> list[str]:
    """The tables that say how big the table and its strips are, as far as this book rolls them."""
    return [table.id for table in book.rolled if table.id in ("deployment", "table")]


def used(book: Book) -> frozenset[str]:
    """The traits that decide which stats are used."""
    return frozenset(trait for stat in book.roster.stat for trait in stat.needs)


FORCE = Thing(force, mustered, sized)
SIZES = Thing(lambda ruleset: force(ruleset).unit_sizes, things=[FORCE])
"""How many models each unit has."""
KINDS = Thing(lambda ruleset: force(ruleset).kinds, things=[FORCE])
"""The kinds of model that may come, their stats on this game's scale."""
CARRIED = Thing(
    lambda ruleset: force(ruleset).carried,
    things=[FORCE],
    key=lambda ruleset: force(ruleset).carried_codes,
)
SPECIALS = Thing(lambda ruleset: force(ruleset).specials, things=[FORCE])
STATS = Thing(stats, used, key=stat_codes)
