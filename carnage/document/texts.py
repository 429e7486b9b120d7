"""From the tables' texts to Markdown and HTML: Jinja first, then Markdown.

Only our own texts may come here. What a visitor typed never does: Markdown lets raw HTML through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import jinja2
import jinja2.meta
import markdown
from jinja2.runtime import Context
from markupsafe import Markup

from carnage.catalog import Number, Weapon, asked_traits
from carnage.document.ascii import ascii_html
from carnage.document.typography import typographic
from carnage.ruleset import Ruleset

_SPELLED = (
    *(
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_ORDINALS = (
    *("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth"),
)
_TIMES = {1: "once", 2: "twice"}
_SHARES = {
    Fraction(1, 4): "a quarter",
    Fraction(1, 3): "a third",
    Fraction(1, 2): "half",
    Fraction(2, 3): "two thirds",
    Fraction(3, 4): "three quarters",
    Fraction(1): "all",
}
_SHARE_SIGNS = {0.25: "¼", 0.5: "½", 0.75: "¾"}

# ---------------------------------------------------------------------------------------------- numbers


def mixed(value: Number) -> str:
    """A number as players write it: 4.5 is 4½."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(int(whole))
    if rest in _SHARE_SIGNS:
        return (str(int(whole)) if whole else "") + _SHARE_SIGNS[rest]
    return f"{value:g}"


def spelled(value: Number) -> str:
    """3 is three; numbers over twenty stay figures."""
    return _SPELLED[int(value)] if value == int(value) and 0 <= value <= 20 else mixed(value)


def length(value: Number, centimetres: bool) -> str:
    """A distance: 8", or 8 cm in a game that is played in centimetres."""
    return f"{value:g} cm" if centimetres else f'{mixed(value)}"'


def feet(value: Number, written: Callable[[Number], str] = mixed) -> str:
    """The side of a table: 1 foot, 4 feet; one foot, four feet if it is to be spelled."""
    return f"{written(value)} {'foot' if value == 1 else 'feet'}"


def _times(value: Number) -> str:
    return _TIMES.get(int(value), f"{spelled(value)} times")


def _share(value: Number) -> str:
    return _SHARES[Fraction(value).limit_denominator(12)]


def ordinal(value: Number) -> str:
    """3 is third."""
    return _ORDINALS[int(value)]


@jinja2.pass_context
def _inches(context: Context, value: Number) -> str:
    return length(value, context["centimetres"])


def _feet(value: Number, how: str = "") -> str:
    return feet(value, spelled if how == "spelled" else mixed)


FILTERS: dict[str, Callable[..., str]] = {
    "inches": _inches,
    "feet": _feet,
    "spelled": spelled,
    "times": _times,
    "share": _share,
    "ordinal": ordinal,
}


def _environment() -> jinja2.Environment:
    made = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    made.filters.update(FILTERS)
    return made


_ENVIRONMENT = _environment()

# ------------------------------------------------------------------------------------------------ texts


@cache
def _template(text: str) -> jinja2.Template:
    return _ENVIRONMENT.from_string(text)


@cache
def asks(text: str) -> frozenset[str]:
    """The traits that a text asks about; with `weapons` or `stats`, those words too."""
    names = jinja2.meta.find_undeclared_variables(_ENVIRONMENT.parse(text))
    return asked_traits(text) | (names & {"weapons", "stats"})


def carried(ruleset: Ruleset) -> tuple[Weapon, ...]:
    """The weapons that somebody in this game carries, in the roster's order."""
    found = {weapon.code for model in ruleset.kinds for weapon in model.weapons}
    return tuple(weapon for weapon in ruleset.book.roster.weapon if weapon.code in found)


def fill(text: str, params: Mapping[str, Any], ruleset: Ruleset) -> str:
    """The text as it reads in this game, still Markdown."""
    if "{" not in text:
        return tidy(text)
    context: dict[str, Any] = {**params, "has": ruleset.has, "centimetres": "centimetres" in ruleset.traits}
    named = asks(text)
    if "weapons" in named:
        context["weapons"] = carried(ruleset)
    if "stats" in named:
        context["stats"] = ruleset.stats
    return tidy(_template(text).render(context))


_ITEM = re.compile(r"- |\d+\. |\|")


def tidy(text: str) -> str:
    """One line a paragraph, list item or table row: conditions in a text leave ragged lines behind.

    A line begins an item only at the start of a block or after another item, so that a line of a paragraph
    that happens to begin with a number stays in its paragraph.
    """
    lines: list[str] = []
    for line in text.strip().splitlines():
        line = re.sub(r" {2,}", " ", line.strip())
        last = next((earlier for earlier in reversed(lines) if earlier), "")
        after_item = bool(_ITEM.match(last))
        item = bool(_ITEM.match(line)) and (after_item or not lines or not lines[-1])
        if not line:
            if lines and lines[-1]:
                lines.append("")
        elif item and after_item and not lines[-1] and line[0] == last[0]:
            lines[-1] = line
        elif lines and lines[-1] and not item:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return "\n".join(lines).strip()


@lru_cache(10_000)
def to_html(text: str) -> Markup:
    """Our own Markdown as HTML; each text is turned once."""
    html = markdown.markdown(typographic(text), extensions=["tables"], output_format="html")
    return Markup(ascii_html(html))


def inline_html(text: str) -> Markup:
    """One line of our own Markdown as HTML without a paragraph around it."""
    return Markup(to_html(text).removeprefix("<p>").removesuffix("</p>"))


def escape_markdown(text: str) -> str:
    """A visitor's text as Markdown that shows it letter for letter."""
    escapes = {**{c: f"&#{ord(c)};" for c in "&<>~|"}, **{c: f"\\{c}" for c in "\\`*_[]#"}}
    return "".join(escapes.get(character, character) for character in text)
