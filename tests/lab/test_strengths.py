"""Verdicts at two strengths: when they hold, when they depend, and how they are told."""

from __future__ import annotations

import pytest

from carnage.lab.check_inputs import Metric
from carnage.lab.checks import CheckResult
from carnage.lab.runner import practised_steps, retraining_steps, steps
from carnage.lab.sampling_plan import (
    LOOKS,
    MAX_DECISIONS,
    TRAINING_GAMES,
    TUNING_ITERATIONS,
    is_last_look,
)
from carnage.lab.severity import BLEMISH, BROKEN, FAULT, FINE
from carnage.lab.strengths import (
    Strengths,
    check_strengths,
    judge,
    needs_retraining,
    strength_sentence,
    verdict_sentence,
)
from tests.support.job_tasks import FIGURES
from tests.support.rulesets import game_at, rolled, ruleset

PLAYED = {"practises": True, "complete": True}


def result(
    name: str, grade: int, mildest: int | None = None, worst: int | None = None
) -> CheckResult:
    """Return a result with a value of a tenth for each grade."""
    low = grade if mildest is None else mildest
    high = grade if worst is None else worst
    metric = Metric(grade / 10, low / 10, high / 10)
    return CheckResult(name, grade, f"{name} is {grade}.", metric, low, high)


def share(value: float) -> dict[str, float]:
    return {"value": value, "low": value, "high": value}


def strengths(greedy: CheckResult, *others: CheckResult) -> Strengths:
    played = [{each.name: each} for each in (greedy, *others)]
    return Strengths(*played)


def test_verdict_same_grade_holds_for_both() -> None:
    both = strengths(result("drawn", FAULT), result("drawn", FAULT))
    assert judge(both).strengths == {"greedy": (FAULT, True), "practised": (FAULT, True)}
    assert not judge(both).depends
    assert verdict_sentence(both, PLAYED) == (
        "The game can be played, but it has a fault. This holds for beginners and for practised "
        "players. Sure: the 95% intervals allow no other verdict."
    )
    assert strength_sentence(both, both.checks[0]) == (
        "Holds for both: 20% between beginners, 20% between practised players."
    )


def test_verdict_clearly_other_grade_depends() -> None:
    both = strengths(result("drawn", FINE), result("drawn", FAULT))
    verdict = judge(both)
    assert (verdict.grade, verdict.depends) == (FAULT, True)
    assert verdict_sentence(both, PLAYED) == (
        "It depends on how well the game is played. Between beginners: no fault. Between practised "
        "players: a fault. They differ in “too many draws”."
    )
    assert strength_sentence(both, both.checks[0]) == (
        "Depends on how well the game is played: 0% between beginners, 20% between practised players."
    )


def test_verdict_intervals_that_share_a_grade_do_not_depend() -> None:
    both = strengths(result("drawn", FINE, FINE, BLEMISH), result("drawn", BLEMISH))
    assert not judge(both).depends
    assert verdict_sentence(both, PLAYED) == (
        "Between beginners: on the edge between no fault and a blemish. "
        "Between practised players: a blemish. Not sure: the 95% intervals allow more than one "
        "verdict."
    )


def test_verdict_trainings_that_differ_depend() -> None:
    both = strengths(
        result("fairness", BLEMISH), result("fairness", BLEMISH), result("fairness", FINE)
    )
    assert judge(both).depends
    assert verdict_sentence(both, PLAYED) == (
        "It depends on how the game is practised. Between beginners and between practised players: "
        "a blemish. Players who practised separately differ in “unfair”."
    )
    assert strength_sentence(both, both.checks[0]) == (
        "Depends on how the game is practised: 10% between beginners, 10% between practised "
        "players, 0% between others who practised separately."
    )


def test_verdict_fault_after_second_training_alone_depends() -> None:
    both = Strengths(
        {"drawn": result("drawn", FINE), "length": result("length", BLEMISH)},
        {"drawn": result("drawn", FINE), "length": result("length", BLEMISH)},
        {"drawn": result("drawn", FAULT), "length": result("length", BLEMISH)},
    )
    assert judge(both).depends
    (drawn,) = both.deciding_checks
    assert (drawn.worst_strength, drawn.worst.grade) == ("retrained", FAULT)


def test_verdict_uncertain_second_training_leaves_worst_strength() -> None:
    both = strengths(
        result("drawn", FINE), result("drawn", FINE), result("drawn", BLEMISH, FINE, FAULT)
    )
    assert not judge(both).depends
    assert both.checks[0].worst.grade == FINE


def test_verdict_same_grade_by_different_faults_names_faults() -> None:
    both = Strengths(
        {"drawn": result("drawn", FAULT), "length": result("length", FINE)},
        {"drawn": result("drawn", FINE), "length": result("length", FAULT)},
    )
    assert verdict_sentence(both, PLAYED) == (
        "It depends on how well the game is played. Between beginners and between practised "
        "players: a fault. They differ in “too many draws” and “too long”."
    )


def test_verdict_check_of_one_strength_alone_counts_as_fine_for_other() -> None:
    both = strengths(result("nobody-meets", BROKEN), result("nobody-is-hurt", FINE))
    assert judge(both).depends
    assert "no such case between practised players" in strength_sentence(both, both.checks[0])


def test_verdict_milder_check_that_depends_leaves_verdict() -> None:
    both = Strengths(
        {"drawn": result("drawn", FAULT), "length": result("length", FINE)},
        {"drawn": result("drawn", FAULT), "length": result("length", BLEMISH)},
    )
    assert both.depends("length")
    assert not judge(both).depends


def test_verdict_first_stage_names_beginners() -> None:
    sentence = verdict_sentence(strengths(result("drawn", FAULT)), PLAYED)
    assert sentence == (
        "Between beginners: the game can be played, but it has a fault. "
        "Practised players are being tried."
    )
    alone = verdict_sentence(strengths(result("drawn", FINE)), PLAYED | {"practises": False})
    assert "bots cannot practise this game" in alone


@pytest.mark.parametrize(("low", "trains_again"), [(0.5, False), (0.61, True)])
def test_needs_retraining_if_practice_clearly_helps(low: float, trains_again: bool) -> None:
    pairing = {"better": "learned", "worse": "greedy", "pairs": 100, "value": 0.7, "high": 0.8}
    metrics = {**FIGURES, "practised": FIGURES, "ladder": [pairing | {"low": low}]}
    assert needs_retraining(ruleset(), metrics) == trains_again


@pytest.mark.parametrize("drawn", [0.0, 0.9])
def test_needs_retraining_only_if_verdict_depends(drawn: float) -> None:
    """The ties depend on the strength, and matter only if the game is not broken anyway."""
    common = FIGURES["shares"] | {"drawn": share(drawn)}
    greedy = {**FIGURES, "shares": common | {"tie_break": share(0.0)}}
    practised = {**FIGURES, "shares": common | {"tie_break": share(0.5)}}
    metrics = {**greedy, "practised": practised}
    assert check_strengths(ruleset(), metrics).depends("tie-break")
    assert needs_retraining(ruleset(), metrics) == (drawn == 0.0)


def test_is_last_look_long_games_stop_sooner() -> None:
    assert not is_last_look(LOOKS[0], 100.0)
    assert is_last_look(LOOKS[-1], 1.0)
    assert is_last_look(1000, MAX_DECISIONS / 1399)
    assert not is_last_look(1000, MAX_DECISIONS / 1401)


def test_training_games_are_those_of_tuning() -> None:
    from carnage.engine.tuning import PERTURBATIONS_PER_ITERATION

    assert TRAINING_GAMES == TUNING_ITERATIONS * PERTURBATIONS_PER_ITERATION * 2


@pytest.mark.thorough
def test_steps_game_that_practice_changes_depends() -> None:
    """This duel is nearly fair between beginners, and one player wins it after practice."""
    rules = game_at("duel/0817948759780")
    *_, last = steps(rules)
    both = check_strengths(rules, last)
    assert last["retrained"] is not None
    assert both.depends("fairness")
    assert both.greedy["fairness"].grade < FAULT
    assert both.practised is not None
    assert both.practised["fairness"].grade == BROKEN
    assert judge(both).depends


def test_steps_family_without_weights_has_one_strength() -> None:
    rules = rolled("gamble")
    *_, last = steps(rules)
    assert last["practised"] is None
    assert last["practises"] is False
    assert last["complete"] is True


def test_practised_steps_show_training_and_then_games(monkeypatch: pytest.MonkeyPatch) -> None:
    from carnage.lab import runner

    monkeypatch.setattr(runner, "TUNING_ITERATIONS", 2)
    monkeypatch.setattr(runner, "LOOKS", (250,))
    monkeypatch.setattr(runner, "RETRAINED_GAMES", 100)
    test = runner.Playtest(rolled("duel"))
    test.evaluate(250)
    told = list(practised_steps(test))
    assert [each["training"] for each in told] == [[1, 2], [2, 2], None]
    assert told[-1]["practised"]["games"] == 250
    assert {(rung["better"], rung["worse"]) for rung in told[-1]["ladder"]} == {
        ("learned", "greedy")
    }
    *_, last = retraining_steps(test)
    assert last["retrained"]["games"] == 100
    assert last["retrained"]["shares"] != last["practised"]["shares"]
