"""The drawings of a rulebook for the printed page."""

from __future__ import annotations

from carnage.drawing.paper_style import Drawing, make_printable
from carnage.rulebook import Part, Section
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulebook.model import Figure


def list_drawings(source: Part | Section, naming: NameReplacer | None) -> list[Drawing]:
    """Return the drawings of a part or section, with custom names in them."""
    if isinstance(source, Section):
        drawings = [note.drawing for note in source.notes if isinstance(note, Figure)]
    else:
        drawing = getattr(source.content, "drawing", None)
        drawings = [drawing] if drawing else []
    return [make_printable(naming.html(drawing) if naming else drawing) for drawing in drawings]
