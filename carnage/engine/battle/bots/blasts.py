"""Values and dangers of dynamite. No function here reads the length of a fuse, which is hidden."""

from __future__ import annotations

from carnage.engine.battle.attack.range_bands import ten_chance
from carnage.engine.battle.attack.sticks import held, in_throw, within_reach
from carnage.engine.battle.bots.attack_values import harm_worth
from carnage.engine.battle.frame.model_status import stands, upright_from, upright_to
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
RELIGHT_POINTS = (
    0.1  # of lighting a stick that was put out, if it cannot explode before it is thrown
)
UNSAFE_RELIGHT_POINTS = -3.0  # otherwise
MISS_WEIGHT = 0.4  # of an explosion that misses its place, which is near it
HIT_WEIGHT = 0.6  # added by the chance to hit the place
FAR_THROW_POINTS_PER_INCH = 0.01  # so that equal throws go far
OWN_STICK_POINTS = 0.1  # of picking the stick in hand


@rule
def blast_worth(g: Game, side: int, x: float, y: float, sticks: int) -> float:
    """Return the value to a side of an explosion at a place, less the harm to its own models."""
    blast = float(g.p.twist_blast + (sticks - 1) * g.p.twist_wide) + g.radius
    ring = blast + g.p.twist_ring + (sticks - 1) * g.p.twist_wider
    total = 0.0
    for k in range(g.n_models):
        m = g.models[k]
        away = distance(m.x, m.y, x, y)
        if stands(m) and away <= ring:
            points = float(g.kinds[m.kind].points)
            worth = RING_SHARE * points
            if away <= blast:
                worth = BLAST_SHARE * points + harm_worth(g, k, float(g.p.twist_wounds))
            if m.side != side:
                total += worth
            else:
                total += -OWN_HARM_WEIGHT * worth
    return total


@rule
def urgency_of(g: Game, s: Stick) -> float:
    """Return how soon a stick may explode, from 0 to 1, by the knowledge of the players."""
    left = g.p.twist_fuse + 1 - s.burnt  # steps until it first may
    if left <= s.pace:
        return SOON_URGENCY
    if left <= 2 * s.pace:
        return NEXT_URGENCY
    return LATER_URGENCY


@rule
def fear_of(g: Game, i: int, x: float, y: float) -> float:
    """Return the danger to model i at a place from the lit sticks on the table."""
    fear = 0.0
    points = float(g.kinds[g.models[i].kind].points)
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.lit == 0 or s.holder >= 0:
            continue
        away = distance(x, y, s.x, s.y) - g.radius
        blast = float(g.p.twist_blast + (s.bundle - 1) * g.p.twist_wide)
        ring = blast + g.p.twist_ring + (s.bundle - 1) * g.p.twist_wider
        if away <= blast:
            fear += urgency_of(g, s) * (
                BLAST_SHARE * points + harm_worth(g, i, float(g.p.twist_wounds))
            )
        elif away <= ring:
            fear += urgency_of(g, s) * RING_SHARE * points
    return fear


@rule
def best_throw(g: Game, i: int) -> float:
    """Return the value of the best place for a stick thrown by model i."""
    m = g.models[i]
    best = 0.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        if in_throw(g, i, t.x, t.y):
            best = max(best, blast_worth(g, m.side, t.x, t.y, 1))
    return best


@rule
def light_worth(g: Game, i: int) -> float:
    """Return the value of lighting a stick."""
    return LIGHT_SHARE * STAYS_CHANCE * best_throw(g, i)


@rule
def hurl_worth(g: Game, i: int) -> float:
    """Return the value of throwing a stick: the one in hand, or one that lies near."""
    n = held(g, i)
    if n >= 0:
        return HELD_STICK_POINTS + HELD_STICK_POINTS * urgency_of(g, g.sticks[n])
    return max(danger_near(g, i), light_worth(g, i))


@rule
def danger_near(g: Game, i: int) -> float:
    """Return the danger to model i's side, less that to the other, of the worst stick in i's
    reach.
    """
    worst = 0.0
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if within_reach(g, i, n) and s.holder < 0:
            worst = max(
                worst, -urgency_of(g, s) * blast_worth(g, g.models[i].side, s.x, s.y, s.bundle)
            )
    return worst


@rule
def steady_worth(g: Game, i: int) -> float:
    """Return the value of aiming with a stick in hand: 0 if it may explode meanwhile."""
    n = held(g, i)
    safe = n >= 0 and g.sticks[n].burnt + 2 * g.sticks[n].pace <= g.p.twist_fuse
    if safe and g.models[i].aims == 0:
        return STEADY_POINTS
    return 0.0


@rule
def value_light(g: Game, i: int) -> None:
    """Value numbers of sticks to light and lengths of fuses: two for a crowd, and short fuses."""
    m = g.models[i]
    crowd = 0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        if in_throw(g, i, t.x, t.y):
            crowd += 1
    wanted = CROWD_STICKS if crowd >= CROWD_MODELS else 1
    if g.speed_phases == 1:
        pace = g.p.twist_half
    else:
        pace = g.p.twist_quarter
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = -abs(float(o.what - wanted)) - PACE_WEIGHT * abs(float(o.who - pace))
        if o.other >= 0:  # a stick that was put out
            s = g.sticks[o.other]
            safe = s.burnt + 2 * s.pace <= g.p.twist_fuse or g.speed_phases == 0
            o.value += RELIGHT_POINTS if safe else UNSAFE_RELIGHT_POINTS


@rule
def value_hurl(g: Game, i: int) -> None:
    """Value places to throw a stick at: by the explosion there, and by the distance."""
    m = g.models[i]
    for k in range(g.core.offered):
        o = g.core.options[k]
        s = g.sticks[o.who]
        odds = ten_chance(int(o.fx))
        worth = blast_worth(g, m.side, o.x, o.y, s.bundle)
        far = distance(m.x, m.y, o.x, o.y)
        o.value = (MISS_WEIGHT + HIT_WEIGHT * odds) * worth + FAR_THROW_POINTS_PER_INCH * far


@rule
def value_stick(g: Game, i: int) -> None:
    """Value the sticks to throw or to put out: by their danger, or the one in hand."""
    side = g.models[i].side
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = OWN_STICK_POINTS
        if o.who >= 0:
            s = g.sticks[o.who]
            o.value = -urgency_of(g, s) * blast_worth(g, side, s.x, s.y, s.bundle)
