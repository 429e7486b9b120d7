"""Render the project's own Markdown as HTML.

A visitor's text must never be passed to this module, because Markdown keeps raw HTML.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache

from markdown import Markdown
from markupsafe import Markup

from carnage.rulebook.typography import curl_quotes

CACHED_BLOCKS = 8_000
"""Blocks that are kept as HTML, which games share."""

_LIST_ITEM = re.compile(r"- |\d+\. ")
_NUMBERED_ITEM = re.compile(r"\d+\. ")
# An option's label is bold and in square brackets; the style sheet knows it by a class.
_OPTION_LABEL = re.compile(r"^\*\*\[[^\]\n]*\]\*\*", re.MULTILINE)
# One paragraph with no sign of Markdown but asterisks, as most blocks are.
_PLAIN_BLOCK = re.compile(r"(?:\*\*\[[^\]*]*\]\*\*|(?=[(“A-Za-z*]))[^\n\\`_\[\]<>&|#{}~!]*")
_LABEL_IN_PLAIN_BLOCK = re.compile(r"^\*\*(\[[^\]]*\])\*\*")
_BOLD = re.compile(r"\*\*(\w(?:[^*]*[^*\s])?)\*\*")
_ITALIC = re.compile(r"\*(\w(?:[^*]*[^*\s])?)\*")
_ESCAPES = {
    **{sign: f"&#{ord(sign)};" for sign in "&<>~|@$^"},
    **{sign: f"\\{sign}" for sign in "\\`*_[]#{}"},
}
# Signs that make a list at the beginning of a line, a link of an address or a picture of a word in
# colons.
_LIST_MARK = re.compile(r"^([0-9]*)([-+=.)])")
_ADDRESS_SIGN = re.compile(r"(?<=\w)[.](?=[^\W\d_])|:(?=\S)")


def render_markdown(text: str) -> Markup:
    """Render trusted Markdown as HTML, after `text.tidy`."""
    return join_blocks(render_blocks(text))


def join_blocks(blocks: Iterable[Markup]) -> Markup:
    """Return blocks of HTML below each other."""
    return Markup("\n".join(blocks))


@lru_cache(CACHED_BLOCKS)
def render_inline(text: str) -> Markup:
    """Return one line of Markdown as HTML without the paragraph's tags."""
    return Markup(render_markdown(text).removeprefix("<p>").removesuffix("</p>"))


@lru_cache(CACHED_BLOCKS)
def render_blocks(text: str) -> tuple[Markup, ...]:
    """Return each paragraph, table and list item as HTML, with the tags around lists."""
    blocks: list[Markup] = []
    for block in _split_blocks(text):
        lines = block.split("\n")
        if all(line.startswith("- ") for line in lines):
            blocks += _convert_list(lines, "ul")
        elif all(_NUMBERED_ITEM.match(line) for line in lines):
            blocks += _convert_list(lines, "ol")
        else:
            blocks.append(_convert(block))
    return tuple(blocks)


def _convert_list(lines: Iterable[str], tag: str) -> Iterator[Markup]:
    """Yield the opening tag, each item and the closing tag. Games share items, not lists."""
    yield Markup(f"<{tag}>")
    for line in lines:
        _, _, item = line.partition(" ")
        yield Markup(f"<li>{render_inline(item)}</li>")
    yield Markup(f"</{tag}>")


def _split_blocks(text: str) -> list[str]:
    """Return the blocks between blank lines; adjacent lists are one block."""
    blocks: list[str] = []
    for block in text.split("\n\n"):
        if blocks and _LIST_ITEM.match(block) and _LIST_ITEM.match(blocks[-1]):
            blocks[-1] += f"\n\n{block}"
        else:
            blocks.append(block)
    return blocks


@lru_cache(CACHED_BLOCKS)
def _convert(block: str) -> Markup:
    text = curl_quotes(block)
    return _convert_plain(text) or _convert_any(text)


def _convert_any(text: str) -> Markup:
    labelled = _OPTION_LABEL.sub(r"\g<0>{: .option-label}", text)
    return Markup(_CONVERTER.markdown.reset().convert(labelled))


def _convert_plain(text: str) -> Markup | None:
    """Return a paragraph with bold and italic words as HTML; None for any other block.

    The `markdown` package takes 0.4 ms for a block, and an unseen page has four new ones.
    """
    if not _PLAIN_BLOCK.fullmatch(text):
        return None
    html = _LABEL_IN_PLAIN_BLOCK.sub(r'<strong class="option-label">\1</strong>', text)
    html = _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", html))
    return None if "*" in html else Markup(f"<p>{html}</p>")


class _Converter(threading.local):
    """A converter for each thread: to make one takes as long as to convert a block."""

    def __init__(self) -> None:
        self.markdown = Markdown(extensions=["tables", "attr_list"], output_format="html")


_CONVERTER = _Converter()


def escape_markdown(text: str) -> str:
    """Return a visitor's text as Markdown that shows it letter for letter."""
    escaped = "".join(_ESCAPES.get(sign, sign) for sign in text)
    escaped = _ADDRESS_SIGN.sub(lambda found: f"&#{ord(found[0])};", escaped)
    return _LIST_MARK.sub(lambda found: f"{found[1]}&#{ord(found[2])};", escaped)
