"""The phase of the game: the rounds left, the lead, and the weights that follow from them."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.losses import lost_models
from carnage.engine.battle.turn.countdown import breaking_losses, doom_spaces, strip_inches_lost
from carnage.engine.compiling.marks import rule
from carnage.engine.core.rule_ids import NoSuchRule

D6_SIDES = 6.0
ABOVE_D6 = 7.0  # one more than the most that a D6 shows

# Chosen by hand.
LATE_GAME_ROUNDS = 3.0  # an end that is farther off changes nothing
FURTHER_ROUND_CHANCE = 0.5  # of the optional last round: about even
MEAN_ROUNDS_DIVISOR = 2.0  # about half of the rounds still possible are played
MIN_LOSSES_A_ROUND = 0.5  # of a side that has hardly lost a model yet
BRINK_FACTOR = 0.5  # added to the value of a loss with which a side breaks
HALF_ROUND = 0.5  # the present round counts as half played


@rule
def rounds_left(g: Game) -> float:
    """Return the number of rounds expected after this one."""
    length = g.chosen.game_length
    if length == R.GAME_LENGTH_FIXED_ROUND_LIMIT or length == R.GAME_LENGTH_LAST_SIDE_STANDING:
        return float(g.p.game_length_rounds - g.rounds)
    if length == R.GAME_LENGTH_UNCERTAIN_ROUND_LIMIT_3_10:
        ends = (ABOVE_D6 - (g.p.game_length_reach - g.rounds)) / D6_SIDES  # by this round's die
        possible = g.p.game_length_reach - g.rounds
        return max(0.0, (1.0 - max(0.0, ends)) * possible / MEAN_ROUNDS_DIVISOR)
    if length == R.GAME_LENGTH_UNCERTAIN_ROUND_LIMIT_5_7:
        more = int(g.rounds < g.p.game_length_last)
        return max(0.0, float(g.p.game_length_first - g.rounds) + FURTHER_ROUND_CHANCE * more)
    if length == R.GAME_LENGTH_THE_CLOCK or length == R.GAME_LENGTH_THE_CLOCK_LAST_ORDERS:
        if g.time_up > 0:
            return 0.0
        pace = g.clock / max(1.0, g.rounds - HALF_ROUND)
        return max(0.0, (g.time - g.clock) / max(1.0, pace))
    if length == R.GAME_LENGTH_BREAKING_POINT:
        return min(rounds_to_break(g, 0), rounds_to_break(g, 1))
    if length == R.GAME_LENGTH_COLLAPSING_GROUND:
        return max(0.0, last_collapse(g) - g.rounds)
    if length == R.GAME_LENGTH_DOOM_TRACK:
        losses = losses_a_round(g, 0) + losses_a_round(g, 1)
        advance = float(g.p.game_length_step) + float(g.p.game_length_loss) * losses
        return max(0.0, (doom_spaces(g) - g.doom) / max(1.0, advance) - 1.0)
    raise NoSuchRule


@rule
def losses_a_round(g: Game, side: int) -> float:
    """Return the models that a side loses in a round, from those that it has lost so far."""
    return max(MIN_LOSSES_A_ROUND, lost_models(g, side) / max(1.0, g.rounds - HALF_ROUND))


@rule
def rounds_to_break(g: Game, side: int) -> float:
    """Return the number of rounds after this one in which a side is expected to break."""
    missing = breaking_losses(g, side) - lost_models(g, side)
    limit = max(0.0, float(g.p.game_length_rounds - g.rounds))
    return min(limit, max(0.0, missing / losses_a_round(g, side) - HALF_ROUND))


@rule
def last_collapse(g: Game) -> float:
    """Return the last round: the limit, or that after which the whole table is lost."""
    inches_a_round = float(max(1, strip_inches_lost(g, int(g.p.game_length_start))))
    rounds = g.p.game_length_start - 1.0 + g.table / (2.0 * g.inch * inches_a_round)
    return min(rounds, float(g.p.game_length_rounds))


@rule
def has_ground_objectives(g: Game) -> bool:
    """Return whether markers or loot score, and not only removed models."""
    return g.n_markers > 0 or g.chosen.objectives == R.OBJECTIVES_LOOT


@rule
def set_nerve_and_pull(g: Game, side: int) -> None:
    """Set `nerve` and `pull` of the record: a side's weights of danger and of objectives."""
    w = g.weights[side]
    lateness = 1.0 - min(LATE_GAME_ROUNDS, rounds_left(g)) / LATE_GAME_ROUNDS
    lead_points = g.sides[side].victory - g.sides[1 - side].victory
    if lead_points > 0:
        lead = 1.0
    elif lead_points < 0:
        lead = -1.0
    else:
        lead = 0.0
    caution = w.heed if has_ground_objectives(g) else w.fear
    g.nerve = max(0.0, caution * (1.0 - w.calm * lateness) * (1.0 + w.bold * lead))
    g.pull = max(0.0, 1.0 + w.hurry * lateness)
    for each in range(2):
        g.brink[each] = brink_value(g, each)


@rule
def brink_value(g: Game, side: int) -> float:
    """Return the value added to the next loss of a side: more if the side breaks by it."""
    if g.chosen.game_length != R.GAME_LENGTH_BREAKING_POINT:
        return 0.0
    breaks = lost_models(g, side) + 1 >= breaking_losses(g, side)
    return BRINK_FACTOR if breaks else 0.0
