"""The greedy bot: it gives each option a value in pips and takes the best.

Values depend on the options and parameters of the rules, never on the ruleset itself.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import bot_below
from carnage.engine.core.decisions import highest_valued_option
from carnage.engine.core.geometry import distance
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.core.state import MAX_OPTIONS
from carnage.engine.duel import numbers as R
from carnage.engine.duel.bots.plans import MAX_OFFENSE, draw_plan, planned_row
from carnage.engine.duel.bots.shot_values import hit_harm, shot_gain, shot_value_from
from carnage.engine.duel.collisions import add_thing, can_throw_onto_enemy, clear_thing, rim_gap
from carnage.engine.duel.counts import dice_left, row_dice, row_pips
from carnage.engine.duel.lines import distance_to_thing, find_line
from carnage.engine.duel.questions import (
    ASSIGN,
    GO,
    JETTISON,
    LOSE,
    MOVE,
    MOVES,
    ORDER,
    PAY,
    SHOOT,
    VALVE,
)
from carnage.engine.duel.state import DEFENSE, DIE, MOBILITY, OFFENSE, ROWS, Game

RANDOM_STEPS = 1000  # resolution of random numbers

# Chosen by hand.
BLOCKED_PIPS_PER_INCH = 0.05  # less for each inch nearer, where something blocks all lines
IMPATIENT_TURNS = 20  # impatience grows up to this turn
FAR_GAP_INCHES = 30.0  # a wider gap counts as this one
FURTHER_MOVE_PIPS = 0.3  # cost of a move after the first: an idle turn would cost a pip too
TURN_PIPS = 0.1  # cost of a turn on the spot, besides that of a move
SIDESTEP_PIPS_PER_INCH = 1.2  # of passing an obstacle on the agreed side
FEWER_DICE_CLOSE_FACTOR = 0.6  # of the weight `close`, for a ship with fewer dice than its enemy
BOMB_MIN_HARM_PIPS = 6.0  # a die that would do more harm is jettisoned onto the enemy
BASE_PIPS = 100.0  # keeps the values of payments positive
LOSE_MOBILITY_VALUE = 2.0
LOSE_DEFENSE_VALUE = 1.0
BLOCKS_OWN_SHOT_PIPS = 20.0  # cost of a die that stops the bot's own shot
BLOCKS_ENEMY_SHOT_PIPS = 5.0  # value of one that stops the enemy's
CLEAR_PIPS_PER_INCH = 0.02  # of a die's distance from the enemy: it may block the next move


@rule
def greedy(g: Game, side: int, kind: int, actor: int) -> int:
    """Return the index of the best option. The values are cleared from the record afterwards.

    Args:
        side: The seat that decides.
        kind: The question, by its number.
        actor: The die, row or step that the question is about, or -1.
    """
    if kind == ASSIGN:
        evaluate_rows(g, side, actor)
    elif kind == VALVE:
        evaluate_valves(g, side)
    elif kind == ORDER:
        evaluate_order(g, side, actor)
    elif kind == MOVE:
        evaluate_moves(g, side)
    elif kind == PAY:
        evaluate_payments(g, side)
    elif kind == SHOOT:
        g.core.options[1].value = shot_gain(g, side) + g.weights[side].trigger
    elif kind == LOSE:
        evaluate_losses(g, side)
    elif kind == JETTISON:
        evaluate_jettison_places(g, side)
    else:
        raise NoSuchRule
    best = highest_valued_option(g.core)
    for k in range(MAX_OPTIONS):
        g.core.options[k].value = 0.0
    return best


@rule
def evaluate_rows(g: Game, side: int, k: int) -> None:
    """Value the rows for die k: the planned one is best."""
    if g.chosen.assignment == R.ASSIGNMENT_STIFF_VALVES:
        row = row_to_fill(g, side)
    else:
        row = planned_row(g, side, k)
    for n in range(g.core.offered):
        o = g.core.options[n]
        o.value = 1.0 if o.what == row and o.other < 0 else 0.0


@rule
def unbalanced_rows(g: Game, side: int) -> tuple[int, int]:
    """Return the row with the most dice above the plan and the row with the most below it.

    Both are 0 if no row has dice above the plan.
    """
    mobility, offense, defense = draw_plan(g, side)
    from_row = 0
    to_row = 0
    most_above = 0
    most_below = 0
    for row in range(ROWS):
        if row == MOBILITY:
            planned = mobility
        elif row == OFFENSE:
            planned = offense
        else:
            planned = defense
        above = row_dice(g, side, row) - planned
        if above > most_above:
            most_above = above
            from_row = row
        if above < most_below:
            most_below = above
            to_row = row
    if most_above == 0:
        return 0, 0
    return from_row, to_row


@rule
def row_to_fill(g: Game, side: int) -> int:
    """Return the row with the most dice below the plan."""
    _, to_row = unbalanced_rows(g, side)
    return to_row


@rule
def evaluate_valves(g: Game, side: int) -> None:
    """Value the dice to be moved: the fullest in the row with the most dice too many is best."""
    from_row, _ = unbalanced_rows(g, side)
    for n in range(g.core.offered):
        o = g.core.options[n]
        if o.what == from_row:
            o.value = BASE_PIPS + g.ships[side].cells[o.who].pips
        else:
            o.value = 0.0


@rule
def evaluate_order(g: Game, side: int, step: int) -> None:
    """Value the ships that may go first: the bot wants to shoot first, but else to move second.

    The second to move knows the enemy's position. A ship that has the lead does both first.
    """
    for n in range(g.core.offered):
        o = g.core.options[n]
        if (o.what == side) == (step != MOVES):
            o.value = 1.0
        else:
            o.value = 0.0


@rule
def evaluate_moves(g: Game, side: int) -> None:
    """Value the moves: best a place with a shot and none for the enemy, else a nearer place."""
    ship = g.ships[side]
    price = move_price(g, side)
    for n in range(g.core.offered):
        o = g.core.options[n]
        x = ship.x
        y = ship.y
        fx = ship.fx
        fy = ship.fy
        if n > 0:
            x = o.x
            y = o.y
            fx = o.fx
            fy = o.fy
        o.value = place_value(g, side, x, y, fx, fy)
        if n > 0:
            o.value -= price if o.what == GO else price + TURN_PIPS
        # Random noise keeps the moves from being predictable.
        o.value += g.weights[side].loose * bot_below(g.core, RANDOM_STEPS) / float(RANDOM_STEPS)


@rule
def move_price(g: Game, side: int) -> float:
    """Return the cost of a move to a ship, in pips."""
    w = g.weights[side]
    price = w.thirst + (FURTHER_MOVE_PIPS if g.ships[side].acted == 1 else 0.0)
    if row_pips(g, side, MOBILITY) == row_dice(g, side, MOBILITY):
        price += w.last
    return price


@rule
def place_value(g: Game, side: int, x: float, y: float, fx: float, fy: float) -> float:
    """Return the value to a ship of the place x, y with its prow along f, in pips."""
    enemy = g.ships[1 - side]
    w = g.weights[side]
    impatience = move_impatience(g, side)
    gap = distance(x, y, enemy.x, enemy.y) - 2.0 * g.radius
    value = shots_value(g, side, x, y, fx, fy)
    value -= (w.approach + impatience) * min(gap, FAR_GAP_INCHES)
    if g.chosen.shot == R.SHOT_ENDLESS or g.chosen.move == R.MOVE_TURNING:
        if fx * (enemy.x - x) + fy * (enemy.y - y) > 0.0:
            value += w.prow
    # A ship that hides from all lines only burns fuel.
    things, _, _, _, _ = find_line(g, x, y, fx, fy, MAX_OFFENSE, enemy.x, enemy.y)
    if things >= 0:
        value += w.sight
    else:
        value += detour_value(g, side, gap)
        value += passing_value(g, side, x, y)
    if g.chosen.tanks == R.TANKS_EXPLODING and gap <= g.reach + g.die:
        value += close_value(g, side)
    return value


@rule
def move_impatience(g: Game, side: int) -> float:
    """Return the growing impatience of a bot: two that wait for each other run out of fuel."""
    return g.weights[side].impatience * min(g.rounds, IMPATIENT_TURNS)


@rule
def shots_value(g: Game, side: int, x: float, y: float, fx: float, fy: float) -> float:
    """Return the value of a ship's shot from a place, less the danger of the enemy's, in pips."""
    enemy = g.ships[1 - side]
    w = g.weights[side]
    enemy_moves_later = enemy.still > 0 and g.first == side
    certainty = w.unsure if enemy_moves_later else 1.0
    own_shot = shot_value_from(g, side, x, y, fx, fy, enemy.x, enemy.y)
    enemy_shot = shot_value_from(g, 1 - side, enemy.x, enemy.y, enemy.fx, enemy.fy, x, y)
    return own_shot * (certainty + move_impatience(g, side)) - w.fear * enemy_shot * certainty


@rule
def detour_value(g: Game, side: int, gap: float) -> float:
    """Return the value of the gap to the enemy where no line hits: a wider one leads around."""
    present_gap = rim_gap(g)
    weight = g.weights[side].approach - BLOCKED_PIPS_PER_INCH + move_impatience(g, side)
    return weight * (min(gap, FAR_GAP_INCHES) - min(present_gap, FAR_GAP_INCHES))


@rule
def passing_value(g: Game, side: int, x: float, y: float) -> float:
    """Return the value of a sideways move around an obstacle.

    Both ships pass it on the same side, so that they meet.
    """
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    sideways = (x - ship.x) * (enemy.y - ship.y) - (y - ship.y) * (enemy.x - ship.x)
    weight = SIDESTEP_PIPS_PER_INCH if side == 0 else -SIDESTEP_PIPS_PER_INCH
    return weight * sideways / max(distance(ship.x, ship.y, enemy.x, enemy.y), 1.0)


@rule
def close_value(g: Game, side: int) -> float:
    """Return the value of a place near an enemy on which dice explode, in pips.

    For a ship with fewer dice, explosions that harm both are an advantage.
    """
    if dice_left(g, side) < dice_left(g, 1 - side):
        return FEWER_DICE_CLOSE_FACTOR * g.weights[side].close
    return -g.weights[side].close


@rule
def evaluate_payments(g: Game, side: int) -> None:
    """Value the dice that may pay: the fullest is best.

    If a die jettisoned onto the enemy would do enough harm, the emptiest is best.
    """
    blast = g.p.tanks_blast
    throws_bomb = can_throw_onto_enemy(g) and hit_harm(g, 1 - side, blast) > BOMB_MIN_HARM_PIPS
    for n in range(g.core.offered):
        o = g.core.options[n]
        o.value = BASE_PIPS + (-o.other if throws_bomb else o.other)


@rule
def evaluate_losses(g: Game, side: int) -> None:
    """Value the dice that may be lost: Mobility first, then Defense.

    Offense may still serve in this turn's attack, and Defense in the enemy's.
    """
    for n in range(g.core.offered):
        o = g.core.options[n]
        if o.what == MOBILITY:
            o.value = LOSE_MOBILITY_VALUE
        elif o.what == DEFENSE:
            o.value = LOSE_DEFENSE_VALUE
        else:
            o.value = 0.0


@rule
def evaluate_jettison_places(g: Game, side: int) -> None:
    """Value the places for a jettisoned die: onto the enemy if that hurts, else in its way."""
    for n in range(g.core.offered):
        o = g.core.options[n]
        if o.what == 1:
            o.value = hit_harm(g, 1 - side, g.p.tanks_blast)
        else:
            add_thing(g, DIE, o.x, o.y, g.die, side)
            o.value = last_thing_value(g, side)
            g.n_things -= 1
            clear_thing(g, g.n_things)


@rule
def last_thing_value(g: Game, side: int) -> float:
    """Return the value to a ship of the last thing on the table, in pips: in the enemy's lines.

    A place where it would stop the bot's own shot is worse.
    """
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    n = g.n_things - 1
    own_shot = shot_value_from(g, side, ship.x, ship.y, ship.fx, ship.fy, enemy.x, enemy.y)
    enemy_shot = shot_value_from(g, 1 - side, enemy.x, enemy.y, enemy.fx, enemy.fy, ship.x, ship.y)
    value = own_shot - enemy_shot
    if g.firing == side and stops_shot(g, n):
        value -= BLOCKS_OWN_SHOT_PIPS
    if g.firing == 1 - side and g.strength > 0 and stops_shot(g, n):
        value += BLOCKS_ENEMY_SHOT_PIPS
    thing = g.things[n]
    return value + CLEAR_PIPS_PER_INCH * distance(thing.x, thing.y, enemy.x, enemy.y)


@rule
def stops_shot(g: Game, n: int) -> bool:
    """Return whether thing n lies in the line of the shot that is under way."""
    return distance_to_thing(g, n, g.sx, g.sy, g.dx, g.dy, g.far) < g.far
