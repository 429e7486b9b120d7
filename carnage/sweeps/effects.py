"""Effects of answers on a measure, by linear regression.

Each ruleset is a row of indicators, one for each answer of each table. The model of a measure is
the mean of the book plus the effect of each answer. The mean residual of a pair of answers is its
joint effect. An answer without work in a game counts as an answer of its own (`IDLE`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from carnage.common.intervals import Z95, z_for_looks

IDLE = "(no work)"
MIN_RULESETS = 20  # fewest rulesets with an answer, or a pair of answers, for an estimate
FOLDS = 5
# Added to the normal equations, which are singular: the indicators of each table add up to one.
RIDGE = 1e-6


@dataclass(frozen=True)
class Answers:
    """The answers of rulesets.

    `names` are pairs of table and option. `given` is an array of 1 and 0 with the shape (rulesets,
    names).
    """

    names: tuple[tuple[str, str], ...]
    given: Any

    @classmethod
    def of(cls, columns: Mapping[str, Sequence[str | None]]) -> Answers:
        """Return the options of all rulesets as indices, from a column of codes for each table.

        Tables for which all rulesets have the same option are left out.
        """
        names: list[tuple[str, str]] = []
        given = []
        for table, options in columns.items():
            every = np.array([option or IDLE for option in options])
            found = sorted(set(every.tolist()))
            if len(found) > 1:
                names += [(table, option) for option in found]
                given += [every == option for option in found]
        if not names:
            return cls((), np.zeros((len(next(iter(columns.values()), ())), 0)))
        return cls(tuple(names), np.array(given, dtype=np.float64).T)

    def taken(self, rows: Any) -> Answers:
        """Return the answers of some rulesets."""
        return Answers(self.names, self.given[rows])


@dataclass(frozen=True)
class MainEffect:
    """The effect of an answer on a measure, relative to the mean of its table, with its 95 %
    interval.

    `rulesets` is the number of rulesets with the answer.
    """

    table: str
    option: str
    rulesets: int
    effect: float
    low: float
    high: float


@dataclass(frozen=True)
class Interaction:
    """The joint effect of two answers beyond their single effects, with its interval.

    The interval of `find_interactions` is corrected for the number of pairs that were tested.
    """

    table: str
    option: str
    other_table: str
    other_option: str
    rulesets: int
    effect: float
    low: float
    high: float


@dataclass(frozen=True)
class Model:
    """A linear model of a measure: the mean, the effect of each answer, and optionally their
    covariance.
    """

    mean: float
    adds: Any
    covariance: Any = None

    @classmethod
    def fitted(cls, answers: Answers, values: Any, covaries: bool = False) -> Model:
        """Return the model that fits `values`, one for each ruleset; the covariance only on
        request.
        """
        centre = answers.given.mean(0)
        given = answers.given - centre
        normal = given.T @ given + RIDGE * len(values) * np.eye(given.shape[1])
        inverse = np.linalg.pinv(normal)
        mean = float(values.mean())
        adds = inverse @ (given.T @ (values - mean))
        if not covaries:
            return cls(mean, adds)
        left = values - mean - given @ adds
        # White's estimate, because the variance of a measure differs between games.
        freedom = max(1, len(values) - given.shape[1])
        covariance = (
            inverse @ ((given * (left**2)[:, None]).T @ given) @ inverse * len(values) / freedom
        )
        return cls(mean, adds, covariance)

    def foretold(self, answers: Answers, centre: Any) -> Any:
        """Return predictions for rulesets.

        `centre` are the shares of the answers that the model was fitted to.
        """
        return self.mean + (answers.given - centre) @ self.adds


def estimate_effects(answers: Answers, values: Any) -> list[MainEffect]:
    """Return the effect of each answer that enough rulesets have."""
    if not answers.names:
        return []
    model = Model.fitted(answers, values, covaries=True)
    found = []
    shares = answers.given.mean(0)
    for n, (table, option) in enumerate(answers.names):
        count = int(answers.given[:, n].sum())
        if option == IDLE or count < MIN_RULESETS:
            continue
        # The effect is relative to the mean over the table's answers, weighted by their frequency.
        contrast = np.zeros(len(answers.names))
        for other, (its_table, _) in enumerate(answers.names):
            if its_table == table:
                contrast[other] = -shares[other]
        contrast[n] += 1.0
        effect = float(contrast @ model.adds)
        error = Z95 * float(np.sqrt(max(0.0, contrast @ model.covariance @ contrast)))
        found.append(MainEffect(table, option, count, effect, effect - error, effect + error))
    return found


def find_interactions(answers: Answers, values: Any) -> list[Interaction]:
    """Return the pairs of answers with a significant joint effect, the largest first."""
    if not answers.names:
        return []
    model = Model.fitted(answers, values)
    residuals = values - model.foretold(answers, answers.given.mean(0))
    given = answers.given
    counts = given.T @ given
    sums = given.T @ (given * residuals[:, None])
    squares = given.T @ (given * (residuals**2)[:, None])
    with np.errstate(divide="ignore", invalid="ignore"):
        means = sums / counts
        errors = np.sqrt(np.maximum(squares / counts - means**2, 0.0) / counts)
    tables = np.array([table for table, _ in answers.names])
    idle = np.array([option == IDLE for _, option in answers.names])
    is_tested = (counts >= MIN_RULESETS) & (tables[:, None] != tables) & ~idle[:, None] & ~idle
    is_tested &= np.triu(np.ones_like(is_tested), 1).astype(bool)
    tests = int(is_tested.sum())
    if not tests:
        return []
    z = z_for_looks(tests)
    is_significant = is_tested & (np.abs(means) > z * errors)
    found = []
    for one, other in zip(*np.nonzero(is_significant), strict=True):
        mean = float(means[one, other])
        error = z * float(errors[one, other])
        (table, option), (other_table, other_option) = answers.names[one], answers.names[other]
        count = int(counts[one, other])
        found.append(
            Interaction(
                table, option, other_table, other_option, count, mean, mean - error, mean + error
            )
        )
    return sorted(found, key=lambda pair: -abs(pair.effect))


def estimate_interaction(
    answers: Answers, values: Any, interaction: Interaction
) -> Interaction | None:
    """Return the joint effect of this pair's answers in these rulesets, with its own 95 % interval.

    If too few rulesets have both answers, return None.
    """
    places = {name: n for n, name in enumerate(answers.names)}
    one = (interaction.table, interaction.option)
    other = (interaction.other_table, interaction.other_option)
    if one not in places or other not in places:
        return None
    model = Model.fitted(answers, values)
    residuals = values - model.foretold(answers, answers.given.mean(0))
    both = residuals[(answers.given[:, places[one]] * answers.given[:, places[other]]).astype(bool)]
    if len(both) < MIN_RULESETS:
        return None
    mean = float(both.mean())
    error = Z95 * float(both.std() / np.sqrt(len(both)))
    return Interaction(*one, *other, len(both), mean, mean - error, mean + error)


def explained_variance(answers: Answers, values: Any) -> float | None:
    """Return the share of variance that the answers predict in held-out rulesets, by
    cross-validation.

    It is 1 for perfect predictions and 0 for those of the mean. It is None for too few rulesets.
    """
    if len(values) < FOLDS * MIN_RULESETS or not answers.names or not values.var():
        return None
    fold = np.arange(len(values)) % FOLDS
    error = 0.0
    for left_out in range(FOLDS):
        is_fitted = fold != left_out
        is_held_out = fold == left_out
        known = answers.taken(is_fitted)
        model = Model.fitted(known, values[is_fitted])
        predictions = model.foretold(answers.taken(is_held_out), known.given.mean(0))
        error += float(((predictions - values[is_held_out]) ** 2).sum())
    return 1.0 - error / float(((values - values.mean()) ** 2).sum())
