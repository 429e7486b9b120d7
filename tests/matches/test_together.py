"""Test questions that a person answers together: the rows of dice, and the dice of a throw."""

from __future__ import annotations

from itertools import product

import pytest

from carnage.jobs.tasks.play import load_state
from carnage.matches.state import PlayRequest, PlayState
from carnage.matches.together import NOT_ALLOWED, Together
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulesets import having, rolled, sample


def load(ruleset: Ruleset, moves: str = "", values: tuple[int, ...] = ()) -> PlayState:
    """Return the state of a game against the greedy bot."""
    request = PlayRequest(together=values)
    code, digits = ruleset.book.code, ruleset.seed.digits
    return load_state(code, digits, "", 0, 0, "person,greedy", moves, request)


def together_of(state: PlayState) -> Together:
    """Return the questions that are answered together, which there must be."""
    assert state.together is not None
    return state.together


def test_rows_together_are_the_same_as_one_by_one() -> None:
    ruleset = rolled("duel", assignment="free")
    state = load(ruleset)
    dice = together_of(state)
    rows = tuple(n % 3 for n in range(len(dice.pieces)))
    for row in rows:
        assert state.name == "assign"
        (option,) = [each for each in state.options if each.says.startswith(dice.rows[row])]
        state = load(ruleset, option.moves)
    at_once = load(ruleset, "", rows)
    assert load(ruleset, at_once.moves) == state


def test_rows_of_earlier_dice_can_be_changed() -> None:
    ruleset = rolled("duel", assignment="free")
    begun = load(ruleset, load(ruleset).options[2].moves)
    dice = together_of(begun)
    assert dice.moves == ""
    assert dice.values[0] == 2
    assert set(dice.values[1:]) == {-1}


def test_rows_of_the_next_turn_are_those_of_the_last() -> None:
    for ruleset in having("assignment.free", "duel", 8):
        state = load(ruleset)
        rows = tuple(n % 3 for n in range(len(together_of(state).pieces)))
        state = load(ruleset, load(ruleset, "", rows).moves)
        while not state.over and state.name != "assign":
            state = load(ruleset, state.options[-1].moves)
        if not state.over:
            assert -1 not in together_of(state).values
            return
    raise AssertionError("no duel had a second turn")


@pytest.mark.parametrize("assignment", ["minimum", "balanced"])
def test_rows_beyond_the_limits_are_refused(assignment: str) -> None:
    ruleset = rolled("duel", assignment=assignment)
    state = load(ruleset)
    dice = together_of(state)
    assert dice.limits
    refused = load(ruleset, "", (0,) * len(dice.pieces))
    assert refused.trouble == NOT_ALLOWED
    assert refused.question == state.question
    assert load(ruleset) == state


def test_rows_of_valves_are_asked_one_by_one() -> None:
    assert load(rolled("duel", assignment="stiff-valves")).together is None


def test_throw_together_is_allowed_as_the_state_says() -> None:
    for ruleset in sample(6, "gamble"):
        state = load(ruleset)
        if state.name != "pick":
            continue
        dice = together_of(state)
        assert dice.allowed
        for values in product((0, 1), repeat=len(dice.pieces)):
            mask = sum(value << n for n, value in enumerate(values))
            answered = load(ruleset, "", values)
            if mask in dice.allowed:
                after = load(ruleset, answered.moves)
                assert not after.trouble
                assert (after.name, after.question) != (state.name, state.question)
            elif mask:
                assert answered.trouble == NOT_ALLOWED


def test_dice_of_a_throw_can_be_taken_out_again() -> None:
    checked = 0
    for ruleset in sample(20, "gamble"):
        state = load(ruleset)
        first = next((option for option in state.options if option.pieces), None)
        if state.name != "pick" or first is None:
            continue
        begun = load(ruleset, first.moves)
        if begun.question == state.question:
            dice = together_of(begun)
            assert dice.moves == ""
            assert dice.values[dice.pieces.index(first.pieces[0])] == 1
            checked += 1
    assert checked
