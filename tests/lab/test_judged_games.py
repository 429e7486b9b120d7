"""Games that are known to be broken are called what they are, and good ones are not called
broken.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from carnage.lab.comparison import compare
from carnage.lab.playtest_search import Candidate, CandidatePlaytest
from carnage.lab.severity import BLEMISH, FAULT
from carnage.rulesets.ruleset import resolve
from tests.support.rulesets import game_at
from tests.support.verdicts import told_until

KNOWN: dict[str, list[dict[str, str]]] = tomllib.loads(
    (Path(__file__).parent / "judged_games.toml").read_text(encoding="utf-8")
)
BROKEN = {each["id"]: each["named"] for each in KNOWN["broken"]}
GOOD = [each["id"] for each in KNOWN["good"]]

# The everyday suite tries one of each kind, plain and beside others, and some good ones, `make
# check` whole playtests of the same; `make soak` all.
KINDS = {(each["named"], "beside" in each): each["id"] for each in KNOWN["broken"]}
USUAL = {*KINDS.values(), *GOOD[::4]}


def rare(path: str) -> object:
    return pytest.param(path, marks=pytest.mark.soak)


def often(path: str) -> object:
    return pytest.param(path, marks=pytest.mark.thorough)


def mark_usual(path: str) -> object:
    """Return one usual game in three for every day, and the others for `make check`."""
    return path if [*BROKEN, *GOOD].index(path) % 3 == 0 else often(path)


def grades(candidate: Candidate) -> dict[str, int]:
    return {each.name: each.grade for each in candidate.results}


@pytest.mark.parametrize(
    "path", [mark_usual(each) if each in USUAL else rare(each) for each in BROKEN]
)
def test_candidate_playtest_broken_game_finds_its_fault(path: str) -> None:
    """Play a few hundred games, which are enough."""
    told = CandidatePlaytest(game_at(path)).finish()
    assert grades(told)[BROKEN[path]] >= FAULT
    assert not told.is_faultless


@pytest.mark.parametrize(
    "path", [mark_usual(each) if each in USUAL else rare(each) for each in GOOD]
)
def test_candidate_playtest_good_game_finds_no_fault(path: str) -> None:
    told = CandidatePlaytest(game_at(path)).finish()
    assert told.is_faultless, [each.sentence for each in told.results]


@pytest.mark.parametrize(
    "path", [often(each) if each in USUAL else rare(each) for each in (*BROKEN, *GOOD)]
)
def test_full_playtest_agrees_with_known_verdict(path: str) -> None:
    """Play only until this verdict is sure; other checks would need many more games."""
    if path in BROKEN:
        told = told_until(
            game_at(path),
            lambda said: any(
                each.name == BROKEN[path] and each.mildest_grade >= FAULT for each in said
            ),
        )
        assert told[BROKEN[path]].grade >= FAULT
    else:
        told = told_until(
            game_at(path), lambda said: all(each.worst_grade < FAULT for each in said)
        )
        assert max(each.grade for each in told.values()) < FAULT


def test_candidate_playtest_two_turn_game_is_over_soon() -> None:
    said = {
        each.name: each
        for each in CandidatePlaytest(game_at("duel/4241399643027")).finish().results
    }
    assert said["over-soon"].grade == BLEMISH
    assert said["over-soon"].sentence.startswith("Median length: 2 turns (about ")
    assert said["over-soon"].sentence.endswith(", which is too short for any plan.")
    assert not said["length"].sentence
    said = {
        each.name: each
        for each in CandidatePlaytest(game_at("duel/6207500138962")).finish().results
    }
    assert "over-soon" not in said
    assert said["over-at-once"].grade > FAULT


def test_compare_option_without_effect_changes_few_winners() -> None:
    """Use a game in which the arc of sight hardly ever matters for a shot."""
    rules = game_at("skirmish/189205371840931035636143808")
    (roll, *_) = rules.book.table("arc-of-sight").results("360")
    other = rules.seed.replaced(rules.book.digit_offset("arc-of-sight"), str(roll))
    (row,) = next(compare(rules, resolve(rules.book, other), games=200))["rows"]
    assert rules.choice("arc-of-sight").option.code != "360"
    assert row["other_winner"]["value"] < 0.1


def test_known_games_cover_every_kind_of_fault() -> None:
    masked = {each["named"] for each in KNOWN["broken"] if "beside" in each}
    assert {
        "fairness",
        "skill",
        "one-answer",
        "nobody-is-hurt",
        "drawn",
        "over-at-once",
    } <= masked
    assert set(BROKEN.values()) - masked == {
        "nil-nil",
        "tie-break",
    }  # which other scoring cannot hide
    assert len(GOOD) >= 12
