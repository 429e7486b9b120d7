"""Forces: the models of each side."""

from __future__ import annotations

from carnage.engine.battle.attack.reactions import begin_reactions
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask, ask_sealed, open_sealed
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.model_status import count_mustered
from carnage.engine.battle.frame.questions import DRAFT, LEAVE_OUT, RECRUIT
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.twist import begin_twist
from carnage.engine.battle.muster.talents import talents
from carnage.engine.battle.turn.initiative import roll_off
from carnage.engine.battle.turn.objectives import score_points
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer, sealed_answers, store_sealed
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule

# A list of picks is sealed as one number: four bits a pick, the kind + 1, or 0 for no pick.
BITS = 4


@rule
def cost(g: Game, kind: int) -> int:
    """Return the cost of a kind of model: its price in a price list, its points elsewhere."""
    if g.chosen.forces == R.FORCES_PRICE_LIST:
        return int(g.kinds[kind].price)
    return int(g.kinds[kind].points)


@rule
def muster(g: Game, log: Log) -> None:
    """Muster the forces of both sides, by the chosen rule, with their Talents.

    Raises NoSuchRule if the ruleset has another rule.
    """
    g.sides[0].left_out = -1
    g.sides[1].left_out = -1
    if g.chosen.forces == R.FORCES_POINTS:
        points(g, log)
    elif g.chosen.forces == R.FORCES_PRICE_LIST:
        price_list(g, log)
    elif g.chosen.forces == R.FORCES_DRAFT:
        draft(g, log)
    elif g.chosen.forces == R.FORCES_ALL_ALIKE:
        all_alike(g, log)
    elif g.chosen.forces == R.FORCES_MIRRORED or g.chosen.forces == NOT_ASKED:
        mirrored(g, log)
    else:
        raise NoSuchRule
    if g.chosen.forces != NOT_ASKED:
        score_unspent(g, log)
        count_starters(g)
        fire(g, g.chosen.players)
        fire(g, g.chosen.size_)
        fire(g, g.chosen.table)
        fire(g, g.chosen.terrain)
        begin_twist(g)
        talents(g, log)
        begin_reactions(g)


@rule
def mirrored(g: Game, log: Log) -> None:
    """Give both sides the same force.

    In Classic and where initiative is bought, each side secretly leaves out one unit or none.
    """
    a = 0
    b = 0
    if g.chosen.forces == NOT_ASKED or g.chosen.initiative == R.INITIATIVE_BOUGHT:
        leave_out(g, log, 0)
        leave_out(g, log, 1)
        a, b = sealed_answers(g.core)
        open_sealed(g)
    take_force(g, log, 0, a - 1)
    take_force(g, log, 1, b - 1)


@rule
def all_alike(g: Game, log: Log) -> None:
    """Give both sides the same force, whose models are all alike."""
    mirrored(g, log)


@rule
def leave_out(g: Game, log: Log, side: int) -> None:
    """Ask a side for the unit that it leaves out, and seal the unit + 1, or 0 for none."""
    clear(g.core)
    offer(g.core, 0, -1, -1)
    for unit in range(g.n_units):
        if g.units[unit].side == side:
            offer(g.core, 0, unit, -1)
    choice = ask_sealed(g, log, side, LEAVE_OUT, -1)
    store_sealed(g.core, side, g.core.options[choice].who + 1)


@rule
def take_force(g: Game, log: Log, side: int, without: int) -> None:
    """Add up the points of a side's force, and log the muster.

    `without` is the unit left out, or -1.
    """
    s = g.sides[side]
    s.left_out = without
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side == side and unit != without:
            s.spent += u.points
    if g.chosen.forces == NOT_ASKED:
        number = g.chosen.units
    else:
        number = g.chosen.forces
    write.muster(g, log, number, side, unit_left_out=without, points_spent=s.spent)


@rule
def score_unspent(g: Game, log: Log) -> None:
    """Score unspent points for the other side, if they buy initiative and losses score.

    Raises NoSuchRule for another rule of forces than those here.
    """
    if (
        g.chosen.initiative != R.INITIATIVE_BOUGHT
        or g.chosen.objectives != R.OBJECTIVES_POINTS_REMOVAL
        or g.chosen.forces == R.FORCES_DRAFT
    ):
        return
    for side in range(2):
        s = g.sides[side]
        if g.chosen.forces == R.FORCES_PRICE_LIST:
            saved = (g.p.forces_each * g.half - s.spent) // g.p.forces_dollars
        elif g.chosen.forces == R.FORCES_POINTS:
            saved = g.p.forces_each * g.half - s.spent
        elif g.chosen.forces == R.FORCES_ALL_ALIKE or g.chosen.forces == R.FORCES_MIRRORED:
            saved = g.units[s.left_out].points if s.left_out >= 0 else 0
        else:
            raise NoSuchRule
        score_points(g, log, 1 - side, int(saved), g.chosen.forces)


@rule
def count_starters(g: Game) -> None:
    """Count the units that each side begins with, and set the length of the clock by them."""
    for side in range(2):
        g.sides[side].started = 0
    for unit in range(g.n_units):
        u = g.units[unit]
        if count_mustered(g, unit) > 0 and unit != g.sides[u.side].left_out:
            g.sides[u.side].started += 1
    if g.time > 0:
        g.time = g.p.game_length_each * (g.sides[0].started + g.sides[1].started)


# ------------------------------------------------------------------------------------ picked models


@rule
def points(g: Game, log: Log) -> None:
    """Have both sides secretly pick models, up to a total of points."""
    pick_both(g, log)


@rule
def price_list(g: Game, log: Log) -> None:
    """Have both sides secretly arm their figures, up to a sum of dollars."""
    pick_both(g, log)


@rule
def pick_both(g: Game, log: Log) -> None:
    """Have each side write its list in secret, then show both lists."""
    recruit(g, log, 0)
    recruit(g, log, 1)
    a, b = sealed_answers(g.core)
    open_sealed(g)
    distribute_picks(g, log, 0, a)
    distribute_picks(g, log, 1, b)


@rule
def count_picked(picked: int, kind: int) -> int:
    """Return the number of times that a kind is on a list of picks."""
    count = 0
    while picked > 0:
        if picked % (1 << BITS) == kind + 1:
            count += 1
        picked >>= BITS
    return count


@rule
def recruit(g: Game, log: Log, side: int) -> None:
    """Ask a side for its list of picks, one by one, and seal it.

    A side that picks by points may stop after the first pick. By prices, it arms every figure that
    it can.
    """
    slots = g.half
    money = g.p.forces_each * slots
    for n in range(slots):
        picked = g.core.sealed[side]
        clear(g.core)
        for kind in range(g.n_kinds):
            if cost(g, kind) <= money:
                k = g.core.offered
                offer(g.core, kind, n, count_picked(picked, kind))
                g.core.options[k].x = float(money)
        if g.core.offered == 0:
            return
        if n > 0 and g.chosen.forces == R.FORCES_POINTS:
            offer(g.core, -1, n, 0)
        kind = g.core.options[ask_sealed(g, log, side, RECRUIT, -1)].what
        if kind < 0:
            return
        store_sealed(g.core, side, picked | (kind + 1) << (BITS * n))
        money -= cost(g, kind)


@rule
def distribute_picks(g: Game, log: Log, side: int, picked: int) -> None:
    """Distribute a side's picks over its units, as evenly as possible, and log them."""
    total = 0
    rest = picked
    units = 0
    while rest > 0:
        total += 1
        rest >>= BITS
    for unit in range(g.n_units):
        if g.units[unit].side == side:
            units += 1
    nth = 0
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side != side:
            continue
        size = total // units + (1 if nth < total % units else 0)
        nth += 1
        u.points = 0
        for i in range(u.first, u.first + u.count):
            if i - u.first < size:
                add_model(g, log, i, picked % (1 << BITS) - 1)
                picked >>= BITS
    write.muster(g, log, g.chosen.forces, side, unit_left_out=-1, points_spent=g.sides[side].spent)


@rule
def add_model(g: Game, log: Log, i: int, kind: int) -> None:
    """Fill place i of a force with a model of this kind, and log it."""
    m = g.models[i]
    m.kind = kind
    m.absent = 0
    g.units[m.unit].points += g.kinds[kind].points
    g.sides[m.side].spent += cost(g, kind)
    write.recruit(g, log, g.chosen.forces, m.side, i, kind)


@rule
def draft(g: Game, log: Log) -> None:
    """Have both sides take models in turn from one pool.

    The winner of a roll-off takes the first. After that each side takes two, one after the other.
    """
    winner = roll_off(g, log, R.FORCES_DRAFT)
    g.drafted_first = winner
    for unit in range(g.n_units):
        g.units[unit].points = 0
    for n in range(g.n_models):
        nth = n // 2
        side = winner if (n + 1) // 2 % 2 == 0 else 1 - winner
        clear(g.core)
        for kind in range(g.n_kinds):
            if g.pool[kind] > 0:
                offer(g.core, kind, nth, int(g.pool[kind]))
        kind = g.core.options[ask(g, log, side, DRAFT, -1)].what
        g.pool[kind] = int(g.pool[kind]) - 1
        add_model(g, log, side * g.half + nth, kind)
    for s in range(2):
        write.muster(g, log, R.FORCES_DRAFT, s, unit_left_out=-1, points_spent=g.sides[s].spent)
