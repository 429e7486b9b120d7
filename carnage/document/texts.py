"""From the tables' texts to Markdown and HTML: Jinja first, then Markdown.

Only our own texts may come here. What a visitor typed never does: Markdown lets raw HTML through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache
from typing import Any

import jinja2
import markdown
from jinja2.runtime import Context
from markupsafe import Markup

from carnage.catalog import Book
from carnage.catalog.mentions import used_names
from carnage.catalog.rolls import marks_of
from carnage.document.ascii import ascii_html
from carnage.document.dependencies import key
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
MOST_FILLINGS = 2_000  # of one text
OF_THE_GAME = {"has", "centimetres", "misses", "the", "game", "pitch"}  # what texts ask of a game, by name

Beside = Callable[[Ruleset], Mapping[str, Any]]

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


def _nothing(ruleset: Ruleset) -> Mapping[str, Any]:
    return {}


class Text:
    """A text of one book, filled once for every answer to what it asks.

    A section that is met with another set of answers has most of its texts in common with others; to fill one
    takes as long as to look up half a page.
    """

    def __init__(self, book: Book, text: str) -> None:
        self._text = text
        self._plain = tidy(text) if "{" not in text else None
        if self._plain is not None:
            return
        self._words = tuple(sorted(used_names(text) & WORDS.keys()))
        self._own = tuple(sorted(used_names(text) - WORDS.keys() - OF_THE_GAME))
        self._small = marks_of(book, ["centimetres"])
        self._key = key(book, [text])
        self._filled: dict[Hashable, tuple[str, object]] = {}
        paragraphs = _paragraphs(text)
        self._paragraphs = [Text(book, each) for each in paragraphs] if len(paragraphs) > 1 else []

    def __call__(self, params: Mapping[str, Any], ruleset: Ruleset, beside: Beside = _nothing) -> str:
        """The text as it reads in this game, still Markdown; `beside` gives what else of the game it may
        ask."""
        if self._plain is not None:
            return self._plain
        answers = self._key(ruleset)
        own: list[Any] = []
        if self._own:
            own = [params.get(name) for name in self._own]
            # What is no number is of the catalogue, and is there for as long as it is kept here.
            answers = answers, *[x if isinstance(x, (int, float, str)) else id(x) for x in own]
        kept = self._filled.get(answers)
        if kept is None and self._paragraphs:
            read = [each(params, ruleset, beside) for each in self._paragraphs]
            kept = self._keep(answers, "\n\n".join([each for each in read if each]), own)
        if kept is None:
            context = {**params, **beside(ruleset), "has": ruleset.has}
            context |= {"centimetres": bool(ruleset.marks & self._small)}
            context |= {name: WORDS[name](ruleset) for name in self._words}
            kept = self._keep(answers, tidy(_template(self._text).render(context)), own)
        return kept[0]

    def _keep(self, answers: Hashable, filled: str, own: object) -> tuple[str, object]:
        if len(self._filled) >= MOST_FILLINGS:
            self._filled.clear()
        kept = self._filled[answers] = filled, own
        return kept


_TEMPLATED = re.compile(r"{%-? *(\w+)")
_MARKED = re.compile(r"^(?:{%.*?%})*(?:- |\d+\. |\||> )", re.MULTILINE)


def _paragraphs(text: str) -> list[str]:
    """A text's paragraphs, each of which can be filled by itself. What has lists or tables is one, from the
    first to the last, since these hang on what is around them; so is all, where a paragraph asks for what
    another sets."""
    whole: list[str] = []
    open_ = 0
    for block in text.split("\n\n"):
        if open_:
            whole[-1] += f"\n\n{block}"
        else:
            whole.append(block)
        for tag in _TEMPLATED.findall(block):
            open_ += -1 if tag.startswith("end") else tag in ("if", "for")
    marked = [at for at, block in enumerate(whole) if _MARKED.search(block)]
    if marked:
        whole[marked[0] : marked[-1] + 1] = ["\n\n".join(whole[marked[0] : marked[-1] + 1])]
    asked = frozenset[str]().union(*map(used_names, whole))
    return whole if asked == used_names(text) else [text]


# By book and text, with the book, so that no other can come to have its id.
_texts: dict[tuple[int, str], tuple[Text, Book]] = {}


def text_of(book: Book, text: str) -> Text:
    """This text of a book, to be filled."""
    place = id(book), text
    kept = _texts.get(place)
    if kept is None:
        kept = _texts[place] = Text(book, text), book
    return kept[0]


def fill(text: str, params: Mapping[str, Any], ruleset: Ruleset, beside: Beside = _nothing) -> str:
    """The text as it reads in this game, still Markdown; `beside` gives what else of the game it may ask."""
    if "{" not in text:
        return tidy(text)
    return text_of(ruleset.book, text)(params, ruleset, beside)


_STARTING = re.compile(r"- |\d+\. |\|")


@lru_cache(MOST_BLOCKS)
def tidy(text: str) -> str:
    """One line a paragraph, list item or table row: conditions in a text leave ragged lines behind.

    A line begins an item only at the start of a block or after another item, so that a line of a paragraph
    that happens to begin with a number stays in its paragraph.
    """
    lines: list[str] = []
    for line in text.strip().splitlines():
        line = re.sub(r" {2,}", " ", line.strip())
        last = next((earlier for earlier in reversed(lines) if earlier), "")
        after_item = bool(_STARTING.match(last))
        item = bool(_STARTING.match(line)) and (after_item or not lines or not lines[-1])
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
    return Markup("\n".join(html_pieces(text)))


@lru_cache(MOST_BLOCKS)
def html_pieces(text: str) -> tuple[str, ...]:
    """The same in pieces, one for each paragraph, list item and table, to be joined by line ends."""
    return tuple([piece for block in _blocks(text) for piece in _block(block)])


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


@lru_cache(MOST_BLOCKS)
def _block(block: str) -> tuple[str, ...]:
    lines = block.split("\n")
    if not all([line.startswith("- ") for line in lines]):
        return (_turned(block),)
    return ("<ul>", *[item_html(line.removeprefix("- ")) for line in lines], "</ul>")


@lru_cache(MOST_BLOCKS)
def item_html(line: str) -> str:
    """An item of a list, Markdown in a line."""
    return _turned(f"- {line}").removeprefix("<ul>\n").removesuffix("\n</ul>")


def _turned(block: str) -> str:
    return ascii_html(markdown.markdown(typographic(block), extensions=["tables"], output_format="html"))


@lru_cache(MOST_BLOCKS)
def inline_html(text: str) -> Markup:
    """One line of our own Markdown as HTML without a paragraph around it."""
    return Markup(to_html(text).removeprefix("<p>").removesuffix("</p>"))


def escape_markdown(text: str) -> str:
    """A visitor's text as Markdown that shows it letter for letter."""
    escapes = {**{c: f"&#{ord(c)};" for c in "&<>~|"}, **{c: f"\\{c}" for c in "\\`*_[]#"}}
    return "".join(escapes.get(character, character) for character in text)
