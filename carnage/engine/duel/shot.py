"""Rules of Shot: a shot is announced, paid for, and flies until something stops it."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.geometry import NEVER, disc_entry, round_to_thousandth
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.action_cleanup import settle_debts
from carnage.engine.duel.counts import row_dice, row_pips
from carnage.engine.duel.decisions import ask
from carnage.engine.duel.edges import distance_to_edge
from carnage.engine.duel.hit import strike
from carnage.engine.duel.hit_costs import shot_strength
from carnage.engine.duel.last_gasp import is_halted
from carnage.engine.duel.lines import distance_to_thing, find_line, shot_range
from carnage.engine.duel.questions import SHOOT
from carnage.engine.duel.state import MOON, OFFENSE, Game, Log
from carnage.engine.duel.tanks import brittle


@rule
def attack(g: Game, log: Log, side: int) -> None:
    """Ask a ship whether it shoots, if a line hits, and play the shot."""
    g.acting = side
    offense = row_dice(g, side, OFFENSE)
    if offense == 0 or row_pips(g, side, OFFENSE) < offense * g.p.shot_cost:
        return
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    met, sx, sy, dx, dy = find_line(g, ship.x, ship.y, ship.fx, ship.fy, offense, enemy.x, enemy.y)
    if met < 0:
        write.no_shot(g, log, g.chosen.shot, side)
        return
    clear(g.core)
    offer(g.core, 0, -1, 0)
    offer(g.core, 1, -1, met)
    o = g.core.options[1]
    o.x = sx
    o.y = sy
    o.fx = dx
    o.fy = dy
    if ask(g, log, side, SHOOT, offense) == 0:
        write.hold_fire(g, log, g.chosen.shot, side)
        return
    announce_shot(g, log, side, offense, sx, sy, dx, dy)
    g.strength = shot_strength(g, side, offense)
    g.ships[side].acted = 1
    g.ships[side].owes[OFFENSE] += offense * g.p.shot_cost
    settle_debts(g, log, side)
    if not is_halted(g):
        resolve_shot(g, log)
    settle_debts(g, log, side)
    clear_shot(g)


@rule
def announce_shot(
    g: Game, log: Log, side: int, offense: int, sx: float, sy: float, dx: float, dy: float
) -> None:
    """Store and log the line of a shot.

    The line stays the same, even if dice are jettisoned while it is paid for.
    """
    enemy = g.ships[1 - side]
    g.firing = side
    g.strength = offense
    g.sx = sx
    g.sy = sy
    g.dx = dx
    g.dy = dy
    g.far = min(shot_range(g, offense), distance_to_edge(g, sx, sy, dx, dy))
    way = min(g.far, disc_entry(sx, sy, dx, dy, enemy.x, enemy.y, g.radius + g.penny))
    if way == NEVER:
        way = 0.0
    x0 = round_to_thousandth(sx)
    y0 = round_to_thousandth(sy)
    x1 = round_to_thousandth(sx + dx * way)
    y1 = round_to_thousandth(sy + dy * way)
    write.attack(g, log, g.chosen.shot, side, offense, x0, y0, x1, y1)


@rule
def clear_shot(g: Game) -> None:
    """Clear the shot in the record."""
    g.firing = -1
    g.strength = 0
    g.sx = 0.0
    g.sy = 0.0
    g.dx = 0.0
    g.dy = 0.0
    g.far = 0.0


@rule
def next_obstacle(g: Game) -> int:
    """Return the first thing that stops the shot; -1 if it reaches its target or its end."""
    enemy = g.ships[1 - g.firing]
    nearest = min(g.far, disc_entry(g.sx, g.sy, g.dx, g.dy, enemy.x, enemy.y, g.radius + g.penny))
    first = -1
    for n in range(g.n_things):
        way = distance_to_thing(g, n, g.sx, g.sy, g.dx, g.dy, nearest)
        if way < nearest:
            nearest = way
            first = n
    return first


@rule
def resolve_shot(g: Game, log: Log) -> None:
    """Move the shot along its line to the first thing in its way, or to a hit.

    Only lines that hit are offered, so no shot falls short.
    """
    side = g.firing
    n = next_obstacle(g)
    if n >= 0 and g.chosen.tanks == R.TANKS_BRITTLE and g.things[n].kind != MOON:
        brittle(g, log, n)
        n = next_obstacle(g)
    if n >= 0:
        thing = g.things[n]
        write.stopped(g, log, g.chosen.shot, side, thing=thing.kind, to_x=thing.x, to_y=thing.y)
    else:
        strike(g, log, 1 - side, g.strength)
