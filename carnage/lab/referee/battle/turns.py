"""Violations with turns: the first player, the order and cost of activations, the end."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.engine.core.log_reader import LoggedEvent
from carnage.lab.referee.violations import Collection, Injection, Played

declared = Collection()
violation = declared.violation
ROUNDS = ("round", "phase", "speed-phase", "bell")
BEGINS = "activate token"  # events with which an activation can begin
DIE = 6
# Options under which each unit is activated once a round, with at most a token before it.
ONCE = {
    *(
        "alternating",
        "igougo",
        "batched-activations",
        "limited-activations",
        "rationed-activations",
    ),
    *("saved-activations", "fungible-activations"),
}


@violation(
    "roll-off",
    "a roll-off is won by the lower roll",
    "roll-off",
    "deployment initiative conventions",
    weight=0.4,
)
def roll_off(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if len(h.dice) % 2:
        return None
    a, b = h.dice[-2:]
    return p.replaced(n, f"It was {a} to {b}.", dice=(*h.dice[:-2], b, a))


@violation(
    "first-player", "the wrong side is the First Player", "first-player", "initiative", weight=0.4
)
def first_player(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, "It is the other side.", a=1 - h.a)


@violation(
    "bid", "a side bids more Game Tokens than anybody can hold", "bid", "game-tokens initiative"
)
def bid(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    winner = p.events[p.next_of(n, "first-player", "game-over")]
    if winner.name != "first-player" or winner.a != h.side or h.dice:
        return None
    purse = int(p.number("game-tokens.purse"))
    why = f"It bids {h.a}, and nobody holds more than {purse}."
    return p.replaced(n, why, a=purse + p.random.choice((1, 2)))


@violation(
    "tokens-left", "a token is spent, and as many are left as before", "token", "activation-order"
)
def tokens_left(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    later = p.events[n + 1 : p.next_of(n, "round")]
    if any(each.name == "token" and each.side == h.side for each in later):
        return None
    return p.replaced(n, f"There are {h.a} left.", a=h.a + 1)


@violation("token-skipped", "an activation is not paid for", "token", "activation-order")
def token_skipped(p: Played, n: int) -> Injection | None:
    if p.events[n + 1].name != "activate":
        return None
    return Injection({n: ()}, "Every activation costs a token.")


@violation(
    "allocation", "a side shares out dice that it does not have", "allocation", "action-points"
)
def allocation(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    later = p.events[n + 1 : p.next_of(n, "round")]
    paid = {each.a for each in later if each.name == "pay" and each.side == h.side}
    defends = any(each.name == "defend" and each.side == h.side for each in later)
    rows = {"a": 0 in paid, "b": 1 in paid, "c": defends}
    free = [slot for slot, used in rows.items() if not used]
    if not free:
        return None
    slot = p.random.choice(free)
    dice = h.a + h.b + h.c
    more = getattr(h, slot) + dice - (h.a + h.b + h.c) + p.random.choice((1, 2))
    return p.replaced(n, f"There are {dice} dice to share out.", **{slot: more})


@violation("not-paid", "an action is not paid for", "pay", "action-points")
def not_paid(p: Played, n: int) -> Injection | None:
    return Injection({n: ()}, f"It costs a die, which leaves {p.events[n].b}.")


@violation(
    "dice-left", "a die is spent, and as many are left as before", "pay defend", "action-points"
)
def dice_left(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    later = p.events[n + 1 : p.next_of(n, "round")]
    if any(
        e.name == h.name and e.side == h.side and (e.name == "defend" or e.a == h.a) for e in later
    ):
        return None
    slot = "b" if h.name == "pay" else "a"
    left = getattr(h, slot)
    return p.replaced(n, f"There are {left} left.", **{slot: left + 1})


@violation("declared", "more activations are declared than may be", "declare", "activation-order")
def too_many_declared(p: Played, n: int) -> Injection | None:
    most = int(p.number("activation-order.most"))
    return p.replaced(n, f"It is {most} at most.", a=most + 1)


@violation("pass", "a side passes where nobody may", "activate", "activation-order")
def passes(p: Played, n: int) -> Injection | None:
    may = p.has("any-model", "by-phases", "speed-phases", "bell", "bag", "cards-activate")
    plain = p.option("activation-order") in (
        "alternating",
        "igougo",
        "batched-activations",
        "limited-activations",
        "rationed-activations",
    )
    h = p.events[n]
    if may or not plain or p.events[n - 1].name in ("token", "test", "activate"):
        return None
    said = p.event("pass", h.by, h.side)
    return Injection({n: (said, h)}, "Whoever can activate a unit has to.")


def idle(p: Played, n: int, units: Iterator[tuple[int, str]]) -> Injection | None:
    """Return an injection in which another unit is activated before event n and does nothing.

    Returns None if event n does not begin an activation or there is no unit.

    Args:
        p: The game.
        n: The index of an event with which an activation begins.
        units: The candidates, each with a sentence that names the error. The first is used.
    """
    after = p.events[n - 1].name not in (
        "token",
        "activate",
        "test",
        "declare",
        "card",
        "jump",
        "drawn",
        "pass",
    )
    h = p.events[n]
    for unit, why in units if after else ():
        side = int(p.before(n).units[unit].side)
        begins = p.events[n if h.name == "activate" else p.next_of(n, "activate")]
        more: tuple[LoggedEvent, ...] = (begins._replace(side=side, actor=unit),)
        return Injection({n: (*more, h)}, why)
    return None


@violation(
    "activated-twice", "a unit is activated once more than it may", BEGINS, "activation-order"
)
def activated_twice(p: Played, n: int) -> Injection | None:
    if p.has("bell", "speed-phases") or p.option("activation-order") not in ONCE:
        return None
    begun = p.last_of(n, *ROUNDS)
    done = {each.actor for each in p.events[max(begun, 0) : n] if each.name == "activate"}
    mine = sorted(u for u in done if p.before(n).units[u].side == p.events[n].side)
    mine = [u for u in mine if p.before(n).units[u].in_play]
    why = "It has been activated already."
    return idle(p, n, iter([(u, why) for u in p.random.sample(mine, len(mine))]))


@violation(
    "removed-activated",
    "a unit is activated that has been removed",
    BEGINS,
    "activation-order damage",
)
def removed_activated(p: Played, n: int) -> Injection | None:
    if p.has("fallen", "cards-activate", "bag"):
        return None
    g = p.before(n)
    models = [g.models[i] for i in range(g.n_models)]
    gone = [
        u
        for u in range(g.n_units)
        if any(m.unit == u and not m.absent for m in models)
        and not any(m.unit == u and m.in_play for m in models)
        and g.units[u].side == p.events[n].side
        and any(each.name == "removed" and models[each.actor].unit == u for each in p.events[:n])
    ]
    return idle(
        p, n, iter([(u, "It was removed before.") for u in p.random.sample(gone, len(gone))])
    )


@violation("fallen-activated", "a unit is activated that lies where it fell", BEGINS, "damage")
def fallen_activated(p: Played, n: int) -> Injection | None:
    if not p.has("fallen") or p.has("cards-activate", "bag"):
        return None
    g = p.before(n)
    models = [g.models[i] for i in range(g.n_models)]
    down = [
        u
        for u in range(g.n_units)
        if g.units[u].side == p.events[n].side
        and any(m.unit == u and m.fallen and m.in_play for m in models)
        and all(m.fallen or not m.in_play for m in models if m.unit == u)
    ]
    return idle(
        p, n, iter([(u, "It lies where it fell.") for u in p.random.sample(down, len(down))])
    )


@violation("out-activated", "a unit is activated that is knocked out", BEGINS, "counters")
def out_activated(p: Played, n: int) -> Injection | None:
    if not p.has("knocked-out") or p.has("cards-activate", "bag"):
        return None
    g = p.before(n)
    models = [g.models[i] for i in range(g.n_models)]
    out = [
        u
        for u in range(g.n_units)
        if g.units[u].side == p.events[n].side
        and any(m.unit == u and m.in_play for m in models)
        and all(m.out > 1 for m in models if m.unit == u and m.in_play)
    ]
    return idle(p, n, iter([(u, "It is knocked out.") for u in p.random.sample(out, len(out))]))


@violation(
    "end-roll", "the roll for the end is told the wrong way round", "end-roll", "game-length"
)
def end_roll(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if p.number("game-length.reach"):
        need = int(p.number("game-length.reach")) - h.a
    else:
        first = h.a == int(p.number("game-length.first"))
        need = int(p.number("game-length.first_on" if first else "game-length.second_on"))
    die = 1 if h.b else DIE
    if (die >= need) != bool(h.b):
        return p.replaced(n, f"It ends on {need} or more.", dice=(die,))
    return None
