"""Forces and Deployment: who comes, from which edge, and where everybody is set up."""

from __future__ import annotations

from carnage.engine.battle import events as E
from carnage.engine.battle import numbers as R
from carnage.engine.battle.aims import compass_x, compass_y
from carnage.engine.battle.asking import ask, ask_sealed, open_sealed
from carnage.engine.battle.initiative import roll_off
from carnage.engine.battle.noting import fire, note, note_move
from carnage.engine.battle.paths import fits
from carnage.engine.battle.questions import EDGE, LEAVE_OUT, PLACE, SET_UP
from carnage.engine.battle.state import Game, Log
from carnage.engine.core.asking import clear, offer
from carnage.engine.core.chance import forget_dice
from carnage.engine.core.compiling import rule
from carnage.engine.core.geometry import thousandth

COLUMNS = 6  # places offered along an edge, in a front and a back row


@rule
def muster(g: Game, log: Log) -> None:
    """Each side secretly leaves out one unit, or none; both say so at once."""
    a, b = -1, -1
    if g.chosen.forces < 0 or g.chosen.initiative == R.INITIATIVE_BOUGHT:
        a = leave_out(g, 0)
        b = leave_out(g, 1)
        open_sealed(g)
    take_force(g, log, 0, a)
    take_force(g, log, 1, b)


@rule
def leave_out(g: Game, side: int) -> int:
    """The unit that a side leaves out, -1 for none."""
    clear(g.core)
    offer(g.core, 0, -1, -1)
    for unit in range(g.n_units):
        if g.units[unit].side == side:
            offer(g.core, 0, unit, -1)
    choice = ask_sealed(g, side, LEAVE_OUT, -1)
    return g.core.options[choice].who


@rule
def take_force(g: Game, log: Log, side: int, without: int) -> None:
    """Count what a side brings; its models stand ready off the table."""
    s = g.sides[side]
    s.left_out = without
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side == side and unit != without:
            s.spent += u.points
    forget_dice(g.core)
    note(g, log, E.MUSTER, g.chosen.units, side, -1, -1, without, s.spent, 0, 0)


@rule
def deployment(g: Game, log: Log) -> None:
    """The winner of a roll-off picks an edge; units are set up in turn, starting with that player."""
    winner = roll_off(g, log, g.chosen.deployment)
    clear(g.core)
    for n in range(4):
        offer(g.core, n, -1, -1)
    edge = g.core.options[ask(g, winner, EDGE, -1)].what
    g.sides[winner].edge = edge
    g.sides[1 - winner].edge = (edge + 2) % 4
    forget_dice(g.core)
    note(g, log, E.EDGE, g.chosen.deployment, winner, -1, -1, edge, 0, 0, 0)
    side = winner
    for _ in range(2 * g.n_units):
        clear(g.core)
        for unit in range(g.n_units):
            u = g.units[unit]
            if u.side == side and u.in_play == 0 and unit != g.sides[side].left_out:
                offer(g.core, 0, unit, -1)
        if g.core.offered > 0:
            set_up(g, log, g.core.options[ask(g, side, SET_UP, -1)].who)
        side = 1 - side


@rule
def set_up(g: Game, log: Log, unit: int) -> None:
    """Choose where in its strip a unit stands."""
    u = g.units[unit]
    clear(g.core)
    for row in range(2):
        for n in range(COLUMNS):
            along = g.table * (n + 0.5) / COLUMNS
            deep = g.strip - g.radius if row == 0 else g.radius
            x, y = strip_x(g, u.side, along, deep), strip_y(g, u.side, along, deep)
            if stand(g, unit, x, y):
                k = g.core.offered
                offer(g.core, row, unit, n)
                if k < g.core.offered:
                    g.core.options[k].x = x
                    g.core.options[k].y = y
            lift(g, unit)
    if g.core.offered == 0:
        squeeze(g, unit)
    o = g.core.options[ask(g, u.side, PLACE, unit)]
    stand(g, unit, o.x, o.y)
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        m.fx = compass_x((g.sides[u.side].edge + 2) % 4)
        m.fy = compass_y((g.sides[u.side].edge + 2) % 4)
        g.sides[u.side].models += 1
        note_move(g, log, E.DEPLOY, g.chosen.deployment, i, m.x, m.y)
    u.in_play = u.count
    fire(g, R.TERRAIN_OPEN)


@rule
def squeeze(g: Game, unit: int) -> None:
    """Offer the first place in the strip that fits, where none of the usual ones does."""
    u = g.units[unit]
    step = g.radius / 2.0
    deep = g.radius
    while deep <= g.strip - g.radius and g.core.offered == 0:
        along = g.radius
        while along <= g.table - g.radius and g.core.offered == 0:
            x, y = strip_x(g, u.side, along, deep), strip_y(g, u.side, along, deep)
            if stand(g, unit, x, y):
                offer(g.core, 0, unit, -1)
                g.core.options[0].x = x
                g.core.options[0].y = y
            lift(g, unit)
            along += step
        deep += step


@rule
def strip_x(g: Game, side: int, along: float, deep: float) -> float:
    """Where a place in a side's strip is, counted along its edge and in from it."""
    edge = g.sides[side].edge
    if edge % 2 == 0:
        return along
    return g.table - deep if edge == 1 else deep


@rule
def strip_y(g: Game, side: int, along: float, deep: float) -> float:
    """The other half of `strip_x`."""
    edge = g.sides[side].edge
    if edge % 2 == 1:
        return along
    return deep if edge == 0 else g.table - deep


@rule
def stand(g: Game, unit: int, x: float, y: float) -> bool:
    """Stand a unit's models side by side along its edge, the first at x, y; False if they do not all fit."""
    u = g.units[unit]
    upright = g.sides[u.side].edge % 2
    step = 2.0 * g.radius + 0.1
    found = True
    for n in range(u.count):
        m = g.models[u.first + n]
        off = step * ((n + 1) // 2) * (1.0 if n % 2 == 1 else -1.0)
        m.x = thousandth(x if upright == 1 else x + off)
        m.y = thousandth(y + off if upright == 1 else y)
        found = found and fits(g, u.first + n, m.x, m.y)
        m.in_play = 1
    return found


@rule
def lift(g: Game, unit: int) -> None:
    """Take a unit's models off the table again."""
    u = g.units[unit]
    for i in range(u.first, u.first + u.count):
        g.models[i].in_play = 0
