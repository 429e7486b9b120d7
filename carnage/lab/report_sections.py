"""The answers of a playtest to the questions of its report, as sentences. Needs no engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carnage.common.text_format import capitalize, count, join_words, percent, quote_code
from carnage.lab.check_inputs import MIN_BRIER_SKILL, even_share_text
from carnage.lab.checks import CheckResult
from carnage.lab.compared_metrics import FAIR, LONG, SKILL, TENSE, WORKS, MetricText, format_metrics
from carnage.lab.strengths import BEGINNERS, PRACTISED_PLAYERS
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
    FAIR: ("fairness", "sides"),
    TENSE: ("settled-early", "dead-turns", "dead-end"),
    SKILL: ("skill", "one-answer", "routine"),
    LONG: ("over-soon", "length", "minutes"),
}
# The bots of the ladder, as players.
PLAYERS = {"random": "random play", "greedy": BEGINNERS, "learned": PRACTISED_PLAYERS}
# The endings of battles, after a share of games.
ENDING_LABELS = {
    "length": "at the set length",
    "nobody-left": "with a side that has nobody left",
    "left-the-table": "with a side that left the table",
    "broken": "with a side that broke",
    "doom": "by the doom track",
}
NO_PREDICTION_TEXT = (
    "Not measured: the state of the table does not predict the winner. Either chance decides, or "
    "the events that decide come late."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question: its sentences, and measures beside the usual values of the
    book.
    """

    question: str
    sentences: tuple[str, ...]
    metrics: tuple[MetricText, ...]


def answer_questions(
    ruleset: Ruleset, metrics: Mapping[str, Any], results: Sequence[CheckResult]
) -> Iterator[Answer]:
    """Yield the answer to each question that has one.

    Args:
        ruleset: The game.
        metrics: The metrics of its playtest.
        said: The results of all checks.
    """
    by_name = {each.name: each.sentence for each in results}
    more = {
        WORKS: _ending_sentences,
        FAIR: _place_sentences,
        TENSE: _tension_sentences,
        SKILL: _skill_sentences,
        LONG: _length_sentences,
    }
    for question, checks in QUESTIONS.items():
        sentences = [by_name[check] for check in checks if by_name.get(check)]
        sentences += more[question](ruleset, metrics)
        if sentences:
            yield Answer(question, tuple(sentences), format_metrics(ruleset, metrics, question))


def _ending_sentences(ruleset: Ruleset, metrics: Mapping[str, Any]) -> Iterator[str]:
    endings = {name: games for name, games in metrics["endings"].items() if games}
    if len(metrics["endings"]) > 1:
        games = metrics["games"]
        texts = [
            f"{percent(number / games)} {ENDING_LABELS[name]}" for name, number in endings.items()
        ]
        yield f"Endings: {join_words(texts)}."


def _place_sentences(ruleset: Ruleset, metrics: Mapping[str, Any]) -> Iterator[str]:
    places = metrics["shares"]["places"]
    texts = [
        f"{percent(place['value'], 1)} ({percent(place['low'])} to {percent(place['high'])})"
        for place in places
    ]
    draws = "a draw counted as half" if len(places) == 2 else "draws shared"
    yield f"Wins in order of play, {draws}: {join_words(texts)}."
    if not metrics["opened"]:
        yield "No player goes first in this game: all act at once."


def _tension_sentences(ruleset: Ruleset, metrics: Mapping[str, Any]) -> Iterator[str]:
    tension = metrics["tension"]
    if tension is None or tension["skill"] < MIN_BRIER_SKILL:
        yield NO_PREDICTION_TEXT


def _skill_sentences(ruleset: Ruleset, metrics: Mapping[str, Any]) -> Iterator[str]:
    for rung in metrics["ladder"]:
        share, low, high = (percent(rung[end]) for end in ("value", "low", "high"))
        pairs = count(rung["pairs"], "pair" if len(metrics["wins"]) == 2 else "set", "{:,}".format)
        bots = f"{capitalize(PLAYERS[rung['better']])} against {PLAYERS[rung['worse']]}"
        even = even_share_text(len(metrics["wins"]))
        limits = f"{low} to {high}, {even}" if even else f"{low} to {high}"
        yield f"{bots}: {share} ({limits}), {pairs} of games with changed seats."
    avoided = [
        f"“{metrics['answers'][query]['put']}” with {join_words(map(quote_code, answers), 'or')}"
        for query, answers in metrics["shunned"].items()
    ]
    if avoided:
        yield (
            "To be a fair measure, random play never answers "
            f"{join_words(avoided, 'or')}, because beginners never did so in the first games."
        )


def _length_sentences(ruleset: Ruleset, metrics: Mapping[str, Any]) -> Iterator[str]:
    rounds = metrics["rounds"]
    nouns = ruleset.book.sheet.nouns
    if rounds:
        least = rounds["p10"]
        most = rounds["p90"]
        span = f"{least}" if least == most else f"{least} to {most}"
        yield f"{nouns.rounds}: {rounds['mean']:.1f} on average, {span} in 80% of games."
