"""How things stand: how near the end is, who is ahead, and what fear and objectives count by it."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game
from carnage.engine.compiling.marks import rule
from carnage.engine.core.numbering import NoSuchRule

FAR_OFF = 3.0  # rounds: an end that is farther off changes nothing


@rule
def rounds_left(g: Game) -> float:
    """How many rounds may be expected after this one."""
    length = g.chosen.game_length
    if length == R.GAME_LENGTH_FIXED_ROUND_LIMIT or length == R.GAME_LENGTH_LAST_SIDE_STANDING:
        return float(g.p.game_length_rounds - g.rounds)
    if length == R.GAME_LENGTH_UNCERTAIN_ROUND_LIMIT_3_10:
        ends = (7.0 - (g.p.game_length_reach - g.rounds)) / 6.0  # by this round's die
        return max(0.0, (1.0 - max(0.0, ends)) * (g.p.game_length_reach - g.rounds) / 2.0)
    if length == R.GAME_LENGTH_UNCERTAIN_ROUND_LIMIT_5_7:
        return max(0.0, float(g.p.game_length_first - g.rounds) + 0.5 * int(g.rounds < g.p.game_length_last))
    if length == R.GAME_LENGTH_THE_CLOCK or length == R.GAME_LENGTH_THE_CLOCK_LAST_ORDERS:
        if g.time_up > 0:
            return 0.0
        pace = g.clock / max(1.0, g.rounds - 0.5)
        return max(0.0, (g.time - g.clock) / max(1.0, pace))
    raise NoSuchRule


@rule
def goes_for_ground(g: Game) -> bool:
    """Whether markers or loot score, and not only who is removed."""
    return g.n_markers > 0 or g.chosen.objectives == R.OBJECTIVES_LOOT


@rule
def take_bearings(g: Game, side: int) -> None:
    """What this side's fear and the objectives count as things stand."""
    w = g.weights[side]
    late = 1.0 - min(FAR_OFF, rounds_left(g)) / FAR_OFF
    ahead = g.sides[side].victory - g.sides[1 - side].victory
    lead = 1.0 if ahead > 0 else (-1.0 if ahead < 0 else 0.0)
    caution = w.heed if goes_for_ground(g) else w.fear
    g.nerve = max(0.0, caution * (1.0 - w.calm * late) * (1.0 + w.bold * lead))
    g.pull = max(0.0, 1.0 + w.hurry * late)
