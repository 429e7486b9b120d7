"""The answers of a playtest to the questions of its report, as sentences. Needs no engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carnage.common.text_format import capitalize, count, join_words, percent, quote_code
from carnage.lab.check_inputs import LEAST_SKILL
from carnage.lab.checks import Passed
from carnage.lab.compared_metrics import FAIR, LONG, SKILL, TENSE, WORKS, Measured, measured
from carnage.rulebook.battle import requirements
from carnage.rulesets.ruleset import Ruleset

# The questions of a report, in order, with the checks that answer each.
QUESTIONS: dict[str, tuple[str, ...]] = {
    WORKS: (
        "capped",
        "drawn",
        "nobody-meets",
        "nobody-is-hurt",
        "nil-nil",
        "tie-break",
        "over-at-once",
    ),
    FAIR: ("fairness",),
    TENSE: ("settled-early",),
    SKILL: ("skill", "one-answer"),
    LONG: ("over-soon", "length"),
}
FEW = 10  # pairs of games; an interval of fewer means nothing
NOT_FORETOLD = (
    "The state of the table does not show who is winning, so the tension of games cannot be "
    "measured: either chance decides, or the decisive events come without warning."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question: its sentences, and measures beside the usual values of the
    book.
    """

    question: str
    sentences: tuple[str, ...]
    measures: tuple[Measured, ...]


def answers(
    ruleset: Ruleset, figures: Mapping[str, Any], said: Sequence[Passed]
) -> Iterator[Answer]:
    """Yield the answer to each question that has one.

    Args:
        ruleset: The game.
        figures: The figures of its playtest.
        said: The results of all checks.
    """
    by_name = {each.name: each.sentence for each in said}
    more = {
        WORKS: _endings,
        FAIR: _places,
        TENSE: _tension,
        SKILL: _skill,
        LONG: _length,
    }
    for question, gates in QUESTIONS.items():
        sentences = [by_name[gate] for gate in gates if by_name.get(gate)]
        sentences += more[question](ruleset, figures)
        if sentences:
            yield Answer(question, tuple(sentences), measured(ruleset, figures, question))


def _endings(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[str]:
    endings = {name: games for name, games in figures["endings"].items() if games}
    if len(figures["endings"]) > 1:
        games = figures["games"]
        told = [
            f"{percent(number / games)} by {quote_code(name)}" for name, number in endings.items()
        ]
        yield f"Endings: {join_words(told)}."


def _places(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[str]:
    places = figures["shares"]["places"]
    told = [
        f"{percent(place['value'], 1)} ({percent(place['low'])} to {percent(place['high'])})"
        for place in places
    ]
    yield f"Points in order of play, with draws shared: {join_words(told)}."
    if not figures["opened"]:
        yield "No player goes first in this game: all act at once."


def _tension(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[str]:
    tension = figures["tension"]
    if tension is None or tension["skill"] < LEAST_SKILL:
        yield NOT_FORETOLD


def _skill(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[str]:
    for rung in figures["ladder"]:
        share, low, high = (percent(rung[end]) for end in ("value", "low", "high"))
        pairs = count(rung["pairs"], "pair" if len(figures["wins"]) == 2 else "set", "{:,}".format)
        bots = f"{capitalize(rung['better'])} against {rung['worse']}"
        if rung["pairs"] <= FEW:
            yield (
                f"{bots}: {share} of {pairs} of games with changed seats, too few for an interval."
            )
        else:
            yield f"{bots}: {share} ({low} to {high}), {pairs} of games with changed seats."
    shunned = [
        f"“{figures['answers'][query]['put']}” with {join_words(map(quote_code, answers), 'or')}"
        for query, answers in figures["shunned"].items()
    ]
    if shunned:
        yield (
            "The random bot does not answer "
            f"{join_words(shunned, 'or')}, because the greedy bots never did so in the first games."
        )


def _length(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[str]:
    rounds = figures["rounds"]
    nouns = ruleset.book.sheet.nouns
    if rounds:
        least = rounds["p10"]
        most = rounds["p90"]
        span = f"{least}" if least == most else f"{least} to {most}"
        yield f"{nouns.rounds}: {rounds['mean']:.1f} on average, {span} in 80% of games."
    if ruleset.book.roster.figure:
        minutes = requirements.time(ruleset)
        yield f"With people, the rulebook estimates {minutes} minutes, including setup."
