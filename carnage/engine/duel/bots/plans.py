"""Assignment of dice to rows by the greedy bot: a mixed strategy.

Each assignment is valued against several guesses at the enemy's. The plan is drawn at random from
those that are nearly as good as the best. The random numbers depend on the turn and the side only,
so all dice of one reveal follow the same plan. It is calculated again for each question and not
stored.
"""

from __future__ import annotations

import numpy as np

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import bot_below
from carnage.engine.duel import numbers as R
from carnage.engine.duel.collisions import rim_gap
from carnage.engine.duel.counts import dice_left, fullest, pips_left, share_of
from carnage.engine.duel.hit_costs import toll
from carnage.engine.duel.lines import find_line, range_of
from carnage.engine.duel.state import CELLS, DEFENSE, MOBILITY, OFFENSE, Game
from carnage.engine.duel.tie_order import holder

GUESSES = 8  # guesses at the enemy's assignment
SPRINT = 2  # dice of Mobility with which a ship may come into range in a turn
FAR = 20  # an Offense with a range that reaches everywhere


@rule
def guess(dice: int, n: int) -> tuple[int, int, int]:
    """Return guess n at an assignment of `dice` dice, as Mobility, Offense and Defense.

    The guesses are even, armed, shielded, bold, fast, still, all on Offense, and all on Defense.
    """
    if n == 0:
        offense = (dice + 1) // 3
        defense = (dice + 1) // 3
    elif n == 1:
        offense = (dice + 1) // 2
        defense = dice // 3
    elif n == 2:
        offense = dice // 3
        defense = (dice + 1) // 2
    elif n == 3:
        offense = dice - dice // 3
        defense = 0
    elif n == 4:
        offense = (dice + 1) // 3
        defense = dice // 4
    elif n == 5:
        offense = (dice + 1) // 2
        defense = dice // 2
    elif n == 6:
        offense = dice
        defense = 0
    else:
        offense = 0
        defense = dice
    return max(0, dice - offense - defense), offense, defense


@rule
def open_line(g: Game, side: int) -> int:
    """Return 1 if a ship has a line to the other from its place, at any distance, else 0."""
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    met, _, _, _, _ = find_line(g, ship.x, ship.y, ship.fx, ship.fy, FAR, enemy.x, enemy.y)
    return int(met >= 0)


@rule
def stride(g: Game) -> float:
    """Return how far one die of Mobility takes a ship, in inches."""
    return 2.0 * g.radius + 2.0 * g.penny * g.p.move_pennies


@rule
def in_reach(g: Game, gap: float, seen: int, mobility: int, offense: int, dodging: int) -> float:
    """Return the estimated probability that a ship with these rows can hit the other.

    Args:
        gap: Distance between the rims, in inches.
        seen: 1 if it has a line now.
        mobility: Dice in Mobility.
        offense: Dice in Offense.
        dodging: Dice in the enemy's Mobility.
    """
    if offense == 0 or (seen == 0 and mobility == 0):
        return 0.0
    far = range_of(g, offense) + g.penny
    if gap > far + stride(g) * mobility:
        return 0.0
    if seen == 0:
        return min(0.8, 0.3 * mobility)
    sure = 0.9 if gap <= far else 0.7
    return max(0.2, sure - 0.1 * dodging)


@rule
def blow(g: Game, dice: int, pips: int, offense: int, defense: int) -> float:
    """Return the cost of a hit to a ship with this number of dice and pips, in pips."""
    torn, due = toll(g, dice, offense, defense)
    if torn == 0:
        return float(due)
    if torn >= dice:
        return 40.0
    return torn * (0.7 * pips / dice + 2.5)


@rule
def shot_worth(g: Game, dice: int, pips: int, offense: int, defense: int) -> float:
    """Return the cost of a hit to a ship with these dice and pips, less the pips that the shot
    costs.
    """
    return max(0.0, blow(g, dice, pips, offense, defense) - offense)


@rule
def legal(g: Game, dice: int, mobility: int, offense: int, defense: int) -> bool:
    """Return whether the rules allow this assignment."""
    if g.chosen.assignment == R.ASSIGNMENT_MINIMUM and dice > g.p.assignment_until:
        return mobility > 0 and offense > 0 and defense > 0
    if g.chosen.assignment == R.ASSIGNMENT_BALANCED:
        return max(mobility, max(offense, defense)) <= share_of(dice, g.p.assignment_most)
    return True


@rule
def has_call(g: Game, side: int) -> float:
    """Return the probability that this ship has the call now; 0 where a ship has the lead
    instead.
    """
    if g.chosen.order == R.ORDER_THE_LEAD:
        return 0.0
    caller = holder(g)
    if caller < 0:
        return 0.5
    if caller == side:
        return 1.0
    return 0.0


@rule
def shoots_first(g: Game, side: int, offense: int, theirs: int, calls: float) -> float:
    """Return the probability that a ship with this Offense shoots before one with Offense `theirs`.

    `calls` is the probability that it has the call.
    """
    if g.chosen.order == R.ORDER_THE_LEAD:
        return 0.5
    if g.chosen.order == R.ORDER_CALLED or offense == theirs:
        return calls
    if (offense > theirs) == (g.chosen.order == R.ORDER_HIGHER_FIRST):
        return 1.0
    return 0.0


@rule
def left_of(g: Game, dice: int, offense: int, defense: int, row: int) -> int:
    """Return how many dice of a row are left after a hit.

    Args:
        dice: Number of dice of the ship.
        offense: Offense of the shot.
        defense: Defense of the ship.
        row: Number of dice in the row before the hit.
    """
    torn, _ = toll(g, dice, offense, defense)
    if torn > 0:
        return row - (row * min(torn, dice) + dice // 2) // dice
    return row


@rule
def plan_worth(
    g: Game,
    side: int,
    seen: int,
    exposed: int,
    calls: float,
    mobility: int,
    offense: int,
    defense: int,
) -> float:
    """Return the expected value of an assignment, in pips.

    The ship that shoots first may leave the other few dice to answer with.

    Args:
        seen: 1 if the ship has a line to the enemy.
        exposed: 1 if the enemy has a line to the ship.
        calls: Probability that the ship has the call.
        mobility: Dice in Mobility.
        offense: Dice in Offense.
        defense: Dice in Defense.
    """
    gap = rim_gap(g)
    w = g.weights[side]
    mine = dice_left(g, side)
    theirs = dice_left(g, 1 - side)
    my_pips = pips_left(g, side)
    their_pips = pips_left(g, 1 - side)
    eager = w.eager + 0.05 * min(g.rounds, 20)
    total = 0.0
    guesses = 0
    for n in range(GUESSES):
        their_mobility, their_offense, their_defense = guess(theirs, n)
        if not legal(g, theirs, their_mobility, their_offense, their_defense):
            continue
        guesses += 1
        hits = in_reach(g, gap, seen, mobility, offense, their_mobility)
        hit = in_reach(g, gap, exposed, their_mobility, their_offense, mobility)
        if hits == 0.0 and hit == 0.0:
            continue
        bites = shot_worth(g, theirs, their_pips, offense, their_defense)
        hurts = shot_worth(g, mine, my_pips, their_offense, defense)
        first = shoots_first(g, side, offense, their_offense, calls)
        both = hits > 0.0 and hit > 0.0  # only then can the second shot be an answer to the first
        if first > 0.0:
            left = 0
            if both:
                left = left_of(g, theirs, offense, their_defense, their_offense)
            answer = 0.0
            if both:
                answer = shot_worth(g, mine, my_pips, left, defense)
            total += first * (eager * hits * bites - hit * ((1.0 - hits) * hurts + hits * answer))
        if first < 1.0:
            left = 0
            if both:
                left = left_of(g, mine, their_offense, defense, offense)
            answer = 0.0
            if both:
                answer = shot_worth(g, theirs, their_pips, left, their_defense)
            total += (1.0 - first) * (
                eager * hits * ((1.0 - hit) * bites + hit * answer) - hit * hurts
            )
    # Neither ship can shoot across a gap that is too wide to cross in a turn. Staying away only
    # burns fuel.
    apart = gap > range_of(g, (mine + 1) // 2) + g.penny + SPRINT * stride(g)
    if seen == 1 and gap < 8.0:
        nimble = 0.2
    elif apart:
        nimble = w.travel
    else:
        nimble = w.nimble
    return total / max(guesses, 1) + nimble * min(mobility, 2)


@rule
def plan(g: Game, side: int) -> tuple[int, int, int]:
    """Return the number of dice for each row in this turn: Mobility, Offense and Defense.

    All calls in one turn return the same plan.
    """
    c = g.core
    w = g.weights[side]
    dice = dice_left(g, side)
    seen = open_line(g, side)
    exposed = open_line(g, 1 - side)
    calls = has_call(g, side)
    best = -1.0e9
    worst = 1.0e9
    for offense in range(dice + 1):
        for defense in range(dice - offense + 1):
            mobility = dice - offense - defense
            if legal(g, dice, mobility, offense, defense):
                worth = plan_worth(g, side, seen, exposed, calls, mobility, offense, defense)
                best = max(best, worth)
                worst = min(worst, worth)
    near = max(w.nearly, w.mixing * (best - worst))
    kept = c.bot_counter
    c.bot_counter = np.uint64((1 << 40) + (g.rounds * 2 + side) * 64)
    drawn = (dice, 0, 0)
    total = 0
    for offense in range(dice + 1):
        for defense in range(dice - offense + 1):
            mobility = dice - offense - defense
            if legal(g, dice, mobility, offense, defense):
                worth = plan_worth(g, side, seen, exposed, calls, mobility, offense, defense)
                share = chances(best - worth, near)
                total += share
                if share > 0 and bot_below(c, total) < share:
                    drawn = (mobility, offense, defense)
    c.bot_counter = kept
    return drawn


@rule
def chances(behind: float, near: float) -> int:
    """Return the weight of a plan in the draw, from 0 to 1000.

    Args:
        behind: Difference to the value of the best plan, in pips.
        near: Difference from which the weight is 0.
    """
    closer = max(0.0, 1.0 - behind / near)
    return int(closer * closer * 1000.0)


@rule
def planned_row(g: Game, side: int, k: int) -> int:
    """Return the planned row of die k.

    The fullest dice are dealt out first, so that each row can pay.
    """
    mobility, offense, defense = plan(g, side)
    row = DEFENSE
    for n in range(CELLS):
        die = fullest(g, side, n)
        if die < 0:
            return MOBILITY
        for _ in range(3):
            row = (row + 2) % 3  # Offense, Mobility, Defense
            if (
                (row == MOBILITY and mobility > 0)
                or (row == OFFENSE and offense > 0)
                or (row == DEFENSE and defense > 0)
            ):
                break
        mobility -= int(row == MOBILITY)
        offense -= int(row == OFFENSE)
        defense -= int(row == DEFENSE)
        if die == k:
            return row
    return MOBILITY
