"""A game that a visitor puts together on a book's page; rules without a choice are rolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from carnage.catalog import Book, Table
from carnage.catalog.variants import list_variants
from carnage.common.text_format import join_words
from carnage.seeds import Seed

PICK_PREFIX = "pick-"  # before the id of a table: the field with its chosen digits


class ManualChoices(NamedTuple):
    """The results that a visitor chose.

    Attributes:
        digits: The chosen digits by table.
        shown: The digits of the same results that the page shows.
        refused: The errors, in words.
    """

    digits: Mapping[str, str]
    shown: Mapping[str, str]
    refused: tuple[str, ...]


def has_manual_choices(fields: Mapping[str, str]) -> bool:
    """Return whether a form or an address has any field of the page, even an empty one."""
    return any(name.startswith(PICK_PREFIX) for name in fields)


def read_manual_choices(fields: Mapping[str, str], book: Book) -> ManualChoices:
    """Return the choices in a form or an address; errors are part of the return value."""
    digits: dict[str, str] = {}
    shown: dict[str, str] = {}
    refused: list[str] = []
    tables = {table.id: table for table in book.rolled}
    for name, value in fields.items():
        if not name.startswith(PICK_PREFIX) or not value:
            continue
        table = tables.get(name.removeprefix(PICK_PREFIX))
        if table is None:
            refused.append(
                f"The {book.title} book has no such table. Choose options of the tables below."
            )
        elif not (value.isascii() and value.isdigit() and len(value) == table.digits):
            refused.append(
                f"{table.title} has no such option. "
                f"Choose one of these: {_list_valid_choices(table)}."
            )
        else:
            digits[table.id] = value
            shown[table.id] = next(
                each.lowest for each in list_variants(table) if int(value) in each.rolls
            )
    return ManualChoices(digits, shown, tuple(dict.fromkeys(refused)))


def _list_valid_choices(table: Table) -> str:
    """Return the possible choices for a table in words."""
    return join_words([f"{each.span} ({each.label})" for each in list_variants(table)])


def make_seed(book: Book, digits: Mapping[str, str]) -> Seed:
    """Return a seed with these digits and all others rolled."""
    seed = Seed.roll(book.length)
    for id, rolled in digits.items():
        seed = seed.replaced(book.digit_offset(id), rolled)
    return seed
