"""Throws of dice at a point: the positions where they stop, and the towers they strike."""

from __future__ import annotations

from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.state import THROWN, Game, Log
from carnage.engine.battle.harm.dexterity import landing_place
from carnage.engine.battle.harm.tower import strike_towers
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d6, forget_dice, keep_die
from carnage.engine.core.decisions import offer
from carnage.engine.core.geometry import TINY, distance, round_to_thousandth

ALIKE = 1.0  # inches; points that are nearer to each other count as the same


@rule
def offer_aim(g: Game, what: int, who: int, other: int, x: float, y: float) -> None:
    """Offer a point to throw at, moved onto the table, unless a similar one is offered already."""
    c = g.core
    x = min(max(x, 0.0), g.table)
    y = min(max(y, 0.0), g.table)
    for k in range(c.offered):
        if distance(c.options[k].x, c.options[k].y, x, y) < ALIKE:
            return
    before = c.offered
    offer(c, what, who, other)
    if c.offered > before:
        c.options[before].x = x
        c.options[before].y = y


@rule
def onto_table(g: Game, x0: float, y0: float, x: float, y: float) -> tuple[float, float]:
    """Return x, y, or the point where a die thrown from x0, y0 left the table if x, y is off it."""
    dx = x - x0
    dy = y - y0
    share = 1.0
    if dx > TINY:
        share = min(share, (g.table - x0) / dx)
    elif dx < -TINY:
        share = min(share, -x0 / dx)
    if dy > TINY:
        share = min(share, (g.table - y0) / dy)
    elif dy < -TINY:
        share = min(share, -y0 / dy)
    return round_to_thousandth(x0 + dx * share), round_to_thousandth(y0 + dy * share)


@rule
def throw_dice(
    g: Game, log: Log, number: int, i: int, weapon: int, dice: int, ax: float, ay: float, at: int
) -> None:
    """Throw dice at ax, ay for model i and log each, then strike the towers that they reach.

    All dice have stopped before the first of them strikes a tower.

    Args:
        g: The game.
        log: Its log.
        number: The rule of the throw.
        i: The model whose player throws.
        weapon: Its weapon, -1 for Move Dice.
        dice: The number of dice.
        ax: The point aimed at.
        ay: The point aimed at.
        at: The index in `g.thrown` of the first die. Dice from there on are replaced.
    """
    m = g.models[i]
    for n in range(at, THROWN):
        g.thrown[n].live = 0
    write.throw(g, log, number, m.side, i, weapon, ax, ay)
    x0 = m.x
    y0 = m.y
    for n in range(dice):
        die = g.thrown[at + n]
        x, y = landing_place(g, m.side, x0, y0, ax, ay)
        die.x, die.y = onto_table(g, x0, y0, x, y)
        die.value = d6(g.core)
        die.live = 1
        forget_dice(g.core)
        keep_die(g.core, die.value)
        write.die(g, log, number, m.side, i, die.value, die.x, die.y)
    for n in range(dice):
        strike_towers(g, log, m.side, g.thrown[at + n].x, g.thrown[at + n].y)
