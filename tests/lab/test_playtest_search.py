"""Searching: games that are as wished, and that playtests find no fault with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from click.testing import CliRunner

from carnage import catalog
from carnage.cli import compare
from carnage.cli.command_line import main
from carnage.lab import comparison, criteria, playtest_search
from carnage.lab.criteria import Criteria, InvalidCriteria
from carnage.lab.playtest_search import search
from carnage.rulebook.battle import play_time
from carnage.rulesets.address import read_game
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force
from tests.support.rulesets import PUBLISHED


def carnage(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, arguments, catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playtest_search, "CANDIDATE_GAMES", 60)


def first(wishes: Criteria, code: str = "skirmish") -> playtest_search.Candidate:
    return next(search(catalog.book(code), wishes))


def test_search_result_meets_criteria() -> None:
    wishes = Criteria(
        75,
        feet=3,
        figures=16,
        required_options={"damage": "doomed"},
        required=("squads",),
        excluded=("facing",),
    )
    game = first(wishes).ruleset
    assert play_time.estimate_minutes(game)[1] <= 75
    assert get_battlefield(game).side_feet == 3
    assert 2 * get_force(game).size <= 16
    assert game.choice("damage").option.code == "doomed"
    assert game.has("squads")
    assert not game.has("facing")


def test_search_same_seed_returns_same_games() -> None:
    one, again = (first(Criteria(players=3), "gamble") for _ in range(2))
    assert one.ruleset.players == 3
    assert one.ruleset.seed == again.ruleset.seed
    assert one.metrics == again.metrics
    assert first(Criteria(players=3, seed=1), "gamble").ruleset.seed != one.ruleset.seed


@pytest.mark.thorough
def test_search_result_with_fault_is_not_faultless() -> None:
    judged: set[bool] = set()
    for each, _ in zip(search(catalog.book("duel"), Criteria()), range(60), strict=False):
        judged.add(each.is_faultless)
        if len(judged) == 2:
            break
    assert judged == {True, False}
    for each, _ in zip(search(catalog.book("duel"), Criteria()), range(6), strict=False):
        assert each.is_faultless == all(said.grade < playtest_search.FAULT for said in each.results)


@pytest.mark.parametrize(
    ("code", "wishes", "complaint"),
    [
        ("skirmish", Criteria(required_options={"dammage": "doomed"}), "Its tables: golden-rule"),
        (
            "skirmish",
            Criteria(required_options={"damage": "dooomed"}),
            "Its options: certain-death",
        ),
        ("skirmish", Criteria(excluded=("feet",)), "Its traits"),
        ("duel", Criteria(minutes=30), "no figures"),
    ],
)
def test_search_impossible_criteria_raise(code: str, wishes: Criteria, complaint: str) -> None:
    with pytest.raises(InvalidCriteria, match=complaint):
        next(search(catalog.book(code), wishes))


# ------------------------------------------------------------------------------ on the command line


def test_find_returns_requested_count() -> None:
    status, told, _ = carnage(
        "find", "--book", "gamble", "--players", "2", "--count", "2", "--json"
    )
    rows = [json.loads(line) for line in told.splitlines()]
    assert (status, len(rows)) == (0, 2)
    status, told, _ = carnage("find", "--book", "gamble", "--players", "2", "--count", "2")
    assert status == 0
    assert all(f"{row['name']} ({row['id']})" in told for row in rows)


def test_find_wish_in_words_is_parsed() -> None:
    status, told, _ = carnage("find", "--book", "gamble", "--count", "1", "--json", "for", "two")
    assert status == 0
    (row,) = [json.loads(line) for line in told.splitlines()]
    assert read_game(row["id"].lstrip("/")).players == 2
    # What an option says counts more.
    status, told, _ = carnage(
        "find", "--book", "gamble", "--count", "1", "--players", "3", "--json", "for two"
    )
    assert read_game(json.loads(told)["id"].lstrip("/")).players == 3


@pytest.mark.thorough
def test_find_prints_parsed_criteria_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(criteria, "MAX_ROLLS", 3)
    wish = ("1.5 hours, doomed", "--book", "classic", "--players", "2")
    line = "Looking for games of Classic: about 90 minutes, 2 players, doomed.\n"
    assert carnage("find", *wish)[1].startswith(line)
    assert carnage("find", *wish, "--json")[2].startswith(line)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("2.5 feet",), "“2.5 feet” cannot be used: feet are counted in whole numbers."),
        (("--book", "chess"), "There is no book"),
        (("--require", "damage"), "Write a table and an option"),
        (("--require", "damage=nothing"), "certain-death"),
        (("--with", "wings"), "has no trait 'wings'"),
        (("--count", "0"), "count"),
        (("30 minutes, banana",), "“banana” is not a search term"),
    ],
)
def test_find_invalid_wish_is_refused(arguments: tuple[str, ...], complaint: str) -> None:
    status, told, wrong = carnage("find", *arguments)
    assert (status, told) == (2, "")
    assert complaint in wrong


def test_find_without_match_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(criteria, "MAX_ROLLS", 3)
    for much in (("--max-minutes", "1"), ("--target-minutes", "1000")):
        status, _, wrong = carnage("find", *much)
        assert status == 1
        assert "None of the 2,000 games that were rolled meets the criteria." in wrong
    assert "Give fewer criteria" in wrong


def test_compare_shows_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []

    @contextmanager
    def bar(label: str) -> Iterator[Any]:
        yield lambda done, of: told.append((done, of))

    monkeypatch.setattr(compare, "progress_bar", bar)
    status, _, _ = carnage("compare", "duel/5217005095972", "duel/5217005095972")
    assert status == 0
    assert told == sorted(told)
    assert {(50, 100), (75, 100), (100, 100)} == set(told)


@pytest.mark.thorough
def test_compare_same_game_prints_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "judge_in_steps", lambda ruleset, threads: [])
    path = f"classic/{PUBLISHED}"
    status, told, _ = carnage("compare", path, path, "--json")
    (row,) = json.loads(told)["rows"]
    assert (status, row["unchanged"]) == (0, True)
    status, told, _ = carnage("compare", path, path)
    assert status == 0
    assert "every game goes the same way" in told


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((f"classic/{PUBLISHED}",), "Give another game, or --table"),
        (
            (f"classic/{PUBLISHED}", f"classic/{PUBLISHED}", "--table", "damage"),
            "Give another game, or --table",
        ),
        ((f"classic/{PUBLISHED}", "--table", "luck"), "Give one of golden-rule"),
    ],
)
def test_compare_invalid_arguments_are_refused(arguments: tuple[str, ...], complaint: str) -> None:
    status, _, wrong = carnage("compare", *arguments)
    assert status == 2
    assert complaint in wrong


@pytest.mark.thorough
def test_playtest_prints_verdict_or_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carnage.engine.planner.plan", lambda match, budget=0: 0)
    status, told, _ = carnage("playtest", "duel/5217005095972")
    assert status == 0
    assert "The game is broken." in told
    assert "over in the first turn" in told
    status, told, _ = carnage("playtest", "duel/5217005095972", "--json")
    assert (status, json.loads(told)["complete"]) == (0, True)
