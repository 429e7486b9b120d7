"""Rules of Move: the moves of a ship in a turn. Each is paid for after it has been made."""

from __future__ import annotations

import math

from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.geometry import direction_to, distance, rotate
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.action_cleanup import settle_debts
from carnage.engine.duel.collisions import SLACK
from carnage.engine.duel.counts import is_finished, row_pips
from carnage.engine.duel.decisions import ask
from carnage.engine.duel.edges import arrival
from carnage.engine.duel.questions import GO, MOVE, STAY, TURN_ABOUT
from carnage.engine.duel.state import COMPASS, MOBILITY, SWINGS, Game, Log


@rule
def play_moves(g: Game, log: Log, side: int) -> None:
    """Have a ship make its moves one after another, at most as many as its Mobility."""
    g.acting = side
    ship = g.ships[side]
    while ship.still > 0 and row_pips(g, side, MOBILITY) >= g.p.move_cost and not is_finished(g):
        ship.still -= 1
        offer_moves(g, side)
        o = g.core.options[ask(g, log, side, MOVE, -1)]
        what = int(o.what)
        x = o.x
        y = o.y
        fx = o.fx
        fy = o.fy
        if what == STAY:
            ship.still = 0
            return
        x0 = ship.x
        y0 = ship.y
        ship.x = x
        ship.y = y
        ship.fx = fx
        ship.fy = fy
        if what == GO:
            over = int(distance(x0, y0, x, y) > longest_move(g) + 0.1)
            write.move(
                g, log, g.chosen.move, side, over_an_edge=over, from_x=x0, from_y=y0, to_x=x, to_y=y
            )
        elif what == TURN_ABOUT:
            write.turn_about(g, log, R.MOVE_TURNING, side, fx, fy)
        else:
            raise NoSuchRule
        ship.acted = 1
        ship.owes[MOBILITY] += g.p.move_cost
        settle_debts(g, log, side)


@rule
def longest_move(g: Game) -> float:
    """Return the longest move of a ship's middle, in inches: its width and those of its pennies."""
    return float(2.0 * g.radius + 2.0 * g.penny * g.p.move_pennies)


@rule
def offer_moves(g: Game, side: int) -> None:
    """Offer at most sixteen moves; the first is to stay."""
    clear(g.core)
    offer(g.core, STAY, -1, -1)
    if g.chosen.move == R.MOVE_TURNING:
        turning(g, side)
    elif g.chosen.move == R.MOVE_LONG_BURN:
        long_burn(g, side)
    elif g.chosen.move == R.MOVE_A_PENNY_A_PIP:
        a_penny_a_pip(g, side)
    else:
        raise NoSuchRule


@rule
def offer_straight_move(g: Game, side: int, dx: float, dy: float, far: float) -> bool:
    """Offer a move of `far` inches in direction d; return whether it is possible.

    Each destination is offered once.
    """
    ship = g.ships[side]
    how, x, y = arrival(g, side, ship.x, ship.y, dx, dy, far)
    if how == 0:
        return False
    for k in range(g.core.offered):
        if g.core.options[k].what == GO and g.core.options[k].x == x and g.core.options[k].y == y:
            return True
    offer(g.core, GO, how, -1)
    o = g.core.options[g.core.offered - 1]
    o.x = x
    o.y = y
    o.fx = dx
    o.fy = dy
    return True


@rule
def penny_fits(g: Game, side: int, dx: float, dy: float, far: float) -> bool:
    """Return whether there is room for a penny that touches the ship before and after its move."""
    ship = g.ships[side]
    half = far / 2.0
    touch = g.radius + g.penny
    aside2 = touch * touch - half * half
    aside = math.sqrt(aside2) if aside2 > 0.0 else 0.0
    mx = ship.x + dx * half
    my = ship.y + dy * half
    return is_penny_place_clear(g, side, mx - dy * aside, my + dx * aside) or is_penny_place_clear(
        g, side, mx + dy * aside, my - dx * aside
    )


@rule
def is_penny_place_clear(g: Game, side: int, x: float, y: float) -> bool:
    """Return whether a penny here would overlap nothing. The ship that moves does not count."""
    enemy = g.ships[1 - side]
    if distance(x, y, enemy.x, enemy.y) < g.penny + g.radius - SLACK:
        return False
    for n in range(g.n_things):
        thing = g.things[n]
        if distance(x, y, thing.x, thing.y) < g.penny + thing.radius - SLACK:
            return False
    return True


@rule
def offer_penny_move(g: Game, side: int, n: int, share: float) -> bool:
    """Offer a move in compass direction n, from the enemy; return whether it is possible.

    Args:
        side: The ship.
        n: The direction, as an index of `cosines`.
        share: The part of the longest move.
    """
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    tx, ty = direction_to(ship.x, ship.y, enemy.x, enemy.y)
    dx, dy = rotate(tx, ty, g.cosines[n], g.sines[n])
    far = longest_move(g) * share
    return penny_fits(g, side, dx, dy, far) and offer_straight_move(g, side, dx, dy, far)


@rule
def a_penny_a_pip(g: Game, side: int) -> None:
    """Offer moves in twelve directions, whole or else half, and half moves in three.

    The half moves are ahead and to both sides.
    """
    for n in range(0, COMPASS, 2):
        if not offer_penny_move(g, side, n, 1.0):
            offer_penny_move(g, side, n, 0.5)
    offer_penny_move(g, side, 0, 0.5)
    offer_penny_move(g, side, COMPASS // 4, 0.5)
    offer_penny_move(g, side, 3 * COMPASS // 4, 0.5)


@rule
def long_burn(g: Game, side: int) -> None:
    """Offer moves in twelve directions over as many pennies as fit, and in three over one."""
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    tx, ty = direction_to(ship.x, ship.y, enemy.x, enemy.y)
    for n in range(0, COMPASS, 2):
        dx, dy = rotate(tx, ty, g.cosines[n], g.sines[n])
        for less in range(g.p.move_pennies):
            if offer_straight_move(g, side, dx, dy, longest_move(g) - 2.0 * g.penny * less):
                break
    for n in range(0, COMPASS, COMPASS // 3):
        dx, dy = rotate(tx, ty, g.cosines[n], g.sines[n])
        offer_straight_move(g, side, dx, dy, 2.0 * (g.radius + g.penny))


@rule
def turning(g: Game, side: int) -> None:
    """Offer moves straight on near the prow, and turns on the spot to eight directions."""
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    for n in range(SWINGS):
        dx, dy = rotate(ship.fx, ship.fy, g.swing_cosines[n], g.swing_sines[n])
        offer_straight_move(g, side, dx, dy, longest_move(g))
    tx, ty = direction_to(ship.x, ship.y, enemy.x, enemy.y)
    for n in range(0, COMPASS, 3):
        fx, fy = rotate(tx, ty, g.cosines[n], g.sines[n])
        if fx * ship.fx + fy * ship.fy < 0.999:
            offer_turn_about(g, side, fx, fy)


@rule
def offer_turn_about(g: Game, side: int, fx: float, fy: float) -> None:
    """Offer a turn of the ship on the spot, to prow direction f."""
    offer(g.core, TURN_ABOUT, -1, -1)
    o = g.core.options[g.core.offered - 1]
    o.x = g.ships[side].x
    o.y = g.ships[side].y
    o.fx = fx
    o.fy = fy
