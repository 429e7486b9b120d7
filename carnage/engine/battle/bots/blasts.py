"""Values and dangers of dynamite. No function here reads the length of a fuse, which is hidden."""

from __future__ import annotations

from carnage.engine.battle.attack.range_bands import d10_chance
from carnage.engine.battle.attack.sticks import held_stick, is_in_throw_range, is_stick_in_reach
from carnage.engine.battle.bots.attack_values import weighted_harm_value
from carnage.engine.battle.frame.model_status import is_standing, upright_from, upright_to
from carnage.engine.battle.frame.state import Game, Stick
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import distance

# Chosen by hand.
BLAST_SHARE = 0.35  # value of knocking a model down, as a share of its points, besides its wounds
RING_SHARE = 0.15  # value of stunning a model, as a share of its points
OWN_HARM_WEIGHT = 1.3  # of harm to friends, against harm to enemies
STAYS_CHANCE = 0.3  # that a model near a stick when it is lit is still there when it explodes
LIGHT_SHARE = 0.5  # of the value of an explosion, which lighting a stick has
SOON_URGENCY = 1.0  # a stick that may explode at its next step
NEXT_URGENCY = 0.6  # at the step after that
LATER_URGENCY = 0.3  # later
HELD_STICK_POINTS = 3.0  # of throwing a stick in hand, and as much again by its urgency
STEADY_POINTS = 4.5  # of aiming with a stick that cannot explode meanwhile
CROWD_MODELS = 3  # enemies within a throw for which two sticks are lit
CROWD_STICKS = 2
PACE_WEIGHT = 0.3  # of another pace than the wanted one, against a stick more or less
RELIGHT_POINTS = 0.1  # of lighting a stick again, if it cannot explode before it is thrown
UNSAFE_RELIGHT_POINTS = -3.0  # otherwise
MISS_WEIGHT = 0.4  # of an explosion that misses its place, which is near it
HIT_WEIGHT = 0.6  # added by the chance to hit the place
FAR_THROW_POINTS_PER_INCH = 0.01  # so that equal throws go far
OWN_STICK_POINTS = 0.1  # of picking the stick in hand


@rule
def blast_value(g: Game, side: int, x: float, y: float, sticks: int) -> float:
    """Return the value to a side of an explosion at a place, less the harm to its own models."""
    blast = blast_radius(g, sticks) + g.radius
    ring = ring_radius(g, blast, sticks)
    total = 0.0
    for k in range(g.n_models):
        m = g.models[k]
        inches = distance(m.x, m.y, x, y)
        if is_standing(m) and inches <= ring:
            if inches <= blast:
                value = blast_harm_value(g, k)
            else:
                value = RING_SHARE * g.kinds[m.kind].points
            if m.side != side:
                total += value
            else:
                total += -OWN_HARM_WEIGHT * value
    return total


@rule
def blast_harm_value(g: Game, i: int) -> float:
    """Return the value of the harm to model i if it is in the blast of an explosion."""
    points = float(g.kinds[g.models[i].kind].points)
    return BLAST_SHARE * points + weighted_harm_value(g, i, float(g.p.twist_wounds))


@rule
def blast_radius(g: Game, sticks: int) -> float:
    """Return the radius of the blast of a number of sticks, in inches: it wounds models."""
    return float(g.p.twist_blast + (sticks - 1) * g.p.twist_wide)


@rule
def ring_radius(g: Game, blast: float, sticks: int) -> float:
    """Return the outer radius of the ring around a blast, in inches: it stuns models.

    `blast` is the radius of the blast.
    """
    return blast + g.p.twist_ring + (sticks - 1) * g.p.twist_wider


@rule
def stick_urgency(g: Game, s: Stick) -> float:
    """Return how soon a stick may explode, from 0 to 1, by the knowledge of the players."""
    steps_left = g.p.twist_fuse + 1 - s.burnt  # until it first may explode
    if steps_left <= s.pace:
        return SOON_URGENCY
    if steps_left <= 2 * s.pace:
        return NEXT_URGENCY
    return LATER_URGENCY


@rule
def dynamite_danger(g: Game, i: int, x: float, y: float) -> float:
    """Return the danger to model i at a place from the lit sticks on the table."""
    danger = 0.0
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.lit == 0 or s.holder >= 0:
            continue
        gap = distance(x, y, s.x, s.y) - g.radius
        blast = blast_radius(g, s.bundle)
        if gap <= blast:
            danger += stick_urgency(g, s) * blast_harm_value(g, i)
        elif gap <= ring_radius(g, blast, s.bundle):
            danger += stick_urgency(g, s) * RING_SHARE * g.kinds[g.models[i].kind].points
    return danger


@rule
def best_throw_value(g: Game, i: int) -> float:
    """Return the value of the best place for a stick thrown by model i."""
    m = g.models[i]
    best = 0.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        if is_in_throw_range(g, i, t.x, t.y):
            best = max(best, blast_value(g, m.side, t.x, t.y, 1))
    return best


@rule
def light_value(g: Game, i: int) -> float:
    """Return the value of lighting a stick."""
    return LIGHT_SHARE * STAYS_CHANCE * best_throw_value(g, i)


@rule
def hurl_value(g: Game, i: int) -> float:
    """Return the value of throwing a stick: the one in hand, or one that lies near."""
    n = held_stick(g, i)
    if n >= 0:
        return HELD_STICK_POINTS + HELD_STICK_POINTS * stick_urgency(g, g.sticks[n])
    return max(reachable_stick_danger(g, i), light_value(g, i))


@rule
def reachable_stick_danger(g: Game, i: int) -> float:
    """Return the danger to model i's side, less that to the other, of the worst stick in reach."""
    worst = 0.0
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if is_stick_in_reach(g, i, n) and s.holder < 0:
            blast = blast_value(g, g.models[i].side, s.x, s.y, s.bundle)
            worst = max(worst, -stick_urgency(g, s) * blast)
    return worst


@rule
def steady_value(g: Game, i: int) -> float:
    """Return the value of aiming with a stick in hand: 0 if it may explode meanwhile."""
    n = held_stick(g, i)
    is_safe = n >= 0 and g.sticks[n].burnt + 2 * g.sticks[n].pace <= g.p.twist_fuse
    if is_safe and g.models[i].aims == 0:
        return STEADY_POINTS
    return 0.0


@rule
def evaluate_lights(g: Game, i: int) -> None:
    """Value numbers of sticks to light and lengths of fuses: two for a crowd, and short fuses."""
    sticks = CROWD_STICKS if enemies_in_throw(g, i) >= CROWD_MODELS else 1
    for k in range(g.core.offered):
        o = g.core.options[k]
        unlike = abs(float(o.who - g.p.twist_half))
        o.value = -abs(float(o.what - sticks)) - PACE_WEIGHT * unlike
        if o.other >= 0:  # a stick that was put out
            s = g.sticks[o.other]
            is_safe = s.burnt + 2 * s.pace <= g.p.twist_fuse or g.speed_phases == 0
            o.value += RELIGHT_POINTS if is_safe else UNSAFE_RELIGHT_POINTS


@rule
def enemies_in_throw(g: Game, i: int) -> int:
    """Return the number of standing enemies at which model i could throw a stick."""
    side = g.models[i].side
    enemies = 0
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        t = g.models[int(g.upright[n])]
        if is_in_throw_range(g, i, t.x, t.y):
            enemies += 1
    return enemies


@rule
def evaluate_hurls(g: Game, i: int) -> None:
    """Value places to throw a stick at: by the explosion there, and by the distance."""
    m = g.models[i]
    for k in range(g.core.offered):
        o = g.core.options[k]
        s = g.sticks[o.who]
        hit = d10_chance(int(o.fx))
        blast = blast_value(g, m.side, o.x, o.y, s.bundle)
        inches = distance(m.x, m.y, o.x, o.y)
        o.value = (MISS_WEIGHT + HIT_WEIGHT * hit) * blast + FAR_THROW_POINTS_PER_INCH * inches


@rule
def evaluate_sticks(g: Game, i: int) -> None:
    """Value the sticks to throw or to put out: by their danger, or the one in hand."""
    side = g.models[i].side
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = OWN_STICK_POINTS
        if o.who >= 0:
            s = g.sticks[o.who]
            o.value = -stick_urgency(g, s) * blast_value(g, side, s.x, s.y, s.bundle)
