"""Violations with positions: moves that are too long, models set up where they may not be."""

from __future__ import annotations

import math

from carnage.engine.core.log_reader import LoggedEvent
from carnage.lab.referee.battle.ground import Point, at, between, outside, roams
from carnage.lab.referee.violations import Collection, Injection, Played

declared = Collection()
violation = declared.violation
SHARES = (0.35, 0.5, 0.65, 0.8, 0.9)  # of a model's first move, at which it may be set up instead
BEYOND = 1.5  # inches beyond a limit, so that the error is obvious
SWINGS = (
    0.0,
    0.25,
    -0.25,
    0.5,
    -0.5,
    0.8,
    -0.8,
)  # radians between the true direction of a move and a planted one
AHEAD = 0.999  # the cosine of the angle below which a move goes straight ahead
MOVES = ("move", "flee")
# Events that do not depend on a model's position.
ANYWHERE = {
    *(
        "stunned",
        "knocked-down",
        "knocked-out",
        "awake",
        "fade",
        "get-up",
        "counter-off",
        "luck",
        "focus",
    ),
    *(
        "wound",
        "doom",
        "tower",
        "dwindle",
        "removed",
        "survive",
        "swig",
        "drunk",
        "drink",
        "sits-out",
    ),
    *("aim-lost", "reload"),
}


def mentions(p: Played, n: int, i: int) -> bool:
    """Return True if event n is about model i."""
    h = p.events[n]
    fields = p.shapes[p.events[n].event].fields
    return (fields.get("actor") == "model" and h.actor == i) or (
        fields.get("target") in ("target", "model") and h.target == i
    )


def goes_on(p: Played, n: int) -> int | None:
    """Return the index of the next move of the model of event n, if its position does not matter
    until then.

    Returns -1 if it never moves again, and None if its position matters for another event or a
    score.
    """
    h = p.events[n]
    later = (k for k in range(n + 1, len(p.events)) if mentions(p, k, h.actor))
    k = next((k for k in later if p.events[k].name not in ANYWHERE), -1)
    if p.has("ranked", "wrap-around", "exploding", "dynamite"):
        return None
    if p.has("marker-presence") and p.next_of(n, "score", "game-over") < (
        k if k > 0 else len(p.events)
    ):
        return None
    if k >= 0 and not (p.events[k].name in MOVES and p.events[k].actor == h.actor):
        return None
    return k


def fits(p: Played, n: int, k: int, spot: Point) -> bool:
    """Return True if the model of event n can end at `spot` and then make move k as well as it did.

    If k is -1, there is no further move.
    """
    h = p.events[n]
    if not roams(p.states[n], h.actor, (h.x0, h.y0), spot):
        return False
    if k < 0:
        return True
    on = p.events[k]
    far = math.dist(spot, (on.x1, on.y1))
    least = 0.5
    if p.has("gaits"):
        walk = float(p.number("movement.walk"))
        before = math.dist((on.x0, on.y0), (on.x1, on.y1))
        if (before <= walk) != (far <= walk - 0.3):  # it shoots worse after a run
            return False
        if before <= walk:
            most = walk
        else:
            most = float(p.number("movement.run"))
    elif p.option("movement") == "free-movement" and not p.has("slowing"):
        most = float(p.states[k].kinds[p.states[k].models[h.actor].kind].speed)
    else:
        most = math.dist((on.x0, on.y0), (on.x1, on.y1))
    return least < far <= most - 0.1 and roams(p.states[k - 1], h.actor, spot, (on.x1, on.y1))


def onward(
    p: Played, n: int, least: float, why: str, swings: tuple[float, ...] = SWINGS
) -> Injection | None:
    """Return an injection in which event n is a longer move, and the next move starts from its end.

    Returns None if the table has no room for such a move.

    Args:
        p: The game.
        n: The index of a move.
        least: The least distance in inches.
        why: The sentence that names the error.
        swings: The angles in radians to try, away from the true direction.
    """
    h = p.events[n]
    k = goes_on(p, n)
    if k is None or math.dist((h.x0, h.y0), (h.x1, h.y1)) < 0.3:
        return None
    way = math.atan2(h.y1 - h.y0, h.x1 - h.x0)
    for more in (0.1, 0.9, 1.8):
        for swing in swings:
            far = least + more
            x = h.x0 + far * math.cos(way + swing)
            y = h.y0 + far * math.sin(way + swing)
            if fits(p, n, k, (x, y)):
                return Injection({n: (gone(h, x1=x, y1=y),), **carried(p, k, x, y)}, why)
    return None


def carried(p: Played, k: int, x: float, y: float) -> dict[int, tuple[LoggedEvent, ...]]:
    """Return the edit that starts move k from another place; empty if k is not an event."""
    if k > 0:
        return {k: (gone(p.events[k], x0=x, y0=y),)}
    return {}


def gone(h: LoggedEvent, **places: float) -> LoggedEvent:
    """Return a move with other ends. A model that moved straight ahead faces the new direction."""
    other = h._replace(**places)  # type: ignore[arg-type]
    was = math.dist((h.x0, h.y0), (h.x1, h.y1))
    far = math.dist((other.x0, other.y0), (other.x1, other.y1))
    if not was or not far or ((h.x1 - h.x0) * h.fx + (h.y1 - h.y0) * h.fy) / was < AHEAD:
        return other
    return other._replace(fx=(other.x1 - other.x0) / far, fy=(other.y1 - other.y0) / far)


def farthest(p: Played, n: int) -> float:
    """Return the longest distance in inches that a Move of the model of event n can have with
    any talent.
    """
    h = p.events[n]
    g = p.states[n]
    if h.by == "movement.gaits":
        more = 0.0
        if p.has("talents"):
            more = float(p.number("talent-list.stride"))
        return max(float(p.number("movement.run")), float(p.number("movement.walk"))) + more
    more = 0.0
    if p.has("talents"):
        more = float(p.number("talent-list.faster"))
    return float(g.kinds[g.models[h.actor].kind].speed) + more


@violation("too-far", "a model moves farther than it may", "move", "movement")
def too_far(p: Played, n: int) -> Injection | None:
    if p.has("measureless", "scoot"):
        return None
    limit = farthest(p, n)
    return onward(p, n, limit + BEYOND, f"It may move {limit:g} at most.")


@violation("set-up", "a model is set up outside its strip", "deploy", "deployment")
def set_up(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    if not any(each.name == "edge" for each in p.events[:n]) or p.has("ranked", "squads"):
        return None
    edge = int(g.sides[h.side].edge)
    strip = float(g.strip)
    k = next((k for k in range(n + 1, len(p.events)) if mentions(p, k, h.actor)), -1)
    if k < 0 or p.events[k].name != "move" or strip <= 0:
        return None
    on = p.events[k]
    for share in SHARES:
        x, y = between((h.x1, h.y1), (on.x1, on.y1), share)
        depth = (y, g.table - x, g.table - y, x)[edge]
        far = all(
            math.dist((x, y), at(g, j)) > 3 * g.radius
            for j in range(g.n_models)
            if g.models[j].in_play
        )
        free = all(outside(g.pieces[q], (x, y)) > g.radius for q in range(g.n_pieces))
        if depth > strip + BEYOND / 2 and far and free:
            edits = {n: (h._replace(x1=x, y1=y),), **carried(p, k, x, y)}
            return Injection(edits, f"Its strip is {strip:g} deep.")
    return None


@violation("second-move", "a model moves once more than it may", "move", "action-points")
def second_move(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    once = {
        "move-action",
        "two-unique-actions",
        "one-of-everything",
        "one-thing-a-phase",
        "secret-allocation",
    }
    if p.option("action-points") not in once or p.has(
        "scoot", "measureless", "by-phases", "wrap-around"
    ):
        return None
    begins = p.last_of(n, "activate")
    own = [k for k in range(max(begins, 0), n) if mentions(p, k, h.actor)]
    if begins < 0 or any(p.events[k].name in ("shout", "shove", "push", "flee") for k in own):
        return None
    k = goes_on(p, n)
    if k is None or math.dist((h.x0, h.y0), (h.x1, h.y1)) < 1.0:
        return None
    way = math.atan2(h.y1 - h.y0, h.x1 - h.x0)
    far = farthest(p, n) / 3
    for swing in SWINGS:
        x = h.x1 + far * math.cos(way + swing)
        y = h.y1 + far * math.sin(way + swing)
        if fits(p, n, k, (x, y)) and roams(p.states[n], h.actor, (h.x1, h.y1), (x, y)):
            more = gone(h, x0=h.x1, y0=h.y1, x1=x, y1=y)
            return Injection(
                {n: (h, more), **carried(p, k, x, y)}, "It has moved in this activation."
            )
    return None
