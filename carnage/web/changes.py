"""What has become of a game's rules: which read otherwise than in another game of the same book, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carnage import document
from carnage.document import Rulebook
from carnage.document.crossings import only
from carnage.document.parts import Section
from carnage.ruleset import resolve
from carnage.seeds import Seed

NAMED = 3  # rules that a line names


@dataclass(frozen=True, slots=True)
class Change:
    """A rule that changed: its anchor, its title, and how. `there` is whether the game has it still, `fitted`
    whether its answer is the same, and only its words fit others' now."""

    id: str
    title: str
    how: str
    there: bool = True
    fitted: bool = False


def changes(before: Rulebook, after: Rulebook) -> tuple[Change, ...]:
    """The rules of one game that differ from another's, other answers first, then in the book's order.

    Other digits that give the same rule are no change, and neither is another answer that has no work in
    either game.
    """
    old, new = sections(before), sections(after)
    titles = {table.id: table.title for table in after.ruleset.book.tables}
    told = [
        Change(id, title, how, id in new, _label(old, id) == _label(new, id))
        for id, title in titles.items()
        if (how := _how(old.get(id), new.get(id)))
    ]
    return tuple(sorted(told, key=lambda change: change.fitted))


def changes_since(was: Sequence[str], rulebook: Rulebook) -> tuple[Change, ...]:
    """The rules of a game that differ from the last that somebody came by, of these digits; none without
    one."""
    if not was:
        return ()
    return changes(document.rulebook(resolve(rulebook.ruleset.book, Seed(was[0]))), rulebook)


def _label(sections: Mapping[str, Section], id: str) -> str:
    section = sections.get(id)
    return section.label if section else ""


def sections(rulebook: Rulebook) -> dict[str, Section]:
    """All sections by their tables, those that have no work included."""
    return {
        section.id: section
        for run in (*(chapter.sections for chapter in rulebook.chapters), rulebook.unused)
        for section in run
    }


def line(changed: tuple[Change, ...], of: int) -> str:
    """All of it in a line: how many of so many rules that are rolled have another answer, the first of them
    by name, and how many other parts of the rules only read otherwise, to fit those."""
    if not changed:
        return "No rule changed."
    answers = [change for change in changed if not change.fitted]
    fitted = len(changed) - len(answers)
    if not answers:
        return f"{_rules(fitted)} now read{'s' if fitted == 1 else ''} otherwise: {_named(changed)}."
    reworded = f"; {fitted} other part{'' if fitted == 1 else 's'} reworded to fit" if fitted else ""
    return f"{_count(len(answers), of)}: {_named(answers)}{reworded}."


def short_line(changed: tuple[Change, ...], of: int) -> str:
    """How many of so many rules have another answer, and the name of one alone: for little room."""
    answers = [change for change in changed if not change.fitted]
    if not answers:
        return line(changed, of)
    return f"{_count(len(answers), of)}{f': {_named(answers)}' if len(answers) == 1 else ''}."


def _count(answers: int, of: int) -> str:
    """How many rules changed; where these are many, of how many, so that it is plain that some came up as
    they were."""
    return f"{answers} of {of} rules changed" if answers > NAMED else f"{_rules(answers)} changed"


def _rules(count: int) -> str:
    return f"{count} {'rule' if count == 1 else 'rules'}"


def _named(changed: Sequence[Change]) -> str:
    names = [change.title for change in changed[:NAMED]]
    return f"{', '.join(names)}{f' and {len(changed) - NAMED} more' if len(changed) > NAMED else ''}"


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
    return "" if _alike(old, new) else _fitted(new.label)


def _fitted(label: str) -> str:
    return f"{label}, the same rule, worded to fit this game" if label else "worded to fit this game"


def _alike(old: Section, new: Section) -> bool:
    """Whether both read the same: whether a word of theirs leads to the glossary is no change."""
    return old.html == new.html or only(old.html, ()) == only(new.html, ())
