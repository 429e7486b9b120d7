"""Every classic ruleset plays, and every game ends by its own rules, bounds checks on."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest
from arena import answers, batch, covering
from rulesets import sample

from carnage.document import odds
from carnage.engine.core.state import DECISIONS, GREEDY, RANDOM
from carnage.engine.games import LOG_LENGTH, Match
from carnage.ruleset import Ruleset

SEATS = [(GREEDY, GREEDY), (GREEDY, RANDOM), (RANDOM, GREEDY), (RANDOM, RANDOM)]


def sweep(games: Iterable[Ruleset], times: int) -> None:
    """Play each ruleset so many times, the bots in all their seats."""
    for n, game in enumerate(games):
        last = max(odds.rounds(game))
        for seats in SEATS:
            results = batch(game, times // len(SEATS), seats, seed=n)
            assert not np.any(results.capped), game.seed
            rounds = np.asarray(results.rounds)
            assert rounds.min() >= 1, game.seed
            assert rounds.max() <= last, game.seed
            assert np.asarray(results.decisions).max() < DECISIONS * 3 // 4, game.seed
            assert set(np.unique(results.opener)) <= {0, 1}, game.seed


def beside(games: Iterable[Ruleset]) -> set[tuple[int, str, int, str]]:
    """Which answers of different tables stand beside each other in these games."""
    return {
        (a, game.answers[a], b, game.answers[b])
        for game in games
        for a, b in combinations(range(len(answers())), 2)
    }


def every_pair() -> set[tuple[int, str, int, str]]:
    columns = answers()
    return {
        (a, x, b, y) for a, b in combinations(range(len(columns)), 2) for x in columns[a] for y in columns[b]
    }


def test_every_option_beside_every_other_ends_by_its_own_rules() -> None:
    assert beside(covering(2)) == every_pair()
    sweep(covering(2), 8)


@pytest.mark.soak
def test_a_thousand_random_rulesets_end_by_their_own_rules() -> None:
    assert beside(sample(1000)) == every_pair()
    sweep(sample(1000), 20)


def test_the_log_has_room_for_every_game() -> None:
    longest = 0
    for n, game in enumerate(covering(2)):
        match = Match(game, 3, n, ("random", "greedy"))
        assert match.over
        longest = max(longest, int(match.record.core.n_events))
    assert 500 < longest < LOG_LENGTH // 2
