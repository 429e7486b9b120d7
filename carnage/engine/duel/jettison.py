"""Jettison: a spent or lost die comes to lie near its ship, and may drift from there."""

from __future__ import annotations

from carnage.engine.core.asking import clear, offer
from carnage.engine.core.chance import forget_dice
from carnage.engine.core.compiling import rule
from carnage.engine.core.geometry import crosses_disc, disc_entry, distance, thousandth, towards, turned
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

RINGS = 5  # distances from the rim at which a close look is taken


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
    lay(g, DIE, x, y, g.die, side)
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
    else:
        for n in range(0, COMPASS, 3):
            offer_place(g, side, n, near + g.reach)
        for n in range(0, COMPASS, 3):
            offer_place(g, side, n, near + g.reach / 4.0)
    if g.core.offered == 0:
        look_closely(g, side)


@rule
def offer_place(g: Game, side: int, n: int, far: float) -> None:
    """A place in compass direction n, counted from the enemy, if there is room."""
    ship, enemy = g.ships[side], g.ships[1 - side]
    tx, ty = towards(ship.x, ship.y, enemy.x, enemy.y)
    dx, dy = turned(tx, ty, g.cosines[n], g.sines[n])
    offer_spot(g, side, dx, dy, far)


@rule
def offer_spot(g: Game, side: int, dx: float, dy: float, far: float) -> bool:
    """A place so far along d, if there is room."""
    ship = g.ships[side]
    x, y = thousandth(ship.x + dx * far), thousandth(ship.y + dy * far)
    if g.core.offered == OPTIONS or not room(g, x, y, g.die):
        return False
    offer(g.core, 0, -1, -1)
    o = g.core.options[g.core.offered - 1]
    o.x, o.y = x, y
    return True


@rule
def look_closely(g: Game, side: int) -> None:
    """Where none of the usual places has room: in each sector the first that has, degree by degree."""
    ship, enemy = g.ships[side], g.ships[1 - side]
    dx, dy = towards(ship.x, ship.y, enemy.x, enemy.y)
    rings = RINGS if g.reach >= 2.0 * SLACK else 1
    found = False
    for n in range(360):
        if n % (360 // COMPASS) == 0:
            found = False
        for ring in range(rings):
            if not found:
                found = offer_spot(g, side, dx, dy, g.radius + g.die + g.reach * ring / (RINGS - 1))
        dx, dy = turned(dx, dy, g.degree_cosine, g.degree_sine)


@rule
def drift(g: Game, log: Log) -> None:
    """Every jettisoned die slides away from the ship that it came from, the farthest first."""
    if g.chosen.jettison != R.JETTISON_DRIFT:
        return
    for n in range(g.n_things):
        g.things[n].drifted = 0
    n = farthest(g)
    while n >= 0:
        thing = g.things[n]
        thing.drifted = 1
        x0, y0, owner = thing.x, thing.y, int(thing.owner)
        ship = g.ships[owner]
        dx, dy = towards(ship.x, ship.y, x0, y0)
        far = free_slide(g, n, dx, dy, g.p.jettison_slide)
        x, y = thousandth(x0 + dx * far), thousandth(y0 + dy * far)
        forget_dice(g.core)
        if not inside(g, x, y):
            note_way(g, log, E.DRIFT_OFF, R.JETTISON_DRIFT, owner, -1, 0, 0, x0, y0, 0.0, 0.0)
            take_away(g, n)
        elif far > SLACK:
            thing.x, thing.y = x, y
            note_way(g, log, E.DRIFT, R.JETTISON_DRIFT, owner, -1, 0, 0, x0, y0, x, y)
        n = farthest(g)


@rule
def farthest(g: Game) -> int:
    """The jettisoned die farthest from its ship, of those that have still to drift; -1 if all have.

    Things lie in the order in which they were laid, so that of equals the first is found.
    """
    found, most = -1, -1.0
    for n in range(g.n_things):
        thing = g.things[n]
        if thing.kind == DIE and thing.drifted == 0:
            ship = g.ships[thing.owner]
            far = distance(ship.x, ship.y, thing.x, thing.y)
            if far > most + SLACK:
                found, most = n, far
    return found


@rule
def free_slide(g: Game, n: int, dx: float, dy: float, far: float) -> float:
    """How far a die slides along d, at most `far`, until it touches something."""
    die = g.things[n]
    for side in range(2):
        ship = g.ships[side]
        far = min(far, until(die.x, die.y, dx, dy, far, ship.x, ship.y, g.die + g.radius))
    for k in range(g.n_things):
        if k != n:
            thing = g.things[k]
            far = min(far, until(die.x, die.y, dx, dy, far, thing.x, thing.y, g.die + thing.radius))
    return far


@rule
def until(ax: float, ay: float, dx: float, dy: float, far: float, x: float, y: float, touch: float) -> float:
    """How far a disc slides from a along d until its middle is `touch` from a point; `far` if it never is."""
    if not crosses_disc(ax, ay, ax + dx * far, ay + dy * far, x, y, touch - SLACK):
        return far
    return min(far, disc_entry(ax, ay, dx, dy, x, y, touch))
