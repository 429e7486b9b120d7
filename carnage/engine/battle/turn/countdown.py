"""The progress toward the end of a game: losses, crumbling ground and the Doom Track.

`game_length` has the rules; bots and scenes read these values too.
"""

from __future__ import annotations

from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.losses import lost_models, models_at_start
from carnage.engine.compiling.marks import rule

INCHES_PER_FOOT = 12.0


@rule
def is_broken(g: Game, side: int) -> bool:
    """Return whether a side has lost so many models that it is broken.

    Models that got away as their side left do not count.
    """
    return lost_models(g, side) >= breaking_losses(g, side)


@rule
def breaking_losses(g: Game, side: int) -> float:
    """Return the number of lost models from which a side is broken, which may be a fraction."""
    return g.p.game_length_share * models_at_start(g, side)


@rule
def strip_inches_lost(g: Game, round: int) -> int:
    """Return the depth of the strip that is lost after a round, in inches."""
    crumbled = max(0, round + 1 - int(g.p.game_length_start))
    feet = g.table / (INCHES_PER_FOOT * g.inch)
    return int(crumbled * g.p.game_length_deep * feet)


@rule
def edge_gap(g: Game, x: float, y: float) -> float:
    """Return the distance of a place from the nearest edge of the table."""
    return min(min(x, y), min(g.table - x, g.table - y))


@rule
def doom_spaces(g: Game) -> int:
    """Return the number of spaces of the Doom Track."""
    return max(models_at_start(g, 0), models_at_start(g, 1)) + int(g.p.game_length_spaces)
