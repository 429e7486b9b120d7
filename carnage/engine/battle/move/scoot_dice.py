"""Scoot Dice: the dice that a model may follow next, and how far. One function per option.

The field `what` of an option is USE or DISCARD, `who` is the model, and `other` is the index of the
die in `g.thrown`. The position is the end of the move. A rule takes the dice with indices from
`first` to before `last`.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.tower import GRAZE
from carnage.engine.battle.move.paths import list_obstacles
from carnage.engine.battle.move.ranks import (
    block_clear_distance,
    block_fitting_distance,
    block_reach,
)
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.geometry import NEVER, direction_to, distance
from carnage.engine.core.rule_ids import NoSuchRule

USE = 0
DISCARD = 1


@rule
def pull_end(g: Game, i: int, inches: float, tx: float, ty: float) -> tuple[float, float]:
    """Return the end of a move of `inches` by model i straight toward a die at tx, ty.

    `list_obstacles` must have been called for the model.
    """
    m = g.models[i]
    dx, dy = direction_to(m.x, m.y, tx, ty)
    far = min(inches, max(0.0, distance(m.x, m.y, tx, ty) - g.radius - GRAZE * g.inch))
    far = min(far, block_reach(g, i, m.x, m.y, dx, dy, inches))
    far = block_fitting_distance(
        g, i, m.x, m.y, dx, dy, block_clear_distance(g, i, m.x, m.y, dx, dy, far)
    )
    return m.x + dx * far, m.y + dy * far


@rule
def offer_pull(g: Game, i: int, n: int, share: float) -> None:
    """Offer to use die n for a share of its number, unless its end is offered already."""
    die = g.thrown[n]
    x, y = pull_end(g, i, share * die.value, die.x, die.y)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.other == n and o.what == USE and abs(o.x - x) + abs(o.y - y) < 0.01:
            return
    at = g.core.offered
    offer(g.core, USE, i, n)
    if at < g.core.offered:
        g.core.options[at].x = x
        g.core.options[at].y = y


@rule
def all_the_way(g: Game, i: int, first: int, last: int) -> None:
    """Offer every die for its full number."""
    for n in range(first, last):
        if g.thrown[n].live == 1:
            offer_pull(g, i, n, 1.0)


@rule
def may_stop_short(g: Game, i: int, first: int, last: int) -> None:
    """Offer every die for its full number, half of it, or nothing."""
    all_the_way(g, i, first, last)
    for n in range(first, last):
        if g.thrown[n].live == 1:
            offer_pull(g, i, n, 0.5)
            offer_pull(g, i, n, 0.0)


@rule
def may_discard(g: Game, i: int, first: int, last: int) -> None:
    """Offer every die for its full number, or to be discarded."""
    all_the_way(g, i, first, last)
    for n in range(first, last):
        if g.thrown[n].live == 1:
            at = g.core.offered
            offer(g.core, DISCARD, i, n)
            if at < g.core.offered:
                g.core.options[at].x = g.models[i].x
                g.core.options[at].y = g.models[i].y


@rule
def nearest_first(g: Game, i: int, first: int, last: int) -> None:
    """Offer the die nearest to the model."""
    m = g.models[i]
    best = NEVER
    for n in range(first, last):
        if g.thrown[n].live == 1:
            best = min(best, distance(m.x, m.y, g.thrown[n].x, g.thrown[n].y))
    for n in range(first, last):
        if (
            g.thrown[n].live == 1
            and distance(m.x, m.y, g.thrown[n].x, g.thrown[n].y) <= best + 1.0e-6
        ):
            offer_pull(g, i, n, 1.0)


@rule
def ascending(g: Game, i: int, first: int, last: int) -> None:
    """Offer the die with the lowest number."""
    lowest = 7
    for n in range(first, last):
        if g.thrown[n].live == 1:
            lowest = min(lowest, int(g.thrown[n].value))
    for n in range(first, last):
        if g.thrown[n].live == 1 and g.thrown[n].value == lowest:
            offer_pull(g, i, n, 1.0)


@rule
def offer_dice(g: Game, i: int, first: int, last: int) -> None:
    """Offer the options that the chosen rule allows with the remaining dice."""
    clear(g.core)
    list_obstacles(g, i, 6.0)
    fire(g, g.chosen.scoot_dice)
    if g.chosen.scoot_dice == R.SCOOT_DICE_MAY_STOP_SHORT:
        may_stop_short(g, i, first, last)
    elif g.chosen.scoot_dice == R.SCOOT_DICE_MAY_DISCARD:
        may_discard(g, i, first, last)
    elif g.chosen.scoot_dice == R.SCOOT_DICE_NEAREST_FIRST:
        nearest_first(g, i, first, last)
    elif g.chosen.scoot_dice == R.SCOOT_DICE_ASCENDING:
        ascending(g, i, first, last)
    elif g.chosen.scoot_dice == R.SCOOT_DICE_ALL_THE_WAY:
        all_the_way(g, i, first, last)
    else:
        raise NoSuchRule
