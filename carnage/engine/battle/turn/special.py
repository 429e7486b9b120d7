"""Special Actions: shouting and patching up, and the friends within reach.

`objectives` has the capture of markers.
"""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.model_status import is_able, upright_from, upright_to
from carnage.engine.battle.frame.questions import FRIEND, TO_PATCH_UP, TO_SHOUT
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.tower import (
    has_towers,
    needs_patch,
    pile_dice,
    tower_bearer,
    towers_dwindle,
)
from carnage.engine.battle.move.movement import take_move
from carnage.engine.battle.move.paths import in_contact
from carnage.engine.battle.see.line_of_sight import gap
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer


@rule
def can_hear(g: Game, i: int, j: int) -> bool:
    """Return whether friend j, which stands, is near enough for model i to shout at."""
    t = g.models[j]
    return j != i and is_able(t) and t.stun == 0 and gap(g, i, j) <= g.p.special_shout_range


@rule
def can_be_patched(g: Game, i: int, j: int) -> bool:
    """Return whether friend j, which stands, is hurt and in base contact with model i.

    With towers, j must bear the tower of another unit, because the acting model bears that of its
    own.
    """
    t = g.models[j]
    hurt = t.wounds > 0 or t.doomed == 1
    if has_towers(g):
        hurt = (
            t.unit != g.models[i].unit
            and needs_patch(g, int(t.unit))
            and tower_bearer(g, int(t.unit)) == j
        )
    return j != i and hurt and in_contact(g, i, j)


@rule
def can_shout(g: Game, i: int) -> bool:
    """Return whether model i has a friend to shout at."""
    if g.kinds[g.models[i].kind].shout == 1:
        side = g.models[i].side
        for n in range(upright_from(g, side), upright_to(g, side)):
            if can_hear(g, i, int(g.upright[n])):
                return True
    return False


@rule
def can_patch_up(g: Game, i: int) -> bool:
    """Return whether model i has a friend to heal."""
    if g.kinds[g.models[i].kind].patch_up == 1:
        side = g.models[i].side
        for n in range(upright_from(g, side), upright_to(g, side)):
            if can_be_patched(g, i, int(g.upright[n])):
                return True
    return False


@rule
def shout(g: Game, log: Log, i: int) -> None:
    """Have a friend within range make a Move at once, outside its own unit's activation."""
    clear(g.core)
    side = g.models[i].side
    for n in range(upright_from(g, side), upright_to(g, side)):
        j = int(g.upright[n])
        if can_hear(g, i, j):
            offer(g.core, TO_SHOUT, j, -1)
    j = g.core.options[ask(g, log, g.models[i].side, FRIEND, i)].who
    write.shout(g, log, R.SPECIAL_SHOUT, g.models[i].side, i, j)
    u = g.units[g.models[j].unit]
    leader = u.leader
    u.leader = -1
    take_move(g, log, j)
    u.leader = leader


@rule
def patch_up(g: Game, log: Log, i: int) -> None:
    """Heal a friend in base contact: a wound, its Doomed Token, or a die of a growing tower.

    A tower that dwindles gets a die, which may bring it down.
    """
    clear(g.core)
    side = g.models[i].side
    for n in range(upright_from(g, side), upright_to(g, side)):
        j = int(g.upright[n])
        if can_be_patched(g, i, j):
            offer(g.core, TO_PATCH_UP, j, -1)
    j = g.core.options[ask(g, log, g.models[i].side, FRIEND, i)].who
    t = g.models[j]
    if towers_dwindle(g):
        missing = int(g.p.damage_height - g.units[t.unit].tower)
        write.patch_up(g, log, R.SPECIAL_PATCH_UP, t.side, i, j, left=g.units[t.unit].tower)
        pile_dice(g, log, E.TOWER, R.SPECIAL_PATCH_UP, j, min(missing, int(g.p.special_patch)))
        return
    left = 0
    if has_towers(g):
        g.units[t.unit].tower -= min(g.units[t.unit].tower, g.p.special_patch)
        left = int(g.units[t.unit].tower)
    elif t.doomed == 1:
        t.doomed = 0
    else:
        t.wounds = max(0, t.wounds - g.p.special_patch)
        left = int(t.wounds)
    write.patch_up(g, log, R.SPECIAL_PATCH_UP, t.side, i, j, left)
