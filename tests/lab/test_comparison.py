"""Swapping: what another answer does to a game, on the same dice, and what would mend one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from carnage.catalog.variants import list_variants
from carnage.engine.core import records
from carnage.engine.core.state import Result
from carnage.lab import comparison
from carnage.lab.comparison import (
    MAX_CANDIDATES,
    MAX_FIXES,
    best_variants,
    compare,
    compare_options,
    least_effect,
    other_variants,
    suggest_fixes,
)
from carnage.lab.runner import Playtest, first_verdict_steps
from carnage.lab.verdict import build_verdict, judge_in_steps
from carnage.rulesets.ruleset import Ruleset, replace_roll, resolve
from carnage.seeds import Seed
from tests.support.rulesets import rolled


def verdicts(monkeypatch: pytest.MonkeyPatch, faults: dict[str, list[int]]) -> list[str]:
    """Whose verdict is asked for from now on: that of the lab is, of each game, that it has such
    `faults`, or else a blemish.
    """
    given = []

    def judged(ruleset: Ruleset, threads: int | None) -> Iterator[dict[str, Any]]:
        given.append(ruleset.path)
        grades = faults.get(ruleset.path, [1])
        sentences = ["It is so."] * len(grades)
        yield {
            "judged": 9000,
            "faults": grades,
            "at_worst": grades,
            "sentences": sentences,
            "sure": True,
        }

    monkeypatch.setattr(comparison, "judge_in_steps", judged)
    return given


def use_few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches try the options of three tables of duels only."""
    monkeypatch.setattr(
        comparison,
        "unused_tables",
        lambda ruleset: (
            {choice.table.id for choice in ruleset.choices} - {"order", "dice", "field"}
        ),
    )


@pytest.mark.thorough
def test_compare_options_tries_every_other_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "SCREENING_GAMES", 40)
    rules = rolled("duel")
    table = rules.book.table("order")
    given = verdicts(monkeypatch, {rules.path: [2]})
    *under_way, last = compare_options(rules, table)
    count = len(other_variants(rules, table))
    assert [len(each["rows"]) for each in under_way][: count + 1] == list(range(count + 1))
    assert [each["complete"] for each in (*under_way, last)] == [False] * len(under_way) + [True]
    assert given == [rules.path, *(row["id"] for row in last["rows"])]
    assert [each["faults"] for each in (last, *last["rows"])] == [[2]] + [[1]] * count
    assert {each["judged"] for each in (last, *last["rows"])} == {9000}
    assert [row["roll"] for row in last["rows"]] == [
        each.lowest for each in other_variants(rules, table)
    ]
    for row in last["rows"]:
        assert row["table"] == "order"
        assert (
            rules.seed.replaced(rules.book.digit_offset("order"), row["roll"]).digits
            == row["digits"]
        )
    assert json.loads(json.dumps(last)) == last


def test_compare_game_with_itself_finds_no_difference() -> None:
    told = next(compare(rolled("duel"), rolled("duel"), games=60))
    (row,) = told["rows"]
    assert row["unchanged"]
    assert row["other_winner"]["value"] == 0.0
    assert {shift["value"] for shift in row["shifts"].values()} == {0.0}
    assert {name: row[name] for name in ("measures", "faults")} == {
        name: told[name] for name in ("measures", "faults")
    }


def test_compare_longer_game_shifts_rounds() -> None:
    short, long = (
        rolled("classic", game_length=code)
        for code in ("uncertain-round-limit-5-7", "fixed-round-limit")
    )
    (row,) = next(compare(short, long, games=120))["rows"]
    shift = row["shifts"]["rounds"]
    assert shift["low"] <= shift["value"] <= shift["high"]
    before = next(compare(short, long, games=120))["measures"]["rounds"]
    assert row["measures"]["rounds"] - before == pytest.approx(shift["value"], abs=1e-3)


def test_compare_other_player_count_has_no_shifts() -> None:
    rules = rolled("gamble")
    table = rules.book.table("players")
    counts = {}
    for variant in list_variants(table):
        other = resolve(
            rules.book, rules.seed.replaced(rules.book.digit_offset("players"), variant.lowest)
        )
        counts[other.players] = other
    few, many = (counts[number] for number in (min(counts), max(counts)))
    (row,) = next(compare(few, many, games=60))["rows"]
    assert row["shifts"] == {}
    assert row["other_winner"] is None


def test_paired_differences_are_per_game() -> None:
    mine, theirs = records.new(Result, 4), records.new(Result, 4)
    mine.winner, theirs.winner = [0, 1, -1, 0], [0, 0, 0, 0]
    mine.rounds, theirs.rounds = [4, 5, 6, 7], [5, 6, 7, 8]
    shifts = dict(comparison._paired_differences(mine, theirs, 2))
    assert shifts["rounds"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    assert shifts["first"]["value"] == pytest.approx((0 + 1 + 0.5 + 0) / 4)
    assert shifts["drawn"]["value"] == -0.25
    assert shifts["drawn"]["low"] < shifts["drawn"]["value"] < shifts["drawn"]["high"]


def row(*faults: int, at_worst: Sequence[int] = ()) -> dict[str, Any]:
    return {"faults": list(faults), "at_worst": [*at_worst]}


def test_best_variants_are_ordered_by_worst_fault() -> None:
    own = row(3, 2)
    rows = [row(3, 2), row(3, 1), row(2, 2, 2), row(), row(3, 3), row(1)]
    assert best_variants(rows, own) == [row(), row(1), row(2, 2, 2)]
    assert len(best_variants(rows, own)) == MAX_FIXES
    doubtful = [row(1, at_worst=[3]), row(1, at_worst=[1]), row(1, at_worst=[2, 2])]
    assert best_variants(doubtful, own) == [doubtful[1], doubtful[2], doubtful[0]]


@pytest.mark.soak
def test_suggest_fixes_finds_fix_and_confirms_it_on_other_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Use a duel that the first player nearly always wins."""
    monkeypatch.setattr(comparison, "SCREENING_GAMES", 100)
    monkeypatch.setattr(comparison, "CONFIRMATION_GAMES", 300)
    rules = resolve(rolled("duel").book, Seed("9609438677026"))
    *under_way, last = suggest_fixes(rules)
    numbers = [each["tried"] for each in under_way]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(last["of"] + 1))
    assert not any(each["complete"] for each in under_way)
    assert last["games"] == 300
    assert last["faults"][0] == 3
    assert 1 <= len(last["rows"]) <= MAX_FIXES
    assert all(each["faults"] < last["faults"] for each in last["rows"])
    assert np.all([each["games"] == 300 for each in last["rows"]])
    for each in last["rows"]:
        *_, lab = judge_in_steps(resolve(rules.book, Seed(each["digits"])))
        assert {name: each[name] for name in lab} == lab
    *_, whole = first_verdict_steps(Playtest(rules))
    assert last["faults"][0] == build_verdict(rules, whole)["faults"][0]


@pytest.mark.thorough
def test_suggest_fixes_few_games_show_no_fault_uses_faults_of_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparison, "SCREENING_GAMES", 30)
    monkeypatch.setattr(comparison, "CONFIRMATION_GAMES", 30)
    monkeypatch.setattr(
        comparison.Baseline, "_figures", lambda self, ruleset, played: {**row(), "games": 30}
    )
    use_few_tables(monkeypatch)
    rules = rolled("duel")
    first = other_variants(rules, rules.book.table("order"))[0]
    mended = replace_roll(rules, "order", first.lowest)
    given = verdicts(monkeypatch, {rules.path: [1], mended.path: []})
    *_, last = suggest_fixes(rules)
    assert given[0] == rules.path
    assert len(given) == 1 + MAX_CANDIDATES
    assert (last["faults"], last["judged"]) == ([1], 9000)
    assert [each["id"] for each in last["rows"]] == [mended.path] * (mended.path in given)


@pytest.mark.thorough
def test_suggest_fixes_faultless_game_has_no_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "SCREENING_GAMES", 30)
    monkeypatch.setattr(comparison, "CONFIRMATION_GAMES", 30)
    use_few_tables(monkeypatch)
    rules = rolled("duel")
    given = verdicts(monkeypatch, {rules.path: []})
    *_, last = suggest_fixes(rules)
    assert given == [rules.path]
    assert (last["rows"], last["to_check"], last["complete"]) == ([], 0, True)
    assert last["mildest"]


def test_judge_in_steps_goes_on_until_verdict_is_sure() -> None:
    """Use a duel of which the first player loses four games of five."""
    rules = resolve(rolled("duel").book, Seed("2686316166366"))
    *before, last = judge_in_steps(rules)
    assert last["sure"]
    assert last["faults"][0] == 2
    assert last["at_worst"][0] == 2
    assert last["judged"] <= 1500, "nothing else is asked of this game"
    assert last["gates"][0] == "fairness"
    assert len(last["sentences"]) == len(last["faults"])
    assert before
    assert not any(each["sure"] for each in before)


def test_least_effect_returns_mildest_option_per_table() -> None:
    def row(table: str, label: str, share: float | None, unchanged: bool = False) -> dict[str, Any]:
        winner = None if share is None else {"value": share, "low": share, "high": share}
        return {"table": table, "label": label, "other_winner": winner, "unchanged": unchanged}

    rows = [
        row("damage", "a", 0.5),
        row("damage", "b", 0.3),
        row("arc", "c", 0.0),
        row("luck", "d", 0.4),
        row("luck", "e", 0.0, unchanged=True),
        row("players", "f", None),
    ]
    assert [each["label"] for each in least_effect(rows)] == ["e", "c", "b"]


@pytest.mark.thorough
def test_suggest_fixes_orders_rules_by_share_of_changed_winners(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparison, "SCREENING_GAMES", 30)
    monkeypatch.setattr(comparison, "CONFIRMATION_GAMES", 30)
    use_few_tables(monkeypatch)
    rules = rolled("duel")
    verdicts(monkeypatch, {})
    *_, last = suggest_fixes(rules)
    tables = {choice.table.id for choice in rules.choices} - comparison.unused_tables(rules)
    assert {row["table"] for row in last["mildest"]} == {
        id for id in tables if other_variants(rules, rules.book.table(id))
    }
    shares = [row["other_winner"]["value"] for row in last["mildest"]]
    assert shares == sorted(shares)
