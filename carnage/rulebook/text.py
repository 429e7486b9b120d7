"""Fill in the catalogue's texts: each is a Jinja template that becomes Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

import jinja2
from jinja2.runtime import Context

from carnage.catalog import Book
from carnage.common.bytecode_file import load_text
from carnage.common.text_format import (
    Number,
    feet,
    length,
    mixed_number,
    ordinal,
    share,
    spell_out,
    times,
    uncapitalize,
)
from carnage.rulebook.game_values import GameValues, list_roster_values
from carnage.rulesets.ruleset import Ruleset

CACHED_TEXTS = 8_000
_SPACES = re.compile(" {2,}")
_ITEM_START = re.compile(r"- |\d+\. |\|")


@jinja2.pass_context
def _inches(context: Context, value: Number) -> str:
    return length(value, context["centimetres"])


def _feet(value: Number, style: str = "") -> str:
    return feet(value, spell_out if style == "spelled" else mixed_number)


FILTERS: Mapping[str, Callable[..., str]] = {
    "inches": _inches,
    "feet": _feet,
    "spelled": spell_out,
    "times": times,
    "share": share,
    "ordinal": ordinal,
}


class DirectContext(Context):
    """A context that calls functions and macros without a look for Jinja's `pass_context`.

    No function of the project's templates needs it. The look takes a twentieth of a page's time.
    """

    def call(self, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Return the result of a call in a template."""
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return function(*args, **named)


ENVIRONMENT = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
ENVIRONMENT.context_class = DirectContext
ENVIRONMENT.filters.update(FILTERS)


@cache
def _compile_template(text: str) -> jinja2.Template:
    return load_text(ENVIRONMENT, text)


class TextFiller:
    """Fill in the texts of one game.

    A text may use the values of the game (`has`, `misses`, `the`, `game`, `pitch`, `centimetres`
    and, in a book with a roster, `weapons`, `stats` and `specials`) and its own parameters.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._values: dict[str, Any] = {
            "range": range,
            "has": ruleset.has,
            "misses": ruleset.misses,
            "the": ruleset.params,
            "centimetres": "centimetres" in ruleset.traits,
            "game": GameValues(ruleset),
            "pitch": _Pitches(self),
        }
        if ruleset.book.roster.figure:
            self._values.update(list_roster_values(ruleset))

    def fill(self, text: str, params: Mapping[str, Any] | None = None) -> str:
        """Return the text as it reads in this game, as tidy Markdown."""
        return tidy(self.render(text, params))

    def render(self, text: str, params: Mapping[str, Any] | None = None) -> str:
        """Return the text as it reads in this game, line by line as it was written."""
        if "{" not in text:
            return text
        template = _compile_template(text)
        values = {**self._values, **(params or {})}
        # `Template.render` copies the values twice, in a tenth of the time of a text.
        context = template.new_context(values, shared=True)
        return "".join(template.root_render_func(context))

    def fill_pitch(self, table_id: str) -> str:
        """Return the pitch of the option that a table rolled."""
        choice = self._ruleset.choice(table_id)
        return self.fill(choice.option.pitch, choice.params)


class _Pitches:
    """The pitches of the rolled options as the end of a sentence: `pitch["units"]` in a text."""

    def __init__(self, filler: TextFiller) -> None:
        self._filler = filler

    def __getitem__(self, table_id: str) -> str:
        return uncapitalize(self._filler.fill_pitch(table_id))


@lru_cache(CACHED_TEXTS)
def tidy(text: str) -> str:
    """Return the text with one line for each paragraph, list item and table row.

    A line begins an item only at the start of a block or after another item, so that a wrapped line
    that begins with a number stays in its paragraph.
    """
    lines: list[str] = []
    for line in text.strip().splitlines():
        line = _SPACES.sub(" ", line.strip())
        last = next((earlier for earlier in reversed(lines) if earlier), "")
        is_after_item = bool(_ITEM_START.match(last))
        is_item = bool(_ITEM_START.match(line)) and (is_after_item or not lines or not lines[-1])
        if not line:
            if lines and lines[-1]:
                lines.append("")
        elif is_item and is_after_item and not lines[-1] and line[0] == last[0]:
            lines[-1] = line
        elif lines and lines[-1] and not is_item:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return "\n".join(lines).strip()


def compile_texts(book: Book) -> None:
    """Compile every text of a book, so that no page waits for it."""
    for text in _list_texts(book):
        if "{" in text:
            _compile_template(text)


def _list_texts(book: Book) -> list[str]:
    sheet = book.sheet
    texts = [sheet.lead, *book.pictures.values()]
    texts += [fact.text for fact in sheet.fact]
    texts += [component.text for component in sheet.component]
    texts += [part.text for part in sheet.part]
    for step in sheet.step:
        texts += [step.title, *(item.text for item in step.item)]
    for table in book.tables:
        texts += [table.text, table.brief, *table.components]
        for entry in table.every_rule:
            texts += [entry.text, entry.does, entry.pitch, entry.brief, *entry.components]
            texts += [example.text for example in entry.example]
    return texts
