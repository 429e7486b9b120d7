"""Dodging: the one reaction that is made before the dice are rolled."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.asking import ask
from carnage.engine.battle.frame.model_status import able
from carnage.engine.battle.frame.questions import DODGE
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import alert
from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import clear, offer


@rule
def can_react(g: Game, i: int) -> bool:
    """Whether model i is able to react, and has reacted less often in this round than it may."""
    m = g.models[i]
    return able(m) and m.stun == 0 and m.reacted < g.p.reactions_uses + alert(g, i)


@rule
def dodged(g: Game, log: Log, i: int, w: int, j: int, needs: int, harder: int) -> int:
    """How much harder model j makes what model i needs with weapon w: `harder` if it dodges, else 0."""
    if g.chosen.reactions != R.REACTIONS_DODGE:
        return 0
    if (g.dodging >> j) & 1 == 0 and can_react(g, j):
        dodge(g, log, i, w, j, needs, harder)
    return harder if (g.dodging >> j) & 1 == 1 else 0


@rule
def dodge(g: Game, log: Log, i: int, w: int, j: int, needs: int, harder: int) -> None:
    """Model j may dodge all that model i shoots at it in this action."""
    m = g.models[j]
    clear(g.core)
    for what in range(2):
        offer(g.core, what, i, w)
        g.core.options[what].x = float(needs + what * harder)
    if ask(g, log, int(m.side), DODGE, j) == 1:
        m.reacted += 1
        g.dodging |= 1 << j
        write.dodge(g, log, R.REACTIONS_DODGE, m.side, j)
