"""The results of a simulation as facts, for pages and the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from carnage.common.text_format import join_words, percent
from carnage.rulesets.ruleset import Ruleset

Fact = tuple[str, str]
"""A label and its text, both plain."""


def facts(
    ruleset: Ruleset, metrics: Mapping[str, Any], players: Sequence[str] = ()
) -> Iterator[Fact]:
    """Yield the facts of a simulation.

    Args:
        ruleset: The game.
        metrics: The metrics of the simulation, as JSON.
        players: The names of the players. If given, each has facts of its own with intervals.
            Otherwise all sides are in one line.
    """
    games = metrics["games"]
    nouns = ruleset.book.sheet.nouns
    capped = metrics["capped"]
    yield (
        "Ended by the rules",
        f"{metrics['ended_by_rules']:,} of {games:,}" if capped else "all games",
    )
    decided = sum(metrics["wins"])
    first = metrics["first_side_share"]
    if decided and first:
        share, low, high = (percent(first[end], 1) for end in ("value", "low", "high"))
        interval = f"{low} to {high}"
        yield (
            f"Won by the player who {nouns.opener}",
            f"{share} of {decided:,} decided games; 95% confidence interval {interval}",
        )
    apiece = f"{nouns.side} by {nouns.side}".lower()
    for name, wins in zip(players, metrics["wins"], strict=False):
        yield f"Won by {name}", f"{wins:,} ({percent(wins / games, 1)})"
    if decided and not players and len(metrics["wins"]) > 2:
        yield f"Won, {apiece}", ", ".join(percent(wins / games, 1) for wins in metrics["wins"])
    yield "Draws", f"{metrics['draws']:,} ({percent(metrics['draws'] / games, 1)})"
    for label, means in ((nouns.scores, metrics["scores"]), ("Winnings", metrics["winnings"])):
        for name, mean in zip(players, means, strict=False):
            yield f"{label} of {name}", _with_interval(mean)
        if means and not players:
            yield label, f"{_side_by_side(means)} on average, {apiece}"
    if metrics["rounds"]:
        yield nouns.rounds, _rounds(metrics["rounds"])
    for setting in ruleset.book.settings:
        if setting.applies_to(ruleset.traits):
            yield setting.label, f"{join_words(metrics[setting.name])}: {setting.about}"
    yield "Decisions", f"{metrics['decisions_per_game']:,.0f} per game, all players together"


def _rounds(rounds: Mapping[str, Any]) -> str:
    least = rounds["p10"]
    most = rounds["p90"]
    if least == most:
        usual = f"{least} in most games"
    else:
        usual = f"{least} to {most} in 80% of games"
    return f"{rounds['mean']:.1f} on average; {usual}"


def _side_by_side(means: Sequence[Mapping[str, float]]) -> str:
    rounded = [round(mean["mean"], 1) + 0.0 for mean in means]  # + 0.0 takes the sign from a zero
    return ", ".join(f"{mean:.1f}".replace("-", "−") for mean in rounded)


def _with_interval(mean: Mapping[str, float]) -> str:
    """Return a mean with its interval, and with the exact value if it is known."""
    exact = ""
    if "expected" in mean:
        exact = f"; exact value: {mean['expected']:.3f}"
    return (
        f"{mean['mean']:.2f} on average; 95% confidence interval {mean['low']:.2f} to "
        f"{mean['high']:.2f}{exact}"
    )
