"""The greedy bot: gives each offered option a value, in pips, and takes the best.

It reckons with what this game's rules reward, by their options and parameters, never by which ruleset it is.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import best_valued
from carnage.engine.core.chance import bot_below
from carnage.engine.core.geometry import distance
from carnage.engine.core.numbering import NoSuchRule
from carnage.engine.core.state import OPTIONS
from carnage.engine.duel import numbers as R
from carnage.engine.duel.bots.plans import FAR, plan, planned_row
from carnage.engine.duel.bots.worth import gain, harm, shot_from
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
from carnage.engine.duel.ways import forget_thing, in_throw, lay

BLIND = 0.05  # how much less an inch nearer counts behind something that stops all lines


@rule
def greedy(g: Game, side: int, kind: int, actor: int) -> int:
    """The option that is worth most. Nothing is left in the record that would tell why."""
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
    best = best_valued(g.core)
    for k in range(OPTIONS):
        g.core.options[k].value = 0.0
    return best


@rule
def value_rows(g: Game, side: int, k: int) -> None:
    """The row that the plan has for this die."""
    row = valve_to(g, side) if g.chosen.assignment == R.ASSIGNMENT_STIFF_VALVES else planned_row(g, side, k)
    for n in range(g.core.offered):
        o = g.core.options[n]
        o.value = 1.0 if o.what == row and o.other < 0 else 0.0


@rule
def lacking(g: Game, side: int) -> tuple[int, int]:
    """By the plan, the row with most dice too many as the rows stand, and the one with most too few."""
    mobility, offense, defense = plan(g, side)
    from_row, to_row, most, least = 0, 0, 0, 0
    for row in range(3):
        wanted = mobility if row == MOBILITY else offense if row == OFFENSE else defense
        over = row_dice(g, side, row) - wanted
        if over > most:
            most, from_row = over, row
        if over < least:
            least, to_row = over, row
    if most == 0:
        return 0, 0
    return from_row, to_row


@rule
def valve_to(g: Game, side: int) -> int:
    """The row that lacks most."""
    _, to_row = lacking(g, side)
    return to_row


@rule
def value_valves(g: Game, side: int) -> None:
    """The fullest die of the row that has too many."""
    from_row, _ = lacking(g, side)
    for n in range(g.core.offered):
        o = g.core.options[n]
        o.value = 100.0 + g.ships[side].cells[o.who].pips if o.what == from_row else 0.0


@rule
def value_order(g: Game, side: int, step: int) -> None:
    """Shoot first; but move last, when everything can be seen."""
    for n in range(g.core.offered):
        o = g.core.options[n]
        o.value = 1.0 if (o.what == side) == (step == ATTACKS) else 0.0


@rule
def value_moves(g: Game, side: int) -> None:
    """To where there is a shot, and none back; else nearer."""
    enemy = g.ships[1 - side]
    ship = g.ships[side]
    w = g.weights[side]
    coming = w.unsure if enemy.still > 0 and g.first == side else 1.0
    bold = w.impatience * min(g.rounds, 20)  # two who wait for each other burn dry
    thirst = w.thirst + (0.3 if g.burned == 1 else 0.0)  # an idle turn would cost a pip as well
    if row_pips(g, side, MOBILITY) == row_dice(g, side, MOBILITY):
        thirst += w.last
    here = distance(ship.x, ship.y, enemy.x, enemy.y) - 2.0 * g.radius
    for n in range(g.core.offered):
        o = g.core.options[n]
        x, y, fx, fy = ship.x, ship.y, ship.fx, ship.fy
        if n > 0:
            x, y, fx, fy = o.x, o.y, o.fx, o.fy
        mine = shot_from(g, side, x, y, fx, fy, enemy.x, enemy.y)
        theirs = shot_from(g, 1 - side, enemy.x, enemy.y, enemy.fx, enemy.fy, x, y)
        gap = distance(x, y, enemy.x, enemy.y) - 2.0 * g.radius
        o.value = mine * (coming + bold) - w.fear * theirs * coming - (w.approach + bold) * min(gap, 30.0)
        if g.chosen.shot == R.SHOT_ENDLESS or g.chosen.move == R.MOVE_TURNING:
            o.value += w.prow if fx * (enemy.x - x) + fy * (enemy.y - y) > 0.0 else 0.0
        # Whoever hides from all lines only burns.
        met, _, _, _, _ = find_line(g, x, y, fx, fy, FAR, enemy.x, enemy.y)
        if met >= 0:
            o.value += w.sight
        else:
            o.value += (w.approach - BLIND + bold) * (min(gap, 30.0) - min(here, 30.0))
            # Both pass what is between them on the same side of it, as people would who want to meet.
            aside = (x - ship.x) * (enemy.y - ship.y) - (y - ship.y) * (enemy.x - ship.x)
            o.value += (
                (1.2 if side == 0 else -1.2) * aside / max(distance(ship.x, ship.y, enemy.x, enemy.y), 1.0)
            )
        if g.chosen.tanks == R.TANKS_EXPLODING and gap <= g.reach + g.die:
            # Whoever is behind has nothing better than to go up together.
            o.value += 0.6 * w.close if dice_left(g, side) < dice_left(g, 1 - side) else -w.close
        if n > 0:
            o.value -= thirst if o.what == GO else thirst + 0.1
        # Whoever always did the same in the same place could be read like a book.
        o.value += w.loose * bot_below(g.core, 1000) / 1000.0


@rule
def value_payment(g: Game, side: int) -> None:
    """With the fullest dice; but with the emptiest where it can be thrown at the enemy to some effect."""
    bomb = in_throw(g) and harm(g, 1 - side, g.p.tanks_blast) > 6.0
    for n in range(g.core.offered):
        o = g.core.options[n]
        o.value = 100.0 + (-o.other if bomb else o.other)


@rule
def value_losses(g: Game, side: int) -> None:
    """Keep what may still be of use this turn: Offense before the attack, and Defense before the enemy's."""
    for n in range(g.core.offered):
        o = g.core.options[n]
        o.value = 2.0 if o.what == MOBILITY else 1.0 if o.what == DEFENSE else 0.0


@rule
def value_places(g: Game, side: int) -> None:
    """Onto the enemy if that hurts; else where it stops the enemy's shot and not one's own."""
    c = g.core
    ship, enemy = g.ships[side], g.ships[1 - side]
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
        # Beside the line to the enemy, rather than in the way of the next move.
        o.value += 0.02 * distance(o.x, o.y, enemy.x, enemy.y)
        g.n_things -= 1
        forget_thing(g, g.n_things)
