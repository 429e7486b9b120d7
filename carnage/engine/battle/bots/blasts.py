"""What dynamite is worth to the greedy bot, and what there is to fear of it. Nothing here looks at a fuse."""

from __future__ import annotations

from carnage.engine.battle.attack.range_bands import ten_chance
from carnage.engine.battle.attack.sticks import held, in_throw, within_reach
from carnage.engine.battle.bots.attack_values import harm_worth
from carnage.engine.battle.frame.model_status import stands, upright_from, upright_to
from carnage.engine.battle.frame.state import Game, Stick
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import distance

NEAR, RING = 0.35, 0.15  # what knocking down and stunning is worth, as shares of the points
OWN = 1.3
STAYS = 0.3  # how likely those near a stick when it is thrown are near when it explodes


@rule
def blast_worth(g: Game, side: int, x: float, y: float, sticks: int) -> float:
    """What an explosion at a place is worth to a side, its own harm reckoned against it."""
    blast = float(g.p.twist_blast + (sticks - 1) * g.p.twist_wide) + g.radius
    ring = blast + g.p.twist_ring + (sticks - 1) * g.p.twist_wider
    total = 0.0
    for k in range(g.n_models):
        m = g.models[k]
        away = distance(m.x, m.y, x, y)
        if stands(m) and away <= ring:
            points = float(g.kinds[m.kind].points)
            worth = RING * points
            if away <= blast:
                worth = NEAR * points + harm_worth(g, k, float(g.p.twist_wounds))
            total += worth if m.side != side else -OWN * worth
    return total


@rule
def urgency_of(g: Game, s: Stick) -> float:
    """How soon a stick may go off, 0 to 1, as far as anybody can tell."""
    left = g.p.twist_fuse + 1 - s.burnt  # steps until it first may
    return 1.0 if left <= s.pace else 0.6 if left <= 2 * s.pace else 0.3


@rule
def fear_of(g: Game, i: int, x: float, y: float) -> float:
    """What model i has to fear at a place from the sticks that lie about."""
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
            fear += urgency_of(g, s) * (NEAR * points + harm_worth(g, i, float(g.p.twist_wounds)))
        elif away <= ring:
            fear += urgency_of(g, s) * RING * points
    return fear


@rule
def best_throw(g: Game, i: int) -> float:
    """The best that a stick thrown by model i might do."""
    m = g.models[i]
    best = 0.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        if in_throw(g, i, t.x, t.y):
            best = max(best, blast_worth(g, m.side, t.x, t.y, 1))
    return best


@rule
def light_worth(g: Game, i: int) -> float:
    """What lighting a stick is worth."""
    return 0.5 * STAYS * best_throw(g, i)


@rule
def hurl_worth(g: Game, i: int) -> float:
    """What throwing is worth: much with a stick in hand or danger at one's feet."""
    n = held(g, i)
    if n >= 0:
        return 3.0 + 3.0 * urgency_of(g, g.sticks[n])
    return max(danger_near(g, i), light_worth(g, i))


@rule
def danger_near(g: Game, i: int) -> float:
    """What the worst stick within model i's reach threatens to do to its side, less what to the other."""
    worst = 0.0
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if within_reach(g, i, n) and s.holder < 0:
            worst = max(worst, -urgency_of(g, s) * blast_worth(g, g.models[i].side, s.x, s.y, s.bundle))
    return worst


@rule
def steady_worth(g: Game, i: int) -> float:
    """What taking aim with a stick is worth: as long as it surely will not go off meanwhile."""
    n = held(g, i)
    safe = n >= 0 and g.sticks[n].burnt + 2 * g.sticks[n].pace <= g.p.twist_fuse
    return 4.5 if safe and g.models[i].aims == 0 else 0.0


@rule
def value_light(g: Game, i: int) -> None:
    """How much to light: more where there are more enemies; fuses cut so that nobody has time to run."""
    m = g.models[i]
    crowd = 0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        if in_throw(g, i, t.x, t.y):
            crowd += 1
    wanted = 2 if crowd >= 3 else 1
    pace = g.p.twist_half if g.speed_phases == 1 else g.p.twist_quarter
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = -abs(float(o.what - wanted)) - 0.3 * abs(float(o.who - pace))
        if o.other >= 0:  # what was put out may go off before it can be thrown
            s = g.sticks[o.other]
            o.value += 0.1 if s.burnt + 2 * s.pace <= g.p.twist_fuse or g.speed_phases == 0 else -3.0


@rule
def value_hurl(g: Game, i: int) -> None:
    """Where to throw: by what it would do there if it hits, and far from oneself in any case."""
    m = g.models[i]
    for k in range(g.core.offered):
        o = g.core.options[k]
        s = g.sticks[o.who]
        odds = ten_chance(int(o.fx))
        worth = blast_worth(g, m.side, o.x, o.y, s.bundle)
        o.value = (0.4 + 0.6 * odds) * worth + 0.01 * distance(m.x, m.y, o.x, o.y)


@rule
def value_stick(g: Game, i: int) -> None:
    """Which stick to throw or put out: the one that threatens most, or one's own."""
    side = g.models[i].side
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = 0.1
        if o.who >= 0:
            s = g.sticks[o.who]
            o.value = -urgency_of(g, s) * blast_worth(g, side, s.x, s.y, s.bundle)
