"""Measures: figures of a playtest that are set beside those of most games of the book.

Which there are stands here once; a book's spans of them are data (`catalog/usual.py`). Reads figures as JSON
has them; needs no engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from carnage.catalog.usual import Span
from carnage.playtest.readings import (
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
from carnage.ruleset import Ruleset
from carnage.wording import percent

WORKS, FAIR, TENSE = "Does it work?", "Is it fair?", "Is it tense?"
SKILL, LONG = "Does skill count?", "How long does it take?"
"""The questions that a report answers."""

Read = Callable[[Ruleset, Figures], float | None]
Write = Callable[[float], str]
Estimate = Callable[[Ruleset, Figures], Reading | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure of a game: its name, which question it is about, what it is called on a page (with the
    book's nouns to be filled in), how it is read (None where a game has no such figure) and written, the
    gates that ask the same figure, and, where it has an interval, how that is read with it."""

    name: str
    question: str
    label: str
    read: Read
    written: Write
    gates: tuple[str, ...] = ()
    estimate: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure of this game beside those of most games of its book, as words; `usual` is empty where nobody
    knows, and `beside` says whether this game lies "below" or "above" them, empty where it lies within."""

    label: str
    value: str
    usual: str
    beside: str


def measured(ruleset: Ruleset, figures: Figures, question: str) -> tuple[Measured, ...]:
    """The figures that go with a question, of this game and of most."""
    nouns = ruleset.book.sheet.nouns
    said = {"opener": nouns.opener, "rounds": nouns.rounds, "round": nouns.rounds.lower().removesuffix("s")}
    lines = []
    for measure in MEASURES:
        value = measure.read(ruleset, figures) if measure.question == question else None
        if value is None:
            continue
        span = spanned(ruleset, measure)
        beside = "" if span is None or span.low <= value <= span.high else _beside(value, span, measure)
        label = measure.label.format(**said)
        lines.append(Measured(label, measure.written(value), words(span, measure) if span else "", beside))
    return tuple(lines)


def spanned(ruleset: Ruleset, measure: Measure) -> Span | None:
    """Where most games of the book lie in it, if somebody has looked."""
    usual = ruleset.book.usual
    return usual.measure.get(measure.name) if usual else None


def words(span: Span, measure: Measure) -> str:
    """From … to …, or the one figure that most games have."""
    low, high = measure.written(span.low), measure.written(span.high)
    return low if low == high else f"{low} to {high}"


def of_gate(name: str) -> Measure | None:
    """The measure that asks the figure of this gate."""
    return next((measure for measure in MEASURES if name in measure.gates), None)


def _beside(value: float, span: Span, measure: Measure) -> str:
    """Below or above, unless both would be written alike."""
    edge, word = (span.low, "below") if value < span.low else (span.high, "above")
    return "" if measure.written(value) == measure.written(edge) else word


def _value(read: Estimate) -> Read:
    """The value alone of what a gate reads."""

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
    """What whoever opens has of the points; of games for two, as among more it says nothing alone."""
    places = figures["shares"]["places"]
    return Reading.of(places[0]) if figures["opened"] and len(places) == 2 else None


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
    """A share with an interval."""
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
    Measure("attacks", WORKS, "Attacks a game", _attacks, _tenths),
    _of("first", FAIR, "Points to whoever {opener}", _opening, "fairness"),
    Measure("openness", TENSE, "How open the result is on average", _value(of_tension("openness")), percent),
    Measure(
        "comebacks",
        TENSE,
        "Winners who were not favourites at half-time",
        _value(of_tension("comebacks")),
        percent,
    ),
    Measure("changes", TENSE, "New favourites a game", _value(of_tension("changes")), _tenths),
    Measure(
        "settled",
        TENSE,
        "Left of a game once it is settled",
        _value(of_tension("settled")),
        percent,
        ("settled-early",),
    ),
    _of("skill", SKILL, "What skill gains, from 0% (chance) to 100%", skill, "skill"),
    _of("learned", SKILL, "What learning this game gains, likewise", _learned),
    Measure(
        "one-answer", SKILL, "Decisions that bots always take alike", _foregone, percent, ("one-answer",)
    ),
    Measure("rounds", LONG, "{rounds} of a middling game", _value(rounds), _whole, ("over-soon", "length")),
    Measure("decisions", LONG, "Decisions of each player", _decisions, _whole),
)
