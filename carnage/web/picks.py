"""A few games of each book that are worth a look, and why, from `tables/picks.toml`."""

from __future__ import annotations

from functools import cache

import msgspec

from carnage import catalog
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed


class _Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    book: str
    seed: str
    why: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pick: tuple[_Pick, ...]


@cache
def picks() -> tuple[tuple[Ruleset, str], ...]:
    """The games and what is to be said for each, those of the book that is rolled on first."""
    data: _File = msgspec.toml.decode((catalog.TABLES / "picks.toml").read_bytes(), type=_File)
    return tuple(
        (_ruleset(pick), pick.why)
        for pick in sorted(data.pick, key=lambda pick: pick.book != catalog.DEFAULT_BOOK)
    )


def _ruleset(pick: _Pick) -> Ruleset:
    book = catalog.book(pick.book)
    return resolve(book, Seed.parse(pick.seed, book.length))
