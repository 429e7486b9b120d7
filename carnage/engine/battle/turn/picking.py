"""Choice of the unit that a player activates."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.questions import PICK, TO_LEG_IT, TO_PASS
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.tower import towers_grow
from carnage.engine.battle.turn.leg_it import leg_it, offer_leaving
from carnage.engine.battle.turn.units import can_activate
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer


@rule
def has_unit(g: Game, side: int) -> bool:
    """Return whether a side has a unit that it may activate now."""
    for unit in range(g.n_units):
        if g.units[unit].side == side and can_activate(g, unit):
            return True
    return False


@rule
def pick_unit(g: Game, log: Log, side: int) -> int:
    """Ask a side for its next unit and return it; -1 if the side passes or leaves the table."""
    clear(g.core)
    for unit in range(g.n_units):
        if g.units[unit].side == side and can_activate(g, unit):
            offer(g.core, 0, unit, -1)
    order = g.chosen.activation_order
    fungible = order == R.ACTIVATION_ORDER_FUNGIBLE_ACTIVATIONS
    saved = order == R.ACTIVATION_ORDER_SAVED_ACTIVATIONS
    if g.phased == 1 or fungible or saved or all_cost_harm(g):
        offer(g.core, TO_PASS, -1, -1)
    offer_leaving(g)
    o = g.core.options[ask(g, log, side, PICK, -1)]
    what = o.what
    unit = o.who
    if unit < 0 and what == TO_LEG_IT:
        leg_it(g, log, side, 0)
        return -1
    fire(g, g.chosen.activation_order)
    if unit < 0:
        g.sides[side].passed = 1
        write.pass_(g, log, g.chosen.activation_order, side)
    return unit


@rule
def all_cost_harm(g: Game) -> bool:
    """Return whether every offered unit would be activated again, for a wound or a die."""
    if g.chosen.activation_order != R.ACTIVATION_ORDER_ANY_MODEL or towers_grow(g):
        return False
    for k in range(g.core.offered):
        if g.units[g.core.options[k].who].activated == 0:
            return False
    return True
