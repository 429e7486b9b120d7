"""Friends: whom a model could shout at or patch up."""

from __future__ import annotations

from carnage.engine.battle import numbers as R
from carnage.engine.battle.line_of_sight import gap
from carnage.engine.battle.paths import in_contact
from carnage.engine.battle.standing import able, stands
from carnage.engine.battle.state import Game
from carnage.engine.battle.tower import bearer
from carnage.engine.core.compiling import rule


@rule
def hears(g: Game, i: int, j: int) -> bool:
    """Whether friend j is near enough for model i to shout at."""
    t = g.models[j]
    return (
        j != i
        and able(t)
        and t.stun == 0
        and t.side == g.models[i].side
        and gap(g, i, j) <= g.p.special_shout_range
    )


@rule
def can_be_patched(g: Game, i: int, j: int) -> bool:
    """Whether friend j is hurt and in base contact with model i."""
    t = g.models[j]
    hurt = t.wounds > 0 or t.doomed == 1
    if g.chosen.damage == R.DAMAGE_THE_TOWER:
        hurt = g.units[t.unit].tower > 0 and bearer(g, int(t.unit)) == j
    return j != i and stands(t) and t.side == g.models[i].side and hurt and in_contact(g, i, j)


@rule
def can_shout(g: Game, i: int) -> bool:
    """Whether model i has anyone to shout at."""
    if g.kinds[g.models[i].kind].shout == 1:
        for j in range(g.n_models):
            if hears(g, i, j):
                return True
    return False


@rule
def can_patch_up(g: Game, i: int) -> bool:
    """Whether model i has anyone to heal."""
    if g.kinds[g.models[i].kind].patch_up == 1:
        for j in range(g.n_models):
            if can_be_patched(g, i, j):
                return True
    return False
