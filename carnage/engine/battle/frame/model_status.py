"""Standing: who is on the table, on its feet and able to act."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game, Model
from carnage.engine.battle.frame.talent_list import fleet, long_legged
from carnage.engine.compiling.marks import inlined, rule


@rule
def stands(m: Model) -> bool:
    """Whether a model is on the table and has not fallen; one that is prone or knocked out still counts."""
    return m.in_play == 1 and m.fallen == 0


@rule
def able(m: Model) -> bool:
    """Whether a model could act: it stands and is not knocked out."""
    return m.in_play == 1 and m.fallen == 0 and m.out == 0


@rule
def look_again(g: Game) -> None:
    """Somebody is elsewhere than before: what was measured from anywhere holds no more."""
    g.looked = -1


@rule
def line_up(g: Game) -> None:
    """Find who stands, whenever anybody has come, gone, fallen or been booted up."""
    look_again(g)
    for side in range(2):
        g.n_upright[side] = 0
    for i in range(g.n_models):
        m = g.models[i]
        if stands(m):
            g.upright[upright_to(g, m.side)] = i
            g.n_upright[m.side] += 1


@rule
def upright_from(g: Game, side: int) -> int:
    """The first of a side's places in the list of those who stand."""
    return g.half if side == 1 else 0


@rule
def upright_to(g: Game, side: int) -> int:
    """One past the last of them."""
    return upright_from(g, side) + g.n_upright[side]


@rule
def moves_with(g: Game, i: int, j: int) -> bool:
    """Whether model j belongs to i's block and goes wherever i goes."""
    if g.chosen.units != R.UNITS_RANKED or i == j:
        return False
    t = g.models[j]
    return g.models[i].unit == t.unit and able(t) and t.prone == 0 and t.stun == 0


@rule
def anyone_stands(g: Game, side: int) -> bool:
    """Whether a side has a model left on its feet."""
    return g.n_upright[side] > 0


@rule
def pace_of(g: Game, i: int) -> int:
    """A model's Pace as it now is."""
    m = g.models[i]
    pace = int(g.kinds[m.kind].pace)
    if g.chosen.damage == R.DAMAGE_SLOWED:
        pace -= m.wounds * g.p.damage_loss
    return max(0, pace)


@rule
def slower(g: Game, i: int) -> int:
    """How many points of Pace model i has lost, where that makes it slower."""
    if g.chosen.damage != R.DAMAGE_SLOWED:
        return 0
    return int(g.models[i].wounds) * int(g.p.damage_loss)


@rule
def gait(g: Game, i: int, inches: float) -> float:
    """How far a walk or run of so many inches takes model i."""
    inches += long_legged(g, i)
    if g.speed_phases == 1:
        return inches
    return max(float(g.p.movement_slower), inches - float(g.p.movement_slower) * slower(g, i))


@inlined
def speed_of(g: Game, i: int) -> float:
    """How far model i may move at most, where that is a number of inches."""
    if g.chosen.movement == R.MOVEMENT_GAITS:
        return gait(g, i, float(g.p.movement_run))
    speed = g.kinds[g.models[i].kind].speed + fleet(g, i)
    lost = slower(g, i)
    if lost == 0:
        return speed
    return min(speed, max(float(g.p.damage_least), speed - float(g.p.damage_drag) * lost))


@rule
def flight_of(g: Game, i: int) -> float:
    """How far model i may flee."""
    if g.chosen.movement == R.MOVEMENT_GAITS:
        return gait(g, i, float(g.p.movement_flee))
    return speed_of(g, i)


@rule
def acts_in_phase(g: Game, i: int) -> int:
    """How many acts the speed chart gives model i in the present phase."""
    phases = g.p.round_structure_phases
    return (pace_of(g, i) + phases - g.speed_phase) // phases


@rule
def comers(g: Game, unit: int) -> int:
    """How many models a unit was mustered with: places that nobody was picked for stay empty."""
    u = g.units[unit]
    mustered = 0
    for i in range(u.first, u.first + u.count):
        if g.models[i].absent == 0:
            mustered += 1
    return mustered
