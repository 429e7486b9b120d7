"""Seeds of earlier drafts of a book, which have another length, and their conversion to present
seeds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from carnage.catalog.toml import CatalogError, Entry

if TYPE_CHECKING:
    from carnage.catalog.schema import Book


class Draft(Entry, frozen=True):
    """The conversion of seeds of a draft.

    Attributes:
        length: The number of digits of the draft's seeds.
        added: The digits of each table that was added later, by the table's id.
        changed: For each table whose rolls changed, a map from the draft's digits to the present
            ones.
    """

    length: int
    added: dict[str, str] = msgspec.field(default_factory=dict)
    changed: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)


def migrate_seed(book: Book, digits: str) -> str | None:
    """Return the present seed of the game that is nearest to a seed of a draft.

    Returns None if the book has no draft with seeds of this length.
    """
    for draft in book.drafts:
        if draft.length == len(digits) and digits.isascii() and digits.isdigit():
            return _convert_seed(book, draft, digits)
    return None


def _convert_seed(book: Book, draft: Draft, digits: str) -> str:
    now = []
    at = 0
    for table in book.rolled:
        if table.id in draft.added:
            now.append(draft.added[table.id])
            continue
        then = digits[at : at + table.digits]
        at += table.digits
        now.append(draft.changed.get(table.id, {}).get(then, then))
    return "".join(now)


def check_drafts(book: Book, place: str) -> None:
    """Raise CatalogError for drafts whose seeds cannot be converted or told from present seeds."""
    digits = {table.id: table.digits for table in book.rolled}
    for draft in book.drafts:
        where = f"{place}: the draft of {draft.length} digits"
        unknown = (draft.added.keys() | draft.changed.keys()) - digits.keys()
        if unknown:
            raise CatalogError(f"{where} names {sorted(unknown)}, which the book does not roll")
        if draft.length == book.length:
            raise CatalogError(
                f"{where} has as many as the book has now: nobody could tell its seeds"
            )
        if draft.length != book.length - sum(digits[id] for id in draft.added):
            raise CatalogError(
                f"{where} and the tables that were added since do not make {book.length}"
            )
        for id, seeds in _list_named_digits(draft).items():
            wrong = [seed for seed in seeds if len(seed) != digits[id] or not seed.isdecimal()]
            if wrong:
                raise CatalogError(
                    f"{where}: {wrong[0]!r} is no roll of {id}, which takes {digits[id]}"
                )


def _list_named_digits(draft: Draft) -> Mapping[str, tuple[str, ...]]:
    """Return all digits that a draft names, by table."""
    changed = {id: (*pairs, *pairs.values()) for id, pairs in draft.changed.items()}
    return changed | {id: (seed,) for id, seed in draft.added.items()}
