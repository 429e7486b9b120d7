"""What stands at a rule that was rolled: its die, and the links that re-roll it, keep it or choose another.

All of it is made once for each table and roll; what changes from game to game is put in where the marks are.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from carnage.catalog import Book, Table
from carnage.web.variants import Variant, variants

# Marks in ready HTML, each replaced by a piece of an address. They are no characters of any text.
BEFORE, AFTER, REROLL, KEEP = "\x01", "\x02", "\x03", "\x04"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The ready pieces for one table at one roll."""

    table_id: str
    before: int  # where in the seed this table's digits begin, and where they end
    after: int
    heading: str
    die: str
    kept_die: str
    contents: str
    controls: str
    kept_controls: str


def rolled(book: Book, table: Table, digits: str) -> Rolled:
    """The pieces for this table where it rolled these digits."""
    title = escape(table.title)
    option = escape(table.rolls[int(digits)].label)
    at = book.place(table.id)
    label = f"{digits}: {title}, {option}"
    die = (
        f'<li><a class="die{{}}" href="#{table.id}" aria-label="{label}" title="{title}: {option}">'
        f"{digits}</a></li>"
    )
    heading = f'{title} <span class="die"><span class="vh">rolled </span>{digits}</span>'
    return Rolled(
        table_id=table.id,
        before=at,
        after=at + table.digits,
        heading=f'<h3 id="{table.id}-title">{heading}</h3>',
        die=die.replace("{}", ""),
        kept_die=die.replace("{}", " kept"),
        contents=f'<li><a href="#{table.id}">{title} <span class="digit">{digits}</span></a></li>',
        controls=_controls(table, digits, kept=False),
        kept_controls=_controls(table, digits, kept=True),
    )


def _controls(table: Table, digits: str, kept: bool) -> str:
    title = escape(table.title)
    said = ("Kept", f": {title}. Let it go again") if kept else ("Keep", f" {title}")
    keep = _act("keep on" if kept else "keep", KEEP, *said)
    reroll = _act("reroll", REROLL, "Re-roll", f" {title}")
    found = variants(table)
    items = "".join(_choice(variant, int(digits) in variant.rolls) for variant in found)
    return (
        f'<div class="controls"><div class="acts">{reroll}{keep}</div><details class="choose">'
        f'<summary>Choose<span class="vh"> another result for {title}</span></summary>'
        f"<ul>{items}</ul></details></div>"
    )


def _act(kind: str, href: str, shown: str, heard: str) -> str:
    return f'<a class="act {kind}" href="{href}" rel="nofollow">{shown}<span class="vh">{heard}</span></a>'


def _choice(variant: Variant, now: bool) -> str:
    text = Markup('<span class="span">{}</span> {}').format(variant.span, variant.label)
    if now:
        return f'<li><span class="now" aria-current="true">{text}</span></li>'
    return f'<li><a href="{BEFORE}{variant.lowest}{AFTER}" rel="nofollow">{text}</a></li>'
