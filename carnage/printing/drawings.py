"""The drawings of a rulebook for the printed page."""

from __future__ import annotations

from typing import NamedTuple

from carnage.drawing.paper_style import Drawing, make_printable
from carnage.rulebook import Part, Section
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulebook.model import Figure
from carnage.rulebook.typography import curl_quotes


class Diagram(NamedTuple):
    """A drawing of a rule, and the sentence below it."""

    drawing: Drawing
    caption: str


def list_diagrams(section: Section, naming: NameReplacer | None) -> list[Diagram]:
    """Return the diagrams of a section, with custom names in them."""
    diagrams = []
    for note in section.notes:
        if not isinstance(note, Figure):
            continue
        caption = curl_quotes(note.caption)
        if naming:
            caption = naming.text(caption)
        diagrams.append(Diagram(_make_printable(note.drawing, naming), caption))
    return diagrams


def list_drawings(part: Part, naming: NameReplacer | None) -> list[Drawing]:
    """Return the drawings of a part, with custom names in them."""
    drawing = getattr(part.content, "drawing", None)
    return [_make_printable(drawing, naming)] if drawing else []


def _make_printable(drawing: str, naming: NameReplacer | None) -> Drawing:
    """Return a drawing for paper, with custom names in it."""
    return make_printable(naming.html(drawing) if naming else drawing)
