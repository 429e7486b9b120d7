"""The rulebook as one HTML file, joined from ready pieces: its parts, its chapters with their sections."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup, escape

from carnage.document.parts import Chapter, Part
from carnage.document.typography import typographic


def parts(shown: tuple[Part, ...]) -> Markup:
    """Parts that stand below each other."""
    return Markup("\n".join([f"{_opened(part.id, part.title)}{part.html}\n</section>" for part in shown]))


def rules(chapters: tuple[Chapter, ...]) -> Markup:
    """The chapters, each with its sections."""
    pieces: list[str] = []
    for chapter in chapters:
        pieces.append(_chapter(chapter.title))
        for section in chapter.sections:
            pieces += (_heading(section.id, section.title, section.digits), section.html, "</section>")
        pieces.append("</section>")
    return Markup("\n".join(pieces))


@cache
def _opened(id: str, title: str) -> str:
    return f'<section class="part part-{id}" id="{id}">\n<h2>{_printed(title)}</h2>\n'


@cache
def _chapter(title: str) -> str:
    return f'<section class="chapter" id="{Chapter(title, ()).id}">\n<h2>{_printed(title)}</h2>'


@cache
def _heading(id: str, title: str, digits: str) -> str:
    rolled = f' <small class="digits">{digits}</small>' if digits else ""
    return f'<section class="rule" id="{id}">\n<h3>{_printed(title)}{rolled}</h3>'


def _printed(text: str) -> str:
    return str(escape(typographic(text)))
