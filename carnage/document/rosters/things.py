"""What texts may ask for in a book with a roster, as in game.figures, and the words `weapons`, `stats` and
`specials`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from carnage.catalog import Book
from carnage.document.press import Thing
from carnage.document.rosters import muster
from carnage.document.rosters.deciding import (
    CARRIED,
    FORCE,
    KINDS,
    SIZES,
    SPECIALS,
    STATS,
    TESTED,
    ground,
    layouts,
)
from carnage.forces import force
from carnage.ground import ground as ground_of


def _traits(*traits: str) -> Callable[[Book], Iterable[str]]:
    return lambda book: traits


def _tables(*tables: str) -> Callable[[Book], Iterable[str]]:
    return lambda book: tables


THINGS = {
    "models": Thing(lambda ruleset: force(ruleset).size, things=[FORCE]),
    "figures": Thing(muster.figures, _traits("points-buy"), things=[FORCE]),
    "figures_needed": Thing(
        muster.figures_needed,
        _traits("centimetres", "points-buy", "price-list", "draft"),
        things=[FORCE],
        kept=True,
    ),
    "table_feet": Thing(lambda ruleset: ground_of(ruleset).feet, tables=ground, kept=True),
    "terrain": Thing(muster.terrain, layouts, kept=True),
    "most_dice": Thing(
        muster.most_dice,
        _traits(*TESTED, "throw-tests", "talents"),
        _tables("resolution"),
        things=[KINDS],
        kept=True,
    ),
    "rounds": Thing(muster.rounds_told, _traits("clock"), _tables("game-length"), kept=True),
    "minutes": Thing(
        muster.time,
        _traits(
            *("clock", "last-orders", "repeats", "unit-tests", "paid-activations", "rationed", "by-phases"),
            *muster.PACES,
        ),
        _tables("action-points", "activation-order", "game-length"),
        things=[SIZES],
    ),
}

WORDS = {"weapons": CARRIED, "stats": STATS, "specials": SPECIALS}
