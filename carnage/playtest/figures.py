"""Figures: proportions and how far they can be trusted."""

from __future__ import annotations

import math

Z95 = 1.959963984540054


def wilson(hits: int, of: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a proportion; (0, 1) where nothing was counted."""
    if of == 0:
        return 0.0, 1.0
    share, weight = hits / of, z * z / of
    middle = (share + weight / 2.0) / (1.0 + weight)
    half = z * math.sqrt(share * (1.0 - share) / of + weight / (4.0 * of)) / (1.0 + weight)
    # At the ends the interval touches 0 or 1; what rounding leaves over is taken off.
    return max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < of else 1.0


def percent(share: float, digits: int = 0) -> str:
    """A share as people read it; only what is certain is called 0% or 100%."""
    step = 0.5 * 10.0**-digits / 100.0
    if 0.0 < share < step:
        return f"<{10.0**-digits:.{digits}f}%"
    if 1.0 - step < share < 1.0:
        return f">{100.0 - 10.0**-digits:.{digits}f}%"
    return f"{100.0 * share:.{digits}f}%"
