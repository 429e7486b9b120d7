"""The sentences of a report: which players, which interval, and what an effect does not mean."""

from __future__ import annotations

from typing import Any

import pytest

from carnage.cli.playtest import format_choices
from carnage.lab.report import PlaytestReport, build_report
from carnage.lab.rule_usage import RuleUsage
from tests.support.job_tasks import FIGURES
from tests.support.rulesets import game_at, ruleset

THREE_PLAYERS = "gamble/462944810007"


def share(value: float, width: float = 0.01) -> dict[str, float]:
    return {"value": value, "low": value - width, "high": value + width}


def metrics_with_wins(first: float) -> dict[str, Any]:
    """Return the metrics of games of which the first player wins this share."""
    places = [share(first), share(1.0 - first)]
    return FIGURES | {"shares": FIGURES["shares"] | {"places": places}}


def pairing(better: str, worse: str, value: float, width: float = 0.05) -> dict[str, Any]:
    return {"better": better, "worse": worse, "pairs": 100, **share(value, width)}


def summary_of(report: PlaytestReport) -> dict[str, str]:
    return {line.question: line.answer for line in report.summary}


def rule_counts(games: int) -> dict[str, int]:
    return {"fired": games, "games": games, "could": 0, "chosen": 0}


def test_build_report_fault_of_beginners_names_them() -> None:
    """The worst fault comes first, with the players that it concerns."""
    unfair = metrics_with_wins(0.7)
    report = build_report(
        ruleset(), unfair | {"practised": FIGURES, "retrained": metrics_with_wins(0.5)}
    )
    finding = report.findings[0]
    assert finding.label == "Fault between beginners"
    assert finding.players == (
        "Depends on how well the game is played: 70% (69 to 71) between beginners, 50% (47 to 53) "
        "between practised players, 50% (49 to 51) between others who practised separately."
    )


def test_build_report_fault_after_second_training_is_a_finding() -> None:
    unfair = metrics_with_wins(0.7)
    report = build_report(ruleset(), FIGURES | {"practised": FIGURES, "retrained": unfair})
    assert report.findings[0].label == "Fault between others who practised separately"
    assert report.verdict.startswith("It depends on how the game is practised.")


def test_build_report_fault_of_all_players_names_none() -> None:
    unfair = metrics_with_wins(0.7)
    report = build_report(ruleset(), unfair | {"practised": unfair})
    assert report.findings[0].label == "Fault"


def test_build_report_finding_that_may_be_worse_comes_first() -> None:
    edge = metrics_with_wins(0.595)
    long = edge | {"lengths": [[13, 500, 0.5]], "rounds": FIGURES["rounds"] | {"p50": 13}}
    labels = [finding.label for finding in build_report(ruleset(), long).findings]
    assert labels == ["On the edge between a blemish and a fault", "Blemish"]


def test_build_report_too_many_rounds_has_minutes() -> None:
    long = FIGURES | {"lengths": [[13, 500, 0.5]], "rounds": FIGURES["rounds"] | {"p50": 13}}
    (finding,) = build_report(ruleset(), long).findings
    assert finding.sentence == (
        "The median game has 13 rounds (about 60 minutes), which is too many."
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.8, "Practised players win 80% (75 to 85) of games against beginners."),
        (
            0.5,
            "Practised players win 50% (45 to 55) of games against beginners, so practice gave no "
            "clear gain and both kinds of players count as one.",
        ),
    ],
)
def test_summary_skill_tells_if_practice_gained(value: float, text: str) -> None:
    metrics = FIGURES | {"ladder": [pairing("learned", "greedy", value)]}
    assert summary_of(build_report(ruleset(), metrics))["Skill?"] == text


def test_summary_skill_of_three_players_names_even_share() -> None:
    metrics = FIGURES | {"wins": [1, 1, 1], "ladder": [pairing("greedy", "random", 0.48)]}
    report = build_report(game_at(THREE_PLAYERS), metrics)
    assert summary_of(report)["Skill?"] == (
        "Beginners win 48% (43 to 53, 33% would be even) against random play."
    )
    assert "They win 48% of games (33% would be even)." in report.findings[0].sentence


def test_summary_rules_tells_effect_between_practised_players() -> None:
    rules = [f"damage.{ruleset().choice('damage').option.code}"]
    idle = FIGURES | {"rules": {name: rule_counts(0) for name in rules}}
    busy = FIGURES | {"rules": {name: rule_counts(9) for name in rules}}
    question = "Does every rule matter?"
    answers = [
        summary_of(build_report(ruleset(), metrics))[question]
        for metrics in (idle | {"practised": idle}, idle | {"practised": busy}, busy)
    ]
    assert answers[0].endswith("in 500 games between beginners, nor between practised players.")
    assert answers[1].endswith(
        "in 500 games between beginners, but it had one between practised players."
    )
    assert answers[2].startswith("Each of 1 rules had an effect in 500 games between beginners")


def test_format_choices_of_rare_opportunity_is_not_zero() -> None:
    row = RuleUsage("special-actions", "", "", 0.1, opportunities=0.01, chosen_share=0.5)
    assert format_choices(row) == "possible fewer than 0.1 times a game, chosen 50%"
