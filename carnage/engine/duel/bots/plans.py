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
from carnage.engine.duel.bots.shot_values import DIE_PIPS, GAME_PIPS
from carnage.engine.duel.collisions import rim_gap
from carnage.engine.duel.counts import dice_left, fullest_die, pips_left, share_rounded_up
from carnage.engine.duel.hit_costs import hit_cost
from carnage.engine.duel.lines import find_line, shot_range
from carnage.engine.duel.move import longest_move
from carnage.engine.duel.state import CELLS, DEFENSE, MOBILITY, OFFENSE, ROWS, Game
from carnage.engine.duel.tie_order import call_holder

GUESSES = 8  # guesses at the enemy's assignment
MAX_OFFENSE = 20  # its range reaches everywhere
PLAN_COUNTER = 1 << 40  # the first random number of plans, beyond those of other choices
PLAN_NUMBERS = 64  # random numbers of one plan
PLAN_WEIGHT = 1000.0  # of the best plan in the draw
NO_VALUE_PIPS = 1.0e9  # beyond the value of any plan

# Chosen by hand.
SPRINT_DICE = 2  # of Mobility, with which a ship may come into range in a turn
HIDDEN_HIT_CHANCE = 0.3  # for each die of Mobility, of a ship that has no line yet
MAX_HIDDEN_HIT_CHANCE = 0.8
IN_RANGE_HIT_CHANCE = 0.9  # of a ship that has a line, in range of its shot
OUT_OF_RANGE_HIT_CHANCE = 0.7  # of one that has to come into range first
DODGE_CHANCE = 0.1  # less for each die of the enemy's Mobility
MIN_HIT_CHANCE = 0.2
MEAN_PIPS_FACTOR = 0.7  # pips of the emptiest dice, which a hit costs, against the mean
EVEN_CHANCE = 0.5
EAGERNESS_PER_TURN = 0.05  # added to the weight `eager`, up to EAGER_TURNS
EAGER_TURNS = 20
CLOSE_INCHES = 8.0  # across such a gap with a line, moves are worth little
CLOSE_MOBILITY_PIPS = 0.2  # of each die of Mobility there
USEFUL_MOBILITY_DICE = 2  # more dice of Mobility are worth no more


@rule
def guess_assignment(dice: int, n: int) -> tuple[int, int, int]:
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
def has_open_line(g: Game, side: int) -> bool:
    """Return whether a ship has a line to the other from its place, at any distance."""
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    things, _, _, _, _ = find_line(
        g, ship.x, ship.y, ship.fx, ship.fy, MAX_OFFENSE, enemy.x, enemy.y
    )
    return things >= 0


@rule
def hit_chance(
    g: Game, gap: float, has_line: bool, mobility: int, offense: int, enemy_mobility: int
) -> float:
    """Return the estimated probability that a ship with these rows can hit the other.

    Args:
        gap: Distance between the rims, in inches.
        has_line: True if it has a line now.
        mobility: Dice in Mobility.
        offense: Dice in Offense.
        enemy_mobility: Dice in the enemy's Mobility.
    """
    if offense == 0 or (not has_line and mobility == 0):
        return 0.0
    reach = shot_range(g, offense) + g.penny
    if gap > reach + longest_move(g) * mobility:
        return 0.0
    if not has_line:
        return min(MAX_HIDDEN_HIT_CHANCE, HIDDEN_HIT_CHANCE * mobility)
    chance = IN_RANGE_HIT_CHANCE if gap <= reach else OUT_OF_RANGE_HIT_CHANCE
    return max(MIN_HIT_CHANCE, chance - DODGE_CHANCE * enemy_mobility)


@rule
def hit_value(g: Game, dice: int, pips: int, offense: int, defense: int) -> float:
    """Return the cost of a hit to a ship with this number of dice and pips, in pips."""
    dice_lost, pips_lost = hit_cost(g, dice, offense, defense)
    if dice_lost == 0:
        return float(pips_lost)
    if dice_lost >= dice:
        return GAME_PIPS
    return dice_lost * (MEAN_PIPS_FACTOR * pips / dice + DIE_PIPS)


@rule
def shot_value(g: Game, dice: int, pips: int, offense: int, defense: int) -> float:
    """Return the cost of a hit to a ship with these dice and pips, less the price of the shot."""
    return max(0.0, hit_value(g, dice, pips, offense, defense) - offense)


@rule
def is_legal(g: Game, dice: int, mobility: int, offense: int, defense: int) -> bool:
    """Return whether the rules allow this assignment."""
    if g.chosen.assignment == R.ASSIGNMENT_MINIMUM and dice > g.p.assignment_until:
        return mobility > 0 and offense > 0 and defense > 0
    if g.chosen.assignment == R.ASSIGNMENT_BALANCED:
        return max(mobility, max(offense, defense)) <= share_rounded_up(dice, g.p.assignment_most)
    return True


@rule
def call_chance(g: Game, side: int) -> float:
    """Return the probability that this ship has the call now, or the lead."""
    if g.chosen.order == R.ORDER_THE_LEAD:
        return 1.0 if g.lead == side else 0.0
    caller = call_holder(g)
    if caller < 0:
        return EVEN_CHANCE
    if caller == side:
        return 1.0
    return 0.0


@rule
def first_shot_chance(g: Game, offense: int, enemy_offense: int, calls: float) -> float:
    """Return the probability that a ship with this Offense shoots before its enemy.

    `calls` is the probability that it has the call, or the lead.
    """
    if g.chosen.order == R.ORDER_CALLED or g.chosen.order == R.ORDER_THE_LEAD:
        return calls
    if offense == enemy_offense:
        return calls
    if (offense > enemy_offense) == (g.chosen.order == R.ORDER_HIGHER_FIRST):
        return 1.0
    return 0.0


@rule
def dice_left_in_row(g: Game, dice: int, offense: int, defense: int, row: int) -> int:
    """Return how many dice of a row are left after a hit.

    Args:
        dice: Number of dice of the ship.
        offense: Offense of the shot.
        defense: Defense of the ship.
        row: Number of dice in the row before the hit.
    """
    dice_lost, _ = hit_cost(g, dice, offense, defense)
    if dice_lost > 0:
        return row - (row * min(dice_lost, dice) + dice // 2) // dice
    return row


@rule
def answer_value(
    g: Game,
    dice: int,
    pips: int,
    offense: int,
    defense: int,
    enemy_dice: int,
    enemy_offense: int,
    enemy_defense: int,
) -> float:
    """Return the cost to a ship of the shot with which the enemy answers its hit, in pips.

    The enemy answers with the dice of its Offense that the hit has left.
    """
    left = dice_left_in_row(g, enemy_dice, offense, enemy_defense, enemy_offense)
    return shot_value(g, dice, pips, left, defense)


@rule
def plan_value(
    g: Game,
    side: int,
    has_line: bool,
    enemy_has_line: bool,
    calls: float,
    mobility: int,
    offense: int,
    defense: int,
) -> float:
    """Return the expected value of an assignment, in pips: the mean over all guesses.

    The ship that shoots first may leave the other few dice to answer with.

    Args:
        has_line: True if the ship has a line to the enemy.
        enemy_has_line: True if the enemy has a line to the ship.
        calls: Probability that the ship has the call.
        mobility: Dice in Mobility.
        offense: Dice in Offense.
        defense: Dice in Defense.
    """
    gap = rim_gap(g)
    dice = dice_left(g, side)
    pips = pips_left(g, side)
    enemy_dice = dice_left(g, 1 - side)
    enemy_pips = pips_left(g, 1 - side)
    eager = g.weights[side].eager + EAGERNESS_PER_TURN * min(g.rounds, EAGER_TURNS)
    total = 0.0
    guesses = 0
    for n in range(GUESSES):
        enemy_mobility, enemy_offense, enemy_defense = guess_assignment(enemy_dice, n)
        if not is_legal(g, enemy_dice, enemy_mobility, enemy_offense, enemy_defense):
            continue
        guesses += 1
        hit = hit_chance(g, gap, has_line, mobility, offense, enemy_mobility)
        enemy_hit = hit_chance(g, gap, enemy_has_line, enemy_mobility, enemy_offense, mobility)
        if hit == 0.0 and enemy_hit == 0.0:
            continue
        gain = shot_value(g, enemy_dice, enemy_pips, offense, enemy_defense)
        loss = shot_value(g, dice, pips, enemy_offense, defense)
        first = first_shot_chance(g, offense, enemy_offense, calls)
        # Only if both may hit can the second shot be an answer to the first.
        both_hit = hit > 0.0 and enemy_hit > 0.0
        if first > 0.0:
            answer = 0.0
            if both_hit:
                answer = answer_value(
                    g, dice, pips, offense, defense, enemy_dice, enemy_offense, enemy_defense
                )
            later_loss = (1.0 - hit) * loss + hit * answer
            total += first * (eager * hit * gain - enemy_hit * later_loss)
        if first < 1.0:
            answer = 0.0
            if both_hit:
                answer = answer_value(
                    g, enemy_dice, enemy_pips, enemy_offense, enemy_defense, dice, offense, defense
                )
            later_gain = (1.0 - enemy_hit) * gain + enemy_hit * answer
            total += (1.0 - first) * (eager * hit * later_gain - enemy_hit * loss)
    moves = mobility_weight(g, side, has_line, gap) * min(mobility, USEFUL_MOBILITY_DICE)
    return total / max(guesses, 1) + moves


@rule
def mobility_weight(g: Game, side: int, has_line: bool, gap: float) -> float:
    """Return the value of a die of Mobility, in pips.

    Neither ship can shoot across a gap that is too wide to cross in a turn. Staying away only burns
    fuel, so that there the die is worth more.
    """
    w = g.weights[side]
    if has_line and gap < CLOSE_INCHES:
        return CLOSE_MOBILITY_PIPS
    reach = shot_range(g, (dice_left(g, side) + 1) // 2) + g.penny
    if gap > reach + SPRINT_DICE * longest_move(g):
        return w.travel
    return w.nimble


@rule
def draw_plan(g: Game, side: int) -> tuple[int, int, int]:
    """Return the number of dice for each row in this turn: Mobility, Offense and Defense.

    All calls in one turn return the same plan.
    """
    c = g.core
    w = g.weights[side]
    dice = dice_left(g, side)
    has_line = has_open_line(g, side)
    enemy_has_line = has_open_line(g, 1 - side)
    calls = call_chance(g, side)
    best = -NO_VALUE_PIPS
    worst = NO_VALUE_PIPS
    for offense in range(dice + 1):
        for defense in range(dice - offense + 1):
            mobility = dice - offense - defense
            if is_legal(g, dice, mobility, offense, defense):
                value = plan_value(
                    g, side, has_line, enemy_has_line, calls, mobility, offense, defense
                )
                best = max(best, value)
                worst = min(worst, value)
    tolerance = max(w.nearly, w.mixing * (best - worst))
    present_counter = c.bot_counter
    c.bot_counter = np.uint64(PLAN_COUNTER + (g.rounds * 2 + side) * PLAN_NUMBERS)
    drawn = (dice, 0, 0)
    total_weight = 0
    for offense in range(dice + 1):
        for defense in range(dice - offense + 1):
            mobility = dice - offense - defense
            if is_legal(g, dice, mobility, offense, defense):
                value = plan_value(
                    g, side, has_line, enemy_has_line, calls, mobility, offense, defense
                )
                weight = plan_weight(best - value, tolerance)
                total_weight += weight
                if weight > 0 and bot_below(c, total_weight) < weight:
                    drawn = (mobility, offense, defense)
    c.bot_counter = present_counter
    return drawn


@rule
def plan_weight(shortfall: float, tolerance: float) -> int:
    """Return the weight of a plan in the draw, from 0 to PLAN_WEIGHT.

    Args:
        shortfall: Difference to the value of the best plan, in pips.
        tolerance: Difference from which the weight is 0, in pips.
    """
    closeness = max(0.0, 1.0 - shortfall / tolerance)
    return int(closeness * closeness * PLAN_WEIGHT)


@rule
def planned_row(g: Game, side: int, k: int) -> int:
    """Return the planned row of die k.

    The fullest dice are dealt out first, so that each row can pay.
    """
    mobility, offense, defense = draw_plan(g, side)
    row = DEFENSE
    for n in range(CELLS):
        die = fullest_die(g, side, n)
        if die < 0:
            return MOBILITY
        for _ in range(ROWS):
            row = (row + ROWS - 1) % ROWS  # Offense, Mobility, Defense
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
