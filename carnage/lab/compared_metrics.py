"""Measures: metrics of a playtest that are compared with those of most games of the book.

This module declares all measures. The usual values of a book are data (`catalog/norms.py`). Reads
metrics as JSON; needs no engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from carnage.catalog.norms import Span
from carnage.common.text_format import percent
from carnage.lab.check_inputs import (
    Metric,
    Metrics,
    compute_edge,
    find_pairing,
    read_forced_share,
    read_median_rounds,
    read_one_round_share,
    read_skill_edge,
    share_reader,
    tension_reader,
)
from carnage.rulesets.ruleset import Ruleset

WORKS = "Does it work?"
FAIR = "Is it fair?"
TENSE = "Is it tense?"
SKILL = "Does skill count?"
LONG = "How long does it take?"
"""The questions that a report answers."""

ReadValue = Callable[[Ruleset, Metrics], float | None]
FormatValue = Callable[[float], str]
ReadMetric = Callable[[Ruleset, Metrics], Metric | None]


@dataclass(frozen=True, slots=True)
class ComparedMetric:
    """A measure of games.

    Attributes:
        question: The question of the report to which it belongs.
        label: Its name on pages, with placeholders for the book's nouns.
        read: Computes its value; None if a game has none.
        format_value: Formats its value.
        checks: The checks that use the same metric.
        estimate: Computes its value with an interval, if it has one.
    """

    name: str
    question: str
    label: str
    read: ReadValue
    format_value: FormatValue
    checks: tuple[str, ...] = ()
    estimate: ReadMetric | None = None


@dataclass(frozen=True, slots=True)
class MetricText:
    """A measure of one game, as text.

    Attributes:
        usual: The range of most games of the book. Empty if it is not known.
        deviation: "below" or "above" if this game is outside that range, else empty.
    """

    label: str
    value: str
    usual: str
    deviation: str


def format_metrics(ruleset: Ruleset, metrics: Metrics, question: str) -> tuple[MetricText, ...]:
    """Return the measures that belong to a question."""
    nouns = ruleset.book.sheet.nouns
    noun_texts = {
        "opener": nouns.opener,
        "rounds": nouns.rounds,
        "round": nouns.round,
    }
    lines = []
    for metric in COMPARED_METRICS:
        value = None
        if metric.question == question:
            value = metric.read(ruleset, metrics)
        if value is None:
            continue
        span = usual_span(ruleset, metric)
        if span is None or span.low <= value <= span.high:
            deviation = ""
        else:
            deviation = _deviation(value, span, metric)
        label = metric.label.format(**noun_texts)
        lines.append(
            MetricText(
                label,
                metric.format_value(value),
                format_span(span, metric) if span else "",
                deviation,
            )
        )
    return tuple(lines)


def usual_span(ruleset: Ruleset, metric: ComparedMetric) -> Span | None:
    """Return the usual range of a measure in the book; None if it is not known."""
    usual = ruleset.book.norms
    return usual.measure.get(metric.name) if usual else None


def format_span(span: Span, metric: ComparedMetric) -> str:
    """Return a range as text: "3 to 5", or one value if both ends are written alike."""
    low = metric.format_value(span.low)
    high = metric.format_value(span.high)
    return low if low == high else f"{low} to {high}"


def metric_of_check(name: str) -> ComparedMetric | None:
    """Return the measure that uses the same metric as a check, or None."""
    return next((metric for metric in COMPARED_METRICS if name in metric.checks), None)


def _deviation(value: float, span: Span, metric: ComparedMetric) -> str:
    """Return "below" or "above", or nothing if the value is written like the end of the range."""
    edge, word = (span.low, "below") if value < span.low else (span.high, "above")
    if metric.format_value(value) == metric.format_value(edge):
        return ""
    return word


def _value_reader(read: ReadMetric) -> ReadValue:
    """Return a function that computes the value of a metric, without its interval."""

    def value(ruleset: Ruleset, metrics: Metrics) -> float | None:
        metric = read(ruleset, metrics)
        return metric.value if metric else None

    return value


def _read_learned_edge(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
    pairing = find_pairing(metrics, "learned", "greedy")
    return compute_edge(pairing, len(metrics["wins"])) if pairing else None


def _read_forced_share_or_zero(ruleset: Ruleset, metrics: Metrics) -> float | None:
    metric = read_forced_share(ruleset, metrics)
    return metric.value if metric else 0.0


def _read_opener_share(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
    """Return the share of points of the opener, in games of two players.

    With more players this share alone means little.
    """
    places = metrics["shares"]["places"]
    if metrics["opened"] and len(places) == 2:
        return Metric.from_estimate(places[0])
    return None


def _read_attacks(ruleset: Ruleset, metrics: Metrics) -> float | None:
    attacks: float | None = metrics["attacks"]
    return attacks


def _read_decisions_per_player(ruleset: Ruleset, metrics: Metrics) -> float | None:
    decisions: float = metrics["decisions_per_game"] / len(metrics["wins"])
    return decisions


def _format_tenths(value: float) -> str:
    return f"{value:.1f}"


def _format_whole(value: float) -> str:
    return f"{value:,.0f}"


def _share_metric(
    name: str, question: str, label: str, estimate: ReadMetric, *checks: str
) -> ComparedMetric:
    """Return a measure that is a share with an interval."""
    return ComparedMetric(name, question, label, _value_reader(estimate), percent, checks, estimate)


COMPARED_METRICS: Sequence[ComparedMetric] = (
    _share_metric("drawn", WORKS, "Games drawn", share_reader("drawn"), "drawn"),
    _share_metric(
        "unhurt",
        WORKS,
        "Games that end with nobody hurt",
        share_reader("unhurt"),
        "nobody-meets",
        "nobody-is-hurt",
    ),
    _share_metric("nil-nil", WORKS, "Games without a point", share_reader("nil_nil"), "nil-nil"),
    _share_metric(
        "tie-break", WORKS, "Games decided by the tie-break", share_reader("tie_break"), "tie-break"
    ),
    _share_metric(
        "one-round", WORKS, "Games over in the first {round}", read_one_round_share, "over-at-once"
    ),
    ComparedMetric("attacks", WORKS, "Attacks per game", _read_attacks, _format_tenths),
    _share_metric("first", FAIR, "Wins of the player who {opener}", _read_opener_share, "fairness"),
    ComparedMetric(
        "openness",
        TENSE,
        "Openness of the result, on average",
        _value_reader(tension_reader("openness")),
        percent,
    ),
    ComparedMetric(
        "comebacks",
        TENSE,
        "Winners who were not favourites at half-time",
        _value_reader(tension_reader("comebacks")),
        percent,
    ),
    ComparedMetric(
        "changes",
        TENSE,
        "Clear changes of favourite per game",
        _value_reader(tension_reader("changes")),
        _format_tenths,
    ),
    ComparedMetric(
        "settled",
        TENSE,
        "Share of a game left once it is decided",
        _value_reader(tension_reader("settled")),
        percent,
        ("settled-early",),
    ),
    _share_metric(
        "skill", SKILL, "Gain from skill (0%: none, 100%: wins all)", read_skill_edge, "skill"
    ),
    _share_metric(
        "learned", SKILL, "Gain from practising (0%: none, 100%: wins all)", _read_learned_edge
    ),
    ComparedMetric(
        "one-answer",
        SKILL,
        "Decisions that bots always make the same way",
        _read_forced_share_or_zero,
        percent,
        ("one-answer",),
    ),
    ComparedMetric(
        "rounds",
        LONG,
        "{rounds} of the median game",
        _value_reader(read_median_rounds),
        _format_whole,
        ("over-soon", "length"),
    ),
    ComparedMetric(
        "decisions", LONG, "Decisions per player", _read_decisions_per_player, _format_whole
    ),
)
