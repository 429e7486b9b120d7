"""Confirmations of candidates of a search for balance: fresh games, and bots that train again.

Training the same bots again gives other bots, and in some games they share the wins otherwise. So
practised bots of several trainings play, and the spread between trainings tells how far bots of a
further training may be from the aim.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from carnage.engine.core.family import Weights
from carnage.engine.tuning import tune_weights
from carnage.lab.balance_aims import (
    CONFIRMING_GAMES,
    EVEN,
    FAIR,
    FAIR_HALF_WIDTH,
    MAX_NEIGHBOUR_GAP,
    Aim,
    Figures,
    is_acceptable,
)
from carnage.lab.candidates import (
    Bench,
    Changes,
    list_neighbours,
    play_between_equals,
    play_figures,
    without_points,
)
from carnage.lab.point_handicaps import Sample
from carnage.lab.sampling_plan import TUNING_ITERATIONS
from carnage.lab.strengths import GREEDY, PRACTISED

TRAININGS = 12  # of practised bots; twice as many if those of an earlier candidate differed
TRAINING_GAMES = 400  # confirming games of bots of each training
MIN_TRAININGS = 3  # before a hopeless candidate is given up
NEIGHBOUR_GAMES = 2000
FRESH_DICE = 1_000_003
LAB_TRAINING = 0  # the seed with which practised bots of a playtest are trained
FRESH_TRAINING = 1000  # the other seeds begin here
# From the share of an answer to the limits of the aim; the second one if bots of an earlier
# candidate differed.
SAFE_DEVIATIONS = 1.6
UNSTABLE_DEVIATIONS = 3.2
# Of the first player's share between trainings: the least that is expected, and that with which no
# number of points is safe.
MIN_TRAINING_DEVIATION = 0.005
MAX_TRAINING_DEVIATION = 0.04


@dataclass(frozen=True)
class Confirmation:
    """Fresh games of a candidate.

    Attributes:
        changes: The candidate.
        samples: Its games at each strength, without points and ties for going second.
        after: Its figures at each strength.
        trained: The figures of practised bots of each training.
        gap: The largest distance of the first player's share from that of a neighbour.
        reached: True if these games reach the aim.
        error: How far the worse strength is from the aim.
        trainings: The weights of practised bots of each training.
        is_whole: False if it ended when the aim could no longer be reached.
    """

    changes: Changes
    samples: dict[str, Sample]
    after: dict[str, Figures]
    trained: list[Figures]
    gap: float
    reached: bool
    error: float
    trainings: list[Weights] = field(default_factory=list)
    is_whole: bool = True

    @property
    def rank(self) -> tuple[bool, float]:
        """Return the sort key: answers that reach the aim come first, then the closest."""
        return not self.reached, self.error

    @property
    def is_stable(self) -> bool:
        """Return True if bots of each training share the wins much the same."""
        if len(self.trained) < MIN_TRAININGS:
            return True
        return training_deviation(self.trained) < MAX_TRAINING_DEVIATION


def confirm(
    bench: Bench,
    aim: Aim,
    changes: Changes,
    *,
    attempt: int,
    is_whole: bool = False,
    is_stable: bool = True,
) -> Confirmation:
    """Play a candidate on fresh dice, at both strengths, with bots that practise it.

    Args:
        bench: The bench of the search.
        aim: The aim.
        changes: The candidate.
        attempt: The number of earlier confirmations, each of which has its own dice.
        is_whole: Play all games, even if the aim can no longer be reached.
        is_stable: False if bots of different trainings have shared the wins very differently.
    """
    ruleset = bench.changed(changes)
    points, ties = bench.handicap(changes)
    dice = FRESH_DICE + attempt

    def play(games: int, weights: Weights | None = None) -> Any:
        bench.games += games
        return play_between_equals(
            ruleset, games, dice=dice, weights=weights, threads=bench.threads
        )

    def sample(results: Any) -> Sample:
        return Sample(results, ruleset.players, points=points, ties=ties)

    samples = {GREEDY: sample(play(CONFIRMING_GAMES))}
    after = {GREEDY: samples[GREEDY].figures(points, ties)}
    gap = measure_gap(bench, changes, samples[GREEDY], dice, is_whole=is_whole)
    first = Confirmation(
        changes=changes,
        samples=samples,
        after=after,
        trained=[],
        gap=gap,
        reached=reaches_aim(bench, aim, after, trained=[], gap=gap),
        error=aim.distance(after[GREEDY]),
        is_whole=PRACTISED not in bench.weights,
    )
    if first.is_whole or not (first.reached or is_whole):
        return first
    played = []
    trainings = []
    trained: list[Figures] = []
    wanted = TRAININGS if is_stable else 2 * TRAININGS
    for training in range(wanted):
        seed = FRESH_TRAINING + attempt * TRAININGS + training if training else LAB_TRAINING
        trainings.append(tune_weights(ruleset, iterations=TUNING_ITERATIONS, seed=seed))
        played.append(play(TRAINING_GAMES, trainings[-1]))
        trained.append(sample(played[-1]).figures(points, ties))
        if not is_whole and training + 1 >= MIN_TRAININGS and not _is_hopeful(aim, trained):
            break
    samples[PRACTISED] = sample(np.concatenate(played).view(np.recarray))
    after[PRACTISED] = samples[PRACTISED].figures(points, ties)
    return replace(
        first,
        trained=trained,
        reached=reaches_aim(bench, aim, after, trained=trained, gap=gap, is_stable=is_stable),
        error=max(aim.distance(each) for each in after.values()),
        trainings=trainings,
        is_whole=len(trained) == wanted,
    )


def measure_gap(
    bench: Bench, changes: Changes, sample: Sample, dice: int, *, is_whole: bool = True
) -> float:
    """Return the largest distance of the first player's share from that of a neighbour.

    Args:
        bench: The bench of the search.
        changes: The candidate.
        sample: Its fresh games between greedy bots.
        dice: The seed of these games.
        is_whole: False to end at the first gap that is too large.
    """
    share = sample.figures(*bench.handicap(changes)).first.value
    gap = 0.0
    neighbours = list(list_neighbours(bench.numbers, changes))
    neighbours.sort(key=lambda each: without_points(each) != without_points(changes))
    for neighbour in neighbours:
        if gap > MAX_NEIGHBOUR_GAP and not is_whole:
            break
        if without_points(neighbour) == without_points(changes):
            other = sample.figures(*bench.handicap(neighbour))
        else:
            bench.games += NEIGHBOUR_GAMES
            other = play_figures(
                bench.changed(neighbour),
                NEIGHBOUR_GAMES,
                dice=dice,
                weights=None,
                threads=bench.threads,
            )
        gap = max(gap, abs(other.first.value - share))
    return gap


def reaches_aim(
    bench: Bench,
    aim: Aim,
    after: dict[str, Figures],
    *,
    trained: list[Figures],
    gap: float,
    is_stable: bool = True,
) -> bool:
    """Return True if figures are so near the aim that other fresh games agree.

    Args:
        bench: The bench of the search.
        aim: The aim.
        after: The figures at each strength, those of practised bots of all trainings together.
        trained: The figures of practised bots of each training; empty if none has been played.
        gap: The largest distance from a neighbour.
        is_stable: False if bots of different trainings have shared the wins very differently.
    """
    if aim.name == FAIR:
        if gap > MAX_NEIGHBOUR_GAP or not is_safe(aim, after[GREEDY], 0.0):
            return False
        deviations = SAFE_DEVIATIONS if is_stable else UNSTABLE_DEVIATIONS
        deviation = training_deviation(trained) if trained else 0.0
        if trained and not is_safe(aim, after[PRACTISED], deviation, deviations):
            return False
    if not all(aim.is_reached(each) for each in after.values()):
        return False
    typical = dict(after)
    if trained:
        # Bots of a few trainings hardly attack and draw, in the game without changes as well.
        drawn = float(np.median([each.drawn for each in trained]))
        typical[PRACTISED] = after[PRACTISED]._replace(drawn=drawn)
    return all(is_acceptable(aim, bench.before[name], each) for name, each in typical.items())


def is_safe(
    aim: Aim, figures: Figures, deviation: float, deviations: float = SAFE_DEVIATIONS
) -> bool:
    """Return True if a share of confirming games lets expect that other games agree.

    Args:
        aim: The aim, which is FAIR.
        figures: The figures of CONFIRMING_GAMES games.
        deviation: The standard deviation of the first player's share between trainings.
        deviations: The distance from the limits of the aim, in standard deviations.
    """
    sampled = 2 * _share_variance(CONFIRMING_GAMES)  # of these games, and of others
    trained = deviation**2 * (1.0 + 1.0 / TRAININGS)
    margin = deviations * math.sqrt(sampled + trained)
    return aim.distance(figures) + margin <= FAIR_HALF_WIDTH


def training_deviation(trained: list[Figures]) -> float:
    """Return the standard deviation of the first player's share between trainings.

    The spread that is due to the number of games is taken off.
    """
    shares = [each.first.value for each in trained]
    spread = float(np.var(shares, ddof=1)) - _share_variance(TRAINING_GAMES)
    return max(MIN_TRAINING_DEVIATION, math.sqrt(max(0.0, spread)))


def _share_variance(games: int) -> float:
    return 0.25 / games


def _is_hopeful(aim: Aim, trained: list[Figures]) -> bool:
    """Return False if the first trainings are far from the aim, or far from each other."""
    if aim.name != FAIR:
        return True
    shares = [each.first.value for each in trained]
    mean = sum(shares) / len(shares)
    if abs(mean - EVEN) > FAIR_HALF_WIDTH:
        return False
    return max(abs(each - mean) for each in shares) < 2 * FAIR_HALF_WIDTH
