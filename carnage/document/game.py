"""What a sheet's texts may ask of the whole game, as in game.players.

Each is worked out only when it is asked for. Beside it stands what it depends on, so that a piece of a
rulebook that tells it is made anew where it must be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from carnage.catalog import Book
from carnage.document import muster
from carnage.document.press import TESTED, ground, layouts, mustered, sized
from carnage.ruleset import Ruleset

Traits = frozenset[str]


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing: how it is worked out, and the traits and tables of a book that decide it."""

    tell: Callable[[Ruleset], Any]
    traits: Callable[[Book], Traits]
    tables: Callable[[Book], Iterable[str]]


def _no_traits(book: Book) -> Traits:
    return frozenset()


def _on(*tables: str) -> Callable[[Book], Iterable[str]]:
    """These tables and those that say how big the forces are, as far as the book rolls them."""
    return lambda book: [*sized(book), *[table.id for table in book.rolled if table.id in tables]]


def _and(*traits: str) -> Callable[[Book], Traits]:
    """These traits and those that decide who comes."""
    return lambda book: mustered(book) | frozenset(traits)


THINGS = {
    "players": Thing(lambda ruleset: ruleset.players, _no_traits, lambda book: ["players"]),
    "models": Thing(lambda ruleset: ruleset.models, mustered, _on()),
    "figures": Thing(muster.figures, mustered, _on()),
    "figures_needed": Thing(muster.figures_needed, _and("centimetres"), _on()),
    "table_feet": Thing(lambda ruleset: ruleset.table_feet, _no_traits, ground),
    "terrain": Thing(muster.terrain, layouts, lambda book: []),
    "most_dice": Thing(muster.most_dice, _and(*TESTED, "throw-tests"), _on("resolution")),
    "rounds": Thing(muster.rounds_told, _and("clock"), _on("game-length")),
    "minutes": Thing(
        muster.time,
        _and("clock", "last-orders", "repeats", "unit-tests", "paid-activations"),
        _on("action-points", "activation-order", "game-length"),
    ),
}


class Game:
    """The things of one game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    def __getattr__(self, name: str) -> Any:
        thing = THINGS.get(name)
        if thing is None:
            raise AttributeError(name)
        return thing.tell(self._ruleset)
