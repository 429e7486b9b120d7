"""Positions: a game taken up again at any stage is the game that it would be from its start."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from carnage.engine.core import records
from carnage.engine.core.state import MAX_FRAMES
from carnage.engine.games import GameError, Match
from tests.support.arena import covering, ended, happenings
from tests.support.rulesets import BOOKS, game_at

EVERY_BOOK = pytest.mark.parametrize("book", BOOKS)


def whole_games(book: str, count: int = 4) -> list[Match]:
    """A few games between bots, of rulesets that differ as much as may be."""
    rulesets = covering(1, book)
    return [
        Match(game, seed=n, bots=("greedy", "random")) for n, game in enumerate(rulesets[:count])
    ]


def state(match: Match) -> tuple[Any, ...]:
    """All that a game is at a question: what waits, what was decided and what happened, and the
    record.

    How many decisions were laid down is no part of the game.
    """
    core = match.record.core
    laid_down, core.n_script = core.n_script, 0
    values = (match.question, match.decisions, happenings(match), ended(match))
    core.n_script = laid_down
    return values


@EVERY_BOOK
def test_match_walked_by_decisions_equals_whole_game(book: str) -> None:
    for whole in whole_games(book):
        walked = Match(whole.ruleset, whole.seed, whole.number, ("person",))
        for decision in whole.decisions:
            walked.choose(decision)
        assert walked.is_over
        assert happenings(walked) == happenings(whole)
        assert walked.decisions == whole.decisions


@EVERY_BOOK
def test_rewind_returns_to_equal_state(book: str) -> None:
    chance = random.Random(1)
    for whole in whole_games(book):
        walked = Match(
            whole.ruleset, whole.seed, whole.number, ("person",), decisions=whole.decisions
        )
        for _ in range(5):
            back = chance.randrange(len(walked.decisions) + 1)
            walked.rewind(back)
            afresh = Match(
                whole.ruleset,
                whole.seed,
                whole.number,
                ("person",),
                decisions=whole.decisions[:back],
            )
            assert state(walked) == state(afresh)


def test_rewind_beyond_decisions_raises() -> None:
    match = whole_games("gamble", 1)[0]
    with pytest.raises(GameError, match="give a number from 0 to that"):
        match.rewind(len(match.decisions) + 1)


@EVERY_BOOK
def test_stage_starts_have_no_sealed_answers(book: str) -> None:
    """A planner samples sealed answers, so a stage must not start with one."""
    for whole in whole_games(book):
        assert len(whole.stage_starts) > 1
        assert all(stage[0].core.sealed_from == -1 for stage in whole.stage_starts)


@EVERY_BOOK
def test_frames_has_one_per_event(book: str) -> None:
    for whole in whole_games(book):
        numbers = [int(frame.core.n_events) for frame in whole.frames()]
        assert numbers == list(range(1, int(whole.record.core.n_events) + 1))


@EVERY_BOOK
def test_frame_equals_record_at_its_event(book: str) -> None:
    """A game that stopped earlier has the same frames up to there."""
    whole = whole_games(book, 1)[0]
    stopped = Match(
        whole.ruleset, whole.seed, whole.number, ("person",), decisions=whole.decisions[:12]
    )
    game = whole.family.Game
    core = list(records.fields(game)).index("core")
    for early, late in zip(stopped.frames(), whole.frames(), strict=False):
        one, other = list(records.as_values(game, early)), list(records.as_values(game, late))
        assert one[core + 1 :] == other[core + 1 :]


def test_frames_stage_longer_than_buffer_has_all_events() -> None:
    game = game_at("skirmish/208393982309797174538544474")
    whole = Match(game, seed=10, bots=("greedy", "random"))
    starts = [int(stage[0].core.n_events) for stage in whole.stage_starts]
    assert max(b - a for a, b in pairwise(starts)) > MAX_FRAMES
    numbers = [int(frame.core.n_events) for frame in whole.frames()]
    assert numbers == list(range(1, int(whole.record.core.n_events) + 1))
