"""Build the parts outside the rules that every family may have: components, its own parts,
preset changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from carnage.common.text_format import capitalize
from carnage.rulebook.counters import name_counters
from carnage.rulebook.links import Linker
from carnage.rulebook.markdown import render_markdown
from carnage.rulebook.model import Chapter, Part
from carnage.rulebook.pictures import draw_part
from carnage.rulebook.sections import collect_components
from carnage.rulebook.text import TextFiller
from carnage.rulesets.house_rules import describe_rule
from carnage.rulesets.presets import Preset, list_presets
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World
from carnage.rulesets.world_names import list_counters

HOUSE_RULES_ID = "house-rules"
PRESET_CHANGES_ID = "ours"
COUNTERS = "Counters"
COUNTERS_EXPLAINED = "The rules explain them"
COMPONENT_GROUPS = (
    (
        "Unusual",
        re.compile(
            r"\b(?:can be stacked|throw for moves|throw onto|sticks of dynamite|playing cards)\b"
        ),
    ),
    ("Figures", re.compile(r"\bfigures?\b|\beach base\b")),
    ("Scenery", re.compile(r"\bterrain\b|\btable or cloth\b")),
    (COUNTERS, re.compile(r"\b(?:tokens?|markers?|beads)\b", re.IGNORECASE)),
    ("Dice and tools", re.compile("")),
)
"""The headings of the things that a battle needs, each with a pattern of the lines below it.

The first group has the things that few people have at home.
"""


@dataclass(frozen=True, slots=True)
class Components:
    """Everything that players need.

    Attributes:
        lines: A line for each thing.
        groups: The lines under headings, such as "Figures"; a list without headings has one group
            with an empty heading.
    """

    lines: tuple[str, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of a part as Markdown and as HTML, below a drawing if it has one."""

    markdown: str
    text: Markup
    drawing: Markup | None = None


def build_components(
    ruleset: Ruleset,
    filler: TextFiller,
    chapters: Sequence[Chapter],
    world: World | None = None,
) -> Part:
    """Return the list of everything that players need."""
    entries = [entry for entry in ruleset.book.sheet.component if entry.applies_to(ruleset.traits)]
    texts = [*(filler.fill(entry.text) for entry in entries), *collect_components(chapters)]
    # Two rules may ask for the same component.
    lines = tuple(dict.fromkeys(capitalize(text) for text in texts if text))
    groups: tuple[tuple[str, tuple[str, ...]], ...] = (("", lines),)
    if ruleset.book.roster.figure:
        counters = list_counters(world)
        groups = _group_components(tuple(name_counters(line, counters) for line in lines))
    return Part("components", "What You Need", "components", Components(lines, groups))


def _group_components(lines: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the lines about the things of a battle under headings."""
    by_group: dict[str, list[str]] = {title: [] for title, _ in COMPONENT_GROUPS}
    for line in lines:
        title = next(title for title, words in COMPONENT_GROUPS if words.search(line))
        by_group[title].append(line)
    if by_group[COUNTERS]:
        by_group[COUNTERS].append(COUNTERS_EXPLAINED)
    return tuple((title, tuple(group)) for title, group in by_group.items() if group)


def build_family_parts(
    ruleset: Ruleset, filler: TextFiller, linker: Linker, position: str
) -> Iterator[Part]:
    """Return the parts from the family's sheet; `position` is "front" or "back"."""
    for part in ruleset.book.sheet.part:
        if part.place != position or not part.applies_to(ruleset.traits):
            continue
        drawing = draw_part(ruleset.book, part.picture, part.id, filler) if part.picture else None
        markdown = filler.fill(part.text)
        text = linker.link_titles(render_markdown(markdown))
        yield Part(part.id, part.title, "passage", Passage(markdown, text, drawing))


def build_house_rules(ruleset: Ruleset) -> Iterator[Part]:
    """Return the house rules of a game as a part of its rulebook, if it has any."""
    rules = ruleset.book.house_rules
    if rules:
        lines = [f"- {describe_rule(ruleset.book, rule)}" for rule in rules]
        markdown = "\n".join(["These numbers are not those of the book:", "", *lines])
        yield Part(
            HOUSE_RULES_ID, "House Rules", "passage", Passage(markdown, render_markdown(markdown))
        )


def build_preset_changes(ruleset: Ruleset, filler: TextFiller, linker: Linker) -> Iterator[Part]:
    """Return the differences from the published system, if the game is a preset."""
    preset = _index_presets().get(ruleset.path)
    if preset and preset.ruleset.book is ruleset.book:
        opening = f"This game is {preset.title} as published, but for what follows."
        markdown = f"{opening}\n\n{filler.fill(preset.deviations)}"
        text = linker.link(render_markdown(markdown), set())
        yield Part(PRESET_CHANGES_ID, "Not as Published", "passage", Passage(markdown, text))


@cache
def _index_presets() -> dict[str, Preset]:
    return {preset.ruleset.path: preset for preset in list_presets()}
