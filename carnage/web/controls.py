"""What stands at a rule that was rolled: its die, at the head of the page and at the rule's heading.

Each die leads to the tray, where it is rolled, locked or answered otherwise. The address of that begins with
its query, so it is the same on the pages of all games, and all of it is made once for each table and roll.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import escape

from carnage.catalog import Book, Table
from carnage.document.ascii import ascii_html

ALL = "all"  # what is asked for where no single die is


def permalink(id: str, title: str) -> str:
    """The way to a heading itself, to be copied; `title` is HTML. What it shows is left to style, so that
    the heading reads as it is written."""
    return f'<a class="perma" href="#{id}" aria-label="Link to {title}"></a>'


class Cut(NamedTuple):
    """HTML, cut where what an address carries along has its place."""

    before: str
    after: str

    @classmethod
    def of(cls, before: str, after: str) -> Cut:
        return cls(ascii_html(before), ascii_html(after))


class Heading(NamedTuple):
    """The same of a rule's heading, which has two such places: its die's and its lock's."""

    before: str
    between: str
    after: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """The ready pieces for one table at one roll, locked and not."""

    table_id: str
    before: int  # where in the seed this table's digits begin, and where they end
    after: int
    heading: Heading
    die: Cut
    locked_die: Cut
    named_die: Cut
    named_locked_die: Cut
    contents: str


def rolled(book: Book, table: Table, digits: str) -> Rolled:
    """The pieces for this table where it rolled these digits."""
    title = escape(table.title)
    option = escape(table.rolls[int(digits)].label)
    at = book.place(table.id)
    two = " two" if table.digits > 1 else ""
    return Rolled(
        table_id=table.id,
        before=at,
        after=at + table.digits,
        heading=Heading(
            ascii_html(f'<h3>{title} <a class="die{two}" href="?die={table.id}'),
            ascii_html(
                f'" data-die="{table.id}" rel="nofollow"><span class="vh">rolled </span>{digits}</a></h3>'
                f'{permalink(table.id, title)}<a class="lock-here" href="?lock={table.id}'
            ),
            ascii_html(f'" rel="nofollow"><span class="vh">{title}: </span></a>'),
        ),
        die=_die(table, digits, f"die{two}", f"{title}, {option}", f"{title}: {option}"),
        locked_die=_die(
            table, digits, f"die{two} locked", f"{title}, {option}, locked", f"{title}: {option} (locked)"
        ),
        named_die=_named_die(table, digits, f"{title}, {option}", f"{title}: {option}"),
        named_locked_die=_named_die(
            table, digits, f"{title}, {option}, locked", f"{title}: {option} (locked)", " locked"
        ),
        contents=ascii_html(
            f'<li><a href="#{table.id}">{title} <span class="digit die{two}">'
            f'<span class="vh">rolled </span>{digits}</span></a></li>'
        ),
    )


def _die(table: Table, digits: str, kind: str, heard: str, shown: str) -> Cut:
    return Cut.of(
        f'<li><a class="{kind}" href="?die={table.id}',
        f'" data-die="{table.id}" rel="nofollow" aria-label="{digits}: {heard}" title="{shown}">'
        f"{digits}</a></li>",
    )


def _named_die(table: Table, digits: str, heard: str, shown: str, how: str = "") -> Cut:
    """A die with its table's name beside it, for a page that has room for all of them."""
    two = " two" if table.digits > 1 else ""
    return Cut.of(
        f'<li><a class="named{how}" href="?die={table.id}',
        f'" data-die="{table.id}" rel="nofollow" aria-label="{digits}: {heard}" title="{shown}">'
        f'<span class="die{two}">{digits}</span> {escape(table.title)}</a></li>',
    )
