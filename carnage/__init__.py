"""Carnage rolls up a tabletop game from a seed, writes its rules, and plays it.

>>> import carnage
>>> game = carnage.roll("classic", "243856987615781")
>>> game.ruleset.name
'Ruinous Throne'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carnage.seeds import Seed, SeedError

if TYPE_CHECKING:
    from carnage.document import Rulebook

__version__ = "0.1.0"
__all__ = ["Seed", "SeedError", "UnknownBookError", "__version__", "roll"]


class UnknownBookError(ValueError):
    """There is no book of this code; the message lists those that there are."""


def roll(book: str | None = None, seed: str | None = None, name: str = "") -> Rulebook:
    """The rulebook of a seed, or of a fresh roll if none is given.

    Without a book it is the one that the seed's digits fit, or else the one that new games are rolled on.
    Raises UnknownBookError, SeedError for a seed that is not as many digits as the book wants, and
    carnage.ruleset.GameNameError for a name that cannot be used: each a ValueError.
    """
    # Imported here so that the engine's child processes, which import this package, need not load them.
    from carnage import catalog
    from carnage.document import rulebook
    from carnage.ruleset import resolve

    if book is not None and book not in catalog.book_codes():
        raise UnknownBookError(f"There is no book {book!r}; there is {', '.join(catalog.book_codes())}.")
    chosen = catalog.book(book) if book is not None else catalog.book_for(seed or "")
    digits = Seed.roll(chosen.length) if seed is None else Seed.parse(seed, chosen.length)
    return rulebook(resolve(chosen, digits, name))
