"""Decisions: a game is its decisions. Replays, resumed games, foreign decisions, and what is sealed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from arena import Case, cases, covering, ended, happenings
from hypothesis import given, settings
from hypothesis import strategies as st
from rulesets import rolled, ruleset, sample

from carnage.engine.battle.events import NUMBERS
from carnage.engine.battle.questions import BID, LEAVE_OUT
from carnage.engine.core import records
from carnage.engine.core.asking import read_off
from carnage.engine.core.state import OPTIONS, Core
from carnage.engine.games import GameError, Match, check_saved, engine_version, save
from carnage.engine.planner import Tries

BIDDING = rolled(initiative="earnt-resource-bid", game_length="fixed-round-limit", deployment="2")
BUYING = rolled(initiative="earnt-resource-buy", activation_order="fungible-activations")


@pytest.mark.parametrize("case", cases(covering(1)), ids=lambda case: case.digits)
def test_replaying_the_decisions_gives_the_identical_log(case: Case) -> None:
    match = case.play()
    # Who answers from a script needs no bot: persons' decisions are replayed in the same way.
    again = Match(match.ruleset, case.seed, case.number, ("person", "person"), list(match.decisions))
    assert again.over
    assert happenings(again) == happenings(match)
    assert again.decisions == match.decisions


GAMES = [Match(game, number=n, bots=("random", "greedy")) for n, game in enumerate(sample(12))]


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.data())
def test_a_game_stopped_at_any_decision_and_resumed_is_the_same_game(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(GAMES))
    cut = data.draw(st.integers(0, len(whole.decisions) - 1))
    stopped = Match(whole.ruleset, whole.seed, whole.number, ("person", "person"), whole.decisions[:cut])
    question = stopped.question
    assert question is not None
    assert len(stopped.decisions) == cut
    assert 2 <= len(question.options) <= OPTIONS
    told = happenings(stopped)
    assert told == happenings(whole)[: len(told)]
    kept = json.loads(json.dumps(save(stopped)))
    resumed = Match(
        whole.ruleset,
        kept["seed"],
        kept["number"],
        ("person", "person"),
        list(check_saved(kept, whole.ruleset.path)),
    )
    assert resumed.question == question
    resumed.choose(whole.decisions[cut])
    rest = Match(whole.ruleset, whole.seed, whole.number, whole.bots, resumed.decisions)
    assert len(resumed.decisions) == cut + 1
    assert rest.decisions[: cut + 1] == whole.decisions[: cut + 1]
    full = Match(
        whole.ruleset,
        whole.seed,
        whole.number,
        ("person", "person"),
        [*resumed.decisions, *whole.decisions[cut + 1 :]],
    )
    assert full.over
    assert happenings(full) == happenings(whole)


def test_a_person_answering_like_the_bot_plays_the_bots_game() -> None:
    whole = Match(ruleset(), number=3)
    person = Match(ruleset(), number=3, bots=("person", "greedy"))
    while person.question is not None:
        assert person.question.side == 0
        person.choose(whole.decisions[len(person.decisions)])
    assert person.decisions == whole.decisions
    assert happenings(person) == happenings(whole)


@pytest.mark.parametrize("wrong", [16, 200, 255])
def test_a_decision_that_is_not_offered_is_refused(wrong: int) -> None:
    played = Match(ruleset()).decisions
    for at in (0, len(played) // 2, len(played) - 1):
        with pytest.raises(GameError, match="option that is not there"):
            Match(ruleset(), decisions=[*played[:at], wrong])


def test_an_answer_outside_the_question_is_refused() -> None:
    match = Match(ruleset(), bots=("person", "greedy"))
    assert match.question is not None
    for wrong in (-1, len(match.question.options)):
        with pytest.raises(GameError, match="options"):
            match.choose(wrong)
    with pytest.raises(GameError, match="over"):
        Match(ruleset()).choose(0)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"engine": "0123456789ab"}, "version"),
        ({"game": "/classic/000000000000000"}, "belong to"),
        ({"decisions": "0123"}, "whole numbers"),
        ({"decisions": [0, -1]}, "whole numbers"),
        ({"decisions": [0, True]}, "whole numbers"),
        ({"decisions": [0, 256]}, "whole numbers"),
    ],
)
def test_foreign_decisions_are_refused(change: dict[str, Any], says: str) -> None:
    kept = save(Match(ruleset(), bots=("person", "greedy")))
    assert check_saved(kept, ruleset().path) == kept["decisions"]
    assert kept["engine"] == engine_version()
    with pytest.raises(GameError, match=says):
        check_saved(kept | change, ruleset().path)
    with pytest.raises(GameError, match="no file of decisions"):
        check_saved({"decisions": []}, ruleset().path)


# ---------------------------------------------------------------------------------------- sealed answers


def first_question(match: Match, kind: int) -> Match:
    """Play on with the bots' answers until this kind of question is asked of side 0."""
    usual = Match(match.ruleset, match.seed, match.number).decisions
    while match.question is not None and (match.question.kind, match.question.side) != (kind, 0):
        match.choose(usual[len(match.decisions)])
    assert match.question is not None
    return match


def unsealed(kind: int, game: Any, number: int, answer: int) -> tuple[Any, list[tuple[Any, ...]]]:
    """Answer side 0's sealed question so; the question that side 1 then sees, and the log until then."""
    match = first_question(Match(game, number=number, bots=("person", "person")), kind)
    match.choose(answer)
    assert match.question is not None
    assert (match.question.kind, match.question.side) == (kind, 1)
    return match, [tuple(event) for event in happenings(match)]


@pytest.mark.parametrize(("kind", "game"), [(LEAVE_OUT, ruleset()), (BID, BIDDING), (BID, BUYING)])
def test_a_sealed_answer_changes_nothing_that_the_other_side_sees(kind: int, game: Any) -> None:
    for number in range(3):
        asked = first_question(Match(game, number=number, bots=("person", "person")), kind)
        assert asked.question is not None
        found = [unsealed(kind, game, number, answer) for answer in range(len(asked.question.options))]
        first, log = found[0]
        for match, told in found:
            assert told == log, "the log tells what is sealed"
            assert match.question == first.question
            hidden = _without_decisions(match)
            assert hidden == _without_decisions(first), "the record tells what is sealed"


def _without_decisions(match: Match) -> tuple[Any, ...]:
    """The whole record but the decisions, which no rule and no bot reads."""
    names = [name for name in records.fields(Core) if name != "decisions"]
    whole = dict(zip(records.fields(match.family.Game), ended(match), strict=True))
    core = dict(zip(records.fields(Core), whole.pop("core"), strict=True))
    return tuple(whole.values()), tuple(core[name] for name in names)


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize(("kind", "game"), [(LEAVE_OUT, ruleset()), (BID, BIDDING), (BID, BUYING)])
def test_a_bot_answers_the_same_whatever_the_other_side_has_sealed(kind: int, game: Any, bot: str) -> None:
    for number in range(4):
        asked = first_question(Match(game, number=number, bots=("person", "person")), kind)
        assert asked.question is not None
        answers = set()
        for answer in range(len(asked.question.options)):
            at = len(asked.decisions)
            match = Match(game, 0, number, ("person", bot), [*asked.decisions, answer])
            answers.add(match.decisions[at + 1])
        assert len(answers) == 1


@pytest.mark.parametrize(("kind", "game"), [(LEAVE_OUT, ruleset()), (BID, BIDDING), (BID, BUYING)])
def test_a_planner_cannot_tell_what_the_other_side_has_sealed(kind: int, game: Any) -> None:
    """Whatever side 0 has sealed, side 1's tries come out the same: its answer is guessed anew in each."""
    asked = first_question(Match(game, number=1, bots=("person", "person")), kind)
    assert asked.question is not None
    results = set()
    for answer in range(len(asked.question.options)):
        match, _ = unsealed(kind, game, 1, answer)
        tries = Tries(match, 17)
        results.add(tuple(tuple(tries.margins(option, 0, 6)) for option in range(2)))
    assert len(results) == 1


def test_a_planner_guesses_a_sealed_answer_anew_in_each_try() -> None:
    match, _ = unsealed(BID, BIDDING, 1, 0)
    bids = set()
    tries = Tries(match, 5)
    at = len(match.decisions) - 1
    for first in range(40):
        tries.margins(0, first, 1)
        bids.add(read_off(tries.game[0].core)[at])
    assert len(bids) > 1


def test_an_opened_bid_is_told() -> None:
    """The counterpart: what was sealed is in the log as soon as it is open."""
    match, log = unsealed(BID, BIDDING, 1, 2)
    match.choose(1)
    opened = [event for event in happenings(match)[len(log) :] if event.event == NUMBERS["bid"]]
    assert [event.a for event in opened[:2]] == [2, 1]
