"""What a playtest's figures say, in plain words. Reads figures as JSON has them; needs no engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carnage.catalog import Table
from carnage.playtest.answering import Answer, answers
from carnage.playtest.gates import Passed, gate, passed, verdict
from carnage.playtest.grading import BLEMISH, BROKEN, FAULT, FINE, GRADES
from carnage.playtest.measures import (
    of_gate,
    spanned,
    words,
)
from carnage.playtest.readings import LEAST_SKILL
from carnage.playtest.wishing import NOTHING
from carnage.ruleset import Ruleset
from carnage.wording import capital, percent

HEADED = 3  # findings at the head of a report
ENOUGH = 100  # games of one length of which a share says something
IN_ALL = 0.995  # of the games: what does something in so many, does it in all
MOST = 0.5  # of a book's games that have a rule

OVERALL = {
    FINE: "Nothing is wrong with it that such games can show.",
    BLEMISH: "It works, with a blemish or two.",
    FAULT: "It can be played, and something is wrong with it.",
    BROKEN: "It is broken.",
}
BETWEEN = ("nothing wrong", "a blemish", "a fault", "being broken")


@dataclass(frozen=True, slots=True)
class FiredRule:
    """One rule: where it stands in the rulebook, its name, and in what share of the games it did
    something. Of one that nobody has to use also how often a game somebody could have, and what share of
    these times it was chosen; of one that is looked up and often changes nothing (who sees whom, whether
    this was the last round), how often a game, and what share of these times it did. None of others, and
    where nobody ever could. `idle` is in what share of the book's games that have it it never does anything,
    None where nobody knows; and it is `none` where the answer is that there is no such rule."""

    anchor: str
    title: str
    label: str
    share: float
    could: float | None = None
    chosen: float | None = None
    looked_up: float | None = None
    changed: float | None = None
    idle: float | None = None
    none: bool = False

    @property
    def percent(self) -> str:
        return percent(self.share)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong: how bad, as a `label` and in a sentence, how sure that is, how `usual` it is
    in games of the book (empty if nobody knows), and which tables to try other answers to."""

    grade: int
    label: str
    sentence: str
    sureness: str
    usual: str
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """A playtest ready to be shown: `verdict` in a sentence, the worst of what is wrong, an answer to each
    question, and which rules did something.

    `course` is the mean chance of the winner at each tenth of a game and at its end, `courses` that of three
    games at each stage, empty where nothing can be said of it; `lengths` what share of games took so many
    rounds, `by_length` what share of those whoever opened has; `outcomes` in what share somebody won, and
    how, and `endings` which way games ended, each empty where there is but one. Rules that did nothing are
    the `never` of this game and those that do nothing in most games of the book that have them, `ever_idle`.
    """

    games: int
    complete: bool
    verdict: str
    findings: tuple[Finding, ...]
    answers: tuple[Answer, ...]
    course: tuple[float, ...]
    lengths: tuple[tuple[str, float], ...]
    by_length: tuple[tuple[str, float], ...]
    courses: tuple[tuple[str, tuple[float, ...]], ...]
    outcomes: tuple[tuple[str, float], ...]
    endings: tuple[tuple[str, float], ...]
    in_all: tuple[FiredRule, ...]
    fired: tuple[FiredRule, ...]
    never: tuple[FiredRule, ...]
    ever_idle: tuple[FiredRule, ...]
    optional: tuple[FiredRule, ...]
    looked_up: tuple[FiredRule, ...]
    unused: tuple[FiredRule, ...]


def findings(ruleset: Ruleset, figures: Mapping[str, Any]) -> Findings:
    """What a playtest of this ruleset has found; `figures` as JSON has them, of a playtest that may still go
    on."""
    said = list(passed(ruleset, figures))
    complete = figures["complete"]
    worst = sorted(
        (each for each in said if each.grade or (complete and each.worst)),
        key=lambda each: (-each.grade, not each.sure),
    )
    rows = list(rule_rows(ruleset, figures))
    unused = unused_tables(ruleset)
    asked = [row for row in rows if row.anchor not in unused and not row.none]
    tension = figures["tension"]
    foretold = tension is not None and tension["skill"] >= LEAST_SKILL
    return Findings(
        games=figures["games"],
        complete=complete,
        verdict=overall(said, complete),
        findings=tuple(_finding(ruleset, each, complete) for each in worst[:HEADED]),
        answers=tuple(answers(ruleset, figures, said)),
        course=(*tension["course"], 1.0) if foretold else (),
        lengths=tuple((str(rounds), games / figures["games"]) for rounds, games, _ in figures["lengths"]),
        by_length=tuple(
            (str(rounds), share)
            for rounds, games, share in figures["lengths"]
            if figures["opened"] and games >= ENOUGH
        ),
        courses=tuple((name, tuple(course)) for name, course in figures["courses"].items())
        if foretold
        else (),
        outcomes=_several(_outcomes(figures)),
        endings=_several(
            (capital(name.replace("-", " ")), games / figures["games"])
            for name, games in figures["endings"].items()
        ),
        in_all=tuple(row for row in asked if row.share >= IN_ALL),
        fired=tuple(sorted((row for row in asked if 0 < row.share < IN_ALL), key=lambda row: -row.share)),
        never=tuple(row for row in asked if not row.share and not _idle(row)),
        ever_idle=tuple(row for row in asked if not row.share and _idle(row)),
        optional=tuple(sorted((row for row in asked if row.could), key=lambda row: -(row.chosen or 0.0))),
        looked_up=tuple(
            sorted((row for row in asked if row.looked_up), key=lambda row: -(row.changed or 0.0))
        ),
        unused=tuple(row for row in rows if row.anchor in unused),
    )


def _outcomes(figures: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """In what share of games somebody won, and how; together all of them."""
    drawn, level, capped = (figures["shares"][name]["value"] for name in ("drawn", "tie_break", "capped"))
    yield "Won", max(0.0, 1.0 - drawn - level - capped)
    yield "Won by the tie-break", level
    yield "Drawn", drawn
    yield "Stopped by the engine", capped


def _several(rows: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Those that there are; none where there is but one, of which no picture says anything."""
    there = tuple((label, share) for label, share in rows if share > 0.0)
    return there if len(there) > 1 else ()


def _idle(row: FiredRule) -> bool:
    """Whether this rule does nothing in most of the book's games that have it."""
    return row.idle is not None and row.idle > MOST


def overall(said: Sequence[Passed], complete: bool) -> str:
    """The verdict. What lies on an edge when all games are played lies there: then that is the answer."""
    grade, clear = verdict(said)
    mildest = max((each.mildest for each in said), default=FINE)
    worst = max((each.worst for each in said), default=FINE)
    if clear or not complete:
        return OVERALL[grade]
    return f"It lies on the edge between {BETWEEN[mildest]} and {BETWEEN[worst]}."


def _finding(ruleset: Ruleset, said: Passed, complete: bool) -> Finding:
    fault = next((each for each in ruleset.book.sheet.remedy if each.fault == said.name), None)
    tables = [ruleset.book.table(id) for id in fault.tables if _rolled(ruleset, id)] if fault else []
    sureness, label = f"95% interval {said.interval}" if said.interval else "", GRADES[said.grade]
    if not said.sure and sureness:
        sureness += f", on the edge that is at {said.edges}" if complete else ": not sure yet"
    if not said.sure and complete:
        label = f"{GRADES[said.mildest]} to {GRADES[said.worst].lower()}"
    return Finding(said.grade, label, said.sentence, sureness, _usual(ruleset, said), tuple(tables))


def _usual(ruleset: Ruleset, said: Passed) -> str:
    """Whether most games of the book are as bad in this, or how they are; empty if nobody knows."""
    measure = of_gate(said.name)
    span = spanned(ruleset, measure) if measure else None
    if measure is None or span is None or said.reading.beside:  # games for two are no measure for more
        return ""
    if said.grade and min(gate(said.name).between(span.low, span.high)) >= said.grade:
        return f"So are most games of this book: {words(span, measure)}"
    return f"Most games of this book: {words(span, measure)}"


def _rolled(ruleset: Ruleset, id: str) -> bool:
    """Whether this game's book rolls this table, and it has any work in this game."""
    return any(
        table.id == id and table.rolled and ruleset.uses(table, ruleset.choice(id).option)
        for table in ruleset.book.tables
    )


def unused_tables(ruleset: Ruleset) -> frozenset[str]:
    """The tables whose rules are for arguments between people, or have no work in this game."""
    return frozenset(
        choice.table.id
        for choice in ruleset.choices
        if choice.table.for_people or not ruleset.uses(choice.table, choice.option)
    )


def rule_rows(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[FiredRule]:
    """Every rule in force, what it did and how often it was chosen."""
    usual = ruleset.book.usual
    known = usual.never.rule if usual and usual.never else {}
    for name, counts in figures["rules"].items():
        id, _, code = name.partition(".")
        table = ruleset.book.table(id)
        rule = next(rule for rule in table.every_rule if rule.code == code)
        games, could = figures["games"], counts.get("could", 0)
        looks = counts.get("looked_up", 0)
        nothing, having = known.get(name, (0, 0))
        yield FiredRule(
            id,
            table.title,
            rule.label,
            counts["games"] / games,
            could=could / games if could else None,
            chosen=counts["chosen"] / could if could else None,
            looked_up=looks / games if looks else None,
            changed=counts["fired"] / looks if looks else None,
            idle=nothing / having if having else None,
            none=code in NOTHING,
        )
