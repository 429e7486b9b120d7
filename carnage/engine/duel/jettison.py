"""Jettison: a spent or lost die comes to lie near its ship, and may drift from there."""

from __future__ import annotations

from carnage.engine.core.asking import clear, offer
from carnage.engine.core.chance import forget_dice
from carnage.engine.core.compiling import rule
from carnage.engine.core.geometry import crosses_disc, disc_entry, thousandth, towards, turned
from carnage.engine.core.state import OPTIONS
from carnage.engine.duel import events as E
from carnage.engine.duel import numbers as R
from carnage.engine.duel.asking import ask
from carnage.engine.duel.counts import dice_left
from carnage.engine.duel.noting import note, note_way
from carnage.engine.duel.questions import JETTISON
from carnage.engine.duel.state import COMPASS, DIE, Game, Log
from carnage.engine.duel.tanks import exploding, inert
from carnage.engine.duel.ways import SLACK, in_throw, inside, lay, room, take_away


@rule
def jettison(g: Game, log: Log, side: int) -> None:
    """One die goes overboard."""
    ship = g.ships[side]
    offer_places(g, side)
    left = dice_left(g, side) + ship.lost
    forget_dice(g.core)
    if g.core.offered == 0:
        note(g, log, E.NOWHERE, g.chosen.jettison, side, -1, -1, left, 0, 0, 0)
        return
    o = g.core.options[ask(g, side, JETTISON, left)]
    what, x, y = int(o.what), o.x, o.y
    if what == 1:
        exploding(g, log, side)
        return
    fx, fy = towards(ship.x, ship.y, x, y)
    lay(g, DIE, x, y, g.die, fx, fy)
    forget_dice(g.core)
    note_way(g, log, E.JETTISON, g.chosen.jettison, side, -1, left, 0, ship.x, ship.y, x, y)
    inert(g)


@rule
def offer_places(g: Game, side: int) -> None:
    """Onto the enemy, where that is allowed; and up to fifteen places, near the rim and as far as may be."""
    clear(g.core)
    if in_throw(g):
        offer(g.core, 1, -1, -1)
    near = g.radius + g.die
    if g.reach < 2.0 * SLACK:
        for n in range(0, COMPASS, 2):
            offer_place(g, side, n, near)
        return
    for n in range(0, COMPASS, 3):
        offer_place(g, side, n, near + g.reach)
    for n in range(0, COMPASS, 3):
        offer_place(g, side, n, near + g.reach / 4.0)


@rule
def offer_place(g: Game, side: int, n: int, far: float) -> None:
    """A place in compass direction n, counted from the enemy, if there is room."""
    if g.core.offered == OPTIONS:
        return
    ship, enemy = g.ships[side], g.ships[1 - side]
    tx, ty = towards(ship.x, ship.y, enemy.x, enemy.y)
    dx, dy = turned(tx, ty, g.cosines[n], g.sines[n])
    x, y = thousandth(ship.x + dx * far), thousandth(ship.y + dy * far)
    if room(g, x, y, g.die):
        offer(g.core, 0, -1, -1)
        o = g.core.options[g.core.offered - 1]
        o.x, o.y = x, y


@rule
def drift(g: Game, log: Log) -> None:
    """Every jettisoned die slides outward, the oldest first, and stops short of what it meets."""
    if g.chosen.jettison != R.JETTISON_DRIFT:
        return
    n = 0
    while n < g.n_things:
        thing = g.things[n]
        x0, y0 = thing.x, thing.y
        far = free_slide(g, n, g.p.jettison_slide) if thing.kind == DIE else 0.0
        x, y = thousandth(x0 + thing.fx * far), thousandth(y0 + thing.fy * far)
        forget_dice(g.core)
        if not inside(g, x, y):
            note_way(g, log, E.DRIFT_OFF, R.JETTISON_DRIFT, -1, -1, 0, 0, x0, y0, 0.0, 0.0)
            take_away(g, n)
            continue
        if far > SLACK:
            thing.x, thing.y = x, y
            note_way(g, log, E.DRIFT, R.JETTISON_DRIFT, -1, -1, 0, 0, x0, y0, x, y)
        n += 1


@rule
def free_slide(g: Game, n: int, far: float) -> float:
    """How far a die slides, at most `far`, until it touches something."""
    die = g.things[n]
    for side in range(2):
        ship = g.ships[side]
        far = min(far, until(die.x, die.y, die.fx, die.fy, far, ship.x, ship.y, g.die + g.radius))
    for k in range(g.n_things):
        if k != n:
            thing = g.things[k]
            far = min(far, until(die.x, die.y, die.fx, die.fy, far, thing.x, thing.y, g.die + thing.radius))
    return far


@rule
def until(ax: float, ay: float, dx: float, dy: float, far: float, x: float, y: float, touch: float) -> float:
    """How far a disc slides from a along d until its middle is `touch` from a point; `far` if it never is."""
    if not crosses_disc(ax, ay, ax + dx * far, ay + dy * far, x, y, touch - SLACK):
        return far
    return min(far, disc_entry(ax, ay, dx, dy, x, y, touch))
