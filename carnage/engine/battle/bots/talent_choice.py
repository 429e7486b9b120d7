"""Which talents the greedy bot picks, and to whom it gives them."""

from __future__ import annotations

from carnage.engine.battle.frame.questions import (
    HAS_ALERT,
    HAS_BRAWLER,
    HAS_BULLY,
    HAS_CRACK_SHOT,
    HAS_FLEET,
    HAS_FOUR_LEAF_CLOVER,
    HAS_GUNSMITH,
    HAS_HARD_TO_HIT,
    HAS_HARD_TO_KILL,
    HAS_LONG_LEGGED,
    HAS_SPRINGY,
    HAS_SUREFOOTED,
    HAS_THICK_SKULL,
)
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.muster.talents import could_have
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import bot_below

WHIM = 0.002  # of a hundredth, so that the same talents are not always picked
SHORT = 10.0  # inches: whose guns reach farther does not go looking for a fight
MISFIT = 0.3  # what is left of a talent for a model that has little use for it


@rule
def pull_of(talent: int) -> float:
    """About how much of a model's worth a talent adds."""
    if talent == HAS_HARD_TO_KILL:
        return 0.5
    if talent == HAS_CRACK_SHOT or talent == HAS_BRAWLER or talent == HAS_HARD_TO_HIT:
        return 0.4
    if talent == HAS_FLEET or talent == HAS_ALERT or talent == HAS_FOUR_LEAF_CLOVER:
        return 0.35
    return 0.2


@rule
def suits(g: Game, i: int, talent: int) -> float:
    """How much of a talent's worth model i makes use of, as a share."""
    shoots = g.kinds[g.models[i].kind].sight > 0.0
    if talent == HAS_CRACK_SHOT or talent == HAS_GUNSMITH or talent == HAS_ALERT:
        return 1.0 if shoots else MISFIT
    close = talent == HAS_BRAWLER or talent == HAS_BULLY or talent == HAS_THICK_SKULL or talent == HAS_SPRINGY
    if close or talent == HAS_FLEET or talent == HAS_LONG_LEGGED or talent == HAS_SUREFOOTED:
        return 1.0 if g.kinds[g.models[i].kind].sight <= SHORT * g.inch else MISFIT
    return 1.0


@rule
def gift_worth(g: Game, i: int, talent: int) -> float:
    """What it is worth that model i gets a talent, in points."""
    return g.kinds[g.models[i].kind].points * pull_of(talent) * suits(g, i, talent)


@rule
def talent_worth(g: Game, side: int, talent: int) -> float:
    """What picking a talent is worth: what it is to whoever it suits best, and a whim."""
    best = 0.0
    for i in range(g.n_models):
        if could_have(g, side, i):
            best = max(best, gift_worth(g, i, talent))
    return best * (1.0 + WHIM * bot_below(g.core, 100))
