"""Readings: what gates ask of a playtest's figures, as JSON has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from carnage.ruleset import Ruleset
from carnage.wording import count, percent, quoted

Figures = Mapping[str, Any]

LEAST_SKILL = 0.2  # of the model behind figures of tension; below it they say nothing
FEW_ATTACKS = 2.0  # of a game, of both sides together
ALWAYS = 0.98  # an answer that is given this often is always right
ENDS = ("value", "low", "high")  # of an estimate


@dataclass(frozen=True, slots=True)
class Reading:
    """A figure and its interval; `about` and `beside` are what the sentence wants to know besides, and
    `scale` how many times as much the figure is as what is told of it."""

    value: float
    low: float
    high: float
    about: str = ""
    scale: float = 1.0
    beside: str = ""

    @classmethod
    def of(cls, estimate: Mapping[str, float], about: str = "") -> Reading:
        return cls(estimate["value"], estimate["low"], estimate["high"], about)

    def told(self, value: float, digits: int = 0) -> str:
        """So much of this figure, in words."""
        return percent(value / self.scale, digits)


def share(name: str) -> Callable[[Ruleset, Figures], Reading | None]:
    def read(ruleset: Ruleset, figures: Figures) -> Reading | None:
        estimate = figures["shares"].get(name)
        return Reading.of(estimate) if estimate else None

    return read


def capped(ruleset: Ruleset, figures: Figures) -> Reading | None:
    return Reading.of(figures["shares"]["capped"]) if figures["capped"] else None


def unhurt(idle: bool) -> Callable[[Ruleset, Figures], Reading | None]:
    """How many games end with nobody harmed: where hardly anybody attacks, or where they do."""

    def read(ruleset: Ruleset, figures: Figures) -> Reading | None:
        unhurt, attacks = figures["shares"].get("unhurt"), figures["attacks"]
        if unhurt is None or attacks is None or (attacks < FEW_ATTACKS) != idle:
            return None
        return Reading.of(unhurt, f"{attacks:.1f}")

    return read


def one_round(ruleset: Ruleset, figures: Figures) -> Reading | None:
    nouns = ruleset.book.sheet.nouns
    if not nouns.rounds:
        return None
    return Reading.of(figures["shares"]["one_round"], nouns.rounds.lower().removesuffix("s"))


def rounds(ruleset: Ruleset, figures: Figures) -> Reading | None:
    rounds = figures["rounds"]
    if not rounds:
        return None
    return Reading(
        rounds["p50"],
        rounds["p50"],
        rounds["p50"],
        count(rounds["p50"], ruleset.book.sheet.nouns.rounds.lower().removesuffix("s")),
    )


def soon(ruleset: Ruleset, figures: Figures) -> Reading | None:
    """The median of rounds, but of what is over at once, of which another gate speaks."""
    reading = rounds(ruleset, figures)
    return reading if reading and reading.value > 1.0 else None


def place(ruleset: Ruleset, figures: Figures) -> Reading:
    """The place in the order of play that has most too much or too little, as a share among two."""
    places, nouns = figures["shares"]["places"], ruleset.book.sheet.nouns
    players = len(places)
    most = max(range(players), key=lambda place: abs(places[place]["value"] - 1.0 / players))
    if players == 2:
        most = 0
    if not figures["opened"]:
        about = f"{nouns.side} {most + 1}"
    elif most == 0:
        about = f"Whoever {nouns.opener}"
    else:
        about = f"{nouns.side} {most + 1} in order of play"
    beside = ""
    if players > 2:
        beside = f" ({percent(1.0 / players)} would be fair)"
    scale = players / 2.0
    value, low, high = (places[most][end] * scale for end in ENDS)
    return Reading(value, low, high, about, scale, beside)


def edge(rung: Mapping[str, float], players: int) -> Reading:
    """By how much the better bot wins: 0 for no more than its part, 1 for always."""
    even = 1.0 / players
    value, low, high = ((rung[end] - even) / (1.0 - even) for end in ENDS)
    return Reading(value, low, high)


def rung(figures: Figures, better: str, worse: str) -> Mapping[str, Any] | None:
    """What these bots have of their games, if they have met."""
    met = ((each["better"], each["worse"], each) for each in figures["ladder"])
    return next((each for one, other, each in met if (one, other) == (better, worse)), None)


def skill(ruleset: Ruleset, figures: Figures) -> Reading | None:
    met = rung(figures, "greedy", "random")
    if met is None:
        return None
    reading = edge(met, len(figures["wins"]))
    return Reading(reading.value, reading.low, reading.high, percent(met["value"]))


def of_tension(name: str) -> Callable[[Ruleset, Figures], Reading | None]:
    def read(ruleset: Ruleset, figures: Figures) -> Reading | None:
        tension = figures["tension"]
        if tension is None or tension["skill"] < LEAST_SKILL:
            return None
        return Reading(tension[name], tension[name], tension[name])

    return read


def always(ruleset: Ruleset, figures: Figures) -> Reading | None:
    """The share of decisions that are none: of questions that others could have been answered to, and that
    are always answered alike. What they are about is the question that is put most often."""
    foregone, every, most, about = 0, 0, 0, ""
    for query in figures["answers"].values():
        named, decisions = query.get("answers", {}), query["decisions"]
        every += decisions
        could = sum(offered for offered, _ in named.values())
        for name in query.get("whole", ()):
            offered, taken = named[name]
            # The others were there as often as it was asked.
            if taken >= ALWAYS * decisions and could - offered >= ALWAYS * decisions:
                foregone += decisions
                if decisions > most:
                    most, about = decisions, f"“{query['put']}” with {quoted(name)}"
    share = foregone / every if every else 0.0
    return Reading(share, share, share, about) if about else None
