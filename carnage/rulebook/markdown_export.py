"""Render a rulebook as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from carnage.catalog import Source
from carnage.drawing import character_map
from carnage.rulebook import templates
from carnage.rulebook.battle.odds import Odds
from carnage.rulebook.battle.rosters import Rosters
from carnage.rulebook.battle.setup import Setup
from carnage.rulebook.custom_names import Naming
from carnage.rulebook.examples import ExampleOfPlay
from carnage.rulebook.glossary import GlossaryEntry
from carnage.rulebook.markdown import escape_markdown
from carnage.rulebook.model import Brief, Cell, DataTable, Part, QuickReference, Rulebook, Section
from carnage.rulebook.parts import Passage

MAP_WIDTH = 62
"""Characters in a row of the map of the table."""

UNNAMED_PARTS = frozenset({"credits"})
"""Parts without a person's own names: the ideas are credited under the names of the book."""


def export_markdown(rulebook: Rulebook, address: str = "") -> str:
    """Return the rulebook as Markdown, with the address of the game if it is given."""
    blocks = [
        f"# {escape_markdown(rulebook.name)}",
        rulebook.pitch,
        f"*{' · '.join(rulebook.tags)}*",
        "\n".join(_list_facts(rulebook, address)),
    ]
    for part in rulebook.front:
        blocks += [f"## {part.title}", render_part(part, rulebook.naming)]
    for chapter in rulebook.chapters:
        blocks.append(f"## {chapter.title}")
        for section in chapter.sections:
            digits = f" · {section.digits}" if section.choice else ""
            blocks += [f"### {section.title}{digits}", render_section(section, rulebook.naming)]
    if rulebook.unused:
        blocks.append(rulebook.unused_text)
    for part in rulebook.back:
        blocks += [f"## {part.title}", render_part(part, rulebook.naming)]
    return "\n\n".join(blocks).rstrip() + "\n"


def render_section(section: Section, naming: Naming | None = None) -> str:
    """Return the text of a section below its heading."""
    return naming.markdown(section.markdown) if naming else section.markdown


def render_part(part: Part, naming: Naming | None = None) -> str:
    """Return the text of a part below its heading."""
    text = _RENDERERS[part.macro](part.content)
    return naming.markdown(text) if naming and part.id not in UNNAMED_PARTS else text


def _list_facts(rulebook: Rulebook, address: str) -> Iterator[str]:
    book, seed = rulebook.ruleset.book, rulebook.ruleset.seed
    for label, value in rulebook.facts:
        yield f"- {label}: {value}"
    yield f"- Book: {book.title}, edition {book.edition}{'' if book.frozen else ' (draft)'}"
    yield f"- Seed: {seed} ({' '.join(rulebook.seed_groups)})"
    if address:
        yield f"- Address: <{address}>"


def _render_components(names: Sequence[str]) -> str:
    return "\n".join(f"- {name}" for name in names)


def _render_passage(passage: Passage) -> str:
    return passage.markdown


def _render_setup(setup: Setup) -> str:
    text = templates.render("rulebook/setup.md", setup=setup).strip()
    rows = [f"    {row}" for row in character_map(setup.scene, MAP_WIDTH)]
    return f"{text}\n\n" + "\n".join(rows)


def _render_example(example: ExampleOfPlay) -> str:
    paragraphs = [templates.render("rulebook/example.txt", example=example).strip()]
    for passage in example.passages:
        titles = ", ".join(rule.title for rule in passage.rules)
        paragraphs.append(f"{passage.markdown} *({titles})*" if titles else passage.markdown)
    return "\n\n".join(paragraphs)


def _render_rosters(rosters: Rosters) -> str:
    blocks = [_render_table(table) for table in rosters.tables]
    if rosters.notes:
        blocks.append("\n".join(f"- **{label}:** {note}" for label, note in rosters.notes))
    return "\n\n".join(blocks)


def _render_odds(odds: Odds) -> str:
    blocks = [templates.render("rulebook/odds.txt", odds=odds)] if odds.has_tests else []
    blocks += [_render_table(table) for table in odds.tables]
    if odds.morale:
        blocks.append(templates.render("rulebook/morale.txt", odds=odds))
    if odds.endings:
        blocks.append(templates.render("rulebook/endings.txt", odds=odds))
    return "\n\n".join(block.strip() for block in blocks)


def _render_glossary(entries: Sequence[GlossaryEntry]) -> str:
    return "\n".join(f"- **{entry.term}**: {entry.explanation}" for entry in entries)


def _render_credits(sources: Sequence[Source]) -> str:
    return "\n".join(f"- {source.credit}{_render_link(source)}" for source in sources)


def _render_link(source: Source) -> str:
    return f" <{source.url}>" if source.url and source.url not in source.credit else ""


def _render_quick_reference(reference: QuickReference) -> str:
    steps = []
    for number, step in enumerate(reference.steps, 1):
        steps.append(f"{number}. **{step.title}**")
        steps += [f"    - {_render_brief(brief)}" for brief in step.briefs]
    briefs = [f"- {_render_brief(brief)}" for brief in reference.briefs]
    tables = [_render_table(table, has_title=False) for table in reference.tables]
    blocks = ["\n".join(steps), "\n".join(briefs), *tables]
    return "\n\n".join(block for block in blocks if block)


def _render_brief(brief: Brief) -> str:
    return f"**{brief.heading}:** {brief.text}"


def _render_table(table: DataTable, has_title: bool = True) -> str:
    lines = [f"**{table.title}**\n"] if has_title else []
    titles = [column.title for column in table.columns]
    if table.group_title:
        titles.insert(0, table.group_title)
    lines += [_render_row(titles), f"|{' --- |' * len(titles)}"]
    for group in table.groups:
        for row in group.rows:
            cells = [_render_cell(cell) for cell in row]
            lines.append(_render_row([group.label, *cells] if table.group_title else cells))
    return "\n".join(lines)


def _render_row(cells: Sequence[str]) -> str:
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def _render_cell(cell: Cell) -> str:
    if cell.boxes is not None:
        return "☐" * cell.boxes
    return f"{cell.text} ({cell.note})" if cell.note else cell.text


_RENDERERS: Mapping[str, Callable[[Any], str]] = {
    "components": _render_components,
    "setup": _render_setup,
    "passage": _render_passage,
    "example_of_play": _render_example,
    "rosters": _render_rosters,
    "odds": _render_odds,
    "glossary": _render_glossary,
    "credits": _render_credits,
    "quick_reference": _render_quick_reference,
}
"""The function that renders the content of a part, by the name of its macro."""
