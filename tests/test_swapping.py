"""Swapping: what another answer does to a game, on the same dice, and what would mend one."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from rulesets import rolled

from carnage.catalog.variants import variants
from carnage.engine.core import records
from carnage.engine.core.state import Result
from carnage.playtest import swapping
from carnage.playtest.swapping import BEST, best, compare, mend, mildest, others, what_if
from carnage.seeds import Seed


def test_every_other_answer_to_a_table_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swapping, "TRIED", 40)
    rules = rolled("duel")
    table = rules.book.table("order")
    *under_way, last = what_if(rules, table)
    assert [len(each["rows"]) for each in under_way] == list(range(len(variants(table)) - 1))
    assert [each["complete"] for each in (*under_way, last)] == [False] * len(under_way) + [True]
    assert [row["roll"] for row in last["rows"]] == [each.lowest for each in others(rules, table)]
    for row in last["rows"]:
        assert row["table"] == "order"
        assert rules.seed.replaced(rules.book.place("order"), row["roll"]).digits == row["digits"]
    assert json.loads(json.dumps(last)) == last


def test_a_game_compared_with_itself_differs_in_nothing() -> None:
    told = compare(rolled("duel"), rolled("duel"), games=60)
    (row,) = told["rows"]
    assert row["unchanged"]
    assert row["other_winner"]["value"] == 0.0
    assert {shift["value"] for shift in row["shifts"].values()} == {0.0}
    assert {name: row[name] for name in ("measures", "faults")} == {
        name: told[name] for name in ("measures", "faults")
    }


def test_a_swap_shows_in_what_it_is_about() -> None:
    short, long = (
        rolled("classic", game_length=code) for code in ("uncertain-round-limit-5-7", "fixed-round-limit")
    )
    (row,) = compare(short, long, games=120)["rows"]
    shift = row["shifts"]["rounds"]
    assert shift["low"] <= shift["value"] <= shift["high"]
    assert row["measures"]["rounds"] - compare(short, long, games=120)["measures"]["rounds"] == pytest.approx(
        shift["value"], abs=1e-3
    )


def test_games_for_different_numbers_of_players_have_no_shifts() -> None:
    rules = rolled("gamble")
    table = rules.book.table("players")
    counts = {}
    for variant in variants(table):
        other = swapping.resolve(rules.book, rules.seed.replaced(rules.book.place("players"), variant.lowest))
        counts[other.players] = other
    few, many = (counts[number] for number in (min(counts), max(counts)))
    (row,) = compare(few, many, games=60)["rows"]
    assert row["shifts"] == {}
    assert row["other_winner"] is None


def test_shifts_are_reckoned_game_by_game() -> None:
    mine, theirs = records.new(Result, 4), records.new(Result, 4)
    mine.winner, theirs.winner = [0, 1, -1, 0], [0, 0, 0, 0]
    mine.rounds, theirs.rounds = [4, 5, 6, 7], [5, 6, 7, 8]
    shifts = dict(swapping._shifts(mine, theirs, 2))
    assert shifts["rounds"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    assert shifts["first"]["value"] == pytest.approx((0 + 1 + 0.5 + 0) / 4)
    assert shifts["drawn"]["value"] == -0.25
    assert shifts["drawn"]["low"] < shifts["drawn"]["value"] < shifts["drawn"]["high"]


def row(*faults: int) -> dict[str, Any]:
    return {"faults": list(faults)}


def test_a_swap_is_as_good_as_its_worst_fault() -> None:
    own = row(3, 2)
    rows = [row(3, 2), row(3, 1), row(2, 2, 2), row(), row(3, 3), row(1)]
    assert best(rows, own) == [row(), row(1), row(2, 2, 2)]
    assert len(best(rows, own)) == BEST


@pytest.mark.thorough
def test_what_mends_a_game_is_found_and_confirmed_on_other_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A duel that whoever moves first nearly always wins."""
    monkeypatch.setattr(swapping, "TRIED", 100)
    monkeypatch.setattr(swapping, "CONFIRMED", 300)
    rules = swapping.resolve(rolled("duel").book, Seed("9609438677326"))
    *under_way, last = mend(rules)
    assert [each["tried"] for each in under_way] == list(range(last["of"]))
    assert not any(each["complete"] for each in under_way)
    assert last["games"] == 300
    assert last["faults"][0] == 3
    assert 1 <= len(last["rows"]) <= BEST
    assert all(each["faults"] < last["faults"] for each in last["rows"])
    assert {each["table"] for each in last["rows"]} & {"order", "tie-order", "hit", "field"}
    assert np.all([each["games"] == 300 for each in last["rows"]])


def test_a_rule_is_taken_away_by_the_answer_that_changes_least() -> None:
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
    assert [each["label"] for each in mildest(rows)] == ["e", "c", "b"]


def test_what_would_mend_a_game_says_which_rules_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swapping, "TRIED", 30)
    monkeypatch.setattr(swapping, "CONFIRMED", 30)
    rules = rolled("duel")
    *_, last = mend(rules)
    tables = {choice.table.id for choice in rules.choices if rules.uses(choice.table, choice.option)}
    assert {row["table"] for row in last["mildest"]} == {
        id for id in tables if others(rules, rules.book.table(id))
    }
    shares = [row["other_winner"]["value"] for row in last["mildest"]]
    assert shares == sorted(shares)
