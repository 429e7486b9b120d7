"""Secret Allocation: the secret shares of Move, Attack and Defend dice, and payments."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask, ask_sealed, open_sealed
from carnage.engine.battle.frame.questions import ALLOCATE, DEFEND
from carnage.engine.battle.frame.state import CLOSE, MOVE, Game, Log
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer, sealed_answers, store_sealed

SHARES = 12  # allocations that are offered
ROW = 100  # more dice than any side shares out


@rule
def pay_with_die(g: Game, log: Log, i: int, kind: int) -> None:
    """Pay for an action with dice of the allocation.

    A unit's first Move of an activation costs a Move die, and its first other action an Attack die.
    """
    m = g.models[i]
    u = g.units[m.unit]
    side = g.sides[m.side]
    if kind == MOVE and u.paid & MOVE == 0:
        side.move_dice -= 1
        u.paid |= MOVE
    elif kind != MOVE and u.paid & ~MOVE == 0:
        side.attack_dice -= 1
        u.paid |= CLOSE
    else:
        return
    row = 1
    left = int(side.attack_dice)
    if kind == MOVE:
        row = 0
        left = int(side.move_dice)
    write.pay(g, log, R.ACTION_POINTS_SECRET_ALLOCATION, m.side, m.unit, row=row, dice_left=left)


@rule
def allocate(g: Game, log: Log) -> None:
    """Have both sides allocate their dice in secret, then show both allocations."""
    seal_allocation(g, log, 0)
    seal_allocation(g, log, 1)
    a, b = sealed_answers(g.core)
    open_sealed(g)
    show_allocation(g, log, 0, a)
    show_allocation(g, log, 1, b)


@rule
def count_allocation_dice(g: Game, side: int) -> int:
    """Return the dice that a side shares out: some, and one for each unit in play beyond a few."""
    units = 0
    for unit in range(g.n_units):
        if g.units[unit].side == side and g.units[unit].in_play > 0:
            units += 1
    return int(g.p.action_points_dice) + max(0, units - int(g.p.action_points_units))


@rule
def seal_allocation(g: Game, log: Log, side: int) -> None:
    """Ask a side for its allocation and seal it as one number: Move times ROW, plus Attack.

    The rest of the dice are Defend dice.
    """
    clear(g.core)
    dice = count_allocation_dice(g, side)
    for n in range(SHARES):
        defend = dice * (n % 4) // 6
        move_dice = (dice - defend) * (n // 4 + 1) // 4
        if not is_share_offered(g, move_dice, defend):
            offer(g.core, move_dice, dice - defend - move_dice, defend)
    o = g.core.options[ask_sealed(g, log, side, ALLOCATE, -1)]
    store_sealed(g.core, side, o.what * ROW + o.who)


@rule
def is_share_offered(g: Game, move_dice: int, defend: int) -> bool:
    """Return whether an allocation with these Move and Defend dice is offered already."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == move_dice and o.other == defend:
            return True
    return False


@rule
def show_allocation(g: Game, log: Log, side: int, shares: int) -> None:
    """Give a side the dice of its sealed allocation `shares`, and log them."""
    s = g.sides[side]
    s.move_dice = shares // ROW
    s.attack_dice = shares % ROW
    s.defend_dice = count_allocation_dice(g, side) - s.move_dice - s.attack_dice
    write.allocation(
        g,
        log,
        R.ACTION_POINTS_SECRET_ALLOCATION,
        side,
        move_dice=s.move_dice,
        attack_dice=s.attack_dice,
        defend_dice=s.defend_dice,
    )


@rule
def ask_to_defend(g: Game, log: Log, side: int, i: int) -> int:
    """Ask a side whether it spends a Defend die on an attack on model i.

    Returns the addition to the difficulty of the attack, 0 without a die.
    """
    if (
        g.chosen.action_points != R.ACTION_POINTS_SECRET_ALLOCATION
        or g.sides[side].defend_dice == 0
    ):
        return 0
    clear(g.core)
    offer(g.core, 0, i, -1)
    offer(g.core, 1, i, -1)
    if ask(g, log, side, DEFEND, i) == 0:
        return 0
    g.sides[side].defend_dice -= 1
    left = g.sides[side].defend_dice
    write.defend(g, log, R.ACTION_POINTS_SECRET_ALLOCATION, side, i, dice_left=left)
    return g.p.action_points_harder
