"""Readings: the values that checks read from the figures of a playtest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from carnage.common.text_format import count, percent, quote_code
from carnage.rulesets.ruleset import Ruleset

Figures = Mapping[str, Any]

LEAST_SKILL = (
    0.2  # Brier skill of the model of win probabilities, below which tension is not reported
)
FEW_ATTACKS = 2.0  # attacks in a game, of all sides together
ALWAYS = 0.98  # share of decisions; an option that is chosen this often is always the same choice
ENDS = ("value", "low", "high")  # keys of an estimate


@dataclass(frozen=True, slots=True)
class Reading:
    """A value with its interval.

    Attributes:
        about: A text for the sentence of the check.
        scale: The factor by which the value is larger than the displayed share.
        beside: Another text for the sentence.
    """

    value: float
    low: float
    high: float
    about: str = ""
    scale: float = 1.0
    beside: str = ""

    @classmethod
    def of(cls, estimate: Mapping[str, float], about: str = "") -> Reading:
        """Return the reading of an estimate."""
        return cls(estimate["value"], estimate["low"], estimate["high"], about)

    def told(self, value: float, digits: int = 0) -> str:
        """Return a value of this figure as a percentage."""
        return percent(value / self.scale, digits)


def share(name: str) -> Callable[[Ruleset, Figures], Reading | None]:
    """Return a function that reads a share of games by name."""

    def read(ruleset: Ruleset, figures: Figures) -> Reading | None:
        estimate = figures["shares"].get(name)
        return Reading.of(estimate) if estimate else None

    return read


def capped(ruleset: Ruleset, figures: Figures) -> Reading | None:
    """Return the share of games that did not end, if there are any."""
    if figures["capped"]:
        return Reading.of(figures["shares"]["capped"])
    return None


def unhurt(idle: bool) -> Callable[[Ruleset, Figures], Reading | None]:
    """Return a function that reads the share of games in which no model is harmed.

    Args:
        idle: Read it only if there are hardly any attacks. Otherwise read it only if there are
            attacks.
    """

    def read(ruleset: Ruleset, figures: Figures) -> Reading | None:
        unhurt = figures["shares"].get("unhurt")
        attacks = figures["attacks"]
        if unhurt is None or attacks is None or (attacks < FEW_ATTACKS) != idle:
            return None
        return Reading.of(unhurt, f"{attacks:.1f}")

    return read


def one_round(ruleset: Ruleset, figures: Figures) -> Reading | None:
    """Return the share of games that end in the first round."""
    nouns = ruleset.book.sheet.nouns
    if not nouns.rounds:
        return None
    return Reading.of(figures["shares"]["one_round"], nouns.rounds.lower().removesuffix("s"))


def rounds(ruleset: Ruleset, figures: Figures) -> Reading | None:
    """Return the median number of rounds."""
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
    """Return the median number of rounds, unless it is 1, to which another check applies."""
    reading = rounds(ruleset, figures)
    return reading if reading and reading.value > 1.0 else None


def place(ruleset: Ruleset, figures: Figures) -> Reading:
    """Return the share of the place in the order of play that is farthest from its due.

    It is scaled to two players, so that 0.5 is fair.
    """
    places = figures["shares"]["places"]
    nouns = ruleset.book.sheet.nouns
    players = len(places)
    most = max(range(players), key=lambda place: abs(places[place]["value"] - 1.0 / players))
    if players == 2:
        most = 0
    if not figures["opened"]:
        about = f"{nouns.side} {most + 1}"
    elif most == 0:
        about = f"The player who {nouns.opener}"
    else:
        about = f"{nouns.side} {most + 1} in order of play"
    beside = ""
    if players > 2:
        beside = f" ({percent(1.0 / players)} would be fair)"
    scale = players / 2.0
    value, low, high = (places[most][end] * scale for end in ENDS)
    return Reading(value, low, high, about, scale, beside)


def edge(rung: Mapping[str, float], players: int) -> Reading:
    """Return by how much the better bot wins: 0 for its even share, 1 for always.

    Args:
        rung: The result of the games of two bots.
        players: The number of players.
    """
    even = 1.0 / players
    value, low, high = ((rung[end] - even) / (1.0 - even) for end in ENDS)
    return Reading(value, low, high)


def rung(figures: Figures, better: str, worse: str) -> Mapping[str, Any] | None:
    """Return the result of the games of two bots; None if they have not met."""
    met = ((each["better"], each["worse"], each) for each in figures["ladder"])
    return next((each for one, other, each in met if (one, other) == (better, worse)), None)


def skill(ruleset: Ruleset, figures: Figures) -> Reading | None:
    """Return the edge of greedy over random bots; None if they have not met."""
    met = rung(figures, "greedy", "random")
    if met is None:
        return None
    reading = edge(met, len(figures["wins"]))
    return Reading(reading.value, reading.low, reading.high, percent(met["value"]))


def of_tension(name: str) -> Callable[[Ruleset, Figures], Reading | None]:
    """Return a function that reads a measure of tension, if the model has enough skill."""

    def read(ruleset: Ruleset, figures: Figures) -> Reading | None:
        tension = figures["tension"]
        if tension is None or tension["skill"] < LEAST_SKILL:
            return None
        return Reading(tension[name], tension[name], tension[name])

    return read


def always(ruleset: Ruleset, figures: Figures) -> Reading | None:
    """Return the share of decisions in questions that are always answered alike.

    Only questions with other options count. `about` is the most frequent of them.
    """
    foregone = 0
    every = 0
    most = 0
    about = ""
    for query in figures["answers"].values():
        named = query.get("answers", {})
        decisions = query["decisions"]
        every += decisions
        could = sum(offered for offered, _ in named.values())
        for name in query.get("whole", ()):
            offered, taken = named[name]
            # Other options were available almost every time.
            if taken >= ALWAYS * decisions and could - offered >= ALWAYS * decisions:
                foregone += decisions
                if decisions > most:
                    most = decisions
                    about = f"“{query['put']}” with {quote_code(name)}"
    share = foregone / every if every else 0.0
    if about:
        return Reading(share, share, share, about)
    return None
