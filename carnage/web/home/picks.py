"""A few games of each book that are worth a look, and why, from `tables/picks.toml`."""

from __future__ import annotations

from functools import cache

from carnage import catalog
from carnage.catalog.toml import Entry, read
from carnage.presets import presets
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed


class _Pick(Entry, frozen=True):
    book: str
    seed: str
    why: str


class _File(Entry, frozen=True):
    pick: tuple[_Pick, ...]


@cache
def picks() -> tuple[tuple[Ruleset, str], ...]:
    """The games and what is to be said for each, those of the book that is rolled on first."""
    entries = read(catalog.TABLES, "picks.toml", _File).pick
    in_order = sorted(entries, key=lambda pick: pick.book != catalog.DEFAULT_BOOK)
    return tuple((_ruleset(pick), pick.why) for pick in in_order)


def _ruleset(pick: _Pick) -> Ruleset:
    book = catalog.book(pick.book)
    # A published system goes by its own name here, too.
    seed = Seed.parse(pick.seed, book.length)
    published = {(each.ruleset.book.code, each.ruleset.seed): each.ruleset for each in presets()}
    return published.get((book.code, seed)) or resolve(book, seed)
