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
from carnage.engine.duel.bots.plans import FAR, plan, planned_row
from carnage.engine.duel.bots.worth import gain, harm, shot_from
from carnage.engine.duel.collisions import forget_thing, in_throw, lay
from carnage.engine.duel.counts import dice_left, row_dice, row_pips
from carnage.engine.duel.lines import find_line, meets
from carnage.engine.duel.questions import (
    ASSIGN,
    ATTACKS,
    GO,
    JETTISON,
    LOSE,
    MOVE,
    ORDER,
    PAY,
    SHOOT,
    VALVE,
)
from carnage.engine.duel.state import DEFENSE, DIE, MOBILITY, OFFENSE, Game

BLIND = 0.05  # pips; deducted from the value of an inch nearer, where something blocks all lines


@rule
def greedy(g: Game, side: int, kind: int, actor: int) -> int:
    """Return the index of the best option. The values are cleared from the record afterwards.

    Args:
        side: The seat that decides.
        kind: The question, by its number.
        actor: The die, row or step that the question is about, or -1.
    """
    if kind == ASSIGN:
        value_rows(g, side, actor)
    elif kind == VALVE:
        value_valves(g, side)
    elif kind == ORDER:
        value_order(g, side, actor)
    elif kind == MOVE:
        value_moves(g, side)
    elif kind == PAY:
        value_payment(g, side)
    elif kind == SHOOT:
        g.core.options[1].value = gain(g, side) + g.weights[side].trigger
    elif kind == LOSE:
        value_losses(g, side)
    elif kind == JETTISON:
        value_places(g, side)
    else:
        raise NoSuchRule
    best = highest_valued_option(g.core)
    for k in range(MAX_OPTIONS):
        g.core.options[k].value = 0.0
    return best


@rule
def value_rows(g: Game, side: int, k: int) -> None:
    """Value the rows for die k: the planned one is best."""
    if g.chosen.assignment == R.ASSIGNMENT_STIFF_VALVES:
        row = valve_to(g, side)
    else:
        row = planned_row(g, side, k)
    for n in range(g.core.offered):
        o = g.core.options[n]
        o.value = 1.0 if o.what == row and o.other < 0 else 0.0


@rule
def lacking(g: Game, side: int) -> tuple[int, int]:
    """Return the row with the most dice above the plan and the row with the most below it.

    Both are 0 if no row has dice above the plan.
    """
    mobility, offense, defense = plan(g, side)
    from_row = 0
    to_row = 0
    most = 0
    least = 0
    for row in range(3):
        if row == MOBILITY:
            wanted = mobility
        elif row == OFFENSE:
            wanted = offense
        else:
            wanted = defense
        over = row_dice(g, side, row) - wanted
        if over > most:
            most = over
            from_row = row
        if over < least:
            least = over
            to_row = row
    if most == 0:
        return 0, 0
    return from_row, to_row


@rule
def valve_to(g: Game, side: int) -> int:
    """Return the row with the most dice below the plan."""
    _, to_row = lacking(g, side)
    return to_row


@rule
def value_valves(g: Game, side: int) -> None:
    """Value the dice to be moved: the fullest in the row with the most dice above the plan is
    best.
    """
    from_row, _ = lacking(g, side)
    for n in range(g.core.offered):
        o = g.core.options[n]
        if o.what == from_row:
            o.value = 100.0 + g.ships[side].cells[o.who].pips
        else:
            o.value = 0.0


@rule
def value_order(g: Game, side: int, step: int) -> None:
    """Value the ships that may go first: the bot wants to shoot first but to move second.

    The second to move knows the enemy's position.
    """
    for n in range(g.core.offered):
        o = g.core.options[n]
        if (o.what == side) == (step == ATTACKS):
            o.value = 1.0
        else:
            o.value = 0.0


@rule
def value_moves(g: Game, side: int) -> None:
    """Value the moves: a place with a shot, and none for the enemy, is best; otherwise a nearer
    place.
    """
    enemy = g.ships[1 - side]
    ship = g.ships[side]
    w = g.weights[side]
    if enemy.still > 0 and g.first == side:
        coming = w.unsure
    else:
        coming = 1.0
    bold = w.impatience * min(g.rounds, 20)  # two bots that wait for each other run out of fuel
    thirst = w.thirst + (0.3 if g.burned == 1 else 0.0)  # an idle turn would cost a pip as well
    if row_pips(g, side, MOBILITY) == row_dice(g, side, MOBILITY):
        thirst += w.last
    here = distance(ship.x, ship.y, enemy.x, enemy.y) - 2.0 * g.radius
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
        mine = shot_from(g, side, x, y, fx, fy, enemy.x, enemy.y)
        theirs = shot_from(g, 1 - side, enemy.x, enemy.y, enemy.fx, enemy.fy, x, y)
        gap = distance(x, y, enemy.x, enemy.y) - 2.0 * g.radius
        o.value = (
            mine * (coming + bold) - w.fear * theirs * coming - (w.approach + bold) * min(gap, 30.0)
        )
        if g.chosen.shot == R.SHOT_ENDLESS or g.chosen.move == R.MOVE_TURNING:
            if fx * (enemy.x - x) + fy * (enemy.y - y) > 0.0:
                o.value += w.prow
        # A ship that hides from all lines only burns fuel.
        met, _, _, _, _ = find_line(g, x, y, fx, fy, FAR, enemy.x, enemy.y)
        if met >= 0:
            o.value += w.sight
        else:
            o.value += (w.approach - BLIND + bold) * (min(gap, 30.0) - min(here, 30.0))
            # Both ships pass an obstacle on the same side of it, so that they meet.
            aside = (x - ship.x) * (enemy.y - ship.y) - (y - ship.y) * (enemy.x - ship.x)
            o.value += (
                (1.2 if side == 0 else -1.2)
                * aside
                / max(distance(ship.x, ship.y, enemy.x, enemy.y), 1.0)
            )
        if g.chosen.tanks == R.TANKS_EXPLODING and gap <= g.reach + g.die:
            # For a ship with fewer dice, explosions that harm both are an advantage.
            if dice_left(g, side) < dice_left(g, 1 - side):
                o.value += 0.6 * w.close
            else:
                o.value += -w.close
        if n > 0:
            o.value -= thirst if o.what == GO else thirst + 0.1
        # Random noise keeps the moves from being predictable.
        o.value += w.loose * bot_below(g.core, 1000) / 1000.0


@rule
def value_payment(g: Game, side: int) -> None:
    """Value the dice that may pay: the fullest is best.

    If a die jettisoned onto the enemy would do enough harm, the emptiest is best.
    """
    bomb = in_throw(g) and harm(g, 1 - side, g.p.tanks_blast) > 6.0
    for n in range(g.core.offered):
        o = g.core.options[n]
        o.value = 100.0 + (-o.other if bomb else o.other)


@rule
def value_losses(g: Game, side: int) -> None:
    """Value the dice that may be lost: Mobility first, then Defense.

    Offense may still serve in this turn's attack, and Defense in the enemy's.
    """
    for n in range(g.core.offered):
        o = g.core.options[n]
        if o.what == MOBILITY:
            o.value = 2.0
        elif o.what == DEFENSE:
            o.value = 1.0
        else:
            o.value = 0.0


@rule
def value_places(g: Game, side: int) -> None:
    """Value the places for a jettisoned die: onto the enemy if that hurts, else in the enemy's line
    of fire.

    A place where it would stop the bot's own shot is worse.
    """
    c = g.core
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    for n in range(c.offered):
        o = c.options[n]
        if o.what == 1:
            o.value = harm(g, 1 - side, g.p.tanks_blast)
            continue
        lay(g, DIE, o.x, o.y, g.die, side)
        mine = shot_from(g, side, ship.x, ship.y, ship.fx, ship.fy, enemy.x, enemy.y)
        theirs = shot_from(g, 1 - side, enemy.x, enemy.y, enemy.fx, enemy.fy, ship.x, ship.y)
        o.value = mine - theirs
        if g.firing == side and meets(g, g.n_things - 1, g.sx, g.sy, g.dx, g.dy, g.far) < g.far:
            o.value -= 20.0
        if g.firing == 1 - side and g.strength > 0:
            if meets(g, g.n_things - 1, g.sx, g.sy, g.dx, g.dy, g.far) < g.far:
                o.value += 5.0
        # Keep the die away from the line to the enemy, where it would block the next move.
        o.value += 0.02 * distance(o.x, o.y, enemy.x, enemy.y)
        g.n_things -= 1
        forget_thing(g, g.n_things)
