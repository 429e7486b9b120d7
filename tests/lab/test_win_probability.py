"""The tension of games whose win probabilities are known."""

from __future__ import annotations

import numpy as np
import pytest

from carnage.lab.win_probability import WinProbabilities


def known_probabilities(*games: tuple[float, ...]) -> WinProbabilities:
    """Return the probabilities of games that seat 0 wins, from its chance at each stage."""
    lengths = [len(game) for game in games]
    chance = np.concatenate([np.array(game) for game in games])
    return WinProbabilities(
        probability=np.stack([chance, 1.0 - chance], 1),
        game=np.repeat(np.arange(len(games)), lengths),
        stage=np.concatenate([np.arange(length) for length in lengths]),
        stage_count=np.repeat(np.array(lengths) + 1, lengths),
        points=np.tile([1.0, 0.0], (len(games), 1)),
        skill=0.5,
    )


@pytest.mark.parametrize(
    ("game", "settled"),
    [
        ((0.5, 0.6, 0.7, 0.8), 0.0),
        ((0.5, 0.97, 0.98, 0.99), 3 / 5),
        ((0.97, 0.98, 0.98, 0.99), 4 / 5),
        ((0.5, 0.99, 0.6, 0.99), 1 / 5),  # it was open again
        ((0.5, 0.02, 0.01, 0.01), 3 / 5),  # sure to lose is settled, too
    ],
)
def test_tension_settled_is_share_after_last_open_stage(
    game: tuple[float, ...], settled: float
) -> None:
    assert known_probabilities(game).tension().settled == pytest.approx(settled)


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ((0.5, 0.6, 0.7), 0),
        ((0.6, 0.4, 0.6), 2),
        ((0.6, 0.49, 0.6), 0),  # a small lead makes no favourite
        ((0.6, 0.49, 0.4), 1),
    ],
)
def test_tension_changes_counts_other_favourites(game: tuple[float, ...], changes: int) -> None:
    assert known_probabilities(game).tension().changes == changes


def test_tension_of_games_is_mean_over_games() -> None:
    """The first favourite of a game is no change of the favourite of the game before it."""
    tension = known_probabilities((0.6, 0.97), (0.3, 0.8, 0.99, 0.99)).tension()
    assert tension.changes == pytest.approx((0 + 1) / 2)
    assert tension.settled == pytest.approx((1 / 3 + 2 / 5) / 2)
