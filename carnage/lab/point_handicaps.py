"""Figures of a game with other victory points for going second, from games without them.

The engine adds these points when a game ends, and bots do not see them. So the games of one sample
tell the figures for every number of points, and nothing is played again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carnage.common.intervals import Estimate
from carnage.lab import statistics
from carnage.lab.balance_aims import Figures

MAX_POINTS = 60  # as the bounds of the number


class Sample:
    """Games of one candidate between equal bots.

    Attributes:
        lead: The lead in victory points of the side that went second, without its handicap.
        is_open: True for each game in which a side went first.
        first: The points of the first player of each game: 1, 0, or 0.5 for a draw.
        drawn: True for each drawn game.
        rounds: The rounds of each game.
        capped: True for each game that the engine stopped.

    Args:
        results: The results of the games.
        players: The number of players.
        points: The points for going second in these games.
        ties: True if going second won ties in these games.
    """

    def __init__(self, results: Any, players: int, *, points: int = 0, ties: bool = False) -> None:
        self.played = (points, ties)
        games = np.arange(len(results))
        opener = np.maximum(results.opener, 0)
        scores = results.scores.astype(np.int64)
        second = (opener + 1) % players
        self.lead = scores[games, second] - scores[games, opener] - points
        self.is_open = results.opener >= 0
        self.first = statistics.points_by_place(results, players)[:, 0]
        self.drawn = (results.winner < 0) & (results.capped == 0)
        self.rounds = results.rounds
        self.capped = results.capped

    def figures(self, points: int, ties: bool) -> Figures:
        """Return the figures with a number of points, and with ties won by going second.

        Ties at a number of points that was not played end as the mean of those that were.
        """
        first = self.first
        drawn = self.drawn
        if (points, ties) != self.played:
            first, drawn = self._rescore(points, ties)
        return Figures(
            Estimate.from_values(first),
            float(drawn.mean()),
            float(self.rounds.mean()),
            float(self.capped.mean()),
        )

    def outcomes(self) -> Any:
        """Return the first player's points of each game without points and ties."""
        return self._rescore(0, False)[0]

    def is_like(self, other: Sample) -> bool:
        """Return True if each game ended as that of another sample."""
        return np.array_equal(self.lead, other.lead) and np.array_equal(self.first, other.first)

    def _rescore(self, points: int, ties: bool) -> tuple[Any, Any]:
        lead = self.lead + points
        tie_share, tie_drawn = self._tie_outcome(ties)
        first = np.where(lead == 0, tie_share, (lead < 0).astype(float))
        drawn = np.where(lead == 0, tie_drawn, 0.0)
        return np.where(self.is_open, first, self.first), np.where(self.is_open, drawn, self.drawn)

    def _tie_outcome(self, ties: bool) -> tuple[float, float]:
        """Return the first player's share of ties, and the share of them that is drawn."""
        if ties:
            return 0.0, 0.0
        points, were_won = self.played
        tied = (self.lead == -points) & self.is_open
        if were_won or not tied.any():
            return 0.5, 1.0
        return float(self.first[tied].mean()), float(self.drawn[tied].mean())

    def shares(self, ties: bool) -> tuple[Any, Any]:
        """Return the first player's share and the drawn share for each number of points.

        The arrays begin with −MAX_POINTS points and end with MAX_POINTS.
        """
        points = np.arange(-MAX_POINTS, MAX_POINTS + 1)
        tie_share, tie_drawn = self._tie_outcome(ties)
        lead = np.sort(self.lead[self.is_open])
        below = np.searchsorted(lead, -points, "left")
        tied = np.searchsorted(lead, -points, "right") - below
        others = self.first[~self.is_open].sum()
        others_drawn = self.drawn[~self.is_open].sum()
        games = len(self.lead)
        shares = (below + tied * tie_share + others) / games
        return shares, (tied * tie_drawn + others_drawn) / games
