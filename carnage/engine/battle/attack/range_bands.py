"""Range Bands: the number to reach, the D10 of a shot, jams, and the effects of a hit."""

from __future__ import annotations

from carnage.engine.battle.attack.dodging import dodge_increase
from carnage.engine.battle.attack.sticks import lit_sticks_on_table
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.event_log import fire, look_up
from carnage.engine.battle.frame.luck import avoids_harm, can_be_hero, choose_hero
from carnage.engine.battle.frame.model_status import is_standing
from carnage.engine.battle.frame.state import REACHES, Game, Log
from carnage.engine.battle.frame.talent_list import crack_shot, credit_shot, gunsmith, hard_to_hit
from carnage.engine.battle.harm.counters import (
    distract,
    knock_down,
    knock_out,
    set_shots,
    shots_left,
)
from carnage.engine.battle.harm.damage import wound_surely
from carnage.engine.battle.harm.wound_cost import wounds_cost
from carnage.engine.battle.see.line_of_sight import OBSCURED, relative_position, visibility
from carnage.engine.battle.turn.allocation import ask_to_defend
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d10, forget_dice, keep_die


@rule
def chart_change(g: Game, w: int, inches: float) -> int:
    """Return the change to the number to reach by the range chart.

    Args:
        g: The game.
        w: The weapon.
        inches: The distance to the target.
    """
    width = float(g.p.shooting_band)
    column = 0
    while column < REACHES - 1 and inches > width * (column + 1) + 1.0e-6:
        column += 1
    return int(g.chart[g.weapons[w].band * REACHES + column])


@rule
def aim_reduction(g: Game, i: int, j: int) -> int:
    """Return the reduction of the number to reach for model i's Aim markers on model j."""
    m = g.models[i]
    if m.aims > 0 and m.aimed == j:
        return int(m.aims * g.p.shooting_aimed)
    return 0


@rule
def prone_change(g: Game, j: int) -> int:
    """Return the change to the number to reach for a target j that is prone."""
    return int(g.models[j].prone * g.p.shooting_prone)


@rule
def run_change(g: Game, i: int) -> int:
    """Return the change to the number to reach for a shooter i that has run in this round."""
    if g.models[i].moved == 2:
        return int(g.p.shooting_ran)
    return 0


@rule
def arc_change(g: Game, i: int, j: int) -> int:
    """Return the change to the number to reach for a target j outside the arc of shooter i."""
    quarter = relative_position(g, i, j)
    if quarter == 1:
        return int(g.p.shooting_side)
    if quarter == 2:
        return int(g.p.shooting_rear)
    return 0


@rule
def situation_change(g: Game, i: int, j: int) -> int:
    """Return the change to the number to reach for the situation of shooter i and target j.

    It counts their states, talents and dynamite.
    """
    more = prone_change(g, j) + run_change(g, i) + arc_change(g, i, j)
    more += hard_to_hit(g, j) - crack_shot(g, i)
    return more + lit_sticks_on_table(g) * g.p.shooting_distraction - aim_reduction(g, i, j)


@rule
def number_to_reach(g: Game, i: int, w: int, j: int) -> int:
    """Return the lowest D10 that hits model j with weapon w of model i.

    Call `measure_gaps` for i first. It may be more than 10: then nothing hits.
    """
    number = g.p.shooting_base + chart_change(g, w, g.gaps[j]) + situation_change(g, i, j)
    if visibility(g, i, j) == OBSCURED:
        number += g.p.shooting_obscured
    return int(number)


@rule
def d10_chance(number: int) -> float:
    """Return the probability that a D10 shows at least `number`. A 1 always misses."""
    return max(0, 11 - max(2, number)) / 10.0


@rule
def range_bands(g: Game, log: Log, i: int, w: int, j: int) -> None:
    """Fire weapon w of model i at model j: roll a D10 against the number to reach.

    The shot and all Aim markers of model i are spent. A 1 jams the weapon. Call
    `measure_gaps` for i first.
    """
    m = g.models[i]
    weapon = g.weapons[w]
    t = g.models[j]
    veiled = visibility(g, i, j) == OBSCURED
    forget_dice(g.core)
    write.attack(g, log, weapon.rule, m.side, i, j, weapon=w, obscured=int(veiled), caught=0)
    look_up(g, R.TERRAIN_OBSCURING)
    if veiled:
        fire(g, R.TERRAIN_OBSCURING)
    number = number_to_reach(g, i, w, j)
    harder = ask_to_defend(g, log, t.side, j)
    if harder == 0:
        harder = dodge_increase(g, log, i, w, j, number, int(g.p.reactions_farther))
    number += harder
    g.shot_at |= 1 << j
    credit_shot(g, i, j)
    chart = chart_change(g, w, g.gaps[j])
    aims = aim_reduction(g, i, j)
    shots = shots_left(g, i, w) - 1
    forget_dice(g.core)
    first = roll_shot(g, log, m.side, i, number)
    hits = first >= number and first != g.p.shooting_jammed
    set_shots(g, i, w, shots)
    m.aims = 0
    write.shot(
        g,
        log,
        R.SHOOTING_RANGE_BANDS,
        m.side,
        i,
        j,
        number=number,
        hit=int(hits),
        chart=chart,
        shots_left=shots,
        prone_target=float(prone_change(g, j)),
        moved_shooter=float(run_change(g, i)),
        turned_target=float(arc_change(g, i, j)),
        talents=float(hard_to_hit(g, j) - crack_shot(g, i)),
        dynamite=float(lit_sticks_on_table(g) * g.p.shooting_distraction),
        aim=float(-aims),
    )
    if first == g.p.shooting_jammed and not gunsmith(g, i):
        m.jam = 1
        forget_dice(g.core)
        write.jam(g, log, R.COUNTERS_JAM, m.side, i, weapon=w)
    if hits:
        luck_rolls = 2 if first == g.p.shooting_top else 1
        apply_hit(g, log, m.side, w, j, luck_rolls)


@rule
def roll_shot(g: Game, log: Log, side: int, i: int, number: int) -> int:
    """Return the D10 of a shot, or the highest value if it misses and its player calls it a Hero.

    Args:
        g: The game.
        log: The log.
        side: The shooter's side.
        i: The shooter.
        number: The number to reach.
    """
    die = d10(g.core)
    keep_die(g.core, die)
    top = int(g.p.shooting_top)
    missed = die < number or die == g.p.shooting_jammed
    if (
        missed
        and number <= top
        and can_be_hero(g, side, die)
        and choose_hero(g, log, side, i, top, 0, 1)
    ):
        return top
    return die


@rule
def apply_hit(g: Game, log: Log, by: int, w: int, j: int, rolls: int) -> None:
    """Knock model j down and wound it, unless a talent or luck saves it.

    Where wounds cost Pace, the model is knocked out as well, and suffers a fixed number of wounds.

    Args:
        g: The game.
        log: The log.
        by: The side that shot.
        w: The weapon that hit it.
        j: The target.
        rolls: The number of luck rolls that must all succeed to avoid the hit.
    """
    slow = g.chosen.damage == R.DAMAGE_SLOWED
    if slow:
        wounds = int(g.p.shooting_wound)
    else:
        wounds = int(g.weapons[w].wounds)
    if avoids_harm(g, log, j, 1.3 * wounds_cost(g, j, wounds), rolls):
        return
    distract(g, log, j)
    if slow:
        knock_out(g, log, j, int(g.p.shooting_phases))
    else:
        knock_down(g, log, j)
    if is_standing(g.models[j]):
        wound_surely(g, log, by, j, wounds)
