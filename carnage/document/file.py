"""The rulebook as one HTML file, joined from ready pieces: its parts, its chapters with their sections."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup, escape

from carnage.document.parts import Chapter, Part, Section
from carnage.document.typography import typographic


def parts(shown: tuple[Part, ...]) -> Markup:
    """Parts that stand below each other."""
    return Markup("\n".join([f"{_opened(part.id, part.title)}{part.html}\n</section>" for part in shown]))


def rules(chapters: tuple[Chapter, ...]) -> Markup:
    """The chapters, each with its sections."""
    pieces: list[str] = []
    for chapter in chapters:
        pieces.append(_chapter(chapter.title))
        pieces += [section.file or _section(section) for section in chapter.sections]
        pieces.append("</section>")
    return Markup("\n".join(pieces))


@cache
def _opened(id: str, title: str) -> str:
    return f'<section class="part part-{id}" id="{id}">\n<h2>{_printed(title)}</h2>\n'


@cache
def _chapter(title: str) -> str:
    return f'<section class="chapter" id="{Chapter(title, ()).id}">\n<h2>{_printed(title)}</h2>'


def _section(section: Section) -> str:
    digits = f' <small class="digits">{section.digits}</small>' if section.digits else ""
    piece = (
        f'<section class="rule" id="{section.id}">\n<h3>{_printed(section.title)}{digits}</h3>\n'
        f"{section.html}\n</section>"
    )
    section.keep(file=piece)
    return piece


def _printed(text: str) -> str:
    return str(escape(typographic(text)))
