"""Games that are broken on purpose: the lab finds the fault, and names the right reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from carnage.lab import dominance
from carnage.lab.checks import run_checks
from carnage.lab.dominance import measure_options
from carnage.lab.dominance_report import describe_options, find_dominant
from carnage.lab.runner import Playtest, first_verdict_steps, steps
from carnage.lab.severity import BLEMISH, FAULT
from carnage.lab.strengths import check_strengths
from tests.support.marks import soak_all_but
from tests.support.planted_breaks import BREAKS, CLASSIC, SKIRMISH, PlantedBreak, planted
from tests.support.rulesets import game_at

PLAYED = [each for each in BREAKS if each.check]
DOMINATED = [each for each in BREAKS if each.dominant]


def name_of(planted_break: PlantedBreak) -> str:
    return planted_break.name


def test_planted_breaks_are_twelve() -> None:
    assert len(BREAKS) == 12
    assert len(PLAYED) + len(DOMINATED) == 12


@pytest.mark.parametrize("each", PLAYED, ids=name_of)
def test_first_verdict_planted_break_names_reason(each: PlantedBreak) -> None:
    """Play until the fault is certain."""
    ruleset = game_at(each.path)
    with planted(each.change):
        for metrics in first_verdict_steps(Playtest(ruleset)):
            results = {result.name: result for result in run_checks(ruleset, metrics)}
            found = results.get(each.check)
            if found and found.mildest_grade >= each.grade:
                break
    assert found is not None
    assert found.grade >= each.grade
    assert each.sentence in found.sentence
    others = {name for name, result in results.items() if result.mildest_grade >= BLEMISH}
    assert others <= {each.check} | each.beside


@pytest.mark.soak
@pytest.mark.parametrize("each", PLAYED, ids=name_of)
def test_playtest_planted_break_is_found_at_both_strengths(each: PlantedBreak) -> None:
    ruleset = game_at(each.path)
    with planted(each.change):
        *_, metrics = steps(ruleset)
    strengths = check_strengths(ruleset, metrics)
    assert strengths.practised is not None
    assert strengths.greedy[each.check].grade >= each.grade
    assert strengths.practised[each.check].grade >= min(each.grade, BLEMISH)


@pytest.mark.parametrize("path", [CLASSIC, SKIRMISH])
def test_first_verdict_without_break_finds_no_fault(path: str) -> None:
    ruleset = game_at(path)
    for metrics in first_verdict_steps(Playtest(ruleset)):
        results = list(run_checks(ruleset, metrics))
    assert max(result.grade for result in results) < FAULT


@pytest.fixture
def weapons_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out only weapons, because a test has no use for the other options."""
    listed: Callable[..., Any] = dominance.list_options

    def list_weapons(*arguments: Any) -> Any:
        return [option for option in listed(*arguments) if option.group == dominance.WEAPON]

    monkeypatch.setattr(dominance, "list_options", list_weapons)


@pytest.mark.thorough
@pytest.mark.usefixtures("weapons_only")
@pytest.mark.parametrize("each", soak_all_but(DOMINATED[:1], DOMINATED), ids=name_of)
def test_measure_options_dominant_weapon_is_named(each: PlantedBreak) -> None:
    ruleset = game_at(each.path)
    with planted(each.change):
        *_, metrics = measure_options(ruleset)
    assert [row["id"] for row in find_dominant(metrics["rows"])] == [each.dominant]
    worst = describe_options(metrics["rows"])[0]
    assert worst.grade == FAULT
    assert worst.sentence.startswith("It outdoes every other weapon")


@pytest.mark.soak
@pytest.mark.usefixtures("weapons_only")
@pytest.mark.parametrize("path", [CLASSIC, SKIRMISH])
def test_measure_options_without_break_finds_no_dominant_weapon(path: str) -> None:
    *_, metrics = measure_options(game_at(path))
    assert not list(find_dominant(metrics["rows"]))
