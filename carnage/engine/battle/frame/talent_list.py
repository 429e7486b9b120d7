"""Talents: the effect of each on the model that has it.

Rules call these functions where a Talent matters.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.questions import (
    HAS_ALERT,
    HAS_BORN_LUCKY,
    HAS_BRAWLER,
    HAS_BULLY,
    HAS_CRACK_SHOT,
    HAS_FLEET,
    HAS_FOUR_LEAF_CLOVER,
    HAS_GUNSMITH,
    HAS_HARD_TO_HIT,
    HAS_HARD_TO_KILL,
    HAS_HOLLOW_LEG,
    HAS_IRON_NERVE,
    HAS_LIGHT_FINGERED,
    HAS_LONG_LEGGED,
    HAS_SAPPER,
    HAS_SPRINGY,
    HAS_SUREFOOTED,
    HAS_THICK_SKULL,
)
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.compiling.marks import inlined, rule


@inlined
def use_talent(g: Game, i: int, talent: int, number: int) -> int:
    """Return 1 if model i has this Talent, and count its rule as applied; else return 0.

    Args:
        g: The game.
        i: The model.
        talent: The number of the Talent among the choices `TALENTS` (`queries.py`).
        number: The number of its rule.
    """
    if g.models[i].talent != talent:
        return 0
    fire(g, number)
    return 1


@rule
def hard_to_kill(g: Game, log: Log, i: int) -> bool:
    """Return whether model i shrugs off the harm that it is about to suffer: once a game."""
    m = g.models[i]
    if m.talent != HAS_HARD_TO_KILL or m.shrugged == 1:
        return False
    m.shrugged = 1
    write.shrug(g, log, R.TALENT_LIST_HARD_TO_KILL, m.side, i)
    return True


@rule
def crack_shot(g: Game, i: int) -> int:
    """Return the bonus of model i to shots.

    The rule is not counted as applied, because bots ask for shots that are never taken; see
    `credit_shot`.
    """
    if g.models[i].talent == HAS_CRACK_SHOT:
        return int(g.p.talent_list_sharper)
    return 0


@rule
def brawler(g: Game, i: int) -> int:
    """Return the bonus of model i to Close Skill in attacks, or in dice when it thumps."""
    return int(use_talent(g, i, HAS_BRAWLER, R.TALENT_LIST_BRAWLER) * g.p.talent_list_harder)


@rule
def brawlers_edge(g: Game, i: int) -> int:
    """Return the bonus of model i to the edge of its weapon in fights."""
    return int(use_talent(g, i, HAS_BRAWLER, R.TALENT_LIST_BRAWLER) * g.p.talent_list_edge)


@rule
def hard_to_hit(g: Game, j: int) -> int:
    """Return the penalty to shots at model j.

    The rule is not counted as applied; see `credit_shot`.
    """
    if g.models[j].talent == HAS_HARD_TO_HIT:
        return int(g.p.talent_list_elusive)
    return 0


@rule
def credit_shot(g: Game, i: int, j: int) -> None:
    """Count the Talents of a shot at model j by model i as applied."""
    use_talent(g, i, HAS_CRACK_SHOT, R.TALENT_LIST_CRACK_SHOT)
    use_talent(g, j, HAS_HARD_TO_HIT, R.TALENT_LIST_HARD_TO_HIT)


@rule
def fleet(g: Game, i: int) -> float:
    """Return the bonus of model i to Speed, in inches."""
    return float(use_talent(g, i, HAS_FLEET, R.TALENT_LIST_FLEET) * g.p.talent_list_faster)


@rule
def long_legged(g: Game, i: int) -> float:
    """Return the bonus of model i to walks and runs, in inches."""
    return float(
        use_talent(g, i, HAS_LONG_LEGGED, R.TALENT_LIST_LONG_LEGGED) * g.p.talent_list_stride
    )


@rule
def surefooted(g: Game, i: int) -> bool:
    """Return whether model i ignores difficult terrain."""
    return use_talent(g, i, HAS_SUREFOOTED, R.TALENT_LIST_SUREFOOTED) == 1


@rule
def gunsmith(g: Game, i: int) -> bool:
    """Return whether the guns of model i never jam."""
    return use_talent(g, i, HAS_GUNSMITH, R.TALENT_LIST_GUNSMITH) == 1


@rule
def iron_nerve(g: Game, i: int) -> int:
    """Return the bonus of model i to Morale."""
    return int(use_talent(g, i, HAS_IRON_NERVE, R.TALENT_LIST_IRON_NERVE) * g.p.talent_list_nerve)


@rule
def light_fingered(g: Game, i: int) -> int:
    """Return the bonus of model i to Close Skill when it tries to capture a marker."""
    return int(
        use_talent(g, i, HAS_LIGHT_FINGERED, R.TALENT_LIST_LIGHT_FINGERED) * g.p.talent_list_fingers
    )


@rule
def born_lucky(g: Game, i: int) -> int:
    """Return the bonus of model i to the Luck that it begins with."""
    return int(use_talent(g, i, HAS_BORN_LUCKY, R.TALENT_LIST_BORN_LUCKY) * g.p.talent_list_fortune)


@rule
def four_leaf_clover(g: Game, i: int) -> int:
    """Return the number of Re-roll Tokens that model i adds to those of its side in a round."""
    return int(
        use_talent(g, i, HAS_FOUR_LEAF_CLOVER, R.TALENT_LIST_FOUR_LEAF_CLOVER)
        * g.p.talent_list_clover
    )


@rule
def bully(g: Game, i: int) -> float:
    """Return the bonus of model i to the distance that it pushes others, in inches."""
    return float(use_talent(g, i, HAS_BULLY, R.TALENT_LIST_BULLY) * g.p.talent_list_bully)


@rule
def hollow_leg(g: Game, i: int) -> bool:
    """Return whether a swig adds no die to the tower of model i."""
    return use_talent(g, i, HAS_HOLLOW_LEG, R.TALENT_LIST_HOLLOW_LEG) == 1


@rule
def alert(g: Game, i: int) -> int:
    """Return the number of additional reactions of model i in a round."""
    return int(use_talent(g, i, HAS_ALERT, R.TALENT_LIST_ALERT) * g.p.talent_list_more)


@inlined
def springy(g: Game, i: int) -> bool:
    """Return whether model i stands up for free. The caller counts the rule as applied."""
    return g.models[i].talent == HAS_SPRINGY


@rule
def thick_skull(g: Game, i: int) -> int:
    """Return the number of Stun markers that model i is spared each time."""
    return int(use_talent(g, i, HAS_THICK_SKULL, R.TALENT_LIST_THICK_SKULL) * g.p.talent_list_fewer)


@rule
def sapper(g: Game, i: int) -> int:
    """Return the bonus of model i to throws of dynamite."""
    return int(use_talent(g, i, HAS_SAPPER, R.TALENT_LIST_SAPPER) * g.p.talent_list_surer)
