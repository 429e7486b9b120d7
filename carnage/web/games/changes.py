"""Describe the difference between two games of a book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carnage.rulebook import Rulebook, Section, build_rulebook
from carnage.rulebook.links import remove_links
from carnage.rulebook.model import Figure
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed

MAX_OPEN = 6
"""Changes that are listed without a click."""

MAX_MARKED = 12
"""Changes that a page marks; where hardly anything is as before, marks say nothing."""

MAX_NAMED = 3
"""Rules that a summary names."""


@dataclass(frozen=True, slots=True)
class Change:
    """A rule that differs from the game before.

    Attributes:
        id: The anchor of the rule.
        how: The change in words.
        there: True if the game still has the rule.
        fitted: True if the answer is the same and only its words have changed.
    """

    id: str
    title: str
    how: str
    there: bool = True
    fitted: bool = False


@dataclass(frozen=True, slots=True)
class ChangeList:
    """The changes since the game before, as the page shows them.

    Attributes:
        changes: Other answers first, then rules that are only reworded.
        summary: All changes in a line.
        short_summary: The same for the bar of dice.
    """

    changes: tuple[Change, ...]
    summary: str
    short_summary: str

    @property
    def is_open(self) -> bool:
        """Return whether the list is short enough to be shown without a click."""
        return len(self.changes) <= MAX_OPEN

    @property
    def are_marked(self) -> bool:
        """Return whether the page marks the changes where they stand."""
        return 0 < len(self.changes) <= MAX_MARKED


def describe_changes(rulebook: Rulebook, digits_before: str) -> ChangeList:
    """Return the changes from the game of these digits to that of the rulebook."""
    book = rulebook.ruleset.book
    # In the world of this game, whose words are no change of a rule.
    before = build_rulebook(resolve(book, Seed(digits_before)), (), rulebook.world)
    changes = compare_rulebooks(before, rulebook)
    rolled = len(book.rolled)
    return ChangeList(changes, summarise(changes, rolled), summarise_shortly(changes, rolled))


def summarise(changes: Sequence[Change], rolled: int) -> str:
    """Return all changes in a line; `rolled` is the number of rules that are rolled."""
    if not changes:
        return "No rule changed."
    answers = [change for change in changes if not change.fitted]
    fitted = len(changes) - len(answers)
    if not answers:
        return f"{_count_rules(fitted)} reworded to fit this game: {_name_rules(changes)}."
    reworded = (
        f"; {fitted} other part{'' if fitted == 1 else 's'} reworded to fit" if fitted else ""
    )
    return f"{_count_answers(len(answers), rolled)}: {_name_rules(answers)}{reworded}."


def summarise_shortly(changes: Sequence[Change], rolled: int) -> str:
    """Return the number of rules with another answer, and the name of a single one."""
    answers = [change for change in changes if not change.fitted]
    if not answers:
        return summarise(changes, rolled)
    name = f": {_name_rules(answers)}" if len(answers) == 1 else ""
    return f"{_count_answers(len(answers), rolled)}{name}."


def _count_answers(answers: int, rolled: int) -> str:
    # Where many rules changed, the total shows that some came up as they were.
    return (
        f"{answers} of {rolled} rules changed"
        if answers > MAX_NAMED
        else f"{_count_rules(answers)} changed"
    )


def _count_rules(count: int) -> str:
    return f"{count} {'rule' if count == 1 else 'rules'}"


def _name_rules(changes: Sequence[Change]) -> str:
    names = ", ".join(change.title for change in changes[:MAX_NAMED])
    return f"{names} and {len(changes) - MAX_NAMED} more" if len(changes) > MAX_NAMED else names


def compare_rulebooks(before: Rulebook, after: Rulebook) -> tuple[Change, ...]:
    """Return the rules that differ, other answers first, then in the book's order."""
    old = {section.id: section for section in before.sections}
    new = {section.id: section for section in after.sections}
    changes = []
    for table in after.ruleset.book.tables:
        first, second = old.get(table.id), new.get(table.id)
        if description := _describe(first, second):
            is_reworded = (first.label if first else "") == (second.label if second else "")
            changes.append(
                Change(table.id, table.title, description, second is not None, is_reworded)
            )
    return tuple(sorted(changes, key=lambda change: change.fitted))


def _describe(old: Section | None, new: Section | None) -> str:
    """Return the change of a rule in words; empty for none."""
    if old is None or new is None:
        return "" if old is new else "new" if old is None else "removed"
    if not (old.is_used or new.is_used):
        return ""
    if old.label != new.label:
        is_idle = not (new.is_used or new.is_absent)
        unused = " (not used in this game)" if is_idle else ""
        return f"{old.label} → {new.label}{unused}"
    if old.is_used != new.is_used:
        return f"{new.label}, now used" if new.is_used else f"{new.label}, no longer used"
    if _collect_texts(old) == _collect_texts(new):
        return ""
    return f"{new.label}, reworded to fit this game" if new.label else "reworded to fit this game"


def _collect_texts(section: Section) -> list[str]:
    """Return the section's HTML without links: another glossary is no change of a rule."""
    notes = [
        note.drawing if isinstance(note, Figure) else remove_links(note.text)
        for note in section.notes
    ]
    return [remove_links(section.body), *notes]
