"""Loot: the tokens on the table, the models that pick them up, and the stashes of the sides."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import has_standing_model
from carnage.engine.battle.frame.state import LOOT, Game, Log
from carnage.engine.battle.see.terrain import overlaps_impassable
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below
from carnage.engine.core.geometry import disc_entry, distance, round_to_thousandth, stays_clear

TOUCHING = 0.01  # the largest gap between a base and a token that touch, in inches


@rule
def drop_loot(g: Game, log: Log) -> None:
    """Lay the Loot Tokens of both sides at random, away from the edges, and those of the middle.

    A token that keeps landing on impassable terrain is laid in the middle too.
    """
    if g.chosen.objectives != R.OBJECTIVES_LOOT:
        return
    for n in range(2 * g.p.objectives_tokens):
        x = g.table / 2.0
        y = g.table / 2.0
        for _ in range(g.p.objectives_drops):
            tx = random_coordinate(g)
            ty = random_coordinate(g)
            if not overlaps_impassable(g, tx, ty, g.token_radius):
                x = tx
                y = ty
                break
        lay_token(g, log, n % 2, x, y)
    for _ in range(g.p.objectives_middle):
        lay_token(g, log, -1, g.table / 2.0, g.table / 2.0)


@rule
def random_coordinate(g: Game) -> float:
    """Return a random coordinate for a token, far enough from both edges."""
    room = g.table - 2.0 * (g.p.objectives_clear + g.token_radius)
    return g.p.objectives_clear + g.token_radius + room * float(below(g.core, 100000)) / 100000.0


@rule
def lay_token(g: Game, log: Log, side: int, x: float, y: float) -> None:
    """Lay a Loot Token on the table at x, y, if there is room in the list of tokens."""
    at = 0
    while at < g.n_loot and g.loot[at].down == 1:
        at += 1
    if at >= LOOT:
        return
    g.n_loot = max(g.n_loot, at + 1)
    token = g.loot[at]
    token.x = round_to_thousandth(x)
    token.y = round_to_thousandth(y)
    token.down = 1
    write.drop(g, log, R.OBJECTIVES_LOOT, side, token=at, to_x=token.x, to_y=token.y)


@rule
def distance_to_loot(g: Game, x: float, y: float, dx: float, dy: float, most: float) -> float:
    """Return the distance from x, y along d until a base meets loot; `most` if it does not.

    A token that it touches at the start is ignored.
    """
    far = most
    reach = g.radius + g.token_radius
    for n in range(g.n_loot):
        token = g.loot[n]
        if token.down == 1 and not stays_clear(x, y, dx, dy, far, token.x, token.y, reach):
            if distance(x, y, token.x, token.y) > reach + TOUCHING:
                far = min(far, disc_entry(x, y, dx, dy, token.x, token.y, reach))
    return far


@rule
def pick_up_loot(g: Game, log: Log, i: int) -> None:
    """Have model i pick up every Loot Token that it touches."""
    m = g.models[i]
    for n in range(g.n_loot):
        token = g.loot[n]
        if (
            token.down == 1
            and distance(m.x, m.y, token.x, token.y) - g.radius - g.token_radius <= TOUCHING
        ):
            token.down = 0
            loot(g, m.side, 1)
            write.loot(g, log, R.OBJECTIVES_LOOT, m.side, i, token=n, stash=g.sides[m.side].stash)


@rule
def loot(g: Game, side: int, tokens: int) -> None:
    """Add Loot Tokens to a side's stash, or remove some if `tokens` is negative.

    The stash is the side's number of victory points.
    """
    s = g.sides[side]
    s.stash += tokens
    s.victory = s.stash


@rule
def steal_token(g: Game, log: Log, number: int, i: int, j: int) -> bool:
    """Move a token from the stash of model j's side to that of model i's side, by rule `number`.

    Returns whether there was a token.
    """
    mine = int(g.models[i].side)
    theirs = int(g.models[j].side)
    if g.sides[theirs].stash == 0:
        return False
    loot(g, theirs, -1)
    loot(g, mine, 1)
    write.steal(
        g, log, number, mine, i, j, stash=g.sides[mine].stash, enemy_stash=g.sides[theirs].stash
    )
    return True


@rule
def tokens_on_table(g: Game) -> int:
    """Return the number of Loot Tokens on the table."""
    tokens = 0
    for n in range(g.n_loot):
        tokens += g.loot[n].down
    return tokens


@rule
def has_side_left(g: Game, side: int) -> bool:
    """Return whether a side is still in the game and has a standing model."""
    s = g.sides[side]
    return s.gone == 0 and s.models > 0 and has_standing_model(g, side)


@rule
def scoop_loot(g: Game, log: Log) -> None:
    """Give all Loot Tokens on the table to a side, at the end, if only one remains."""
    if g.chosen.objectives != R.OBJECTIVES_LOOT or has_side_left(g, 0) == has_side_left(g, 1):
        return
    side = 0 if has_side_left(g, 0) else 1
    tokens = tokens_on_table(g)
    for n in range(g.n_loot):
        g.loot[n].down = 0
    if tokens > 0:
        loot(g, side, tokens)
        write.scoop(g, log, R.OBJECTIVES_LOOT, side, tokens=tokens, stash=g.sides[side].stash)
