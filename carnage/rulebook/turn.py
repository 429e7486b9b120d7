"""Build the quick reference: the steps of a turn, then every rule that belongs to no step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carnage.catalog.sheets import Item
from carnage.rulebook.model import Brief, Chapter, DataTable, QuickReference, Step
from carnage.rulebook.sections import make_brief
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import Ruleset

REFERENCE_ID = "reference"


def build_quick_reference(
    ruleset: Ruleset, filler: TextFiller, chapters: Sequence[Chapter], tables: tuple[DataTable, ...]
) -> QuickReference:
    """Return the steps of a turn, the remaining rules and the tables of a game."""
    steps = [step for step in ruleset.book.sheet.step if step.applies_to(ruleset.traits)]
    items = [[item for item in step.item if item.applies_to(ruleset.traits)] for step in steps]
    briefs = {section.id: section.briefs for chapter in chapters for section in chapter.sections}
    in_steps = {item.table for step_items in items for item in step_items if item.table}
    built = []
    for step, step_items in zip(steps, items, strict=True):
        if step_briefs := tuple(_list_step_briefs(step_items, briefs, filler)):
            built.append(Step(filler.fill(step.title), step_briefs))
    others = tuple(
        brief for table_id, listed in briefs.items() if table_id not in in_steps for brief in listed
    )
    return QuickReference(tuple(built), others, tables)


def _list_step_briefs(
    items: Sequence[Item], briefs: dict[str, tuple[Brief, ...]], filler: TextFiller
) -> Iterator[Brief]:
    """Return the briefs of the tables in a step, and its own lines."""
    for item in items:
        if item.table:
            yield from briefs.get(item.table, ())
        elif text := filler.fill(item.text):
            yield make_brief(item.head, text)
