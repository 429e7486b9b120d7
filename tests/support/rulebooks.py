"""Helpers of tests of rulebooks: single sections and texts of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bs4 import BeautifulSoup

from carnage.catalog import Table
from carnage.rulebook import Rulebook, Section
from carnage.rulebook.links import Linker
from carnage.rulebook.markdown_export import render_part
from carnage.rulebook.model import Figure
from carnage.rulebook.sections import SectionBuilder
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import Ruleset


def build_section(table: Table, ruleset: Ruleset) -> Section | None:
    """Return the section of a table; None if an unrolled one has no effect."""
    return SectionBuilder(ruleset, TextFiller(ruleset), Linker(ruleset)).build(table)


def fill(text: str, params: Mapping[str, Any], ruleset: Ruleset) -> str:
    """Return a text as it reads in a game."""
    return TextFiller(ruleset).fill(text, params)


def list_texts(table: Table, section: Section, ruleset: Ruleset) -> Iterator[str]:
    """Return every text of a section as Markdown."""
    yield section.markdown
    yield from (f"**{brief.heading}:** {brief.text}" for brief in section.briefs)
    yield from section.components
    if section.choice and section.is_used:
        yield fill(section.choice.option.does, section.choice.params, ruleset)
        yield fill_pitch(table, ruleset)


def fill_pitch(table: Table, ruleset: Ruleset) -> str:
    """Return the pitch of a table's option; empty for a roll without effect."""
    choice = ruleset.choice(table.id)
    return TextFiller(ruleset).fill_pitch(table.id) if ruleset.uses(table, choice.option) else ""


def list_html(section: Section) -> str:
    """Return all HTML of a section."""
    notes = [note.drawing if isinstance(note, Figure) else note.text for note in section.notes]
    return "\n".join([section.body, *notes])


def part_text(rulebook: Rulebook, part_id: str) -> str:
    """Return the Markdown of a part; empty if the rulebook has no such part."""
    parts = (*rulebook.front, *rulebook.back)
    return next((render_part(part, rulebook.naming) for part in parts if part.id == part_id), "")


def part_html(rulebook: Rulebook, part_id: str) -> BeautifulSoup:
    """Return the HTML of a part in the file of a rulebook; raises AssertionError if it has no
    such part.
    """
    found = BeautifulSoup(rulebook.html(css=""), "html.parser").find(id=part_id)
    assert found is not None, part_id
    return BeautifulSoup(str(found), "html.parser")
