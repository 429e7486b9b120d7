"""Rules of Jettison: a spent or lost die is laid near its ship, and may drift from there."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.geometry import (
    crosses_disc,
    direction_to,
    disc_entry,
    distance,
    rotate,
    round_to_thousandth,
)
from carnage.engine.core.state import MAX_OPTIONS
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.collisions import (
    SLACK,
    add_thing,
    can_throw_onto_enemy,
    has_room,
    is_inside,
    remove_thing,
)
from carnage.engine.duel.counts import dice_left
from carnage.engine.duel.decisions import ask
from carnage.engine.duel.questions import JETTISON
from carnage.engine.duel.state import CELLS, COMPASS, DIE, Game, Log
from carnage.engine.duel.tanks import exploding, inert

RINGS = 5  # distances from the rim that `search_places` tries


@rule
def jettison(g: Game, log: Log, side: int) -> None:
    """Jettison one die of a ship."""
    ship = g.ships[side]
    offer_places(g, side)
    left = dice_left(g, side) + ship.lost
    k = spent_die(g, side)
    if g.core.offered == 0:
        mark_gone(g, side, k)
        write.nowhere(g, log, g.chosen.jettison, side, dice_left=left)
        return
    o = g.core.options[ask(g, log, side, JETTISON, left)]
    what = int(o.what)
    x = o.x
    y = o.y
    mark_gone(g, side, k)
    if what == 1:
        exploding(g, log, side)
        return
    add_thing(g, DIE, x, y, g.die, side)
    g.things[g.n_things - 1].number = k
    write.jettison(
        g,
        log,
        g.chosen.jettison,
        side,
        dice_left=left,
        from_x=ship.x,
        from_y=ship.y,
        to_x=x,
        to_y=y,
    )
    inert(g)


@rule
def spent_die(g: Game, side: int) -> int:
    """Return the index of a ship's first spent or lost die that is still on it, or -1."""
    for k in range(CELLS):
        cell = g.ships[side].cells[k]
        if g.start[k] > 0 and cell.pips == 0 and cell.gone == 0:
            return k
    return -1


@rule
def mark_gone(g: Game, side: int, k: int) -> None:
    """Mark die k as gone from its ship. -1 marks none."""
    if k >= 0:
        g.ships[side].cells[k].gone = 1


@rule
def offer_places(g: Game, side: int) -> None:
    """Offer a throw onto the enemy, if possible, and places near the rim and far from it.

    There are at most sixteen options.
    """
    clear(g.core)
    if can_throw_onto_enemy(g):
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
        search_places(g, side)


@rule
def offer_place(g: Game, side: int, n: int, far: float) -> None:
    """Offer a place in compass direction n, counted from the enemy, if there is room."""
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    tx, ty = direction_to(ship.x, ship.y, enemy.x, enemy.y)
    dx, dy = rotate(tx, ty, g.cosines[n], g.sines[n])
    offer_spot(g, side, dx, dy, far)


@rule
def offer_spot(g: Game, side: int, dx: float, dy: float, far: float) -> bool:
    """Offer a place `far` inches from the ship's middle in direction d; return whether it has room.

    A full list of options counts as no room.
    """
    ship = g.ships[side]
    x = round_to_thousandth(ship.x + dx * far)
    y = round_to_thousandth(ship.y + dy * far)
    if g.core.offered == MAX_OPTIONS or not has_room(g, x, y, g.die):
        return False
    offer(g.core, 0, -1, -1)
    o = g.core.options[g.core.offered - 1]
    o.x = x
    o.y = y
    return True


@rule
def search_places(g: Game, side: int) -> None:
    """Search each sector, degree by degree, and offer its first place with room.

    This is for ships around which none of the usual places has room.
    """
    ship = g.ships[side]
    enemy = g.ships[1 - side]
    dx, dy = direction_to(ship.x, ship.y, enemy.x, enemy.y)
    rings = RINGS if g.reach >= 2.0 * SLACK else 1
    offered = False
    for n in range(360):
        if n % (360 // COMPASS) == 0:
            offered = False
        for ring in range(rings):
            if not offered:
                offered = offer_spot(
                    g, side, dx, dy, g.radius + g.die + g.reach * ring / (RINGS - 1)
                )
        dx, dy = rotate(dx, dy, g.degree_cosine, g.degree_sine)


@rule
def drift(g: Game, log: Log) -> None:
    """Move every jettisoned die away from the ship that it came from, the farthest first.

    A die whose middle leaves the square is put aside.
    """
    if g.chosen.jettison != R.JETTISON_DRIFT:
        return
    for n in range(g.n_things):
        g.things[n].drifted = 0
    n = farthest_die(g)
    while n >= 0:
        thing = g.things[n]
        thing.drifted = 1
        x0 = thing.x
        y0 = thing.y
        owner = int(thing.owner)
        ship = g.ships[owner]
        dx, dy = direction_to(ship.x, ship.y, x0, y0)
        far = slide_length(g, n, dx, dy, g.p.jettison_slide)
        x = round_to_thousandth(x0 + dx * far)
        y = round_to_thousandth(y0 + dy * far)
        if not is_inside(g, x, y):
            remove_thing(g, n)
            write.drift_off(g, log, R.JETTISON_DRIFT, owner, x0, y0)
        elif far > SLACK:
            thing.x = x
            thing.y = y
            write.drift(g, log, R.JETTISON_DRIFT, owner, x0, y0, x, y)
        n = farthest_die(g)


@rule
def farthest_die(g: Game) -> int:
    """Return the jettisoned die farthest from its ship that has not drifted, or -1.

    Things are in the order in which they were laid, so the first of equal dice is found.
    """
    farthest = -1
    most = -1.0
    for n in range(g.n_things):
        thing = g.things[n]
        if thing.kind == DIE and thing.drifted == 0:
            ship = g.ships[thing.owner]
            far = distance(ship.x, ship.y, thing.x, thing.y)
            if far > most + SLACK:
                farthest = n
                most = far
    return farthest


@rule
def slide_length(g: Game, n: int, dx: float, dy: float, far: float) -> float:
    """Return how far thing n slides in direction d until it touches something, in inches.

    It is at most `far`.
    """
    die = g.things[n]
    for side in range(2):
        ship = g.ships[side]
        far = min(
            far, slide_until_touch(die.x, die.y, dx, dy, far, ship.x, ship.y, g.die + g.radius)
        )
    for k in range(g.n_things):
        if k != n:
            thing = g.things[k]
            far = min(
                far,
                slide_until_touch(
                    die.x, die.y, dx, dy, far, thing.x, thing.y, g.die + thing.radius
                ),
            )
    return far


@rule
def slide_until_touch(
    ax: float, ay: float, dx: float, dy: float, far: float, x: float, y: float, touch: float
) -> float:
    """Return how far a disc slides from a in direction d until it touches a disc at x, y.

    `touch` is the distance of their middles then. All distances are in inches. The result is `far`
    if it never is.
    """
    if not crosses_disc(ax, ay, ax + dx * far, ay + dy * far, x, y, touch - SLACK):
        return far
    return min(far, disc_entry(ax, ay, dx, dy, x, y, touch))
