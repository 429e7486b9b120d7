"""Units: what is activated, and how its models act one by one."""

from __future__ import annotations

from carnage.engine.battle import events as E
from carnage.engine.battle import numbers as R
from carnage.engine.battle.action_points import act, may_act
from carnage.engine.battle.asking import ask
from carnage.engine.battle.morale import pulls_together
from carnage.engine.battle.noting import fire, note
from carnage.engine.battle.questions import NEXT_MODEL
from carnage.engine.battle.state import Game, Log
from carnage.engine.core.asking import clear, offer
from carnage.engine.core.chance import forget_dice, rekey
from carnage.engine.core.compiling import rule

ACTIVATION = 2  # the purpose of an activation's dice


@rule
def can_activate(g: Game, unit: int) -> bool:
    """Whether a unit may be picked: in play, not activated, and in a phase with something to spend."""
    u = g.units[unit]
    if u.in_play == 0 or u.activated == 1:
        return False
    if g.phase == 0:
        return True
    for i in range(u.first, u.first + u.count):
        if g.models[i].in_play == 1 and may_act(g, i, g.phase):
            return True
    return False


@rule
def own_dice(g: Game, unit: int) -> None:
    """Key the dice for what this unit does next."""
    u = g.units[unit]
    u.activations += 1
    rekey(g.core, unit, u.activations, ACTIVATION)


@rule
def points_in_play(g: Game, side: int) -> int:
    """What a side's models on the table are worth."""
    total = 0
    for i in range(g.n_models):
        m = g.models[i]
        if m.in_play == 1 and m.side == side:
            total += g.kinds[m.kind].points
    return total


@rule
def activate(g: Game, log: Log, unit: int) -> None:
    """A unit's activation; a shaken one may lose it."""
    u = g.units[unit]
    u.activated = 1
    own_dice(g, unit)
    if g.opener < 0:
        g.opener = u.side
    lead, mine, theirs = 0, 0, 0
    if len(log) > 0:
        lead = g.sides[u.side].victory - g.sides[1 - u.side].victory
        mine, theirs = points_in_play(g, u.side), points_in_play(g, 1 - u.side)
    forget_dice(g.core)
    note(g, log, E.ACTIVATE, g.chosen.units, u.side, unit, -1, u.activations, lead, mine, theirs)
    fire(g, g.chosen.round_structure)
    if not pulls_together(g, log, unit):
        return
    u.leader = -1
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        m.done = 0
        m.focused = 0
        if g.nth == 0:
            m.stayed = 0
        if g.phase == 0:
            m.used = 0
            m.spent = 0
    if g.chosen.units == R.UNITS_SQUADS:
        squads(g, log, unit)
    else:
        individuals(g, log, unit)
    for i in range(u.first, u.first + u.count):
        g.models[i].focused = 0


@rule
def individuals(g: Game, log: Log, unit: int) -> None:
    """The unit is one model."""
    act(g, log, g.units[unit].first)


@rule
def squads(g: Game, log: Log, unit: int) -> None:
    """The models act one by one, in any order."""
    u = g.units[unit]
    acted = 0
    for _ in range(u.count):
        clear(g.core)
        for i in range(u.first, u.first + u.count):
            if g.models[i].in_play == 1 and (acted >> (i - u.first)) & 1 == 0:
                offer(g.core, 0, i, unit)
        if g.core.offered == 0:
            return
        i = g.core.options[ask(g, u.side, NEXT_MODEL, unit)].who
        acted |= 1 << (i - u.first)
        act(g, log, i)
