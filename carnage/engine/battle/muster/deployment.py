"""Deployment: the areas where units are set up, and the order."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.model_status import count_mustered, update_upright
from carnage.engine.battle.frame.questions import CORNER, EDGE, PLACE, RING, SET_UP
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.move.move_targets import compass_x, compass_y
from carnage.engine.battle.muster.deployment_areas import MIDDLE, OUTSIDE, offer_area, stand_unit
from carnage.engine.battle.muster.deployment_strips import (
    offer_strip,
    stand_along_edge,
    take_off_table,
)
from carnage.engine.battle.turn.initiative import roll_off
from carnage.engine.battle.turn.markers import place_markers
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.rule_ids import NoSuchRule


@rule
def deployment(g: Game, log: Log) -> None:
    """Set up all units, by the chosen rule. Raises NoSuchRule for another one."""
    how = g.chosen.deployment
    if how == R.DEPLOYMENT_CORNERS:
        corners(g, log)
    elif how == R.DEPLOYMENT_ANYWHERE:
        anywhere(g, log)
    elif how == R.DEPLOYMENT_SURROUNDED:
        surrounded(g, log)
    elif how == R.DEPLOYMENT_EDGES:
        edges(g, log)
    elif (
        how == R.DEPLOYMENT_1
        or how == R.DEPLOYMENT_2
        or how == R.DEPLOYMENT_3
        or how == R.DEPLOYMENT_4
    ):
        edges(g, log)  # they differ only in the depth of the strips
    else:
        raise NoSuchRule


@rule
def edges(g: Game, log: Log) -> None:
    """Have the winner of a roll-off pick an edge; then set units up in turn, that side first."""
    winner = roll_off(g, log, g.chosen.deployment)
    clear(g.core)
    for n in range(4):
        offer(g.core, n, -1, -1)
    edge = g.core.options[ask(g, log, winner, EDGE, -1)].what
    g.sides[winner].edge = edge
    g.sides[1 - winner].edge = (edge + 2) % 4
    write.edge(g, log, g.chosen.deployment, winner, edge)
    set_up_in_turn(g, log, winner)


@rule
def corners(g: Game, log: Log) -> None:
    """Have the winner of a roll-off pick a corner; then set units up in turn, that side first."""
    winner = roll_off(g, log, R.DEPLOYMENT_CORNERS)
    clear(g.core)
    for n in range(4):
        offer(g.core, n, -1, -1)
    corner = g.core.options[ask(g, log, winner, CORNER, -1)].what
    g.sides[winner].edge = corner
    g.sides[1 - winner].edge = (corner + 2) % 4
    write.corner(g, log, R.DEPLOYMENT_CORNERS, winner, corner)
    set_up_in_turn(g, log, winner)


@rule
def anywhere(g: Game, log: Log) -> None:
    """Set units up in turn, with the whole table as the area, the winner of a roll-off first."""
    place_markers(g)
    set_up_in_turn(g, log, roll_off(g, log, R.DEPLOYMENT_ANYWHERE))


@rule
def surrounded(g: Game, log: Log) -> None:
    """Have the winner of a roll-off choose the middle or the outside.

    The side in the middle sets up all its units first.
    """
    place_markers(g)
    winner = roll_off(g, log, R.DEPLOYMENT_SURROUNDED)
    clear(g.core)
    offer(g.core, OUTSIDE, -1, -1)
    offer(g.core, MIDDLE, -1, -1)
    where = g.core.options[ask(g, log, winner, RING, -1)].what
    g.sides[winner].edge = where
    g.sides[1 - winner].edge = 1 - where
    write.ring(g, log, R.DEPLOYMENT_SURROUNDED, winner, in_the_middle=where)
    inner = winner if where == MIDDLE else 1 - winner
    for n in range(2):
        for _ in range(g.n_units):
            side = inner if n == 0 else 1 - inner
            set_up_next_unit(g, log, side)


@rule
def set_up_in_turn(g: Game, log: Log, side: int) -> None:
    """Set up units of both sides in turn, until neither has any left. `side` begins."""
    for _ in range(2 * g.n_units):
        set_up_next_unit(g, log, side)
        side = 1 - side


@rule
def set_up_next_unit(g: Game, log: Log, side: int) -> None:
    """Have a side set up one of its units, if it has any left."""
    clear(g.core)
    for unit in range(g.n_units):
        u = g.units[unit]
        if (
            u.side == side
            and u.in_play == 0
            and unit != g.sides[side].left_out
            and count_mustered(g, unit) > 0
        ):
            offer(g.core, 0, unit, -1)
    if g.core.offered > 0:
        set_up_unit(g, log, g.core.options[ask(g, log, side, SET_UP, -1)].who)


@rule
def set_up_unit(g: Game, log: Log, unit: int) -> None:
    """Ask where a unit is set up, and set up its models there."""
    u = g.units[unit]
    how = g.chosen.deployment
    along_edge = (
        how != R.DEPLOYMENT_CORNERS
        and how != R.DEPLOYMENT_ANYWHERE
        and how != R.DEPLOYMENT_SURROUNDED
    )
    clear(g.core)
    if along_edge:
        offer_strip(g, unit)
    else:
        offer_area(g, unit)
    o = g.core.options[ask(g, log, u.side, PLACE, unit)]
    fx = o.fx
    fy = o.fy
    if along_edge:
        stand_along_edge(g, unit, o.x, o.y)
        fx = compass_x((g.sides[u.side].edge + 2) % 4)
        fy = compass_y((g.sides[u.side].edge + 2) % 4)
    else:
        stand_unit(g, unit, o.x, o.y, fx, fy)
    take_off_table(g, unit)  # each is logged as it is set down
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if m.absent == 1:
            continue
        m.fx = fx
        m.fy = fy
        m.in_play = 1
        update_upright(g)
        g.sides[u.side].models += 1
        write.deploy(g, log, g.chosen.deployment, m.side, i, m.x, m.y, m.x, m.y, m.fx, m.fy)
    u.in_play = count_mustered(g, unit)
    fire(g, R.TERRAIN_OPEN)
