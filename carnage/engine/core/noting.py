"""Writing the log, and counting which rules ever mattered. General: each family binds these to its record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from carnage.engine.core.binding import bind
from carnage.engine.core.state import FRAMES, Game, Log


def fire(g: Game, number: int) -> None:
    """Count that this rule did something; what a bot merely imagines does not count."""
    if g.core.pondering == 0 and g.core.fired[number] < 65535:
        g.core.fired[number] += 1


def look_up(g: Game, number: int) -> None:
    """Count that this rule was looked up; whether it changed anything, `fire` says."""
    if g.core.pondering == 0 and g.core.looked_up[number] < 65535:
        g.core.looked_up[number] += 1


def note_way(
    g: Game,
    log: Log,
    event: int,
    by: int,
    side: int,
    actor: int,
    target: int,
    a: int,
    b: int,
    c: int,
    d: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    fx: float,
    fy: float,
    dice: int,
) -> None:
    """Log an event of rule `by`, and count the rule; for the writers of a family's events alone.

    With `dice` it shows those kept since the last that did so; without, they are left for the next that does.
    Events past the end of the log are counted and not kept; a log of no length keeps none.
    """
    fire(g, by)
    at = g.core.n_events
    g.core.n_events += 1
    shown = g.core.n_dice if dice == 1 else 0
    if dice == 1:
        g.core.n_dice = 0
    if at >= log.length:
        return
    e = log.events[at]
    e.event = event
    e.rule = by
    e.side = side
    e.actor = actor
    e.target = target
    e.a = a
    e.b = b
    e.c = c
    e.d = d
    e.x0 = x0
    e.y0 = y0
    e.x1 = x1
    e.y1 = y1
    e.fx = fx
    e.fy = fy
    e.n_dice = shown
    for k in range(shown):
        e.dice[k] = g.core.dice[k]
    if 0 <= log.frames_from <= at < log.frames_from + FRAMES:
        log.frames[at - log.frames_from] = g


def note(
    g: Game,
    log: Log,
    event: int,
    by: int,
    side: int,
    actor: int,
    target: int,
    a: int,
    b: int,
    c: int,
    d: int,
    dice: int,
) -> None:
    """The same of an event that has no place."""
    note_way(g, log, event, by, side, actor, target, a, b, c, d, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, dice)


class Noting(NamedTuple):
    """A family's own `fire`, `look_up`, `note` and `note_way`."""

    fire: Callable[..., None]
    look_up: Callable[..., None]
    note: Callable[..., None]
    note_way: Callable[..., None]


def bound(module: str, **names: Any) -> Noting:
    """What the rules of a family's `module` write with: into its Game and Log."""
    names["fire"] = bind(fire, module, **names)
    names["note_way"] = bind(note_way, module, **names)
    looking = bind(look_up, module, **names)
    return Noting(names["fire"], looking, bind(note, module, **names), names["note_way"])
