"""The findings of a playtest in words. Reads metrics as JSON; needs no engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from carnage.catalog import Table
from carnage.common.text_format import capitalize, join_words
from carnage.lab.check_inputs import MIN_BRIER_SKILL
from carnage.lab.checks import CheckResult, find_check
from carnage.lab.compared_metrics import (
    format_span,
    metric_of_check,
    usual_span,
)
from carnage.lab.report_sections import Answer, answer_questions
from carnage.lab.report_summary import SummaryLine, summarize_report
from carnage.lab.rule_usage import RuleUsage, rule_usages, unused_tables
from carnage.lab.severity import GRADE_PHRASES, GRADES
from carnage.lab.strengths import (
    PLAYERS,
    StrengthCheck,
    Strengths,
    check_strengths,
    strength_sentence,
    verdict_sentence,
)
from carnage.rulesets.ruleset import Ruleset

MAX_FINDINGS = 3  # findings at the head of a report
MIN_GAMES_OF_LENGTH = 100  # games of one length, for a share of them to mean something
ALL_GAMES_SHARE = (
    0.995  # share of games with an effect of a rule, from which the report says "in all"
)
MOSTLY_IDLE_SHARE = 0.5  # share of the book's games with a rule


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a game.

    Attributes:
        label: The grade as a word, with its players if the fault depends on them.
        sentence: The fault in words.
        players: The figures at both strengths, and whether the fault depends on the strength.
        certainty: The interval, and whether it crosses a bound.
        usual: A sentence about most games of the book. Empty if these are not known.
        tables: The tables of which other options may help.
    """

    grade: int
    label: str
    sentence: str
    players: str
    certainty: str
    usual: str
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class PlaytestReport:
    """A playtest ready for display.

    Attributes:
        games: The number of games between greedy bots.
        practised_games: The number of games between practised bots.
        training: The number of generations that bots have practised, and of all; None if they
            do not practise now.
        verdict: The verdict as a sentence.
        summary: The five figures that matter most, each with its question.
        findings: The worst faults.
        answers: The answers to the questions of the report.
        course: The mean chance of the winner in each tenth of a game and at its end; empty if not
            known.
        lengths: The share of games by number of rounds.
        by_length: The opener's share of points by number of rounds.
        courses: The chance of the winner at each stage of three games.
        outcomes: The share of games by outcome (won, drawn and so on); empty if there is only one.
        endings: The share of games by ending; empty if there is only one.
        always_used: Rules with an effect in all games.
        sometimes_used: Other rules with an effect, the most frequent first.
        never_used: Rules without an effect in these games.
        mostly_idle: Those that have none in most games of the book either.
        optional: Optional rules, the most chosen first.
        often_evaluated: Rules that are evaluated often.
        untested: Rules between people, or without a use in this game.
    """

    games: int
    practised_games: int
    training: tuple[int, int] | None
    complete: bool
    verdict: str
    summary: tuple[SummaryLine, ...]
    findings: tuple[Finding, ...]
    answers: tuple[Answer, ...]
    course: tuple[float, ...]
    lengths: tuple[tuple[str, float], ...]
    by_length: tuple[tuple[str, float], ...]
    courses: tuple[tuple[str, tuple[float, ...]], ...]
    outcomes: tuple[tuple[str, float], ...]
    endings: tuple[tuple[str, float], ...]
    always_used: tuple[RuleUsage, ...]
    sometimes_used: tuple[RuleUsage, ...]
    never_used: tuple[RuleUsage, ...]
    mostly_idle: tuple[RuleUsage, ...]
    optional: tuple[RuleUsage, ...]
    often_evaluated: tuple[RuleUsage, ...]
    untested: tuple[RuleUsage, ...]


def build_report(ruleset: Ruleset, metrics: Mapping[str, Any]) -> PlaytestReport:
    """Return the findings of a playtest, which may still be running.

    Args:
        ruleset: The game.
        metrics: The metrics of its playtest, as JSON.
    """
    strengths = check_strengths(ruleset, metrics)
    results = list(strengths.greedy.values())
    complete = metrics["complete"]
    worst = sorted(
        (
            each
            for each in strengths.checks
            if each.worst.grade or (complete and each.worst.worst_grade)
        ),
        key=lambda each: (-each.worst.grade, -each.worst.worst_grade, not each.worst.is_certain),
    )
    if worst and worst[0].worst.grade:
        worst = [each for each in worst if each.worst.grade]  # others are only on the edge
    rows = list(rule_usages(ruleset, metrics))
    unused = unused_tables(ruleset)
    tested = [row for row in rows if row.anchor not in unused and not row.is_absent]
    tension = metrics["tension"]
    is_predictable = tension is not None and tension["skill"] >= MIN_BRIER_SKILL
    return PlaytestReport(
        games=metrics["games"],
        practised_games=metrics["practised"]["games"] if metrics["practised"] else 0,
        training=tuple(metrics["training"]) if metrics["training"] else None,
        complete=complete,
        verdict=verdict_sentence(strengths, metrics),
        summary=tuple(summarize_report(ruleset, metrics, strengths, tested)),
        findings=tuple(
            _build_finding(ruleset, strengths, each, complete) for each in worst[:MAX_FINDINGS]
        ),
        answers=tuple(answer_questions(ruleset, metrics, results)),
        course=(*tension["course"], 1.0) if is_predictable else (),
        lengths=tuple(
            (str(rounds), games / metrics["games"]) for rounds, games, _ in metrics["lengths"]
        ),
        by_length=tuple(
            (str(rounds), share)
            for rounds, games, share in metrics["lengths"]
            if metrics["opened"] and games >= MIN_GAMES_OF_LENGTH
        ),
        courses=tuple((name, tuple(course)) for name, course in metrics["courses"].items())
        if is_predictable
        else (),
        outcomes=_chart_rows(_outcome_shares(metrics)),
        endings=_chart_rows(
            (capitalize(name.replace("-", " ")), games / metrics["games"])
            for name, games in metrics["endings"].items()
        ),
        always_used=tuple(row for row in tested if row.share >= ALL_GAMES_SHARE),
        sometimes_used=tuple(
            sorted(
                (row for row in tested if 0 < row.share < ALL_GAMES_SHARE),
                key=lambda row: -row.share,
            )
        ),
        never_used=tuple(row for row in tested if not row.share and not _is_mostly_idle(row)),
        mostly_idle=tuple(row for row in tested if not row.share and _is_mostly_idle(row)),
        optional=tuple(
            sorted(
                (row for row in tested if row.opportunities),
                key=lambda row: -(row.chosen_share or 0.0),
            )
        ),
        often_evaluated=tuple(
            sorted(
                (row for row in tested if row.evaluations),
                key=lambda row: -(row.changed_share or 0.0),
            )
        ),
        untested=tuple(row for row in rows if row.anchor in unused),
    )


def _outcome_shares(metrics: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Yield the share of games with each outcome. The shares add up to 1."""
    drawn, level, capped = (
        metrics["shares"][name]["value"] for name in ("drawn", "tie_break", "capped")
    )
    yield "Won", max(0.0, 1.0 - drawn - level - capped)
    yield "Won by the tie-break", level
    yield "Drawn", drawn
    yield "Stopped by the engine", capped


def _chart_rows(rows: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Return the rows above 0, or nothing if there is only one, because a chart of one bar is
    useless.
    """
    nonzero = tuple((label, share) for label, share in rows if share > 0.0)
    return nonzero if len(nonzero) > 1 else ()


def _is_mostly_idle(row: RuleUsage) -> bool:
    """Return True if the rule has no effect in most of the book's games that have it."""
    return row.idle_share is not None and row.idle_share > MOSTLY_IDLE_SHARE


def _build_finding(
    ruleset: Ruleset, strengths: Strengths, check: StrengthCheck, complete: bool
) -> Finding:
    result = check.worst
    fault = next((each for each in ruleset.book.sheet.remedy if each.fault == result.name), None)
    if fault:
        tables = [ruleset.book.table(id) for id in fault.tables if _is_rolled(ruleset, id)]
    else:
        tables = []
    sureness = ""
    if result.interval:
        sureness = f"95% interval {result.interval}"
    label = GRADES[result.grade]
    sentence = result.sentence
    if not result.is_certain and sureness:
        if complete:
            sureness += f", which includes {result.crossed_bounds}"
        else:
            sureness += ": uncertain so far"
    elif sureness and result.grade:
        sureness += f", {describe_held_bounds(result)}"
    if not result.is_certain and complete:
        grades = (GRADE_PHRASES[result.mildest_grade], GRADE_PHRASES[result.worst_grade])
        label = f"On the edge between {join_words(grades)}"
        if not result.grade:
            sentence = end_before_comment(sentence)
    if check.dependence:
        label += f" between {PLAYERS[check.worst_strength]}"
    return Finding(
        result.grade,
        label,
        sentence,
        strength_sentence(strengths, check),
        sureness,
        _usual_sentence(ruleset, result),
        tuple(tables),
    )


def describe_held_bounds(result: CheckResult) -> str:
    """Return the bounds around the interval and its grade as text, for a settled check."""
    bounds = find_check(result.name).bounds
    grade = GRADE_PHRASES[result.grade]
    format_value = result.metric.format_value
    below = [bound for bound in bounds if bound <= result.metric.low]
    above = [bound for bound in bounds if bound > result.metric.high]
    if below and above:
        return f"within {format_value(below[-1])} to {format_value(above[0])}, which is {grade}"
    if below:
        return f"above {format_value(below[-1])}, which is {grade}"
    return f"below {format_value(above[0])}, which is {grade}"


def end_before_comment(sentence: str) -> str:
    """Return a sentence without the comment after its colon, which an open check may not make."""
    fact, colon, _ = sentence.partition(": ")
    return f"{fact}." if colon else sentence


def _usual_sentence(ruleset: Ruleset, result: CheckResult) -> str:
    """Return a sentence about most games of the book; empty if these are not known."""
    measure = metric_of_check(result.name)
    span = usual_span(ruleset, measure) if measure else None
    if measure is None or span is None or result.metric.note:  # usual values are of games for two
        return ""
    if (
        result.grade
        and min(find_check(result.name).grades_between(span.low, span.high)) >= result.grade
    ):
        return f"Most games of this book have this fault: {format_span(span, measure)}"
    return f"Most games of this book: {format_span(span, measure)}"


def _is_rolled(ruleset: Ruleset, id: str) -> bool:
    """Return True if the book rolls this table and its option has an effect in this game."""
    return any(
        table.id == id and table.rolled and ruleset.uses(table, ruleset.choice(id).option)
        for table in ruleset.book.tables
    )
