"""How far what was counted can be trusted: intervals that hold the true value 95 times in 100."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

Z95 = NormalDist().inv_cdf(0.975)
"""Standard errors to either side of an estimate that hold the true value 95 times in 100."""


def z_of(looks: int) -> float:
    """The same for somebody who looks so many times at growing numbers, and wants to be right at all of them.

    Each look is given an equal part of what may go wrong (Bonferroni), which is more than it needs.
    """
    return NormalDist().inv_cdf(1.0 - 0.025 / looks)


def wilson(hits: float, of: float, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a proportion; (0, 1) where nothing was counted."""
    if of == 0:
        return 0.0, 1.0
    share, weight = min(1.0, hits / of), z * z / of
    middle = (share + weight / 2.0) / (1.0 + weight)
    half = z * math.sqrt(share * (1.0 - share) / of + weight / (4.0 * of)) / (1.0 + weight)
    # At the ends the interval touches 0 or 1; what rounding leaves over is taken off.
    return max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < of else 1.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the ends of its interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Any, z: float = Z95) -> Estimate:
        """The mean of independent values from 0 to 1, one a game or one a pair of games.

        It is Wilson's interval for as many trials as would vary as much: a drawn game says less than one
        that is won, and a pair of games more than one. (0, 1) where there are no values.
        """
        return cls.part(values, 0.0 * values + 1.0, z)

    @classmethod
    def part(cls, hits: Any, of: Any, z: float = Z95) -> Estimate:
        """What share of all that was counted are hits, likewise; independent observations (sets of games with
        the same dice, say) have so many hits among so many that were counted."""
        every = float(of.sum())
        if not every:
            return cls(0.0, 0.0, 1.0)
        share = float(hits.sum()) / every
        spread = float(((hits - share * of) ** 2).sum())
        trials = share * (1.0 - share) * every**2 / spread if spread else float((of > 0).sum())
        low, high = wilson(share * trials, trials, z)
        return cls(share, low, high)

    def json(self) -> dict[str, float]:
        return {"value": round(self.value, 4), "low": round(self.low, 4), "high": round(self.high, 4)}
