"""Writing the log, and counting the rules that have an effect.

These rules are general: each family binds them to its record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from carnage.engine.core.specialization import bind
from carnage.engine.core.state import MAX_FRAMES, Game, Log


def fire(g: Game, number: int) -> None:
    """Count that a rule had an effect, up to 65,535 times.

    Effects that a bot only imagines (`core.pondering`) do not count.
    """
    if g.core.pondering == 0 and g.core.fired[number] < 65535:
        g.core.fired[number] += 1


def look_up(g: Game, number: int) -> None:
    """Count that a rule was looked up, up to 65,535 times. `fire` counts its effects."""
    if g.core.pondering == 0 and g.core.looked_up[number] < 65535:
        g.core.looked_up[number] += 1


def log_move(
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
    """Log an event with places, and count the rule that caused it. Only event writers call this.

    Events past the end of the log are counted but not kept.

    Args:
        g: The game.
        log: Its log. Without a length it keeps no events.
        event: The kind of event.
        by: The number of the rule that caused it.
        side: The side that it belongs to, or -1.
        actor, target: Things that it names, or -1. a, b, c, d: Integers, with the meaning that the
        event's shape declares. x0, y0, x1, y1, fx, fy: Places or directions, as declared. dice: 1
        to show the dice kept since the last event that did. With 0 they remain for a later event.
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
    if 0 <= log.frames_from <= at < log.frames_from + MAX_FRAMES:
        log.frames[at - log.frames_from] = g


def log_event(
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
    """Log an event without places, and count the rule that caused it.

    Only event writers call this.
    """
    log_move(g, log, event, by, side, actor, target, a, b, c, d, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, dice)


class EventLogRules(NamedTuple):
    """The functions `fire`, `look_up`, `log_event` and `log_move` of one family."""

    fire: Callable[..., None]
    look_up: Callable[..., None]
    log_event: Callable[..., None]
    log_move: Callable[..., None]


def bind_event_log(module: str, **names: Any) -> EventLogRules:
    """Bind the functions that write the log to one family.

    Args:
        module: The module of the family that they belong to.
        **names: The family's `Game` and `Log`.
    """
    names["fire"] = bind(fire, module, **names)
    names["log_move"] = bind(log_move, module, **names)
    looking = bind(look_up, module, **names)
    return EventLogRules(
        names["fire"], looking, bind(log_event, module, **names), names["log_move"]
    )
