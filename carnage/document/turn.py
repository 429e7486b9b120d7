"""The steps of a turn: what happens when, numbered, in the words of the rules' own briefs."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from markupsafe import escape

from carnage.catalog import Book
from carnage.catalog.sheets import Item, Step
from carnage.catalog.traits import conditions
from carnage.document.dependencies import once
from carnage.document.parts import Brief, Chapter, Section, brief
from carnage.document.press import Together
from carnage.document.sheet_texts import tell
from carnage.ruleset import Ruleset

Briefs = tuple[Brief, ...]


class Planned(NamedTuple):
    """A step of a game: its title and, in order, tables, whose briefs are told, and lines as they are;
    nothing where the game has no such step. `tables` are those among its items."""

    title: str = ""
    items: tuple[str | Brief, ...] = ()
    tables: frozenset[str] = frozenset()


class Steps(NamedTuple):
    """The steps of a game, in order, each with its title and what is told in it; and the sections whose
    briefs are told in none."""

    steps: tuple[tuple[str, Briefs], ...]
    others: list[Section]


class TurnSummary:
    """Makes the steps of any game of one book, after its sheet."""

    def __init__(self, book: Book) -> None:
        # Each by itself: all together they hang on too much to be met again.
        self._planned = Together(
            once(
                book,
                partial(_plan, step),
                [step.title, *[item.text for item in step.item]],
                conditions([step, *step.item]),
            )
            for step in book.sheet.step
        )

    def __call__(self, ruleset: Ruleset, chapters: tuple[Chapter, ...]) -> Steps:
        """The steps of this game, in order; `chapters` are its rules."""
        plan = self._planned(ruleset)
        told = frozenset[str]().union(*[planned.tables for planned in plan])
        briefs: dict[str, Briefs] = {}
        others: list[Section] = []
        for chapter in chapters:
            for section in chapter.sections:
                if section.briefs:
                    if section.table.id in told:
                        briefs[section.table.id] = section.briefs
                    else:
                        others.append(section)
        return Steps(_steps(briefs, plan), others)


def html(steps: Steps) -> str:
    """The steps as a numbered list, as HTML."""
    told = steps.steps
    return f'<ol class="turn-summary">{"".join([_step(*step) for step in told])}</ol>' if told else ""


def markdown(steps: Steps) -> str:
    """The same as Markdown."""
    lines = []
    for number, (title, briefs) in enumerate(steps.steps, 1):
        lines += [f"{number}. **{title}**", *[f"    - {brief.markdown}" for brief in briefs]]
    return "\n".join(lines)


def _plan(step: Step, ruleset: Ruleset) -> Planned:
    if not step.fits(ruleset.traits):
        return Planned()
    items = tuple(line for item in step.item if item.fits(ruleset.traits) for line in _item(item, ruleset))
    tables = frozenset(item for item in items if isinstance(item, str))
    return Planned(tell(step.title, ruleset), items, tables)


def _item(item: Item, ruleset: Ruleset) -> tuple[str | Brief, ...]:
    """A table, or a line of its own unless that is empty in this game."""
    if item.table:
        return (item.table,)
    text = tell(item.text, ruleset)
    return (brief(item.head, text),) if text else ()


def _steps(by_table: dict[str, Briefs], plan: list[Planned]) -> tuple[tuple[str, Briefs], ...]:
    """The plan with every table's briefs; a step that has nothing to say is left out."""
    steps = []
    for title, items, _ in plan:
        briefs: Briefs = ()
        for item in items:
            briefs += by_table.get(item, ()) if isinstance(item, str) else (item,)
        if briefs:
            steps.append((title, briefs))
    return tuple(steps)


@lru_cache(5_000)
def _step(title: str, briefs: Briefs) -> str:
    items = "".join([brief.item for brief in briefs])
    return f"<li><strong>{escape(title)}</strong><ul>{items}</ul></li>"
