"""The exact bot, which plays by the lore: its store of the best action in each state of a turn.

`policy_lookup` reads the bot's next action from the lore and stores it in the field `hint` of the
record. A hint below SUBSETS is a bit mask of the dice to throw. A higher one means that a Hero
re-rolls a die: SUBSETS + hero * DICE + die.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.gamble.questions import ADD, KEEP, RE_ROLL, THROW
from carnage.engine.gamble.state import DICE, SUBSETS, Game


@rule
def hinted_option(g: Game) -> int:
    """Return the option that the hint demands."""
    c = g.core
    for k in range(c.offered):
        o = c.options[k]
        if g.hint >= SUBSETS:
            if o.what == RE_ROLL and o.who >= 0 and g.hint == SUBSETS + o.who * DICE + o.other:
                return k
        elif o.what == ADD and o.who >= 0:
            if ((g.hint & ~g.picked) >> o.who) & 1 == 1:
                return k
        elif o.what == THROW and g.picked == g.hint:
            return k
    return 0


assert THROW == KEEP  # KEEP is offered first: the answer 0 if the hint is not a re-roll
