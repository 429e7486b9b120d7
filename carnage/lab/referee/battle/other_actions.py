"""Violations with other actions and with counts: special actions, reactions, loot, scores."""

from __future__ import annotations

import math

from carnage.engine.battle.frame.queries import TALENTS
from carnage.lab.referee.battle.ground import at, gap, names
from carnage.lab.referee.violations import Collection, Injection, Played

declared = Collection()
violation = declared.violation
ACTIVATIONS = (
    "activate",
    "round",
    "phase",
    "speed-phase",
    "bell",
    "end-phase",
    "token",
    "card",
    "drawn",
)


@violation("patch-up", "a friend is patched up who is not in base contact", "patch-up", "special")
def patch_up(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    friends = [j for j in range(g.n_models) if g.models[j].in_play and g.models[j].side == h.side]
    far = [j for j in friends if j != h.actor and gap(g, h.actor, j) > 1.0]
    if not far:
        return None
    j = p.random.choice(far)
    return p.replaced(n, f"{names(p).model(j)} is not in base contact.", target=j)


@violation("shout", "a shout is heard too far off", "shout", "special")
def shout(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    move = p.events[n + 1]
    reach = float(p.number("special.shout_range"))
    friends = [j for j in range(g.n_models) if g.models[j].in_play and g.models[j].side == h.side]
    far = [j for j in friends if gap(g, h.actor, j) > reach + 1.0]
    if not far or move.actor != h.target:
        return None
    j = p.random.choice(far)
    return p.replaced(
        n, f"{names(p).model(j)} is farther off than {names(p).length(reach)}.", target=j
    )


@violation(
    "marker", "a model tries to capture a marker that it does not touch", "attempt", "objectives"
)
def marker(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    if any(each.name == "capture" for each in p.events[n : p.next_of(n, *ACTIVATIONS)]):
        return None
    far = [
        k
        for k in range(g.n_markers)
        if math.dist(at(g, h.actor), (g.markers[k].x, g.markers[k].y))
        > g.radius + g.marker_radius + 1.0
    ]
    if far:
        return p.replaced(n, "It does not touch that marker.", a=p.random.choice(far))
    return None


@violation("loot", "a side's loot is counted wrongly", "loot steal", "objectives")
def loot(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if any(each.name in ("loot", "steal", "scoop") for each in p.events[n + 1 :]):
        return None
    if h.name == "loot":
        return p.replaced(n, f"That makes {h.b}.", b=h.b + 1)
    return p.replaced(n, f"That makes {h.a} and {h.b}.", a=h.a + 1)


@violation(
    "no-such-action",
    "a model focuses in a game without Focus",
    "move attack",
    "actions action-points",
    weight=0.4,
)
def no_such_action(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if (p.has("focus") and p.has("stat-tests")) or p.events[n - 1].name not in ("activate", "pay"):
        return None
    begun = p.last_of(n, "activate")
    if begun < 0 or p.events[begun].side != h.side:
        return None
    focus = p.event("focus", "actions.focus", h.side, actor=h.actor)
    return Injection({n: (focus, p.events[n])}, "There is no such action in this game.")


@violation("dodge", "a model dodges that may not", "attack", "reactions")
def dodge(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    begun = p.last_of(n, "activate")
    if h.c or not g.weapons[h.a].ranged or p.events[n + 1].name not in ("test", "shot"):
        return None
    may = 2 if p.has("talents") else 1
    if p.has("dodging") and g.models[h.target].reacted < may:
        return None
    side = int(g.models[h.target].side)
    if (
        begun < 0
        or side == h.side
        or "reactions" not in {table.id for table in p.ruleset.book.tables}
    ):
        return None
    if p.has("dodging"):
        why = "It has reacted in this round."
    else:
        why = "Nobody dodges in this game."
    by = "reactions.dodge"
    return Injection({n: (h, p.event("dodge", by, side, actor=h.target))}, why)


@violation("reaction", "a model reacts that may not", "attack", "reactions")
def reaction(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    before = p.events[n - 1]
    tables = {table.id for table in p.ruleset.book.tables}
    if h.c or not g.weapons[h.a].ranged or before.name != "activate" or "reactions" not in tables:
        return None
    if p.has("watch-markers") or g.models[h.target].side == h.side:
        return None
    # It shoots in its own activation, and the report calls that a reaction to an idle model.
    watched = p.event("reaction", "reactions.overwatch", h.side, actor=h.actor, target=h.target)
    return Injection(
        {n: (watched, h)}, "Nobody watches in this game, and this is its own activation."
    )


@violation("score", "a side scores other points than are added up", "score", "objectives victory")
def score(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"It scores {h.a}.", a=h.a + p.random.choice((1, 2)))


@violation(
    "final-score",
    "the game ends with another score than was reached",
    "game-over",
    "objectives victory",
    weight=0.2,
)
def final_score(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.d or h.a < 0:
        return None
    winner, loser = ("b", "c") if h.a == 0 else ("c", "b")
    mine = getattr(h, winner)
    theirs = getattr(h, loser)
    return p.replaced(n, f"It is {mine} to {theirs}.", **{winner: mine + 1})


@violation("winner", "the wrong side wins", "game-over", "victory objectives", weight=0.2)
def winner(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.a < 0 or h.d:
        return None
    return p.replaced(n, "The other side has more.", a=1 - h.a)


@violation("talent-not-drawn", "a side gives a talent that it has not drawn", "dealt", "talents")
def talent_not_drawn(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    drawn = [talent for talent in (h.a, h.b, h.c, h.d) if talent > 0]
    others = [
        talent
        for talent in TALENTS.names
        if talent > 0 and g.talents >> talent & 1 and talent not in drawn
    ]
    if not drawn or not others:
        return None
    slot = p.random.choice("abcd"[: len(drawn)])
    instead = p.random.choice(others)
    talent = getattr(h, slot)
    gifts = [
        k
        for k, each in enumerate(p.events)
        if each.name == "gift" and (each.side, each.a) == (h.side, talent)
    ]
    why = f"{names(p).talent(talent)} is given to somebody, and was not drawn."
    injection = p.replaced(n, why, **{slot: instead})
    if gifts:
        return Injection(injection.edits, why, shows=tuple(gifts))
    return None


@violation("jam", "a jammed weapon is fired", "counter-off", "counters")
def jammed(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    k = next(
        (k for k in range(n + 1, len(p.events)) if p.events[k].actor == h.actor and fires(p, k)), -1
    )
    why = "Its gun is jammed until it is cleared."
    if h.a and k > 0:
        return Injection({n: ()}, why, shows=(k,))
    return None


def fires(p: Played, n: int) -> bool:
    """Return True if event n is an attack with a ranged weapon."""
    return p.events[n].name == "attack" and bool(p.states[n].weapons[p.events[n].a].ranged)
