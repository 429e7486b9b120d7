"""95 % confidence intervals of proportions and means."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

Z95 = NormalDist().inv_cdf(0.975)
"""The half-width of a 95 % interval in standard errors."""


def z_for_looks(looks: int) -> float:
    """Return the half-width in standard errors if all of `looks` interim intervals must hold
    together.

    The error probability is divided equally among the looks (Bonferroni), which is conservative.
    """
    return NormalDist().inv_cdf(1.0 - 0.025 / looks)


def wilson(hits: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """Return the Wilson interval of the proportion `hits` / `trials`; (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    share = min(1.0, hits / trials)
    weight = z * z / trials
    middle = (share + weight / 2.0) / (1.0 + weight)
    variance = share * (1.0 - share) / trials + weight / (4.0 * trials)
    half_width = z * math.sqrt(variance) / (1.0 + weight)
    low = max(0.0, middle - half_width)
    high = min(1.0, middle + half_width)
    # Without hits or misses the interval ends exactly at 0 or 1. Remove the rounding error.
    if not hits:
        low = 0.0
    if hits >= trials:
        high = 1.0
    return low, high


def widened_variance(variance: float, count: int) -> float:
    """Return the variance of the mean of values from 0 to 1, at least that of one more value.

    Args:
        variance: The variance of the values.
        count: Their number.
    """
    return (variance + 0.25 / count) / count


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the ends of its interval."""

    value: float
    low: float
    high: float

    @classmethod
    def from_values(cls, values: Any, z: float = Z95) -> Estimate:
        """Return the mean of independent values from 0 to 1, one for each game or pair of games.

        The interval is Wilson's for the number of trials that has the variance of the values. So a
        draw has less variance than a win, and a pair of games has more information than one. The
        interval is (0, 1) without values.

        Args:
            values: An array of shape (n,).
            z: The half-width in standard errors.
        """
        return cls.from_counts(values, 0.0 * values + 1.0, z)

    @classmethod
    def from_counts(cls, hits: Any, cases: Any, z: float = Z95) -> Estimate:
        """Return the share of hits in all counted cases, for clustered data.

        An observation, such as the games with the same dice, is independent of others and has
        several cases.

        Args:
            hits: The number of hits in each observation, of shape (n,).
            cases: The number of cases in each observation, of shape (n,).
            z: The half-width in standard errors.
        """
        all_cases = float(cases.sum())
        if not all_cases:
            return cls(0.0, 0.0, 1.0)
        share = float(hits.sum()) / all_cases
        squared_errors = float(((hits - share * cases) ** 2).sum())
        if squared_errors:
            trials = share * (1.0 - share) * all_cases**2 / squared_errors
        else:
            trials = float((cases > 0).sum())
        low, high = wilson(share * trials, trials, z)
        return cls(share, low, high)

    def json(self) -> dict[str, float]:
        """Return the values as JSON, rounded to four decimals."""
        return {
            "value": round(self.value, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
        }
