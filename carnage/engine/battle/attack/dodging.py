"""Dodging: the reaction that is made before the shooter rolls."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.model_status import is_able
from carnage.engine.battle.frame.questions import DODGE
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import alert
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer


@rule
def can_react(g: Game, i: int) -> bool:
    """Return whether model i can act, is not stunned and has a reaction left in this round."""
    m = g.models[i]
    return is_able(m) and m.stun == 0 and m.reacted < g.p.reactions_uses + alert(g, i)


@rule
def dodge_increase(g: Game, log: Log, i: int, w: int, j: int, needs: int, harder: int) -> int:
    """Return the increase of the number that a shot at model j needs: `harder` if j dodges, else 0.

    Args:
        g: The game.
        log: The log.
        i: The shooter.
        w: Its weapon.
        j: The target.
        needs: The number that the shot needs without a dodge.
        harder: The increase by a dodge.
    """
    if g.chosen.reactions != R.REACTIONS_DODGE:
        return 0
    if (g.dodging >> j) & 1 == 0 and can_react(g, j):
        dodge(g, log, i, w, j, needs, harder)
    return harder if (g.dodging >> j) & 1 == 1 else 0


@rule
def dodge(g: Game, log: Log, i: int, w: int, j: int, needs: int, harder: int) -> None:
    """Ask whether model j dodges. A dodge counts against every shot of this action.

    `x` of the two options is the number that the shot needs. See `dodge_increase` for the
    arguments.
    """
    m = g.models[j]
    clear(g.core)
    for what in range(2):
        offer(g.core, what, i, w)
        g.core.options[what].x = float(needs + what * harder)
    if ask(g, log, int(m.side), DODGE, j) == 1:
        m.reacted += 1
        g.dodging |= 1 << j
        write.dodge(g, log, R.REACTIONS_DODGE, m.side, j)
