"""The addresses of games and of what can be done to them, and what a link carries along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote_plus

from carnage.catalog import Book
from carnage.game_names import clean_name
from carnage.web.errors import Trouble


@dataclass(frozen=True, slots=True)
class Carried:
    """What links take along from page to page: the name that the game was given, the tables that are kept."""

    name: str = ""
    keep: tuple[str, ...] = ()

    def query(self, **more: str) -> str:
        """`?…` with what is carried, after whatever else is asked; empty if there is nothing."""
        fields = {key: value for key, value in more.items() if value}
        if self.keep:
            fields["keep"] = ",".join(self.keep)
        if self.name:
            fields["name"] = self.name
        return (
            "?" + "&".join([f"{key}={quote_plus(value, ',')}" for key, value in fields.items()])
            if fields
            else ""
        )


def read_carried(fields: Mapping[str, str], book: Book) -> Carried:
    """What a query or form carries; raises Trouble for a table that the book has not, or odd bytes.

    Raises GameNameError for a name that cannot be used.
    """
    asked = {part for part in fields.get("keep", "").split(",") if part}
    if not asked:
        return Carried(clean_name(fields.get("name", "")))
    keep = tuple(table.id for table in book.rolled if table.id in asked)
    if len(keep) != len(asked):
        raise Trouble(
            400,
            "No such rule to keep",
            f"<p>What stands after <code>keep=</code> are rules of this book, such as "
            f"<code>keep={book.rolled[0].id}</code>, with commas between them.</p>",
        )
    return Carried(clean_name(fields.get("name", "")), keep)


def game_url(book: Book, digits: str, carried: Carried | None = None, anchor: str = "") -> str:
    """A game's page; with an anchor, at one of its rules."""
    query = carried.query() if carried else ""
    return f"/{book.code}/{digits}{query}{'#' + anchor if anchor else ''}"
