"""Render a rulebook as Markdown."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from carnage.rulebook import templates
from carnage.rulebook.battle.setup import Setup
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulebook.model import BOOK_NAMED_PARTS, Part, Rulebook, Section

MAP_MARGIN = " " * 4
"""The start of each line of the map of the table, which has the names already."""


def export_markdown(rulebook: Rulebook, address: str = "") -> str:
    """Return the rulebook as Markdown, with the address of the game if it is given."""
    text = templates.render(
        "rulebook/file.md",
        rulebook=rulebook,
        book=rulebook.ruleset.book,
        address=address,
        render_part=render_part,
        render_section=render_section,
    )
    return text.rstrip() + "\n"


def render_section(section: Section, naming: NameReplacer | None = None) -> str:
    """Return the text of a section below its heading."""
    text = naming.markdown(section.markdown) if naming else section.markdown
    if not section.aside:
        return text
    aside = naming.markdown(section.aside) if naming else section.aside
    return f"{text}\n\n> *{aside}*"


def render_part(part: Part, naming: NameReplacer | None = None) -> str:
    """Return the text of a part below its heading."""
    macros = templates.load_environment().get_template("macros/parts.md").module
    content = part.content
    if naming and isinstance(content, Setup):
        table = naming.table(content.scene)
        pieces = tuple(
            structs.replace(piece, kind=content.marker_name.lower()) for piece in table.pieces
        )
        content = replace(content, scene=structs.replace(table, pieces=pieces))
    text: str = getattr(macros, part.macro)(content).strip()
    if naming is None or part.id in BOOK_NAMED_PARTS:
        return text
    if isinstance(content, Setup):
        rules, margin, table_map = text.partition(f"\n{MAP_MARGIN}")
        return naming.markdown(rules) + margin + table_map
    return naming.markdown(text)
