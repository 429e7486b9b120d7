"""The Talents: what each of them does for the model that has it. Each is asked where it matters."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.noting import fire
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
def helps(g: Game, i: int, talent: int, number: int) -> int:
    """1 if model i has this talent, whose rule is `number` and counts as having done something; else 0."""
    if g.models[i].talent != talent:
        return 0
    fire(g, number)
    return 1


@rule
def hard_to_kill(g: Game, log: Log, i: int) -> bool:
    """Whether model i, about to be hurt, shrugs it off: the first time in a game."""
    m = g.models[i]
    if m.talent != HAS_HARD_TO_KILL or m.shrugged == 1:
        return False
    m.shrugged = 1
    write.shrug(g, log, R.TALENT_LIST_HARD_TO_KILL, m.side, i)
    return True


@rule
def crack_shot(g: Game, i: int) -> int:
    """How much surer model i shoots. It is asked of many shots that are never taken; see `credit_shot`."""
    return int(g.p.talent_list_sharper) if g.models[i].talent == HAS_CRACK_SHOT else 0


@rule
def brawler(g: Game, i: int) -> int:
    """How much more Close Skill model i attacks with, or how many dice more it thumps with."""
    return int(helps(g, i, HAS_BRAWLER, R.TALENT_LIST_BRAWLER) * g.p.talent_list_harder)


@rule
def brawlers_edge(g: Game, i: int) -> int:
    """How much better model i's edge in fights is than that of its weapon."""
    return int(helps(g, i, HAS_BRAWLER, R.TALENT_LIST_BRAWLER) * g.p.talent_list_edge)


@rule
def hard_to_hit(g: Game, j: int) -> int:
    """How much harder it is to shoot model j. It is asked of many shots that are never taken, too."""
    return int(g.p.talent_list_elusive) if g.models[j].talent == HAS_HARD_TO_HIT else 0


@rule
def credit_shot(g: Game, i: int, j: int) -> None:
    """Model i shoots at j: the talents of both that matter to shots count as having done something."""
    helps(g, i, HAS_CRACK_SHOT, R.TALENT_LIST_CRACK_SHOT)
    helps(g, j, HAS_HARD_TO_HIT, R.TALENT_LIST_HARD_TO_HIT)


@rule
def fleet(g: Game, i: int) -> float:
    """How much faster model i is."""
    return float(helps(g, i, HAS_FLEET, R.TALENT_LIST_FLEET) * g.p.talent_list_faster)


@rule
def long_legged(g: Game, i: int) -> float:
    """How much farther model i walks and runs."""
    return float(helps(g, i, HAS_LONG_LEGGED, R.TALENT_LIST_LONG_LEGGED) * g.p.talent_list_stride)


@rule
def surefooted(g: Game, i: int) -> bool:
    """Whether difficult terrain is nothing to model i."""
    return helps(g, i, HAS_SUREFOOTED, R.TALENT_LIST_SUREFOOTED) == 1


@rule
def gunsmith(g: Game, i: int) -> bool:
    """Whether model i's guns never jam."""
    return helps(g, i, HAS_GUNSMITH, R.TALENT_LIST_GUNSMITH) == 1


@rule
def iron_nerve(g: Game, i: int) -> int:
    """How much more Morale model i has."""
    return int(helps(g, i, HAS_IRON_NERVE, R.TALENT_LIST_IRON_NERVE) * g.p.talent_list_nerve)


@rule
def light_fingered(g: Game, i: int) -> int:
    """How much more Close Skill model i has for a marker."""
    return int(helps(g, i, HAS_LIGHT_FINGERED, R.TALENT_LIST_LIGHT_FINGERED) * g.p.talent_list_fingers)


@rule
def born_lucky(g: Game, i: int) -> int:
    """How much more Luck model i begins with."""
    return int(helps(g, i, HAS_BORN_LUCKY, R.TALENT_LIST_BORN_LUCKY) * g.p.talent_list_fortune)


@rule
def four_leaf_clover(g: Game, i: int) -> int:
    """How many Re-roll Tokens model i brings its side in a round."""
    return int(helps(g, i, HAS_FOUR_LEAF_CLOVER, R.TALENT_LIST_FOUR_LEAF_CLOVER) * g.p.talent_list_clover)


@rule
def bully(g: Game, i: int) -> float:
    """How much farther model i pushes others."""
    return float(helps(g, i, HAS_BULLY, R.TALENT_LIST_BULLY) * g.p.talent_list_bully)


@rule
def hollow_leg(g: Game, i: int) -> bool:
    """Whether a swig of model i adds nothing."""
    return helps(g, i, HAS_HOLLOW_LEG, R.TALENT_LIST_HOLLOW_LEG) == 1


@rule
def alert(g: Game, i: int) -> int:
    """How much more often model i may react in a round."""
    return int(helps(g, i, HAS_ALERT, R.TALENT_LIST_ALERT) * g.p.talent_list_more)


@inlined
def springy(g: Game, i: int) -> bool:
    """Whether model i stands up for nothing; counted where it does."""
    return g.models[i].talent == HAS_SPRINGY


@rule
def thick_skull(g: Game, i: int) -> int:
    """How many Stun markers fewer model i takes."""
    return int(helps(g, i, HAS_THICK_SKULL, R.TALENT_LIST_THICK_SKULL) * g.p.talent_list_fewer)


@rule
def sapper(g: Game, i: int) -> int:
    """How much surer model i throws dynamite."""
    return int(helps(g, i, HAS_SAPPER, R.TALENT_LIST_SAPPER) * g.p.talent_list_surer)
