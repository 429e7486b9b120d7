"""What texts may ask for in a book with a roster, as in game.figures, and the words `weapons` and `stats`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from carnage.catalog import Book
from carnage.document.press import Thing
from carnage.document.rosters import muster
from carnage.document.rosters.deciding import TESTED, ground, kinds, layouts, stat_codes
from carnage.forces import force, stats
from carnage.forces import ground as ground_of


def _traits(*traits: str) -> Callable[[Book], Iterable[str]]:
    return lambda book: traits


def _tables(*tables: str) -> Callable[[Book], Iterable[str]]:
    return lambda book: tables


THINGS = {
    "models": Thing(lambda ruleset: force(ruleset).size),
    "figures": Thing(muster.figures),
    "figures_needed": Thing(
        muster.figures_needed,
        _traits("centimetres", "points-buy", "price-list", "draft"),
        values=[force],
    ),
    "table_feet": Thing(lambda ruleset: ground_of(ruleset).feet, _traits(), ground),
    "terrain": Thing(muster.terrain, layouts),
    "most_dice": Thing(
        muster.most_dice, _traits(*TESTED, "throw-tests"), _tables("resolution"), values=[kinds]
    ),
    "rounds": Thing(muster.rounds_told, _traits("clock"), _tables("game-length")),
    "minutes": Thing(muster.time),
}

WORDS = {
    "weapons": Thing(
        lambda ruleset: force(ruleset).carried, key=lambda ruleset: force(ruleset).carried_codes
    ),
    "stats": Thing(stats, key=stat_codes),
}
