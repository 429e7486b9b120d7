"""Boots: the actions on fallen models in base contact."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import update_upright
from carnage.engine.battle.frame.questions import TO_BOOT_IN, TO_BOOT_UP
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.tower import has_towers, rebuild_tower
from carnage.engine.battle.move.loot import steal_token
from carnage.engine.battle.move.paths import in_contact
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import offer


@rule
def is_fallen_beside(g: Game, i: int, j: int) -> bool:
    """Return whether model j has fallen and is in base contact with model i."""
    t = g.models[j]
    return j != i and t.in_play == 1 and t.fallen == 1 and in_contact(g, i, j)


@rule
def offer_boots(g: Game, i: int) -> None:
    """Offer model i each friend that it may boot up, and one enemy to put the boot in.

    Nothing is offered once time is up, unless the game has Last Orders.
    """
    if not has_towers(g) or (g.time_up > 0 and g.last_orders == 0):
        return
    side = int(g.models[i].side)
    kicked = g.chosen.objectives != R.OBJECTIVES_LOOT or g.sides[1 - side].stash == 0
    for j in range(g.n_models):
        if not is_fallen_beside(g, i, j):
            continue
        if g.models[j].side == side:
            offer(g.core, TO_BOOT_UP, j, -1)
        elif not kicked:
            kicked = True
            offer(g.core, TO_BOOT_IN, j, -1)


@rule
def boot_up(g: Game, log: Log, i: int, j: int) -> None:
    """Stand fallen model j up where it lies, by its friend i.

    Model j may then touch an enemy, and under The Dwindling Tower its unit may need a new tower.
    """
    t = g.models[j]
    t.fallen = 0
    update_upright(g)
    t.bumped = 1
    write.boot_up(g, log, R.BOOTS_BOOT_UP, t.side, i, j)
    rebuild_tower(g, log, int(t.unit))


@rule
def put_the_boot_in(g: Game, log: Log, i: int, j: int) -> None:
    """Move a Loot Token from the stash of fallen enemy j's side to that of model i's side."""
    steal_token(g, log, R.BOOTS_PUT_THE_BOOT_IN, i, j)
