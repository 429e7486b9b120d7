"""Violations with attacks: wrong targets, weapons and positions; shots by range bands."""

from __future__ import annotations

import math
from typing import Any

from carnage.lab.referee.battle.ground import CLEAR, gap, hidden, names
from carnage.lab.referee.violations import Collection, Injection, Played

declared = Collection()
violation = declared.violation
SETTLES = {
    "test",
    "pushed",
    "hero",
    "re-roll",
    "shot",
}  # events that determine whether an attack hits
ENDS = ("activate", "round", "phase", "end-phase", "speed-phase", "game-over")
ATTACKS = "attack"
ASKEW = 25.0  # degrees outside an arc, so that the error is obvious
STRAIGHT = 0.99  # the cosine of the angle below which a move goes straight ahead


def missed(p: Played, n: int) -> bool:
    """Return True if attack n missed and its target did not react to it."""
    h = p.events[n]
    hit = True
    k = n + 1
    while k < len(p.events) and p.events[k].name in SETTLES:
        if p.events[k].name in ("test", "shot"):
            hit = bool(p.events[k].d if p.events[k].name == "test" else p.events[k].b)
        k += 1
    later = p.events[n + 1 : p.next_of(n, *ENDS)]
    return not hit and not any(each.actor == h.target and each.name != "test" for each in later)


def weapon(p: Played, n: int) -> Any:
    """Return the weapon of attack n."""
    return p.states[n].weapons[p.events[n].a]


def reach(p: Played, n: int) -> float:
    """Return the range of attack n, in inches."""
    if p.has("range-bands") and weapon(p, n).ranged:
        return float(p.number("shooting.bands")) * float(p.number("shooting.band"))
    return float(weapon(p, n).range)


def others(p: Played, n: int, friends: bool = False) -> list[int]:
    """Return the models that can replace the target of attack n, in random order.

    They have the same kind and talent and are on the table. The list is empty unless the attack
    missed.

    Args:
        p: The game.
        n: The index of an attack.
        friends: Return models of the attacker's side instead of the other side's.
    """
    h = p.events[n]
    g = p.states[n]
    if not missed(p, n) or h.b or h.c or weapon(p, n).burst or h.actor == h.target:
        return []
    t = g.models[h.target]
    mine = [
        j
        for j in range(g.n_models)
        if g.models[j].in_play
        and (g.models[j].side == h.side) == friends
        and j not in (h.actor, h.target)
    ]
    like = [j for j in mine if (g.models[j].kind, g.models[j].talent) == (t.kind, t.talent)]
    return p.random.sample(like, len(like))


def aimed_at(p: Played, n: int, j: int, why: str) -> Injection:
    """Return an injection in which attack n has model j as its target.

    `why` is formatted with its name.
    """
    return p.replaced(n, why.format(names(p).model(j)), target=j)


@violation("out-of-range", "a shot at a target out of range", ATTACKS, "shooting ranged")
def out_of_range(p: Played, n: int) -> Injection | None:
    if weapon(p, n).ranged:
        for j in others(p, n):
            if gap(p.states[n], p.events[n].actor, j) > reach(p, n) + 2 * CLEAR:
                return aimed_at(
                    p, n, j, f"{{}} is farther off than {names(p).length(reach(p, n))}."
                )
    return None


@violation("out-of-contact", "a close attack at somebody out of reach", ATTACKS, "fighting close")
def out_of_contact(p: Played, n: int) -> Injection | None:
    if not weapon(p, n).ranged:
        for j in others(p, n):
            if gap(p.states[n], p.events[n].actor, j) > reach(p, n) + 1.0:
                return aimed_at(p, n, j, "{} is out of reach.")
    return None


@violation("out-of-sight", "a shot at a target out of sight", ATTACKS, "line-of-sight")
def out_of_sight(p: Played, n: int) -> Injection | None:
    if weapon(p, n).ranged:
        g = p.states[n]
        i = p.events[n].actor
        for j in others(p, n):
            if gap(g, i, j) < reach(p, n) and hidden(g, i, j):
                return aimed_at(p, n, j, "Terrain that blocks sight stands between it and {}.")
    return None


@violation("out-of-arc", "a shot at a target outside the shooter's arc", ATTACKS, "arc-of-sight")
def out_of_arc(p: Played, n: int) -> Injection | None:
    g = p.states[n]
    i = p.events[n].actor
    if (
        not p.has("arc-limited")
        or p.has("range-bands")
        or not weapon(p, n).ranged
        or not facing_told(p, n)
    ):
        return None
    m = g.models[i]
    half = float(p.number("arc-of-sight.degrees")) / 2
    for j in others(p, n):
        dx = g.models[j].x - m.x
        dy = g.models[j].y - m.y
        off = math.degrees(
            math.acos(max(-1.0, min(1.0, (m.fx * dx + m.fy * dy) / math.hypot(dx, dy))))
        )
        if gap(g, i, j) < reach(p, n) and off > half + ASKEW:
            return aimed_at(p, n, j, "{} is outside its arc.")
    return None


def facing_told(p: Played, n: int) -> bool:
    """Return True if the report shows the shooter's facing: by a turn, or by a move straight
    ahead.
    """
    i = p.events[n].actor
    m = p.states[n].models[p.events[n].actor]
    for h in reversed(p.events[:n]):
        if h.name == "face" and h.actor == i:
            return True
        if h.name == "move" and h.actor == i:
            far = math.dist((h.x0, h.y0), (h.x1, h.y1))
            return far > 1.0 and (m.fx * (h.x1 - h.x0) + m.fy * (h.y1 - h.y0)) / far > STRAIGHT
    return False


@violation("friend-attacked", "an attack on a friend", ATTACKS, "shooting ranged fighting close")
def friend_attacked(p: Played, n: int) -> Injection | None:
    for j in others(p, n, friends=True):
        return aimed_at(p, n, j, "{} is no enemy.")
    return None


@violation("gone-attacked", "an attack on a model that has been removed", ATTACKS, "damage")
def gone_attacked(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    if p.has("fallen", "wreckage") or not missed(p, n) or h.b or h.c or weapon(p, n).burst:
        return None
    t = g.models[h.target]
    for j in {each.actor for each in p.events[:n] if each.name == "removed"}:
        m = g.models[j]
        if not m.in_play and m.side != h.side and (m.kind, m.talent) == (t.kind, t.talent):
            return aimed_at(p, n, j, "{} was removed before.")
    return None


@violation(
    "weapon",
    "a weapon is used that the model does not carry",
    "attack throw reload",
    "forces stats ranged",
)
def wrong_weapon(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    if h.a < 0:  # a throw of Move Dice has no weapon
        return None
    kind = g.kinds[g.models[h.actor].kind]
    carried = {int(kind.weapons[k]) for k in range(kind.n_weapons)}
    used = g.weapons[h.a]
    # The rulebook lists only weapons that a model of this game carries.
    known = {
        int(g.kinds[m.kind].weapons[k])
        for m in (g.models[i] for i in range(g.n_models))
        if not m.absent
        for k in range(g.kinds[m.kind].n_weapons)
    }
    alike = [
        w
        for w in sorted(known - carried)
        if g.weapons[w].ranged == used.ranged and g.weapons[w].burst == used.burst
    ]
    if not alike:
        return None
    w = p.random.choice(alike)
    return p.replaced(n, f"The model carries no {names(p).weapons[w].label}.", a=w)


@violation(
    "cover",
    "a target counts as obscured, or not, and the number does not",
    ATTACKS,
    "shooting ranged",
)
def cover(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if not weapon(p, n).ranged:
        return None
    said = "not obscured" if h.b else "obscured"
    return p.replaced(n, f"If it were {said}, the number below would be another.", b=1 - h.b)


# -------------------------------------------------------------------------------------- range bands


def single(p: Played, n: int) -> bool:
    """Return True if shot n is a single die without a Hero, and the number that it needs can be
    rolled.
    """
    h = p.events[n]
    return (
        len(h.dice) == 1 and h.a <= int(p.number("shooting.top")) and p.events[n - 1].name != "hero"
    )


@violation("shot-hit", "a shot that misses by its die is told as a hit", "shot", "shooting")
def shot_hit(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if not h.b or not single(p, n) or h.a <= 2:
        return None
    return p.replaced(n, f"The roll is less than {h.a}.", dice=(p.random.randint(2, h.a - 1),))


@violation("shot-missed", "a shot that hits by its die is told as a miss", "shot", "shooting")
def shot_missed(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.b or not single(p, n) or p.events[n].dice[0] == int(p.number("shooting.jammed")):
        return None
    top = int(p.number("shooting.top"))
    return p.replaced(n, f"The roll is {h.a} or more.", dice=(p.random.randint(max(h.a, 2), top),))


@violation("shot-number", "a shot has another number to reach", "shot", "shooting")
def shot_number(p: Played, n: int) -> Injection | None:
    return _numbered(p, n, 0)


@violation(
    "shot-chart", "a shot is read off the chart at another distance or row", "shot", "shooting"
)
def shot_chart(p: Played, n: int) -> Injection | None:
    return _numbered(p, n, 1)


def _numbered(p: Played, n: int, chart: int) -> Injection | None:
    """Return an injection in which shot n needs another number and has the same outcome.

    Args:
        p: The game.
        n: The index of a shot.
        chart: 1 to change the number from the chart as well, else 0.
    """
    h = p.events[n]
    if not single(p, n):
        return None
    for by in p.random.sample((2, 1, -1, -2), 4):
        if 2 <= h.a + by <= 10 and (h.dice[0] >= h.a + by) == bool(h.b):
            fields = {"a": h.a + by, "c": h.c + by * chart}
            why = f"It needs {h.a}, {h.c} of it by the chart."
            return p.replaced(n, why, **fields)
    return None


@violation("shots-left", "a shot is fired, and as many are left as before", "shot", "shooting")
def shots_left(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    later = p.events[n + 1 :]
    if any(each.actor == h.actor and each.name in ("shot", "reload") for each in later):
        return None
    k = p.last_of(n, "attack")
    carried = [each for each in p.events[:n] if each.name == "shot" and each.actor == h.actor]
    g = p.states[n]
    kind = g.kinds[g.models[h.actor].kind]
    guns = sum(bool(g.weapons[kind.weapons[w]].ranged) for w in range(kind.n_weapons))
    full = not carried and h.d + 1 < g.weapons[p.events[k].a].load
    if full or guns > 1:
        return None
    return p.replaced(n, f"There are {h.d} left.", d=h.d + 1)


@violation(
    "reload", "an empty weapon is fired without having been reloaded", "reload", "counters shooting"
)
def unloaded(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    later = range(n + 1, len(p.events))
    k = next((k for k in later if (p.events[k].name, p.events[k].actor) == ("attack", h.actor)), -1)
    if k < 0 or p.events[k].a != h.a:
        return None
    g = p.before(n)
    kind = g.kinds[g.models[h.actor].kind]
    slot = [int(kind.weapons[k]) for k in range(kind.n_weapons)].index(h.a)
    if int(g.models[h.actor].loads[slot]):
        return None
    return Injection({n: ()}, "Its weapon is empty until it is reloaded.", shows=(k,))
