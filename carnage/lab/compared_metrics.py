"""Measures: figures of a playtest that are compared with those of most games of the book.

This module declares all measures. The usual values of a book are data (`catalog/norms.py`). Reads
figures as JSON; needs no engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from carnage.catalog.norms import Span
from carnage.common.text_format import percent
from carnage.lab.check_inputs import (
    Figures,
    Reading,
    always,
    edge,
    of_tension,
    one_round,
    rounds,
    rung,
    share,
    skill,
)
from carnage.rulesets.ruleset import Ruleset

WORKS = "Does it work?"
FAIR = "Is it fair?"
TENSE = "Is it tense?"
SKILL = "Does skill count?"
LONG = "How long does it take?"
"""The questions that a report answers."""

Read = Callable[[Ruleset, Figures], float | None]
Write = Callable[[float], str]
Estimate = Callable[[Ruleset, Figures], Reading | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of games.

    Attributes:
        question: The question of the report to which it belongs.
        label: Its name on pages, with placeholders for the book's nouns.
        read: Computes its value; None if a game has none.
        written: Formats its value.
        gates: The checks that use the same figure.
        estimate: Computes its value with an interval, if it has one.
    """

    name: str
    question: str
    label: str
    read: Read
    written: Write
    gates: tuple[str, ...] = ()
    estimate: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure of one game, as text.

    Attributes:
        usual: The range of most games of the book. Empty if it is not known.
        beside: "below" or "above" if this game is outside that range, else empty.
    """

    label: str
    value: str
    usual: str
    beside: str


def measured(ruleset: Ruleset, figures: Figures, question: str) -> tuple[Measured, ...]:
    """Return the measures that belong to a question."""
    nouns = ruleset.book.sheet.nouns
    said = {
        "opener": nouns.opener,
        "rounds": nouns.rounds,
        "round": nouns.rounds.lower().removesuffix("s"),
    }
    lines = []
    for measure in MEASURES:
        value = None
        if measure.question == question:
            value = measure.read(ruleset, figures)
        if value is None:
            continue
        span = spanned(ruleset, measure)
        if span is None or span.low <= value <= span.high:
            beside = ""
        else:
            beside = _beside(value, span, measure)
        label = measure.label.format(**said)
        lines.append(
            Measured(label, measure.written(value), words(span, measure) if span else "", beside)
        )
    return tuple(lines)


def spanned(ruleset: Ruleset, measure: Measure) -> Span | None:
    """Return the usual range of a measure in the book; None if it is not known."""
    usual = ruleset.book.norms
    return usual.measure.get(measure.name) if usual else None


def words(span: Span, measure: Measure) -> str:
    """Return a range as text: "3 to 5", or one value if both ends are written alike."""
    low = measure.written(span.low)
    high = measure.written(span.high)
    return low if low == high else f"{low} to {high}"


def of_gate(name: str) -> Measure | None:
    """Return the measure that uses the same figure as a check, or None."""
    return next((measure for measure in MEASURES if name in measure.gates), None)


def _beside(value: float, span: Span, measure: Measure) -> str:
    """Return "below" or "above", or nothing if the value is written like the end of the range."""
    edge, word = (span.low, "below") if value < span.low else (span.high, "above")
    if measure.written(value) == measure.written(edge):
        return ""
    return word


def _value(read: Estimate) -> Read:
    """Return a function that computes the value of a reading, without its interval."""

    def value(ruleset: Ruleset, figures: Figures) -> float | None:
        reading = read(ruleset, figures)
        return reading.value if reading else None

    return value


def _learned(ruleset: Ruleset, figures: Figures) -> Reading | None:
    met = rung(figures, "learned", "greedy")
    return edge(met, len(figures["wins"])) if met else None


def _foregone(ruleset: Ruleset, figures: Figures) -> float | None:
    reading = always(ruleset, figures)
    return reading.value if reading else 0.0


def _opening(ruleset: Ruleset, figures: Figures) -> Reading | None:
    """Return the share of points of the opener, in games of two players.

    With more players this share alone means little.
    """
    places = figures["shares"]["places"]
    if figures["opened"] and len(places) == 2:
        return Reading.of(places[0])
    return None


def _attacks(ruleset: Ruleset, figures: Figures) -> float | None:
    attacks: float | None = figures["attacks"]
    return attacks


def _decisions(ruleset: Ruleset, figures: Figures) -> float | None:
    decisions: float = figures["decisions_per_game"] / len(figures["wins"])
    return decisions


def _tenths(value: float) -> str:
    return f"{value:.1f}"


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def _of(name: str, question: str, label: str, estimate: Estimate, *gates: str) -> Measure:
    """Return a measure that is a share with an interval."""
    return Measure(name, question, label, _value(estimate), percent, gates, estimate)


MEASURES: Sequence[Measure] = (
    _of("drawn", WORKS, "Games drawn", share("drawn"), "drawn"),
    _of(
        "unhurt",
        WORKS,
        "Games that end with nobody hurt",
        share("unhurt"),
        "nobody-meets",
        "nobody-is-hurt",
    ),
    _of("nil-nil", WORKS, "Games without a point", share("nil_nil"), "nil-nil"),
    _of("tie-break", WORKS, "Games decided by the tie-break", share("tie_break"), "tie-break"),
    _of("one-round", WORKS, "Games over in the first {round}", one_round, "over-at-once"),
    Measure("attacks", WORKS, "Attacks per game", _attacks, _tenths),
    _of("first", FAIR, "Points of the player who {opener}", _opening, "fairness"),
    Measure(
        "openness",
        TENSE,
        "Openness of the result, on average",
        _value(of_tension("openness")),
        percent,
    ),
    Measure(
        "comebacks",
        TENSE,
        "Winners who were not favourites at half-time",
        _value(of_tension("comebacks")),
        percent,
    ),
    Measure(
        "changes", TENSE, "Changes of favourite per game", _value(of_tension("changes")), _tenths
    ),
    Measure(
        "settled",
        TENSE,
        "Share of a game left once it is decided",
        _value(of_tension("settled")),
        percent,
        ("settled-early",),
    ),
    _of("skill", SKILL, "Gain from skill, from 0% (chance) to 100%", skill, "skill"),
    _of("learned", SKILL, "Gain from practising this game, from 0% to 100%", _learned),
    Measure(
        "one-answer",
        SKILL,
        "Decisions that bots always make the same way",
        _foregone,
        percent,
        ("one-answer",),
    ),
    Measure(
        "rounds",
        LONG,
        "{rounds} of the median game",
        _value(rounds),
        _whole,
        ("over-soon", "length"),
    ),
    Measure("decisions", LONG, "Decisions per player", _decisions, _whole),
)
