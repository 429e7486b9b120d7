"""Range Bands: the number to reach, the D10 of a shot, jams, and the effects of a hit."""

from __future__ import annotations

from carnage.engine.battle.attack.dodging import dodged
from carnage.engine.battle.attack.sticks import lying
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.event_log import fire, look_up
from carnage.engine.battle.frame.luck import hero, may_be_hero, spared
from carnage.engine.battle.frame.model_status import stands
from carnage.engine.battle.frame.state import REACHES, Game, Log
from carnage.engine.battle.frame.talent_list import crack_shot, credit_shot, gunsmith, hard_to_hit
from carnage.engine.battle.harm.counters import distract, knock_down, knock_out, loaded, set_load
from carnage.engine.battle.harm.damage import suffer
from carnage.engine.battle.harm.wound_cost import stake
from carnage.engine.battle.see.line_of_sight import OBSCURED, behind, spot
from carnage.engine.battle.turn.allocation import defended
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d10, forget_dice, keep_die


@rule
def on_chart(g: Game, w: int, inches: float) -> int:
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
def steadied(g: Game, i: int, j: int) -> int:
    """Return the reduction of the number to reach for model i's Aim markers on model j."""
    m = g.models[i]
    if m.aims > 0 and m.aimed == j:
        return int(m.aims * g.p.shooting_aimed)
    return 0


@rule
def circumstances(g: Game, i: int, j: int) -> int:
    """Return the change to the number to reach for the state of shooter and target, talents and
    dynamite.
    """
    m = g.models[i]
    t = g.models[j]
    more = int(t.prone * g.p.shooting_prone)
    if m.moved == 2:
        more += g.p.shooting_ran
    quarter = behind(g, i, j)
    if quarter == 1:
        more += g.p.shooting_side
    elif quarter == 2:
        more += g.p.shooting_rear
    more += hard_to_hit(g, j) - crack_shot(g, i)
    return more + lying(g) * g.p.shooting_distraction - steadied(g, i, j)


@rule
def number_to_reach(g: Game, i: int, w: int, j: int) -> int:
    """Return the lowest D10 that hits model j with weapon w of model i. Call `look` for i first.

    It may be more than 10: then nothing hits.
    """
    number = g.p.shooting_base + on_chart(g, w, g.gaps[j]) + circumstances(g, i, j)
    if spot(g, i, j) == OBSCURED:
        number += g.p.shooting_obscured
    return int(number)


@rule
def ten_chance(number: int) -> float:
    """Return the probability that a D10 shows at least `number`. A 1 always misses."""
    return max(0, 11 - max(2, number)) / 10.0


@rule
def range_bands(g: Game, log: Log, i: int, w: int, j: int) -> None:
    """Fire weapon w of model i at model j: roll a D10 against the number to reach.

    The shot and all Aim markers of model i are spent. A 1 jams the weapon. Call `look` for i first.
    """
    m = g.models[i]
    weapon = g.weapons[w]
    t = g.models[j]
    veiled = spot(g, i, j) == OBSCURED
    forget_dice(g.core)
    write.attack(g, log, weapon.rule, m.side, i, j, weapon=w, obscured=int(veiled), caught=0)
    look_up(g, R.TERRAIN_OBSCURING)
    if veiled:
        fire(g, R.TERRAIN_OBSCURING)
    number = number_to_reach(g, i, w, j) + defended(g, log, t.side, j)
    number += dodged(g, log, i, w, j, number, int(g.p.reactions_farther))
    g.shot_at |= 1 << j
    credit_shot(g, i, j)
    chart = on_chart(g, w, g.gaps[j])
    shots = loaded(g, i, w) - 1
    forget_dice(g.core)
    first = roll(g, log, m.side, i, number)
    hits = first >= number and first != g.p.shooting_jammed
    set_load(g, i, w, shots)
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
    )
    if first == g.p.shooting_jammed and not gunsmith(g, i):
        m.jam = 1
        forget_dice(g.core)
        write.jam(g, log, R.COUNTERS_JAM, m.side, i, weapon=w)
    if hits:
        struck(g, log, w, j, 2 if first == g.p.shooting_top else 1)


@rule
def roll(g: Game, log: Log, side: int, i: int, number: int) -> int:
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
    if missed and number <= top and may_be_hero(g, side, die) and hero(g, log, side, i, top, 0, 1):
        return top
    return die


@rule
def struck(g: Game, log: Log, w: int, j: int, rolls: int) -> None:
    """Knock model j down and wound it, unless a talent or luck saves it.

    Where wounds cost Pace, the model is knocked out as well, and suffers a fixed number of wounds.

    Args:
        g: The game.
        log: The log.
        w: The weapon that hit it.
        j: The target.
        rolls: The number of luck rolls that must all succeed to avoid the hit.
    """
    slow = g.chosen.damage == R.DAMAGE_SLOWED
    if slow:
        wounds = int(g.p.shooting_wound)
    else:
        wounds = int(g.weapons[w].wounds)
    if spared(g, log, j, 1.3 * stake(g, j, wounds), rolls):
        return
    distract(g, log, j)
    if slow:
        knock_out(g, log, j, int(g.p.shooting_phases))
    else:
        knock_down(g, log, j)
    if stands(g.models[j]):
        suffer(g, log, j, wounds)
