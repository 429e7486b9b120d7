"""The win probability of each seat during a game, estimated from the games themselves.

The model is a logistic regression on features that every player can see. These are the lead over
the best other seat in score, strength, harm and holdings, each alone and times the progress of the
game, and the opener. Five-fold cross-validation ensures that no game is judged by a model that was
fitted to it. The Brier skill measures the model: the share by which its squared error is smaller
than that of the base rate of each seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from carnage.common.intervals import Z95, Estimate

FOLDS = 5
MAX_GAMES = 4000  # games that the model is fitted to
RIDGE_PENALTY = 1.0
MAX_ITERATIONS = 8  # iterations of Newton's method
FEATURES = ("score", "strength", "harm", "held")
DECIDED_PROBABILITY = 0.95  # the probability from which a game counts as won
MIN_LEAD = 0.05  # lead of a favourite at half-time; twice as much makes a new favourite


@dataclass(frozen=True)
class Tension:
    """The tension of games, as means over games; docs/explanation/playtests.md defines each
    measure.

    Attributes:
        skill: The model's Brier skill.
        openness: 1 if all seats are level and 0 if one is sure to win, over all stages but the
            last.
        comebacks: The share of winners that were not the favourite at half-time.
        settled: The share of a game that is left once a probability stays above DECIDED.
        changes: The number of times that another seat becomes the favourite.
        course: The mean probability of the winner in each tenth of a game.
        settled_interval: The ends of the interval of `settled`.
    """

    skill: float
    openness: float
    comebacks: float
    settled: float
    changes: float
    course: tuple[float, ...]
    settled_interval: tuple[float, float] = (0.0, 1.0)

    def json(self) -> dict[str, Any]:
        """Return the measures as JSON, rounded to four decimals."""
        names = ("skill", "openness", "comebacks", "settled", "changes")
        rounded: dict[str, Any] = {name: round(getattr(self, name), 4) for name in names}
        interval = [round(end, 4) for end in self.settled_interval]
        course = [round(probability, 4) for probability in self.course]
        return {**rounded, "settled_interval": interval, "course": course}


@dataclass(frozen=True)
class WinProbabilities:
    """The win probability of each seat at every stage of games but the last.

    Attributes:
        probability: The probabilities, an array of rows by seats.
        game: The index of the game of each row, in ascending order.
        stage: The stage of each row, from 0.
        stage_count: The number of stages of the game of each row.
        points: The result of each game, an array of games by seats.
        skill: The model's Brier skill.
    """

    probability: Any
    game: Any
    stage: Any
    stage_count: Any
    points: Any
    skill: float

    @classmethod
    def from_games(cls, results: Any, turns: Any, players: int) -> WinProbabilities | None:
        """Fit the model to the first MOST_GAMES games.

        Returns None for fewer than FOLDS games, or if all games have a single stage.

        Args:
            results: The results of the games, one row each.
            turns: The stages of the games, in order.
            players: The number of players.
        """
        results = results[:MAX_GAMES]
        counts = results.turns.astype(int)
        turns = turns[: counts.sum()]
        game = np.repeat(np.arange(len(results)), counts)
        stage = np.arange(len(game)) - np.repeat(np.cumsum(counts) - counts, counts)
        kept = stage < counts[game] - 1
        if len(results) < FOLDS or not kept.any():
            return None
        game = game[kept]
        stage = stage[kept]
        turns = turns[kept]
        points = points_of(results, players)
        features = _features(turns, stage, results.opener[game], float(counts.mean()), players)
        probability = np.empty((len(game), players))
        for seat in _seats(players):
            # The fit of a fold is close to that of the fold before, so it begins there.
            weights = np.zeros(features.shape[2])
            for fold in range(FOLDS):
                in_fold = game % FOLDS == fold
                weights = _fit(features[~in_fold, seat], points[game[~in_fold], seat], weights)
                probability[in_fold, seat] = _logistic(features[in_fold, seat] @ weights)
        if players == 2:
            probability[:, 1] = 1.0 - probability[:, 0]
        probability /= probability.sum(1, keepdims=True)
        error = ((probability - points[game]) ** 2).mean()
        base_error = ((points.mean(0) - points[game]) ** 2).mean()
        skill = 1.0 - float(error / base_error) if base_error > 0.0 else 0.0
        return cls(probability, game, stage, counts[game], points, skill)

    def course_of(self, game: int) -> list[float]:
        """Return the probability of the winner at each stage of a game, and its result.

        In a draw these are those of seat 0. The list is empty for a game without rows.
        """
        rows = self.probability[self.game == game]
        seat = 0
        if game < len(self.points):
            seat = int(self.points[game].argmax())
        if len(rows):
            return [float(each) for each in (*rows[:, seat], self.points[game, seat])]
        return []

    def tension(self, z: float = Z95) -> Tension:
        """Return the measures of tension of these games.

        Args:
            z: The half width of the interval, in standard errors.
        """
        ends = np.flatnonzero(np.r_[np.diff(self.game) != 0, True])
        starts = np.r_[0, ends[:-1] + 1]
        played = self.game[ends]
        players = self.probability.shape[1]
        best = self.probability.max(1)
        open_now = (1.0 - best) / (1.0 - 1.0 / players)
        won = self.points[self.game].max(1) == 1.0
        winner = self.points[self.game].argmax(1)
        half = starts + (ends - starts + 1) // 2
        decided = won[half]
        is_comeback = self.probability[half, winner[half]] < best[half] - MIN_LEAD
        comebacks = 0.0
        if decided.any():
            comebacks = float(is_comeback[decided].mean())
        row = np.arange(len(best)) - np.repeat(starts, ends - starts + 1)
        open_row = np.where(best < DECIDED_PROBABILITY, row, -1)
        last_open_row = np.maximum.reduceat(open_row, starts)
        settled = (ends - starts - last_open_row) / (ends - starts + 2)
        tenth = np.minimum(9, self.stage * 10 // np.maximum(1, self.stage_count - 1))
        chance_of_winner = self.probability[np.arange(len(winner)), winner]
        course = tuple(
            float(chance_of_winner[won & (tenth == n)].mean())
            if (won & (tenth == n)).any()
            else float("nan")
            for n in range(10)
        )
        openness = float(
            np.mean(np.bincount(self.game, open_now)[played] / np.bincount(self.game)[played])
        )
        settled_share = Estimate.from_values(settled, z)
        return Tension(
            self.skill,
            openness,
            comebacks,
            settled_share.value,
            self._count_changes() / len(played),
            _fill_gaps(course),
            (settled_share.low, settled_share.high),
        )

    def _count_changes(self) -> int:
        """Return how often another seat than before leads clearly, in all games together."""
        ranked = np.sort(self.probability, 1)
        is_clear = ranked[:, -1] - ranked[:, -2] > 2.0 * MIN_LEAD
        favourite = self.probability.argmax(1)[is_clear]
        game = self.game[is_clear]
        is_other = (favourite[1:] != favourite[:-1]) & (game[1:] == game[:-1])
        return int(is_other.sum())


def points_of(results: Any, players: int) -> Any:
    """Return the points of each seat, as an array of games by seats.

    A win is 1 point. A draw gives each seat an equal share of it.
    """
    points = (results.winner[:, None] == np.arange(players)).astype(float)
    points[results.winner < 0] = 1.0 / players
    return points


def _seats(players: int) -> range:
    """Return the seats that need a model: one of two, because the other has the complement."""
    return range(1 if players == 2 else players)


def _features(turns: Any, stage: Any, opener: Any, usual: float, players: int) -> Any:
    """Return the features as an array of rows by seats by features."""
    progress = (stage / usual)[:, None]
    columns = [np.ones((len(stage), players)), np.broadcast_to(progress, (len(stage), players))]
    columns.append((opener[:, None] == np.arange(players)).astype(float))
    for name in FEATURES:
        own = np.asarray(turns[name][:, :players], dtype=float)
        best = np.stack([np.delete(own, seat, 1).max(1) for seat in range(players)], 1)
        gap = own - best
        spread = float(gap.std())
        if spread:
            columns += [gap / spread, gap / spread * progress]
    return np.stack(columns, 2)


def _logistic(logit: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.clip(logit, -30.0, 30.0)))


def _fit(features: Any, points: Any, weights: Any) -> Any:
    """Return the weights of a ridge-penalised logistic regression, computed by Newton's method.

    `weights` are those to begin with.
    """
    penalty = RIDGE_PENALTY * np.eye(features.shape[1])
    penalty[0, 0] = 1e-6
    for _ in range(MAX_ITERATIONS):
        probability = _logistic(features @ weights)
        gradient = features.T @ (points - probability) - penalty @ weights
        hessian = (features * (probability * (1.0 - probability))[:, None]).T @ features + penalty
        step = np.linalg.solve(hessian, gradient)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-6:
            break
    return weights


def _fill_gaps(course: tuple[float, ...]) -> tuple[float, ...]:
    """Replace the NaN of tenths without a stage by the value before them."""
    filled: list[float] = []
    for probability in course:
        filled.append(
            probability if probability == probability else (filled[-1] if filled else 0.5)
        )
    return tuple(filled)
