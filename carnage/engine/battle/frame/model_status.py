"""Status of models: on the table, standing, able to act, and how fast."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game, Model
from carnage.engine.battle.frame.talent_list import fleet, long_legged
from carnage.engine.compiling.marks import inlined, rule


@rule
def is_standing(m: Model) -> bool:
    """Return whether a model is on the table and not fallen.

    Models that are prone or knocked out stand.
    """
    return m.in_play == 1 and m.fallen == 0


@rule
def is_able(m: Model) -> bool:
    """Return whether a model is able to act: it stands and is not knocked out."""
    return m.in_play == 1 and m.fallen == 0 and m.out == 0


@rule
def clear_sight_cache(g: Game) -> None:
    """Discard the cached lines of sight and gaps, because a model has moved."""
    g.looked = -1


@rule
def update_upright(g: Game) -> None:
    """Update the list of standing models, after a model has come, gone, fallen or got up."""
    clear_sight_cache(g)
    for side in range(2):
        g.n_upright[side] = 0
    for i in range(g.n_models):
        m = g.models[i]
        if is_standing(m):
            g.upright[upright_to(g, m.side)] = i
            g.n_upright[m.side] += 1


@rule
def upright_from(g: Game, side: int) -> int:
    """Return the index of a side's first entry in `g.upright`, the list of standing models."""
    return g.half if side == 1 else 0


@rule
def upright_to(g: Game, side: int) -> int:
    """Return the index after a side's last entry in `g.upright`."""
    return upright_from(g, side) + g.n_upright[side]


@rule
def is_in_block_with(g: Game, i: int, j: int) -> bool:
    """Return whether model j moves with model i, because both are in one block.

    A prone model crawls alone.
    """
    if g.chosen.units != R.UNITS_RANKED or i == j or g.models[i].prone == 1:
        return False
    t = g.models[j]
    return g.models[i].unit == t.unit and is_able(t) and t.prone == 0 and t.stun == 0


@rule
def has_standing_model(g: Game, side: int) -> bool:
    """Return whether a side has a standing model."""
    return g.n_upright[side] > 0


@rule
def pace_of(g: Game, i: int) -> int:
    """Return the Pace of model i, less the loss by its wounds."""
    m = g.models[i]
    pace = int(g.kinds[m.kind].pace)
    if g.chosen.damage == R.DAMAGE_SLOWED:
        pace -= m.wounds * g.p.damage_loss
    return max(0, pace)


@rule
def lost_pace(g: Game, i: int) -> int:
    """Return the points of Pace that model i has lost; 0 where wounds do not slow models down."""
    if g.chosen.damage != R.DAMAGE_SLOWED:
        return 0
    return int(g.models[i].wounds) * int(g.p.damage_loss)


@rule
def gait_distance(g: Game, i: int, inches: float) -> float:
    """Return the distance that a walk or run of `inches` takes model i, with Talent and wounds."""
    inches += long_legged(g, i)
    if g.speed_phases == 1:
        return inches
    return max(float(g.p.movement_slower), inches - float(g.p.movement_slower) * lost_pace(g, i))


@inlined
def speed_of(g: Game, i: int) -> float:
    """Return the Speed of model i, or its run where there are gaits, with Talent and wounds."""
    if g.chosen.movement == R.MOVEMENT_GAITS:
        return gait_distance(g, i, float(g.p.movement_run))
    speed = g.kinds[g.models[i].kind].speed + fleet(g, i)
    lost = lost_pace(g, i)
    if lost == 0:
        return speed
    return min(speed, max(float(g.p.damage_least), speed - float(g.p.damage_drag) * lost))


@rule
def flight_distance(g: Game, i: int) -> float:
    """Return the distance that model i may flee."""
    if g.chosen.movement == R.MOVEMENT_GAITS:
        return gait_distance(g, i, float(g.p.movement_flee))
    return speed_of(g, i)


@rule
def acts_in_phase(g: Game, i: int) -> int:
    """Return the number of actions of model i in the present speed phase, by the speed chart."""
    phases = g.p.round_structure_phases
    return (pace_of(g, i) + phases - g.speed_phase) // phases


@rule
def count_mustered(g: Game, unit: int) -> int:
    """Return the number of models that a unit was mustered with.

    Places that no model was picked for do not count.
    """
    u = g.units[unit]
    mustered = 0
    for i in range(u.first, u.first + u.count):
        if g.models[i].absent == 0:
            mustered += 1
    return mustered
