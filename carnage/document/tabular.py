"""Tables of a rulebook out of cells, each of which is made once, as Markdown and as HTML.

Tables of rosters and odds are hardly ever alike from game to game, and their cells nearly always.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import escape

from carnage.document.ascii import ascii_html
from carnage.document.typography import typographic

MOST_CELLS = 5_000


class Cell(NamedTuple):
    """A cell in both forms; in Markdown without the bars around it."""

    markdown: str
    html: str


Row = Sequence[Cell]


@lru_cache(MOST_CELLS)
def printed(text: str) -> str:
    """Our own plain text as HTML in ASCII, with the quotes of a printed page."""
    return ascii_html(escape(typographic(text)))


@lru_cache(MOST_CELLS)
def cell(text: str, aside: str = "") -> Cell:
    """A cell of a table's body; what stands aside is in brackets, and small in HTML."""
    small = f" <small>({printed(aside)})</small>" if aside else ""
    return Cell(_with(text, aside), f"<td>{printed(text)}{small}</td>")


@lru_cache(MOST_CELLS)
def row_head(text: str, aside: str = "") -> Cell:
    """The cell that names its row; what stands aside is small in HTML."""
    small = f" <small>{printed(aside)}</small>" if aside else ""
    return Cell(_with(text, aside), f'<th scope="row">{printed(text)}{small}</th>')


@lru_cache(MOST_CELLS)
def head(text: str, long: str = "") -> Cell:
    """The cell that names its column, shortened from something longer if that is given."""
    shown = f'<abbr title="{printed(long)}">{printed(text)}</abbr>' if long else printed(text)
    return Cell(text, f'<th scope="col">{shown}</th>')


@lru_cache(MOST_CELLS)
def boxes(number: int) -> Cell:
    """Boxes to tick off; who hears the page does not hear them."""
    ticked = "☐" * number
    return Cell(ticked, ascii_html(f'<td class="boxes"><span aria-hidden="true">{ticked}</span></td>'))


def _with(text: str, aside: str) -> str:
    return f"{text} ({aside})" if aside else text


def html_rows(rows: Iterable[Row]) -> str:
    """Rows as they stand in a body of a table, or in its head."""
    return "\n".join([f"<tr>{''.join([each.html for each in row])}</tr>" for row in rows])


def html_table(attributes: str, title: str, heads: Row, bodies: str) -> str:
    """A table with these attributes, under this title."""
    opening = f"<table {attributes}><caption>{printed(title)}</caption>"
    return f"{opening}\n<thead>{html_rows([heads])}</thead>\n{bodies}</table>"


def html_body(rows: Iterable[Row], group: str = "") -> str:
    """One body of a table; `group` is a row above all others, ready."""
    return f"<tbody>\n{group}{html_rows(rows)}\n</tbody>\n"


def markdown_table(heads: Row, rows: Iterable[Row], title: str = "") -> str:
    """The table as Markdown, under its title if it has one."""
    lines = [f"**{title}**\n"] if title else []
    lines += [_line(heads), f"|{' --- |' * len(heads)}", *map(_line, rows)]
    return "\n".join(lines)


def _line(row: Row) -> str:
    return f"|{''.join([f' {each.markdown} |' if each.markdown else ' |' for each in row])}"
