"""Writing the log, and counting which rules ever mattered. General: each family binds these to its record."""

from __future__ import annotations

from carnage.engine.core.compiling import Rows
from carnage.engine.core.state import Event, Game


def fire(g: Game, number: int) -> None:
    """Count that this rule did something; what a bot merely imagines does not count."""
    if g.core.pondering == 0 and g.core.fired[number] < 65535:
        g.core.fired[number] += 1


def note(
    g: Game,
    log: Rows[Event],
    event: int,
    number: int,
    side: int,
    actor: int,
    target: int,
    a: int,
    b: int,
    c: int,
    d: int,
) -> None:
    """Log an event of rule `number` with the dice thrown since the last `forget_dice`, and count the rule.

    Events past the end of the log are counted and not kept; a log of no length keeps none.
    """
    fire(g, number)
    at = g.core.n_events
    g.core.n_events += 1
    if at >= len(log):
        return
    e = log[at]
    e.event = event
    e.rule = number
    e.side = side
    e.actor = actor
    e.target = target
    e.a = a
    e.b = b
    e.c = c
    e.d = d
    e.n_dice = g.core.n_dice
    for k in range(g.core.n_dice):
        e.dice[k] = g.core.dice[k]
    g.core.n_dice = 0


def note_way(
    g: Game,
    log: Rows[Event],
    event: int,
    number: int,
    side: int,
    actor: int,
    a: int,
    b: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
) -> None:
    """Log what happens to a thing between two places on the table."""
    at = g.core.n_events
    note(g, log, event, number, side, actor, -1, a, b, 0, 0)
    if at >= len(log):
        return
    e = log[at]
    e.x0 = x0
    e.y0 = y0
    e.x1 = x1
    e.y1 = y1
