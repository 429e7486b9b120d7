"""From the tables' texts to Markdown and HTML: Jinja first, then Markdown.

Only our own texts may come here. What a visitor typed never does: Markdown lets raw HTML through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

import jinja2
import markdown
from jinja2.runtime import Context
from markupsafe import Markup

from carnage.catalog.mentions import used_names
from carnage.document.ascii import ascii_html
from carnage.document.things import WORDS
from carnage.document.typography import typographic
from carnage.ruleset import Ruleset
from carnage.wording import Number, feet, length, mixed, ordinal, share, spelled, times


@jinja2.pass_context
def _inches(context: Context, value: Number) -> str:
    return length(value, context["centimetres"])


def _feet(value: Number, how: str = "") -> str:
    return feet(value, spelled if how == "spelled" else mixed)


MOST_BLOCKS = 10_000

FILTERS: dict[str, Callable[..., str]] = {
    "inches": _inches,
    "feet": _feet,
    "spelled": spelled,
    "times": times,
    "share": share,
    "ordinal": ordinal,
}


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    environment.filters.update(FILTERS)
    return environment


_ENVIRONMENT = _environment()

# ------------------------------------------------------------------------------------------------ texts


@cache
def _template(text: str) -> jinja2.Template:
    return _ENVIRONMENT.from_string(text)


def fill(text: str, params: Mapping[str, Any], ruleset: Ruleset) -> str:
    """The text as it reads in this game, still Markdown."""
    if "{" not in text:
        return tidy(text)
    context: dict[str, Any] = {**params, "has": ruleset.has, "centimetres": "centimetres" in ruleset.traits}
    context |= {name: WORDS[name](ruleset) for name in used_names(text) & WORDS.keys()}
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


def to_html(text: str) -> Markup:
    """Our own Markdown, tidy, as HTML. Each paragraph, list item and table is turned once: texts that differ
    have most of theirs in common."""
    return Markup("\n".join([_block(block) for block in _blocks(text)]))


_LISTED = re.compile(r"- |\d+\. ")


def _blocks(text: str) -> list[str]:
    """What stands by itself between blank lines; lists that follow each other are taken together."""
    blocks: list[str] = []
    for block in text.split("\n\n"):
        if blocks and _LISTED.match(block) and _LISTED.match(blocks[-1]):
            blocks[-1] += f"\n\n{block}"
        else:
            blocks.append(block)
    return blocks


def _block(block: str) -> str:
    lines = block.split("\n")
    if not all([line.startswith("- ") for line in lines]):
        return _turned(block)
    opening, closing = "<ul>\n", "\n</ul>"
    items = [_turned(line).removeprefix(opening).removesuffix(closing) for line in lines]
    return "\n".join(["<ul>", *items, "</ul>"])


@lru_cache(MOST_BLOCKS)
def _turned(block: str) -> str:
    return ascii_html(markdown.markdown(typographic(block), extensions=["tables"], output_format="html"))


def inline_html(text: str) -> Markup:
    """One line of our own Markdown as HTML without a paragraph around it."""
    return Markup(to_html(text).removeprefix("<p>").removesuffix("</p>"))


def escape_markdown(text: str) -> str:
    """A visitor's text as Markdown that shows it letter for letter."""
    escapes = {**{c: f"&#{ord(c)};" for c in "&<>~|"}, **{c: f"\\{c}" for c in "\\`*_[]#"}}
    return "".join(escapes.get(character, character) for character in text)
