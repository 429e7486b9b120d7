"""Metrics: the values that checks read from the metrics of a playtest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from carnage.common.intervals import wilson
from carnage.common.text_format import count, percent, quote_code
from carnage.rulesets.ruleset import Ruleset

Metrics = Mapping[str, Any]

MIN_BRIER_SKILL = (
    0.2  # Brier skill of the model of win probabilities, below which tension is not reported
)
MIN_ATTACKS_PER_GAME = 2.0  # possible attacks in a game, of all sides together
FORCED_SHARE = (
    0.98  # share of decisions; an option that is chosen this often is always the same choice
)
NOTED_DRAWS = 0.05  # share of drawn games from which the sentences about wins mention draws
ESTIMATE_KEYS = ("value", "low", "high")  # keys of an estimate


@dataclass(frozen=True, slots=True)
class Metric:
    """A value with its interval.

    Attributes:
        detail: A text for the sentence of the check.
        scale: The factor by which the value is larger than the displayed share.
        note: Another text for the sentence.
        unit: The unit of a value that is not a share, such as round.
    """

    value: float
    low: float
    high: float
    detail: str = ""
    scale: float = 1.0
    note: str = ""
    unit: str = ""

    @classmethod
    def from_estimate(cls, estimate: Mapping[str, float], detail: str = "") -> Metric:
        """Return the metric of an estimate."""
        return cls(estimate["value"], estimate["low"], estimate["high"], detail)

    def format_value(self, value: float, digits: int = 0) -> str:
        """Return a value of this metric as a percentage, or with its unit."""
        if self.unit:
            return count(round(value), self.unit)
        return percent(value / self.scale, digits)


def share_reader(name: str) -> Callable[[Ruleset, Metrics], Metric | None]:
    """Return a function that reads a share of games by name."""

    def read(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
        estimate = metrics["shares"].get(name)
        return Metric.from_estimate(estimate) if estimate else None

    return read


def read_capped_share(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
    """Return the share of games that did not end, if there are any."""
    if metrics["capped"]:
        return Metric.from_estimate(metrics["shares"]["capped"])
    return None


def unhurt_reader(is_idle: bool) -> Callable[[Ruleset, Metrics], Metric | None]:
    """Return a function that reads the share of games in which no model is harmed.

    Args:
        is_idle: Read it only if hardly any attacks are possible. Otherwise read it only if some
            are.
    """

    def read(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
        unhurt = metrics["shares"].get("unhurt")
        attacks = metrics["attacks"]
        if unhurt is None or attacks is None:
            return None
        possible = metrics["possible_attacks"]
        if (possible < MIN_ATTACKS_PER_GAME) != is_idle:
            return None
        detail = f"{attacks:.1f}"
        if attacks < MIN_ATTACKS_PER_GAME:
            detail += f" of {possible:.1f} possible"
        return Metric.from_estimate(unhurt, detail)

    return read


def read_one_round_share(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
    """Return the share of games that end in the first round."""
    nouns = ruleset.book.sheet.nouns
    if not nouns.rounds:
        return None
    return Metric.from_estimate(metrics["shares"]["one_round"], nouns.round)


def read_median_rounds(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
    """Return the median number of rounds, with its interval by order statistics."""
    rounds = metrics["rounds"]
    if not rounds:
        return None
    unit = ruleset.book.sheet.nouns.round
    games = metrics["games"]
    low_rank, high_rank = (games * end for end in wilson(games / 2.0, games, metrics["z"]))
    low = high = rounds["p50"]
    counted = 0
    for length, number, _ in metrics["lengths"]:
        if counted < low_rank <= counted + number:
            low = length
        if counted < high_rank <= counted + number:
            high = length
        counted += number
    minutes = count(round(metrics["minutes"]["value"]), "minute")
    detail = f"{count(rounds['p50'], unit)} (about {minutes})"
    return Metric(rounds["p50"], low, high, detail, unit=unit)


def read_rounds_above_one(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
    """Return the median number of rounds, unless it is 1, to which another check applies."""
    metric = read_median_rounds(ruleset, metrics)
    if metric is None or metric.value <= 1.0:
        return None
    return replace(metric, low=max(metric.low, 2.0))


def read_fairness(ruleset: Ruleset, metrics: Metrics) -> Metric:
    """Return the share of the place in the order of play that is farthest from its due.

    It is scaled to two players, so that 0.5 is fair.
    """
    nouns = ruleset.book.sheet.nouns
    metric = _farthest_share(metrics["shares"]["places"], nouns.side, metrics)
    if not metrics["opened"]:
        return metric
    if metric.detail == f"{nouns.side} 1":
        return replace(metric, detail=f"The player who {nouns.opener}")
    return replace(metric, detail=f"{metric.detail} in order of play")


def compute_edge(pairing: Mapping[str, float], players: int) -> Metric:
    """Return by how much the better bot wins: 0 for its even share, 1 for always.

    Args:
        rung: The result of the games of two bots.
        players: The number of players.
    """
    even = 1.0 / players
    value, low, high = ((pairing[end] - even) / (1.0 - even) for end in ESTIMATE_KEYS)
    return Metric(value, low, high)


def find_pairing(metrics: Metrics, better: str, worse: str) -> Mapping[str, Any] | None:
    """Return the result of the games of two bots; None if they have not met."""
    pairing = ((each["better"], each["worse"], each) for each in metrics["ladder"])
    return next((each for one, other, each in pairing if (one, other) == (better, worse)), None)


def read_skill_edge(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
    """Return the edge of greedy over random bots; None if they have not met."""
    pairing = find_pairing(metrics, "greedy", "random")
    if pairing is None:
        return None
    players = len(metrics["wins"])
    metric = compute_edge(pairing, players)
    detail = f"{percent(pairing['value'])} of games"
    even = even_share_text(players)
    if even:
        detail += f" ({even})"
    return Metric(metric.value, metric.low, metric.high, detail)


def even_share_text(players: int) -> str:
    """Return the share of games that is nobody's advantage, or nothing for two players."""
    return f"{percent(1.0 / players)} would be even" if players > 2 else ""


def tension_reader(name: str) -> Callable[[Ruleset, Metrics], Metric | None]:
    """Return a function that reads a measure of tension, if the model has enough skill."""

    def read(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
        tension = metrics["tension"]
        if tension is None or tension["skill"] < MIN_BRIER_SKILL:
            return None
        low, high = tension.get(f"{name}_interval", (tension[name], tension[name]))
        return Metric(tension[name], low, high)

    return read


def read_forced_share(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
    """Return the share of decisions in questions that are always answered alike.

    Only questions with other options count. `detail` is the most frequent of them.
    """
    forced = 0
    total = 0
    most_decisions = 0
    detail = ""
    for query in metrics["answers"].values():
        counts = query.get("answers", {})
        decisions = query["decisions"]
        total += decisions
        offers = sum(offered for offered, _ in counts.values())
        for name in query.get("whole", ()):
            offered, taken = counts[name]
            # Other options were available almost every time.
            if taken >= FORCED_SHARE * decisions and offers - offered >= FORCED_SHARE * decisions:
                forced += decisions
                if decisions > most_decisions:
                    most_decisions = decisions
                    detail = f"“{query['put']}” with {quote_code(name)}"
    share = forced / total if total else 0.0
    if detail:
        return _clustered_share(share, metrics, detail)
    return None


def read_routine_share(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
    """Return the share of decisions of which the answer hardly matters.

    These are the questions that planners leave to a greedy bot.
    """
    questions = metrics["answers"].values()
    total = sum(query["decisions"] for query in questions)
    routine = sum(query["decisions"] for query in questions if query["routine"])
    if not routine:
        return None
    return _clustered_share(routine / total, metrics)


def _clustered_share(share: float, metrics: Metrics, detail: str = "") -> Metric:
    """Return a share of decisions. Its interval counts games, since their decisions are alike."""
    games = metrics["games"]
    low, high = wilson(share * games, games, metrics["z"])
    return Metric(share, low, high, detail)


def idle_reader(name: str) -> Callable[[Ruleset, Metrics], Metric | None]:
    """Return a function that reads the share of idle stages (`lab.turn_statistics`)."""

    def read(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
        estimate = metrics["idle"].get(name)
        if estimate is None:
            return None
        rounds = ruleset.book.sheet.nouns.rounds.lower() or "turns"
        return Metric.from_estimate(estimate, rounds)

    return read


def read_minutes(ruleset: Ruleset, metrics: Metrics) -> Metric:
    """Return the mean minutes of a game between people."""
    value, low, high = (metrics["minutes"][end] for end in ESTIMATE_KEYS)
    return Metric(value, low, high, unit="minute")


def read_side_share(ruleset: Ruleset, metrics: Metrics) -> Metric | None:
    """Return the share of the side that is farthest from its due, whichever side opens.

    None if the same side opens all games, or all act at once, because then `fairness` has the same
    share.
    """
    if metrics["openers"] < len(metrics["shares"]["seats"]):
        return None
    return _farthest_share(metrics["shares"]["seats"], ruleset.book.sheet.nouns.side, metrics)


def _farthest_share(shares: list[Mapping[str, float]], noun: str, metrics: Metrics) -> Metric:
    """Return the share that is farthest from its due, scaled so that 0.5 is fair.

    Args:
        shares: The share of each player.
        noun: The noun of a player, which is numbered.
        metrics: The metrics of the games.
    """
    players = len(shares)
    even = 1.0 / players
    farthest = max(range(players), key=lambda place: abs(shares[place]["value"] - even))
    if players == 2:
        farthest = 0
    notes = []
    if metrics["shares"]["drawn"]["value"] >= NOTED_DRAWS:
        draws = "a draw counts as half" if players == 2 else "draws are shared"
        notes.append(draws)
    if players > 2:
        notes.append(f"{percent(even)} would be fair")
    note = f" ({', '.join(notes)})" if notes else ""
    scale = players / 2.0
    value, low, high = (shares[farthest][end] * scale for end in ESTIMATE_KEYS)
    return Metric(value, low, high, f"{noun} {farthest + 1}", scale, note)
