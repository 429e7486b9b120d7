"""Test the answers that a bot gives for persons: set-up, routine and what they leave to it."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from carnage.engine.games import Match, family_of
from carnage.engine.recording import record_replay
from carnage.jobs.tasks import play
from carnage.jobs.tasks.play import load_state, load_state_in_steps
from carnage.matches import sessions
from carnage.matches.automatic import (
    CHOSEN,
    ROUTINE,
    SET_UP,
    SETUP,
    add_lines,
    can_be_left,
    find_repeated_action,
    is_automatic,
)
from carnage.matches.state import PlayRequest, PlayState
from carnage.rulesets.ruleset import Ruleset
from carnage.web.matches.game_views import read_reel
from tests.support.rulesets import BATTLES, BOOKS, having, rolled, sample

TOPICS = (ROUTINE, SETUP)


def load(
    ruleset: Ruleset, moves: str = "", topics: tuple[str, ...] = TOPICS, tapped: str = ""
) -> PlayState:
    """Return the state of a game against the greedy bot."""
    request = PlayRequest(free=True, topics=topics, tapped=tapped)
    code, digits = ruleset.book.code, ruleset.seed.digits
    return load_state(code, digits, "", 0, 0, "person,greedy", moves, request)


def play_game(ruleset: Ruleset, most: int, topics: tuple[str, ...] = TOPICS) -> list[PlayState]:
    """Return the states of a game in which the person decides at random."""
    chance = random.Random(7)
    states = [load(ruleset, topics=topics)]
    while not states[-1].over and len(states) <= most:
        moves = chance.choice(states[-1].options).moves
        states.append(load(ruleset, moves, topics))
    return states


def list_lines(state: PlayState) -> list[str]:
    """Return the report of the events that a state shows."""
    return [line for cut in read_reel(state.reel).cuts for line in cut.lines]


@pytest.mark.parametrize("book", BATTLES)
def test_automatic_setup_begins_at_the_first_round(book: str) -> None:
    for ruleset in sample(4, book):
        state = load(ruleset)
        assert not state.in_setup
        assert state.round == 1
        assert state.back is None
        assert state.set_up
        lines = list_lines(state)
        assert "Setting up" not in " ".join(lines)
        assert SET_UP in lines


@pytest.mark.parametrize("book", BOOKS)
def test_automatic_answers_leave_no_routine_question(book: str) -> None:
    queries = {query.name: query for query in family_of(rolled(book).book.family).queries}
    for state in play_game(rolled(book), 40):
        if not state.over:
            assert not queries[state.name].routine


@pytest.mark.parametrize("book", BOOKS)
def test_automatic_answers_are_moves_that_replay_without_topics(book: str) -> None:
    ruleset = rolled(book)
    for state in play_game(ruleset, 24)[::4]:
        replayed = load(ruleset, state.moves, ())
        assert not replayed.trouble
        assert (replayed.question, replayed.over) == (state.question, state.over)
        assert [each.says for each in replayed.options] == [each.says for each in state.options]


@pytest.mark.parametrize("book", BOOKS)
def test_automatic_answers_are_undone_with_the_last_own_one(book: str) -> None:
    ruleset = rolled(book)
    for before, after in pairwise(play_game(ruleset, 30)):
        assert after.back is not None
        undone = load(ruleset, after.back)
        assert undone.question == before.question
        assert [each.says for each in undone.options] == [each.says for each in before.options]


def test_automatic_answers_of_an_evicted_game_are_the_same() -> None:
    ruleset = rolled("classic")
    state = play_game(ruleset, 10)[-1]
    moves = state.options[0].moves
    warm = load(ruleset, moves)
    again = load(ruleset, moves)
    sessions._games.clear()
    assert load(ruleset, moves) == again == warm


def test_automatic_answers_continue_after_a_time_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = rolled("classic")
    whole = load(ruleset)
    sessions._games.clear()
    monkeypatch.setattr(play, "STEP_S", 1e-6)
    request = PlayRequest(free=True, topics=TOPICS)
    key = ("classic", ruleset.seed.digits, "", 0, 0, "person,greedy", "", request)
    steps = (load_state_in_steps(*key, n) for n in range(400))
    done, state = next((n, state) for n, state in enumerate(steps) if state is not None)
    assert done > 1
    assert state == whole


def test_automatic_answer_has_a_line_in_the_report() -> None:
    for state in play_game(rolled("classic", units="squads"), 40):
        lines = [line for line in list_lines(state) if line.startswith(CHOSEN) and line != SET_UP]
        if lines:
            assert all(line.endswith(".") for line in lines)
            return
    raise AssertionError("nothing was chosen for the person")


def test_without_topics_every_question_is_asked() -> None:
    ruleset = rolled("classic")
    states = play_game(ruleset, 30, ())
    assert states[0].in_setup
    assert not any(line.startswith(CHOSEN) for state in states for line in list_lines(state))
    set_up_oneself = play_game(ruleset, 3, (ROUTINE,))
    assert all(state.in_setup for state in set_up_oneself[:2])


def test_question_left_to_a_bot_is_not_asked_again() -> None:
    for ruleset in sample(40, "skirmish"):
        left = next((each for each in play_game(ruleset, 60) if each.topic), None)
        if left is None:
            continue
        state = load(ruleset, left.moves, tuple(sorted((*TOPICS, left.name))))
        assert state.answered > left.answered
        assert state.left == ((left.name, left.topic),)
        return
    raise AssertionError("no question can be left to a bot")


def test_decisive_question_cannot_be_left_to_a_bot() -> None:
    queries = family_of("battle").queries
    names = {query.name for query in queries if can_be_left(query)}
    assert {"dodge", "react", "luck", "defend"} <= names
    assert not {"pick", "act", "move", "target", "place"} & names
    ruleset = rolled("classic")
    assert load(ruleset, topics=(*TOPICS, "act", "pick")) == load(ruleset)


def test_tapped_figure_of_a_squad_acts_first() -> None:
    ruleset = rolled("classic", units="squads")
    state = load(ruleset)
    assert state.name == "pick"
    squad = next(option for option in state.options if len(option.pieces) > 1)
    asked = load(ruleset, squad.moves, (SETUP,))
    assert asked.name == "next-model"
    for piece, option in zip(squad.pieces, asked.options, strict=True):
        chosen = load(ruleset, option.moves)
        assert load(ruleset, squad.moves, tapped=piece).moves == chosen.moves


def test_action_chosen_for_a_block_of_one_figure_is_repeated() -> None:
    chance = random.Random(5)
    repeated = 0
    for ruleset in having("units.ranked", "skirmish", 4):
        match = Match(ruleset, 1, 0, ("person", "greedy"))
        for _ in range(120):
            question = match.question
            if question is None:
                break
            option = find_repeated_action(match)
            if option >= 0:
                repeated += 1
                assert question.options[option].what != 0
                assert is_automatic(match, (ROUTINE,))
            match.choose(chance.randrange(len(question.options)))
    assert repeated


def test_added_line_follows_the_event_before_it() -> None:
    replay = record_replay(Match(rolled("duel"), 3))
    told = [step for step in replay.steps if step.lines]
    third, first = told[2], replay.steps[0]
    added = add_lines(replay, [(third.n, "After."), (first.n - 1, "At first.")])
    assert added.steps[third.n - first.n].lines == (*third.lines, "After.")
    assert "At first." in added.steps[0].lines
    assert len(added.steps) == len(replay.steps)
