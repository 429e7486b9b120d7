"""Values of Talents, and of the models that may have them."""

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
from carnage.engine.battle.muster.talents import can_have_talent
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import bot_below

RANDOM_STEPS = 100  # resolution of random numbers

# Chosen by hand. A Talent's share is the part of its model's points that it adds.
BEST_TALENT_SHARE = 0.5  # Hard to Kill, which is only dealt
FIGHTING_TALENT_SHARE = 0.4  # Talents that change the chance to hit
GOOD_TALENT_SHARE = 0.35  # Fleet, Alert, Four-Leaf Clover
OTHER_TALENT_SHARE = 0.2
MISFIT_FACTOR = 0.3  # of a Talent for a model that has little use for it
SHORT_SIGHT_INCHES = 10.0  # a model that shoots farther does not look for fights
RANDOM_FACTOR_PER_STEP = 0.002  # so that the picked Talents vary


@rule
def talent_share(talent: int) -> float:
    """Return the share of a model's points that a Talent adds."""
    if talent == HAS_HARD_TO_KILL:
        return BEST_TALENT_SHARE
    if talent == HAS_CRACK_SHOT or talent == HAS_BRAWLER or talent == HAS_HARD_TO_HIT:
        return FIGHTING_TALENT_SHARE
    if talent == HAS_FLEET or talent == HAS_ALERT or talent == HAS_FOUR_LEAF_CLOVER:
        return GOOD_TALENT_SHARE
    return OTHER_TALENT_SHARE


@rule
def talent_fit(g: Game, i: int, talent: int) -> float:
    """Return the factor of a Talent's value for model i: 1 if it suits the model."""
    sight = g.kinds[g.models[i].kind].sight
    if talent == HAS_CRACK_SHOT or talent == HAS_GUNSMITH or talent == HAS_ALERT:
        return 1.0 if sight > 0.0 else MISFIT_FACTOR
    is_for_fights = (
        talent == HAS_BRAWLER
        or talent == HAS_BULLY
        or talent == HAS_THICK_SKULL
        or talent == HAS_SPRINGY
    )
    is_for_moves = talent == HAS_FLEET or talent == HAS_LONG_LEGGED or talent == HAS_SUREFOOTED
    if is_for_fights or is_for_moves:
        return 1.0 if sight <= SHORT_SIGHT_INCHES * g.inch else MISFIT_FACTOR
    return 1.0


@rule
def gift_value(g: Game, i: int, talent: int) -> float:
    """Return the value of a Talent for model i."""
    points = g.kinds[g.models[i].kind].points
    return points * talent_share(talent) * talent_fit(g, i, talent)


@rule
def talent_value(g: Game, side: int, talent: int) -> float:
    """Return the value of picking a Talent: the best for any model, with a random factor."""
    best = 0.0
    for i in range(g.n_models):
        if can_have_talent(g, side, i):
            best = max(best, gift_value(g, i, talent))
    random_factor = 1.0 + RANDOM_FACTOR_PER_STEP * bot_below(g.core, RANDOM_STEPS)
    return best * random_factor
