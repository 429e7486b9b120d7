"""What has to be on the table, counted."""

from __future__ import annotations

import re
from functools import lru_cache, partial

from markupsafe import Markup, escape

from carnage.catalog import Book
from carnage.catalog.sheets import Needed
from carnage.catalog.traits import conditions
from carnage.document.ascii import ascii_html
from carnage.document.dependencies import once
from carnage.document.parts import Chapter, Part
from carnage.document.press import Together
from carnage.document.sheet_texts import tell
from carnage.document.typography import typographic
from carnage.ruleset import Ruleset
from carnage.wording import capital

_COUNT = re.compile(r"(?<=\b\d) (?=\w)|(?<=\b\d\d) (?=\w)")


class Components:
    """Makes the list of components of any game of one book."""

    def __init__(self, book: Book) -> None:
        # Each by itself: all together they hang on too much to be met again.
        self._general = Together(
            once(book, partial(_general, entry), [entry.text], conditions([entry]))
            for entry in book.sheet.component
        )

    def __call__(self, ruleset: Ruleset, chapters: tuple[Chapter, ...]) -> Part:
        named = [
            text
            for chapter in chapters
            for section in chapter.sections
            if section.components
            for text in section.components
            if text
        ]
        general = [text for text in self._general(ruleset) if text]
        # A dictionary drops what two rules ask for alike.
        needed = tuple(dict.fromkeys([*general, *named]))
        html = Markup(f'<ul class="components">{"".join(map(_item, needed))}</ul>')
        return Part("components", "What You Need", partial(_markdown, needed), html)


def _general(entry: Needed, ruleset: Ruleset) -> str:
    """One thing that has to be there whatever the rules ask for; nothing where it has no use."""
    return tell(entry.text, ruleset) if entry.fits(ruleset.traits) else ""


def _markdown(needed: tuple[str, ...]) -> str:
    return "\n".join(f"- {capital(text)}" for text in needed)


@lru_cache(5_000)
def _item(text: str) -> str:
    # A count stays on the line of what it counts.
    line = _COUNT.sub("\N{NO-BREAK SPACE}", typographic(capital(text)))
    return ascii_html(f"<li>{escape(line)}</li>")
