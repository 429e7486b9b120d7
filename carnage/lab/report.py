"""The findings of a playtest in words. Reads figures as JSON; needs no engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carnage.catalog import Table
from carnage.common.text_format import capitalize, percent
from carnage.lab.check_inputs import LEAST_SKILL
from carnage.lab.checks import Passed, gate, passed, verdict
from carnage.lab.compared_metrics import (
    of_gate,
    spanned,
    words,
)
from carnage.lab.criteria import NOTHING
from carnage.lab.report_sections import Answer, answers
from carnage.lab.severity import BLEMISH, BROKEN, FAULT, FINE, GRADES
from carnage.rulesets.ruleset import Ruleset

HEADED = 3  # findings at the head of a report
ENOUGH = 100  # games of one length, for a share of them to mean something
IN_ALL = 0.995  # share of games with an effect of a rule, from which the report says "in all"
MOST = 0.5  # share of the book's games with a rule

OVERALL = {
    FINE: "No fault was found in these games.",
    BLEMISH: "The game works, with small flaws.",
    FAULT: "The game can be played, but it has a fault.",
    BROKEN: "The game is broken.",
}
BETWEEN = ("no fault", "a blemish", "a fault", "broken")


@dataclass(frozen=True, slots=True)
class FiredRule:
    """The use of one rule in the games of a playtest.

    Attributes:
        anchor: The id of its section in the rulebook.
        share: The share of games in which it had an effect.
        could: For an optional rule, the times in a game that a player could use it; None if never.
        chosen: The share of these times that a player did.
        looked_up: For a rule that is evaluated often and rarely has an effect, such as lines of
            sight, the times in a game that it is evaluated.
        changed: The share of these times that it had an effect.
        idle: The share of the book's games with this rule in which it never has an effect; None if
            not known.
        none: The option means that the game lacks the rule.
    """

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
        """Return the share as a percentage."""
        return percent(self.share)


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a game.

    Attributes:
        label: The grade as a word.
        sentence: The fault in words.
        sureness: The interval, and whether it crosses a bound.
        usual: A sentence about most games of the book. Empty if these are not known.
        tables: The tables of which other options may help.
    """

    grade: int
    label: str
    sentence: str
    sureness: str
    usual: str
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """A playtest ready for display.

    Attributes:
        verdict: The verdict as a sentence.
        findings: The worst faults.
        answers: The answers to the questions of the report.
        course: The mean chance of the winner in each tenth of a game and at its end; empty if not
            known.
        lengths: The share of games by number of rounds.
        by_length: The opener's share of points by number of rounds.
        courses: The chance of the winner at each stage of three games.
        outcomes: The share of games by outcome (won, drawn and so on); empty if there is only one.
        endings: The share of games by ending; empty if there is only one.
        in_all: Rules with an effect in all games.
        fired: Other rules with an effect, the most frequent first.
        never: Rules without an effect in these games.
        ever_idle: Those that have none in most games of the book either.
        optional: Optional rules, the most chosen first.
        looked_up: Rules that are evaluated often.
        unused: Rules between people, or without a use in this game.
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
    """Return the findings of a playtest, which may still be running.

    Args:
        ruleset: The game.
        figures: The figures of its playtest, as JSON.
    """
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
        lengths=tuple(
            (str(rounds), games / figures["games"]) for rounds, games, _ in figures["lengths"]
        ),
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
            (capitalize(name.replace("-", " ")), games / figures["games"])
            for name, games in figures["endings"].items()
        ),
        in_all=tuple(row for row in asked if row.share >= IN_ALL),
        fired=tuple(
            sorted((row for row in asked if 0 < row.share < IN_ALL), key=lambda row: -row.share)
        ),
        never=tuple(row for row in asked if not row.share and not _idle(row)),
        ever_idle=tuple(row for row in asked if not row.share and _idle(row)),
        optional=tuple(
            sorted((row for row in asked if row.could), key=lambda row: -(row.chosen or 0.0))
        ),
        looked_up=tuple(
            sorted((row for row in asked if row.looked_up), key=lambda row: -(row.changed or 0.0))
        ),
        unused=tuple(row for row in rows if row.anchor in unused),
    )


def _outcomes(figures: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Yield the share of games with each outcome. The shares add up to 1."""
    drawn, level, capped = (
        figures["shares"][name]["value"] for name in ("drawn", "tie_break", "capped")
    )
    yield "Won", max(0.0, 1.0 - drawn - level - capped)
    yield "Won by the tie-break", level
    yield "Drawn", drawn
    yield "Stopped by the engine", capped


def _several(rows: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Return the rows above 0, or nothing if there is only one, because a chart of one bar is
    useless.
    """
    there = tuple((label, share) for label, share in rows if share > 0.0)
    return there if len(there) > 1 else ()


def _idle(row: FiredRule) -> bool:
    """Return True if the rule has no effect in most of the book's games that have it."""
    return row.idle is not None and row.idle > MOST


def overall(said: Sequence[Passed], complete: bool) -> str:
    """Return the verdict as a sentence.

    If the verdict is not settled when all games are played, the sentence names both grades.
    """
    grade, clear = verdict(said)
    mildest = max((each.mildest for each in said), default=FINE)
    worst = max((each.worst for each in said), default=FINE)
    if clear or not complete:
        return OVERALL[grade]
    return f"The verdict is uncertain: between {BETWEEN[mildest]} and {BETWEEN[worst]}."


def _finding(ruleset: Ruleset, said: Passed, complete: bool) -> Finding:
    fault = next((each for each in ruleset.book.sheet.remedy if each.fault == said.name), None)
    if fault:
        tables = [ruleset.book.table(id) for id in fault.tables if _rolled(ruleset, id)]
    else:
        tables = []
    sureness = ""
    if said.interval:
        sureness = f"95% interval {said.interval}"
    label = GRADES[said.grade]
    if not said.sure and sureness:
        if complete:
            sureness += f", which includes the limit at {said.edges}"
        else:
            sureness += ": uncertain so far"
    if not said.sure and complete:
        label = f"{GRADES[said.mildest]} to {GRADES[said.worst].lower()}"
    return Finding(said.grade, label, said.sentence, sureness, _usual(ruleset, said), tuple(tables))


def _usual(ruleset: Ruleset, said: Passed) -> str:
    """Return a sentence about most games of the book; empty if these are not known."""
    measure = of_gate(said.name)
    span = spanned(ruleset, measure) if measure else None
    if measure is None or span is None or said.reading.beside:  # usual values are of games for two
        return ""
    if said.grade and min(gate(said.name).between(span.low, span.high)) >= said.grade:
        return f"Most games of this book have this fault: {words(span, measure)}"
    return f"Most games of this book: {words(span, measure)}"


def _rolled(ruleset: Ruleset, id: str) -> bool:
    """Return True if the book rolls this table and its option has an effect in this game."""
    return any(
        table.id == id and table.rolled and ruleset.uses(table, ruleset.choice(id).option)
        for table in ruleset.book.tables
    )


def unused_tables(ruleset: Ruleset) -> frozenset[str]:
    """Return the tables whose rules only concern people, or have no effect in this game."""
    return frozenset(
        choice.table.id
        for choice in ruleset.choices
        if choice.table.for_people or not ruleset.uses(choice.table, choice.option)
    )


def rule_rows(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[FiredRule]:
    """Yield the use of every rule in force."""
    usual = ruleset.book.norms
    known = usual.never.rule if usual and usual.never else {}
    for name, counts in figures["rules"].items():
        id, _, code = name.partition(".")
        table = ruleset.book.table(id)
        rule = next(rule for rule in table.every_rule if rule.code == code)
        games = figures["games"]
        could = counts.get("could", 0)
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
