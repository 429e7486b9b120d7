"""Effects: what each answer to each table does to a measure, told apart from all others by least squares.

Every ruleset is a row of which answers it has. A measure is taken to be the mean of the book and what each
answer adds to it; what is left over, by pairs of answers, is what they do together and neither does alone.
An answer that has no work in a game counts as an answer of its own (`IDLE`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from carnage.intervals import Z95, z_of

IDLE = "(no work)"
FEWEST = 20  # rulesets that have an answer, or a pair of them, for anything to be said of it
FOLDS = 5
RIDGE = (
    1e-6  # of the normal equations: the answers of a table add up to one, so that one is known by the others
)


@dataclass(frozen=True)
class Answers:
    """Which answer each ruleset gives to each table: `names` of (table, option), and `given`, rulesets by
    answers, 1 or 0."""

    names: tuple[tuple[str, str], ...]
    given: Any

    @classmethod
    def of(cls, columns: Mapping[str, Sequence[str | None]]) -> Answers:
        """Of each table's options, one a ruleset; tables with one answer alone are left out."""
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
        """The same of some rulesets."""
        return Answers(self.names, self.given[rows])


@dataclass(frozen=True)
class Effect:
    """What an answer adds to a measure beside the book's mean over its table's answers, all else equal, and
    its 95 % interval; of how many rulesets."""

    table: str
    option: str
    rulesets: int
    effect: float
    low: float
    high: float


@dataclass(frozen=True)
class Pair:
    """What two answers do together beyond what each does alone, and its interval, which is as wide as so many
    pairs looked at ask for."""

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
    """What answers add to a measure: the mean of all, what each adds, and the covariance of these, which is
    left out where nobody asks for it."""

    mean: float
    adds: Any
    covariance: Any = None

    @classmethod
    def fitted(cls, answers: Answers, values: Any, covaries: bool = False) -> Model:
        centre = answers.given.mean(0)
        given = answers.given - centre
        normal = given.T @ given + RIDGE * len(values) * np.eye(given.shape[1])
        inverse = np.linalg.pinv(normal)
        mean = float(values.mean())
        adds = inverse @ (given.T @ (values - mean))
        if not covaries:
            return cls(mean, adds)
        left = values - mean - given @ adds
        # As wide as each row is off (White's estimate): measures scatter more in some games than in others.
        freedom = max(1, len(values) - given.shape[1])
        covariance = inverse @ ((given * (left**2)[:, None]).T @ given) @ inverse * len(values) / freedom
        return cls(mean, adds, covariance)

    def foretold(self, answers: Answers, centre: Any) -> Any:
        """What it says of rulesets; `centre` has the shares of answers that it was fitted to."""
        return self.mean + (answers.given - centre) @ self.adds


def effects(answers: Answers, values: Any) -> list[Effect]:
    """Of each answer that enough rulesets have."""
    if not answers.names:
        return []
    model = Model.fitted(answers, values, covaries=True)
    found = []
    shares = answers.given.mean(0)
    for n, (table, option) in enumerate(answers.names):
        count = int(answers.given[:, n].sum())
        if option == IDLE or count < FEWEST:
            continue
        # Beside the table's own mean: the answers' parts weighed by how often each is given.
        contrast = np.zeros(len(answers.names))
        for other, (its_table, _) in enumerate(answers.names):
            if its_table == table:
                contrast[other] = -shares[other]
        contrast[n] += 1.0
        effect = float(contrast @ model.adds)
        error = Z95 * float(np.sqrt(max(0.0, contrast @ model.covariance @ contrast)))
        found.append(Effect(table, option, count, effect, effect - error, effect + error))
    return found


def pairs(answers: Answers, values: Any) -> list[Pair]:
    """The pairs of answers that surely do something together, those that do most first."""
    if not answers.names:
        return []
    model = Model.fitted(answers, values)
    left = values - model.foretold(answers, answers.given.mean(0))
    given = answers.given
    counts = given.T @ given
    sums, squares = given.T @ (given * left[:, None]), given.T @ (given * (left**2)[:, None])
    with np.errstate(divide="ignore", invalid="ignore"):
        means = sums / counts
        errors = np.sqrt(np.maximum(squares / counts - means**2, 0.0) / counts)
    tables = np.array([table for table, _ in answers.names])
    idle = np.array([option == IDLE for _, option in answers.names])
    looked = (counts >= FEWEST) & (tables[:, None] != tables) & ~idle[:, None] & ~idle
    looked &= np.triu(np.ones_like(looked), 1).astype(bool)
    many = int(looked.sum())
    if not many:
        return []
    z = z_of(many)
    sure = looked & (np.abs(means) > z * errors)
    found = []
    for one, other in zip(*np.nonzero(sure), strict=True):
        mean, error = float(means[one, other]), z * float(errors[one, other])
        (table, option), (other_table, other_option) = answers.names[one], answers.names[other]
        count = int(counts[one, other])
        found.append(Pair(table, option, other_table, other_option, count, mean, mean - error, mean + error))
    return sorted(found, key=lambda pair: -abs(pair.effect))


def pair(answers: Answers, values: Any, asked: Pair) -> Pair | None:
    """What the two answers of this pair do together here, with its own 95 % interval; None where too few
    rulesets have both."""
    places = {name: n for n, name in enumerate(answers.names)}
    one, other = (asked.table, asked.option), (asked.other_table, asked.other_option)
    if one not in places or other not in places:
        return None
    model = Model.fitted(answers, values)
    left = values - model.foretold(answers, answers.given.mean(0))
    both = left[(answers.given[:, places[one]] * answers.given[:, places[other]]).astype(bool)]
    if len(both) < FEWEST:
        return None
    mean, error = float(both.mean()), Z95 * float(both.std() / np.sqrt(len(both)))
    return Pair(*one, *other, len(both), mean, mean - error, mean + error)


def foretold(answers: Answers, values: Any) -> float | None:
    """How much of what sets rulesets apart the answers foretell of rulesets that were left out (1 is all of
    it, 0 no more than the mean does); None for too few. Every fifth is left out in turn."""
    if len(values) < FOLDS * FEWEST or not answers.names or not values.var():
        return None
    fold, error = np.arange(len(values)) % FOLDS, 0.0
    for left_out in range(FOLDS):
        others, those = fold != left_out, fold == left_out
        known = answers.taken(others)
        model = Model.fitted(known, values[others])
        told = model.foretold(answers.taken(those), known.given.mean(0))
        error += float(((told - values[those]) ** 2).sum())
    return 1.0 - error / float(((values - values.mean()) ** 2).sum())
