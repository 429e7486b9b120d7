"""Test that options name the models of a unit, and fit a block of one model."""

from __future__ import annotations

import pytest

from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.frame.state import MOVE
from carnage.engine.battle.words.naming import Names
from carnage.engine.battle.words.options import option_lines
from carnage.engine.games import Match, Offer, Question
from carnage.engine.planner import greedy_choice
from tests.support.rulesets import rolled

MAX_QUESTIONS = 300


def match_in_round(units: str) -> Match:
    """Return a match of two persons in its first round."""
    match = Match(rolled("skirmish", units=units), 0, 0, ("person", "person"))
    for _ in range(MAX_QUESTIONS):
        if match.record.rounds:
            return match
        match.choose(greedy_choice(match))
    raise AssertionError("no round begins")


def line_of(match: Match, kind: int, what: int) -> str:
    names = Names(match.ruleset)
    names.read_record(match.record)
    option = Offer(what, 0, -1, 0.0, 0.0, 0.0, 0.0, 0.0)
    (line,) = option_lines(names, match.record, Question(0, kind, 0, (option,)))
    return line


def test_activation_names_models_of_block_that_are_left() -> None:
    match = match_in_round("ranked")
    unit = match.record.units[0]
    names = Names(match.ruleset).models[unit.first : unit.first + unit.count]
    assert len(names) == 2
    assert line_of(match, Q.PICK, 0) == f"Activate Block 1: {names[0]} and {names[1]}"
    match.record.models[unit.first].in_play = 0
    assert line_of(match, Q.PICK, 0) == f"Activate Block 1: {names[1]}"


def test_activation_of_individual_has_its_name_alone() -> None:
    match = match_in_round("individuals")
    assert ":" not in line_of(match, Q.PICK, 0)


@pytest.mark.parametrize(
    ("what", "of_all", "of_one"),
    [
        (MOVE, "Move the whole block", "Move"),
        (0, "End the block’s activation", "End its activation"),
    ],
)
def test_block_of_one_model_is_no_whole_block(what: int, of_all: str, of_one: str) -> None:
    match = match_in_round("ranked")
    assert line_of(match, Q.BLOCK, what) == of_all
    match.record.models[match.record.units[0].first].in_play = 0
    assert line_of(match, Q.BLOCK, what) == of_one
