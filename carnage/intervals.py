"""How far what was counted can be trusted: intervals that hold the true value 95 times in 100."""

from __future__ import annotations

import math
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)
"""Standard errors to either side of an estimate that hold the true value 95 times in 100."""


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The Wilson interval of a proportion; (0, 1) where nothing was counted."""
    if of == 0:
        return 0.0, 1.0
    share, weight = hits / of, Z95 * Z95 / of
    middle = (share + weight / 2.0) / (1.0 + weight)
    half = Z95 * math.sqrt(share * (1.0 - share) / of + weight / (4.0 * of)) / (1.0 + weight)
    # At the ends the interval touches 0 or 1; what rounding leaves over is taken off.
    return max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < of else 1.0
