"""The five figures of a playtest that matter most. Needs no engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carnage.common.text_format import capitalize, count, percent
from carnage.lab.check_inputs import MIN_BRIER_SKILL, even_share_text, find_pairing
from carnage.lab.checks import CheckResult
from carnage.lab.rule_usage import RuleUsage, rule_usages
from carnage.lab.strengths import (
    BEGINNERS,
    PRACTISED_PLAYERS,
    Strengths,
    format_estimate,
)
from carnage.rulesets.ruleset import Ruleset

MOSTLY_DRAWN = 0.25  # share of drawn games from which tension says little


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """A question that everybody asks, and its answer in a sentence."""

    question: str
    answer: str


def summarize_report(
    ruleset: Ruleset,
    metrics: Mapping[str, Any],
    strengths: Strengths,
    rules: Sequence[RuleUsage],
) -> Iterator[SummaryLine]:
    """Yield the five lines: fair, tense, skill, length, and whether every rule matters.

    Args:
        ruleset: The game.
        metrics: The metrics of its playtest.
        strengths: The results of its checks.
        rules: The use of the rules that bots could use.
    """
    yield SummaryLine("Fair?", _fairness_text(strengths))
    yield SummaryLine("Tense?", _tension_text(metrics))
    yield SummaryLine("Skill?", _skill_text(metrics))
    yield SummaryLine("How long?", _length_text(ruleset, metrics))
    yield SummaryLine("Does every rule matter?", _rules_text(ruleset, metrics, rules))


def _fairness_text(strengths: Strengths) -> str:
    greedy = strengths.greedy["fairness"]
    text = f"{greedy.metric.detail} wins {_share_text(greedy)} of games"
    if strengths.practised is None:
        return f"{text}{greedy.metric.note}."
    practised = strengths.practised["fairness"]
    if practised.metric.detail == greedy.metric.detail:
        more = f"{_share_text(practised)} between {PRACTISED_PLAYERS}"
    else:
        more = (
            f"between {PRACTISED_PLAYERS}, {practised.metric.detail} wins {_share_text(practised)}"
        )
    return f"{text} between {BEGINNERS}; {more}{greedy.metric.note}."


def _share_text(result: CheckResult) -> str:
    value, low, high = format_estimate(result)
    return f"{value} ({low} to {high})"


def _tension_text(metrics: Mapping[str, Any]) -> str:
    """Return the tension between practised players if it is known, else between beginners."""
    for players, played in ((PRACTISED_PLAYERS, metrics["practised"]), (BEGINNERS, metrics)):
        tension = played["tension"] if played else None
        drawn = played["shares"]["drawn"]["value"] if played else 0.0
        if drawn >= MOSTLY_DRAWN:
            return f"{percent(drawn)} of games have no winner, between {players}."
        if tension is not None and tension["skill"] >= MIN_BRIER_SKILL:
            low, high = (percent(end).removesuffix("%") for end in tension["settled_interval"])
            settled = f"{percent(tension['settled'])} ({low} to {high})"
            comebacks = percent(tension["comebacks"])
            return (
                f"The winner is clear with {settled} of a game still to play, and {comebacks} of "
                f"winners were not favourites at half-time, between {players}."
            )
    return "Not measured: the state of the table does not predict the winner."


def _skill_text(metrics: Mapping[str, Any]) -> str:
    practised = find_pairing(metrics, "learned", "greedy")
    random = find_pairing(metrics, "greedy", "random")
    texts = []
    players = len(metrics["wins"])
    if practised is not None:
        share = _pairing_text(practised, players)
        text = f"Practised players win {share} of games against {BEGINNERS}"
        if practised["low"] <= 1.0 / players:
            text += ", so practice gave no clear gain and both kinds of players count as one"
        texts.append(text)
    if random is not None:
        share = _pairing_text(random, players)
        texts.append(f"{BEGINNERS} win {share} against random play")
    text = "; ".join(texts)
    return f"{capitalize(text)}." if text else "Not known yet."


def _pairing_text(pairing: Mapping[str, float], players: int) -> str:
    """Return the share of the better bot with its interval."""
    low, high = (percent(pairing[end]).removesuffix("%") for end in ("low", "high"))
    even = even_share_text(players)
    limits = f"{low} to {high}, {even}" if even else f"{low} to {high}"
    return f"{percent(pairing['value'])} ({limits})"


def _length_text(ruleset: Ruleset, metrics: Mapping[str, Any]) -> str:
    minutes = round(metrics["minutes"]["value"])
    text = f"About {count(minutes, 'minute')}"
    rounds = metrics["rounds"]
    if not rounds:
        return f"{text}."
    unit = ruleset.book.sheet.nouns.round
    text = f"{text} and {count(rounds['p50'], unit)} in the median, between {BEGINNERS}"
    practised = metrics["practised"]
    if practised:
        more = round(practised["minutes"]["value"])
        unit_text = count(practised["rounds"]["p50"], unit)
        return f"{text}; {count(more, 'minute')} and {unit_text} between {PRACTISED_PLAYERS}."
    return f"{text}."


def _rules_text(ruleset: Ruleset, metrics: Mapping[str, Any], rules: Sequence[RuleUsage]) -> str:
    """Return the number of rules without effect between beginners, and how many of them have none
    between practised players either.
    """
    idle = [row for row in rules if not row.share]
    games = f"{metrics['games']:,} games between {BEGINNERS}"
    if not idle:
        return (
            f"Each of {len(rules)} rules had an effect in {games}; that does not mean that each "
            "decides who wins."
        )
    if len(idle) == 1:
        text = f"No: {idle[0].title} ({idle[0].label}) had no effect in {games}"
    else:
        text = f"No: {len(idle)} of {len(rules)} rules had no effect in {games}"
    if not metrics["practised"]:
        return f"{text}."
    used = {
        (row.anchor, row.label) for row in rule_usages(ruleset, metrics["practised"]) if row.share
    }
    helped = sum((row.anchor, row.label) in used for row in idle)
    if not helped:
        return f"{text}, nor between {PRACTISED_PLAYERS}."
    subject = "it" if len(idle) == 1 else f"{helped} of them"
    return f"{text}, but {subject} had one between {PRACTISED_PLAYERS}."
