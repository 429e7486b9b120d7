"""The exact bot: does what the lore says, step by step. `policy` has put it into the game's `hint`."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.gamble.questions import ADD, KEEP, PICK, RE_ROLL, STOP, THROW
from carnage.engine.gamble.state import DICE, SUBSETS, Game


@rule
def exact(g: Game, kind: int) -> int:
    """The option that the hint says: throw these dice (as bits), stop (no dice), or let a Hero have a die
    rolled again."""
    c = g.core
    for k in range(c.offered):
        o = c.options[k]
        if g.hint >= SUBSETS:
            if o.what == RE_ROLL and o.who >= 0 and g.hint == SUBSETS + o.who * DICE + o.other:
                return k
        elif o.what == STOP and kind == PICK:
            if g.hint == 0:
                return k
        elif o.what == ADD and o.who >= 0:
            if ((g.hint & ~g.picked) >> o.who) & 1 == 1:
                return k
        elif o.what == THROW and g.picked == g.hint:
            return k
    return 0


assert THROW == KEEP  # a hint that is no re-roll keeps the Heroes, which is offered first
