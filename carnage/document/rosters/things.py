"""What texts may ask for in a book with a roster, as in game.figures, and the words `weapons` and `stats`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from carnage.catalog import Book
from carnage.document.press import Thing
from carnage.document.rosters import muster
from carnage.document.rosters.deciding import TESTED, ground, layouts, mustered, sized, stats
from carnage.forces import force
from carnage.forces import ground as ground_of

Traits = frozenset[str]


def _on(*tables: str) -> Callable[[Book], Iterable[str]]:
    """These tables and those that say how big the forces are, as far as the book rolls them."""
    return lambda book: [*sized(book), *[table.id for table in book.rolled if table.id in tables]]


def _and(*traits: str) -> Callable[[Book], Traits]:
    """These traits and those that decide who comes."""
    return lambda book: mustered(book) | frozenset(traits)


THINGS = {
    "models": Thing(lambda ruleset: force(ruleset).size, mustered, _on()),
    "figures": Thing(muster.figures, mustered, _on()),
    "figures_needed": Thing(muster.figures_needed, _and("centimetres"), _on()),
    "table_feet": Thing(lambda ruleset: ground_of(ruleset).feet, lambda book: [], ground),
    "terrain": Thing(muster.terrain, layouts, lambda book: []),
    "most_dice": Thing(muster.most_dice, _and(*TESTED, "throw-tests"), _on("resolution")),
    "rounds": Thing(muster.rounds_told, _and("clock"), _on("game-length")),
    "minutes": Thing(
        muster.time,
        _and("clock", "last-orders", "repeats", "unit-tests", "paid-activations"),
        _on("action-points", "activation-order", "game-length"),
    ),
}

WORDS = {
    "weapons": Thing(lambda ruleset: force(ruleset).carried, mustered, sized),
    "stats": Thing(lambda ruleset: force(ruleset).stats, stats, lambda book: []),
}
