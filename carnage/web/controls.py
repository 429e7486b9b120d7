"""What stands at a rule that was rolled: its die, and the links that re-roll it, keep it or choose another.

All of it is made once for each table and roll; what changes from game to game is put in where the marks are.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from markupsafe import Markup, escape

from carnage.catalog import Book, Table
from carnage.catalog.variants import Variant, variants
from carnage.document.ascii import ascii_html

# Marks in ready HTML, around the digits in an option's link: each is replaced by a piece of an address. They
# are no characters of any text.
BEFORE, AFTER = "\x01", "\x02"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The ready pieces for one table at one roll; `kept` and not, where that makes a difference.

    A rule's controls are `to_reroll`, an address that ends in `only_to_keep`, an address, `to_choose`,
    `choices`; these are cut where the beginnings of their addresses belong.
    """

    table_id: str
    before: int  # where in the seed this table's digits begin, and where they end
    after: int
    heading: str
    die: str
    kept_die: str
    contents: str
    to_reroll: str
    only_to_keep: str
    only_to_keep_kept: str
    to_choose: str
    to_choose_kept: str
    choices: tuple[str, ...]


def rolled(book: Book, table: Table, digits: str) -> Rolled:
    """The pieces for this table where it rolled these digits."""
    title = escape(table.title)
    option = escape(table.rolls[int(digits)].label)
    at = book.place(table.id)
    label = f"{digits}: {title}, {option}"
    two = " two" if table.digits > 1 else ""
    die = (
        f'<li><a class="die{two}{{}}" href="#{table.id}" aria-label="{label}" title="{title}: {option}">'
        f"{digits}</a></li>"
    )
    heading = f'{title} <span class="die{two}"><span class="vh">rolled </span>{digits}</span>'
    choose = (
        '</span></a></div><details class="choose"><summary>Choose'
        f'<span class="vh"> another result for {title}</span></summary><ul>'
    )
    rerolled = _heard("Re-roll", f" {title}")
    choices = "".join(_choice(table, variant, int(digits) in variant.rolls) for variant in variants(table))
    pieces = Rolled(
        table_id=table.id,
        before=at,
        after=at + table.digits,
        heading=f"<h3>{heading}</h3>",
        die=die.replace("{}", ""),
        kept_die=die.replace("{}", " kept"),
        contents=f'<li><a href="#{table.id}">{title} <span class="digit">{digits}</span></a></li>',
        to_reroll='<div class="controls"><div class="acts"><a class="act reroll" href="',
        only_to_keep=f'{table.id}{rerolled}<a class="act keep" href="',
        only_to_keep_kept=f'{table.id}{rerolled}<a class="act keep on" href="',
        to_choose=f'#{table.id}" rel="nofollow">Keep<span class="vh"> {title}{choose}',
        to_choose_kept=f'#{table.id}" rel="nofollow">Kept<span class="vh"> {title}: let it go again{choose}',
        choices=tuple(ascii_html(f"{choices}</ul></details></div>").split(BEFORE)),
    )
    texts: dict[str, Any] = {name: ascii_html(getattr(pieces, name)) for name in _TEXTS}
    return replace(pieces, **texts)


def _heard(shown: str, heard: str) -> str:
    """The end of a link whose name is longer for those who hear it."""
    return f'" rel="nofollow">{shown}<span class="vh">{heard}</span></a>'


def _choice(table: Table, variant: Variant, now: bool) -> str:
    text = Markup('<span class="span">{}</span> {}').format(variant.span, variant.label)
    if now:
        return f'<li><span class="now" aria-current="true">{text}</span></li>'
    return f'<li><a href="{BEFORE}{variant.lowest}{AFTER}#{table.id}" rel="nofollow">{text}</a></li>'


_TEXTS = [field.name for field in fields(Rolled) if field.type == "str"]
