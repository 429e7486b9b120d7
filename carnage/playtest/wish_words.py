"""`tables/wishes.toml`: what people call what they wish for, and what they mean by the name of a table."""

from __future__ import annotations

from functools import cache

from carnage import catalog
from carnage.catalog import Book
from carnage.catalog.toml import Entry, read


class Wish(Entry, frozen=True):
    """What is said, and how a game is then: `has` or `lacks` a trait."""

    said: tuple[str, ...]
    has: str = ""
    lacks: str = ""


class WishWords(Entry, frozen=True):
    """All of the file; `first` has the trait, by the table's name, of options that people mean first."""

    wish: tuple[Wish, ...]
    first: dict[str, str]


@cache
def wish_words() -> WishWords:
    """What people say and mean."""
    return read(catalog.TABLES, "wishes.toml", WishWords)


def tags(book: Book) -> list[str]:
    """What the pitches of a book's games call them, in the order of the alphabet."""
    return sorted({tag for table in book.rolled for option in table.options for tag in option.tags})
