"""Who is winning: the chance of each seat as a game goes on, learnt from the games themselves.

A logistic model of what everybody at the table can see: how far a seat is ahead of the best of the others in
score, strength, harm and what is held, each alone and as the game goes on, and whether it opened the game.
It is fitted to four fifths of the games and asked about the last, five times over, so that no game is judged
by a model that knew how it ended. What it says is worth as much as its Brier skill: by what share it errs
less than somebody who knows only how often each seat wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

FOLDS = 5
MOST_GAMES = 4000  # that it learns from
RIDGE = 1.0
STEPS = 8  # of Newton's method
SIGHT = ("score", "strength", "harm", "held")
DECIDED = 0.95  # a chance that is as good as a win
CLEAR = 0.05  # by which somebody is the favourite


@dataclass(frozen=True)
class Tension:
    """The openness of games, as means over games; docs/explanation/playtests.md defines each.

    `skill` is the model's Brier skill. `openness` is how open the result still is, 1 where all are level and
    0 where one is sure to win, over all stages of a game but the last. `comebacks` is the share of winners
    who were not the favourite at half-time; `settled` the share of a game that is left once somebody's
    chance stays above DECIDED; `changes` how often there is another favourite. `course` is the mean chance
    of the winner at each tenth of a game.
    """

    skill: float
    openness: float
    comebacks: float
    settled: float
    changes: float
    course: tuple[float, ...]

    def json(self) -> dict[str, Any]:
        names = ("skill", "openness", "comebacks", "settled", "changes")
        rounded: dict[str, Any] = {name: round(getattr(self, name), 4) for name in names}
        return {**rounded, "course": [round(chance, 4) for chance in self.course]}


@dataclass(frozen=True)
class Chances:
    """The chance of each seat at every stage of games but the last: `chance[row, seat]`, `game[row]` the
    game of each row, in order, `stage[row]` its stage from 0 and `of[row]` how many there are; `points[game,
    seat]` how it ended."""

    chance: Any
    game: Any
    stage: Any
    of: Any
    points: Any
    skill: float

    @classmethod
    def of_games(cls, results: Any, turns: Any, players: int) -> Chances | None:
        """Of the first MOST_GAMES games at most; None where none has a stage before the last."""
        results = results[:MOST_GAMES]
        counts = results.turns.astype(int)
        turns = turns[: counts.sum()]
        game = np.repeat(np.arange(len(results)), counts)
        stage = np.arange(len(game)) - np.repeat(np.cumsum(counts) - counts, counts)
        kept = stage < counts[game] - 1
        if len(results) < FOLDS or not kept.any():
            return None
        game, stage, turns = game[kept], stage[kept], turns[kept]
        points = points_of(results, players)
        seen = _seen(turns, stage, results.opener[game], float(counts.mean()), players)
        chance = np.empty((len(game), players))
        for fold in range(FOLDS):
            asked = game % FOLDS == fold
            weights = [_fitted(seen[~asked, seat], points[game[~asked], seat]) for seat in _seats(players)]
            for seat, weight in zip(_seats(players), weights, strict=True):
                chance[asked, seat] = _chance(seen[asked, seat] @ weight)
        if players == 2:
            chance[:, 1] = 1.0 - chance[:, 0]
        chance /= chance.sum(1, keepdims=True)
        error = ((chance - points[game]) ** 2).mean()
        usual = ((points.mean(0) - points[game]) ** 2).mean()
        skill = 1.0 - float(error / usual) if usual > 0.0 else 0.0
        return cls(chance, game, stage, counts[game], points, skill)

    def course_of(self, game: int) -> list[float]:
        """One game, stage by stage to its end: the chance of its winner, or of seat 0 where it is drawn,
        and nothing for one of which nothing is known."""
        rows = self.chance[self.game == game]
        seat = int(self.points[game].argmax()) if game < len(self.points) else 0
        return [float(each) for each in (*rows[:, seat], self.points[game, seat])] if len(rows) else []

    def tension(self) -> Tension:
        """What these chances say of how the games went."""
        ends = np.flatnonzero(np.r_[np.diff(self.game) != 0, True])
        starts = np.r_[0, ends[:-1] + 1]
        played = self.game[ends]
        players = self.chance.shape[1]
        best = self.chance.max(1)
        open_now = (1.0 - best) / (1.0 - 1.0 / players)
        won = self.points[self.game].max(1) == 1.0
        winner = self.points[self.game].argmax(1)
        half = starts + (ends - starts + 1) // 2
        decided = won[half]
        behind = self.chance[half, winner[half]] < best[half] - CLEAR
        comebacks = float(behind[decided].mean()) if decided.any() else 0.0
        settled, changes = [], []
        for start, end in zip(starts, ends, strict=True):
            chance = self.chance[start : end + 1]
            unsure = np.flatnonzero(chance.max(1) < DECIDED)
            settled.append((end - start - (unsure[-1] if len(unsure) else -1)) / (end - start + 2))
            ranked = np.sort(chance, 1)
            clear = chance.argmax(1)[ranked[:, -1] - ranked[:, -2] > 2.0 * CLEAR]
            changes.append(int((np.diff(clear) != 0).sum()))
        tenth = np.minimum(9, self.stage * 10 // np.maximum(1, self.of - 1))
        chance_of_winner = self.chance[np.arange(len(winner)), winner]
        course = tuple(
            float(chance_of_winner[won & (tenth == n)].mean()) if (won & (tenth == n)).any() else float("nan")
            for n in range(10)
        )
        openness = float(np.mean(np.bincount(self.game, open_now)[played] / np.bincount(self.game)[played]))
        return Tension(
            self.skill, openness, comebacks, float(np.mean(settled)), float(np.mean(changes)), _filled(course)
        )


def points_of(results: Any, players: int) -> Any:
    """What each seat has of each game: 1 for a win, and of a draw an equal part; an array of games by
    seats."""
    points = (results.winner[:, None] == np.arange(players)).astype(float)
    points[results.winner < 0] = 1.0 / players
    return points


def _seats(players: int) -> range:
    """The seats of which the model is asked: of two, one says all."""
    return range(1 if players == 2 else players)


def _seen(turns: Any, stage: Any, opener: Any, usual: float, players: int) -> Any:
    """What is to be seen for each seat at each row: an array of rows by seats by features."""
    late = (stage / usual)[:, None]
    columns = [np.ones((len(stage), players)), np.broadcast_to(late, (len(stage), players))]
    columns.append((opener[:, None] == np.arange(players)).astype(float))
    for name in SIGHT:
        own = np.asarray(turns[name][:, :players], dtype=float)
        best = np.stack([np.delete(own, seat, 1).max(1) for seat in range(players)], 1)
        gap = own - best
        spread = float(gap.std())
        if spread:
            columns += [gap / spread, gap / spread * late]
    return np.stack(columns, 2)


def _chance(logit: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.clip(logit, -30.0, 30.0)))


def _fitted(seen: Any, points: Any) -> Any:
    """The weights of a ridge-penalised logistic regression, by Newton's method."""
    weights = np.zeros(seen.shape[1])
    penalty = RIDGE * np.eye(seen.shape[1])
    penalty[0, 0] = 1e-6
    for _ in range(STEPS):
        chance = _chance(seen @ weights)
        slope = seen.T @ (points - chance) - penalty @ weights
        bend = (seen * (chance * (1.0 - chance))[:, None]).T @ seen + penalty
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-6:
            break
    return weights


def _filled(course: tuple[float, ...]) -> tuple[float, ...]:
    """Tenths in which no stage ends take what stood before them."""
    filled: list[float] = []
    for chance in course:
        filled.append(chance if chance == chance else (filled[-1] if filled else 0.5))
    return tuple(filled)
