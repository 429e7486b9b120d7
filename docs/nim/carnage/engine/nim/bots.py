"""The greedy bot. It reads the record and the offered options, and alters neither."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import highest_valued_option
from carnage.engine.nim import numbers as R
from carnage.engine.nim.state import Game


@rule
def greedy(g: Game, side: int, kind: int, actor: int) -> int:
    """Leave the other side a heap that no answer of theirs is good for, if there is one."""
    bad = 1 if g.chosen.last == R.LAST_LOSES else 0
    for k in range(g.core.offered):
        left = g.heap - g.core.options[k].what
        g.core.options[k].value = 1.0 if left % (g.p.grab_most + 1) == bad else 0.0
    return highest_valued_option(g.core)
