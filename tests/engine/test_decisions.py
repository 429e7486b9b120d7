"""Decisions: a game is its decisions. Replays, resumed games, foreign decisions."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carnage.engine.core.state import MAX_OPTIONS
from carnage.engine.games import GameError, Match
from carnage.engine.saved_games import Transcript, parse_saved_game, saved_game_json
from tests.support.arena import Case, cases, covering, happenings
from tests.support.rulesets import BOOKS, ruleset, sample


@pytest.mark.parametrize(
    "case",
    [case for book in BOOKS for case in cases(covering(1, book))],
    ids=lambda case: f"{case.book}-{case.digits}",
)
def test_replay_of_decisions_has_identical_log(case: Case) -> None:
    match = case.play()
    # Who answers from a script needs no bot: persons' decisions are replayed in the same way.
    again = Match(
        match.ruleset, case.seed, case.number, ("person", "person"), decisions=list(match.decisions)
    )
    assert again.is_over
    assert happenings(again) == happenings(match)
    assert again.decisions == match.decisions


@cache
def played(book: str, n: int) -> Match:
    """A whole game of one of a book's random rulesets."""
    return Match(sample(12, book)[n], number=n, bots=("random", "greedy"))


@pytest.mark.thorough
@settings(max_examples=40)
@given(st.data())
def test_match_stopped_at_any_decision_resumes_as_same_game(data: st.DataObject) -> None:
    whole = played(data.draw(st.sampled_from(BOOKS)), data.draw(st.integers(0, 11)))
    cut = data.draw(st.integers(0, len(whole.decisions) - 1))
    stopped = Match(
        whole.ruleset,
        whole.seed,
        whole.number,
        ("person", "person"),
        decisions=whole.decisions[:cut],
    )
    question = stopped.question
    assert question is not None
    assert len(stopped.decisions) == cut
    assert 2 <= len(question.options) <= MAX_OPTIONS
    so_far = happenings(stopped)
    assert so_far == happenings(whole)[: len(so_far)]
    kept = json.loads(json.dumps(saved_game_json(stopped, Transcript(stopped).codes())))
    resumed = Match(whole.ruleset, kept["seed"], kept["number"], ("person", "person"))
    assert Transcript(resumed).replay(parse_saved_game(kept, whole.ruleset)) is None
    assert resumed.question == question
    resumed.choose(whole.decisions[cut])
    rest = Match(whole.ruleset, whole.seed, whole.number, whole.bots, decisions=resumed.decisions)
    assert len(resumed.decisions) == cut + 1
    assert rest.decisions[: cut + 1] == whole.decisions[: cut + 1]
    full = Match(
        whole.ruleset,
        whole.seed,
        whole.number,
        ("person", "person"),
        decisions=[*resumed.decisions, *whole.decisions[cut + 1 :]],
    )
    assert full.is_over
    assert happenings(full) == happenings(whole)


def test_person_answering_like_bot_plays_same_game() -> None:
    whole = Match(ruleset(), number=3)
    person = Match(ruleset(), number=3, bots=("person", "greedy"))
    while person.question is not None:
        assert person.question.side == 0
        person.choose(whole.decisions[len(person.decisions)])
    assert person.decisions == whole.decisions
    assert happenings(person) == happenings(whole)


@pytest.mark.parametrize("wrong", [15, 2**23])  # more than any question offers, and no point
def test_match_decision_not_offered_is_refused(wrong: int) -> None:
    played = Match(ruleset()).decisions
    for at in (0, len(played) // 2, len(played) - 1):
        with pytest.raises(GameError, match="option that is not there"):
            Match(ruleset(), decisions=[*played[:at], wrong])


def test_choose_outside_question_or_after_end_is_refused() -> None:
    match = Match(ruleset(), bots=("person", "greedy"))
    assert match.question is not None
    for wrong in (-1, len(match.question.options)):
        with pytest.raises(GameError, match="options"):
            match.choose(wrong)
    with pytest.raises(GameError, match="over"):
        Match(ruleset()).choose(0)
