"""Violations in the effects of attacks: wounds, towers, Doomed Tokens, Stun markers, removals,
talents.
"""

from __future__ import annotations

from carnage.engine.battle.frame.questions import HAS_HARD_TO_KILL
from carnage.lab.referee.violations import Collection, Injection, Played

declared = Collection()
violation = declared.violation
HARD_TO_KILL = "talent-list.hard-to-kill"
ON_TOWERS = ("tower", "dwindle", "rebuild", "fall", "tipped", "sober", "strike", "spill", "swig")


def last(p: Played, n: int, *names: str) -> bool:
    """Return True if no later event of these kinds involves the model of event n."""
    return not any(
        each.name in names and p.events[n].actor in (each.actor, each.target)
        for each in p.events[n + 1 :]
    )


def no_more_on_tower(p: Played, n: int) -> bool:
    """Return True if no later event involves the tower of the model's unit at event n."""
    g = p.states[n]
    unit = g.models[p.events[n].actor].unit
    return not any(
        each.name in ON_TOWERS and g.models[each.actor].unit == unit for each in p.events[n + 1 :]
    )


def spare(p: Played, n: int) -> int:
    """Return the number of further wounds that the model of wound event n would survive."""
    h = p.events[n]
    g = p.states[n]
    kind = g.kinds[g.models[h.actor].kind]
    return int(kind.pace if p.has("slowing") else kind.wounds) - h.b - 1


@violation("wounds-added", "wounds are added up wrongly", "wound", "damage")
def wounds_added(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if spare(p, n) < 1 or not last(p, n, "wound", "patch-up") or p.has("slowing"):
        return None
    return p.replaced(n, f"That makes {h.b} in all.", b=h.b + 1)


@violation("wounds-suffered", "a model suffers a wound too many", "wound", "damage")
def wounds_suffered(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if spare(p, n) < 1 or not last(p, n, "wound", "patch-up") or p.has("slowing"):
        return None
    return p.replaced(n, f"It suffers {h.a}.", a=h.a + 1, b=h.b + 1)


@violation("not-removed", "a model with all its wounds is not removed", "removed", "damage")
def not_removed(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    before = p.events[n - 1]
    if before.name != "wound" or before.actor != h.actor or p.has("exploding"):
        return None
    return Injection({n: ()}, "It has to be removed.")


@violation("doomed-twice", "a model that has a Doomed Token takes a second", "test", "damage")
def doomed_twice(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    k = p.last_of(n, "attack")
    if not p.has("doomed-tokens") or not h.d or k != n - 1 or p.events[n + 1].name == "doom":
        return None
    target = p.events[k].target
    m = p.states[n].models[target]
    if not m.doomed or p.events[n + 1].actor == target:
        return None
    doom = p.event("doom", "damage.doomed", int(m.side), actor=target)
    return Injection({n: (h, doom)}, "It has one already.")


@violation("tower-added", "a tower has other dice than were added up", "tower", "damage")
def tower_added(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if not no_more_on_tower(p, n):
        return None
    return p.replaced(n, f"That makes {h.b}.", b=h.b + p.random.choice((1, 2)))


@violation(
    "tower-dice", "a model takes other dice on its tower than it suffered damage", "tower", "damage"
)
def tower_dice(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    before = p.events[n - 1]
    if before.name not in ("bullet", "thump") or before.target != h.actor:
        return None
    return p.replaced(n, f"It takes {h.a}.", a=h.a + 1)


@violation("dwindle-left", "a tower has other dice left than were taken off", "dwindle", "damage")
def dwindle_left(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.b == 0 or not no_more_on_tower(p, n):
        return None
    return p.replaced(n, f"That leaves {h.b}.", b=h.b + p.random.choice((1, 2)))


@violation(
    "dwindle-dice",
    "a model takes other dice off its tower than it suffered damage",
    "dwindle",
    "damage",
)
def dwindle_dice(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    before = p.events[n - 1]
    fallen = h.b == 0 or p.events[n + 1].name == "fall"
    if before.name not in ("bullet", "thump") or before.target != h.actor or fallen:
        return None
    return p.replaced(n, f"It takes {h.a} off.", a=h.a + 1)


@violation("stays-up", "a model without a die left in its tower does not fall", "fall", "damage")
def stays_up(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    before = p.events[n - 1]
    if h.a or before.name != "dwindle" or before.actor != h.actor or p.has("exploding"):
        return None
    return Injection({n: ()}, "It has to fall over.")


@violation(
    "tower-again", "a tower that is built anew has other dice than it may have", "rebuild", "damage"
)
def tower_again(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if not no_more_on_tower(p, n):
        return None
    return p.replaced(n, f"It has {h.a}.", a=h.a + p.random.choice((1, 2)))


@violation("swig-skipped", "a swig is left out that has to be taken", "swig", "damage twist")
def swig_skipped(p: Played, n: int) -> Injection | None:
    if p.events[n].by == "twist.drinks" or not no_more_on_tower(p, n):
        return None
    return Injection({n: ()}, "Whose activation is over takes a swig.")


@violation(
    "talent", "a talent helps a model that does not have it", "wound tower dwindle", "talent-list"
)
def talent(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    m = g.models[h.actor]
    if not p.has("dealt-talents") or m.talent == HAS_HARD_TO_KILL:
        return None
    if h.name == "wound" and (spare(p, n) < 0 or not last(p, n, "wound", "patch-up")):
        return None
    if h.name != "wound" and not (no_more_on_tower(p, n) and h.by.startswith("damage.")):
        return None
    return Injection(
        {n: (p.event("shrug", HARD_TO_KILL, int(m.side), actor=h.actor),)},
        "It is not Hard to Kill.",
    )


@violation(
    "stun-markers",
    "a loser takes other Stun markers than its result says",
    "stunned",
    "fighting counters",
)
def stun_markers(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if not last(p, n, "stunned", "fade", "counter-off"):
        return None
    return p.replaced(n, f"It takes {h.a}, which makes {h.b}.", a=h.a + 1, b=h.b + 1)


@violation("get-up", "a prone model moves without standing up", "get-up", "counters")
def get_up(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    k = p.next_of(n, "move", "attack", "crawl", "knocked-down", "round")
    if k == len(p.events) or p.events[k].name != "move" or p.events[k].actor != h.actor:
        return None
    return Injection({n: ()}, "It lies prone, and has to stand up first.", shows=(k,))


@violation(
    "knocked-out",
    "a model is knocked out for another time",
    "knocked-out",
    "fighting shooting counters",
)
def knocked_out(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"It is knocked out for {h.a} phases.", a=h.a + p.random.choice((2, -2)))
