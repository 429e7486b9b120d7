"""What has become of a game's rules: which read otherwise than in another game of the same book, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carnage.document import Rulebook
from carnage.document.crossings import only
from carnage.document.parts import Section

NAMED = 3  # rules that a line names


@dataclass(frozen=True, slots=True)
class Change:
    """A rule that changed: its anchor, its title, and how. `there` is whether the game has it still."""

    id: str
    title: str
    how: str
    there: bool = True


def changes(before: Rulebook, after: Rulebook) -> tuple[Change, ...]:
    """The rules of one game that differ from another's, other answers first, then in the book's order.

    Other digits that give the same rule are no change, and neither is another answer that has no work in
    either game.
    """
    old, new = sections(before), sections(after)
    titles = {table.id: table.title for table in after.ruleset.book.tables}
    told = [
        Change(id, title, how, id in new)
        for id, title in titles.items()
        if (how := _how(old.get(id), new.get(id)))
    ]
    return tuple(sorted(told, key=lambda change: _answer(old, change) == _answer(new, change)))


def _answer(sections: Mapping[str, Section], change: Change) -> str:
    section = sections.get(change.id)
    return section.label if section else ""


def sections(rulebook: Rulebook) -> dict[str, Section]:
    """All sections by their tables, those that have no work included."""
    return {
        section.id: section
        for run in (*(chapter.sections for chapter in rulebook.chapters), rulebook.unused)
        for section in run
    }


def line(changed: tuple[Change, ...]) -> str:
    """All of it in a line: how many, and the first of them by name."""
    if not changed:
        return "No rule changed."
    names = [change.title for change in changed[:NAMED]]
    more = f" and {len(changed) - NAMED} more" if len(changed) > NAMED else ""
    return f"{len(changed)} {'rule' if len(changed) == 1 else 'rules'} changed: {', '.join(names)}{more}."


def _how(old: Section | None, new: Section | None) -> str:
    if old is None or new is None:
        return "" if old is new else "new" if old is None else "not needed any more"
    if old is new or not (old.used or new.used):
        return ""
    if old.label != new.label:
        unused = "" if new.used else ", which is not used in this game"
        return f"{old.label} → {new.label}{unused}"
    if old.used != new.used:
        return f"{new.label}, now used" if new.used else f"{new.label}, not used any more"
    return "" if _alike(old, new) else f"{new.label}, reads otherwise" if new.label else "reads otherwise"


def _alike(old: Section, new: Section) -> bool:
    """Whether both read the same: whether a word of theirs leads to the glossary is no change."""
    return old.html == new.html or only(old.html, ()) == only(new.html, ())
