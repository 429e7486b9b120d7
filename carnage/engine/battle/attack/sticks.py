"""Sticks of dynamite: positions, actions with them that are possible, and hidden fuses."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.frame.talent_list import sapper
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below
from carnage.engine.core.geometry import distance


@rule
def lit_sticks_on_table(g: Game) -> int:
    """Return the number of lit sticks on the table. A bundle counts as one."""
    sticks = 0
    for n in range(g.n_sticks):
        if g.sticks[n].lit == 1 and g.sticks[n].holder < 0:
            sticks += 1
    return sticks


@rule
def held_stick(g: Game, i: int) -> int:
    """Return the lit stick that model i holds, or -1."""
    for n in range(g.n_sticks):
        if g.sticks[n].lit == 1 and g.sticks[n].holder == i:
            return n
    return -1


@rule
def resample_fuses(g: Game, seat: int) -> None:
    """Draw new lengths for the hidden fuses in a rollout, of those that are still possible."""
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.lit == 1 or s.kept > 0:
            least = max(1, s.burnt - g.p.twist_fuse + 1)
            s.fuse = g.p.twist_fuse + least + below(g.core, 7 - least)


@rule
def is_stick_in_reach(g: Game, i: int, n: int) -> bool:
    """Return whether lit stick n is in model i's hand, or lies close enough to be picked up."""
    s = g.sticks[n]
    m = g.models[i]
    if s.lit == 0:
        return False
    if s.holder >= 0:
        return s.holder == i
    return distance(s.x, s.y, m.x, m.y) - g.radius <= g.p.twist_reach


@rule
def unlit_sticks(g: Game, side: int) -> int:
    """Return the number of a side's sticks that were never lit."""
    sticks = int(g.sides[side].sticks)
    for n in range(g.n_sticks):
        if g.sticks[n].kept == side + 1:
            sticks -= g.sticks[n].bundle
    return sticks


@rule
def can_light(g: Game, i: int) -> bool:
    """Return whether model i may light a stick: its side has one, and i holds none."""
    return (
        g.chosen.twist == R.TWIST_DYNAMITE
        and g.sides[g.models[i].side].sticks > 0
        and held_stick(g, i) < 0
    )


@rule
def can_snuff(g: Game, i: int) -> bool:
    """Return whether model i has a lit stick within reach."""
    for n in range(g.n_sticks):
        if is_stick_in_reach(g, i, n):
            return True
    return False


@rule
def can_hurl(g: Game, i: int) -> bool:
    """Return whether model i may throw dynamite.

    It needs a lit stick within reach. Without Speed Phases it may also light a stick to throw, at
    an enemy in range.
    """
    if g.chosen.twist != R.TWIST_DYNAMITE or not (
        can_snuff(g, i) or (g.speed_phases == 0 and can_light(g, i))
    ):
        return False
    m = g.models[i]
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        if is_in_throw_range(g, i, t.x, t.y):
            return True
    return can_snuff(g, i)


@rule
def is_in_throw_range(g: Game, i: int, x: float, y: float) -> bool:
    """Return whether a point is within model i's range for throws."""
    m = g.models[i]
    return distance(m.x, m.y, x, y) - g.radius <= g.p.twist_far


@rule
def can_steady_throw(g: Game, i: int) -> bool:
    """Return whether model i may aim a throw: it has a lit stick and under two Aim markers."""
    return g.chosen.twist == R.TWIST_DYNAMITE and held_stick(g, i) >= 0 and g.models[i].aims < 2


@rule
def number_to_throw(g: Game, i: int, x: float, y: float) -> int:
    """Return the lowest D10 that hits a point with a stick thrown by model i."""
    m = g.models[i]
    beyond = distance(m.x, m.y, x, y) - g.radius - g.p.twist_near
    number = int(g.p.twist_on) - sapper(g, i)
    while beyond > 1.0e-6:
        number += g.p.twist_harder
        beyond -= g.p.twist_step
    if m.aims > 0 and m.aimed < 0:
        number -= m.aims * g.p.twist_aimed
    return number
