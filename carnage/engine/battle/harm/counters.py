"""Markers on Models: prone, knocked out, Stun, Jam, Aim and Watch, and how they are lost.

Standing up is in `getting_up`, the actions Reload and Aim in `guns`.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import is_standing
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import born_lucky, thick_skull
from carnage.engine.battle.see.line_of_sight import (
    HIDDEN,
    enemies_from,
    enemies_to,
    is_in_arc,
    measure_gaps,
    visibility,
)
from carnage.engine.compiling.marks import inlined, rule


@rule
def load_all(g: Game) -> None:
    """Load all weapons and fill up every model's Luck at the start of the game."""
    for i in range(g.n_models):
        m = g.models[i]
        kind = g.kinds[m.kind]
        m.luck = kind.luck + born_lucky(g, i)
        for n in range(kind.n_weapons):
            m.loads[n] = g.weapons[kind.weapons[n]].load


@rule
def lose_aim(g: Game, log: Log, i: int) -> None:
    """Remove all Aim markers of model i."""
    m = g.models[i]
    if m.aims == 0:
        return
    m.aims = 0
    if g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        number = R.COUNTERS_AIM
    else:
        number = R.TWIST_DYNAMITE
    write.aim_lost(g, log, number, m.side, i)


@rule
def stop_watching(g: Game, log: Log, i: int) -> None:
    """Remove the Watch marker of model i."""
    m = g.models[i]
    if m.watching == 1:
        m.watching = 0
        write.watch_over(g, log, R.REACTIONS_OVERWATCH, m.side, i)


@rule
def distract(g: Game, log: Log, i: int) -> None:
    """Remove the Aim and Watch markers of model i."""
    lose_aim(g, log, i)
    stop_watching(g, log, i)


@rule
def lose_target(g: Game, log: Log, i: int) -> None:
    """Remove the Aim markers of all models that aim at model i, which has left or fallen."""
    for k in range(g.n_models):
        if g.models[k].aims > 0 and g.models[k].aimed == i:
            lose_aim(g, log, k)


@rule
def knock_down(g: Game, log: Log, i: int) -> None:
    """Make model i prone, and remove its Aim and Watch markers.

    A model that has fallen or left is not affected.
    """
    m = g.models[i]
    if not is_standing(m):
        return
    distract(g, log, i)
    if m.prone == 1:
        return
    m.prone = 1
    write.knocked_down(g, log, R.COUNTERS_PRONE, m.side, i)


@rule
def knock_out(g: Game, log: Log, i: int, phases: int) -> None:
    """Make model i prone and knock it out for a number of phases, unless it is out for longer.

    Without Speed Phases the rules give a number of rounds instead.
    """
    m = g.models[i]
    knock_down(g, log, i)
    if not is_standing(m):
        return
    if g.speed_phases == 0:
        phases = int(g.p.counters_ends)
    m.out = max(m.out, phases)
    write.knocked_out(g, log, R.COUNTERS_KNOCKED_OUT, m.side, i, phases=m.out)


@rule
def stun(g: Game, log: Log, i: int, markers: int) -> None:
    """Give model i Stun markers, less the reduction by the talent Thick Skull."""
    m = g.models[i]
    if markers == 0 or not is_standing(m):
        return
    taken = markers - thick_skull(g, i)
    if taken <= 0:
        write.shrug(g, log, R.TALENT_LIST_THICK_SKULL, m.side, i)
        return
    distract(g, log, i)
    m.stun += taken
    write.stunned(g, log, R.COUNTERS_STUN, m.side, i, markers=taken, total=m.stun)


@rule
def wake_up(g: Game, log: Log, phases: int) -> None:
    """Count down this number of phases or rounds for all models knocked out; wake them at 0."""
    for i in range(g.n_models):
        m = g.models[i]
        if m.in_play == 1 and m.out > 0:
            m.out = max(0, m.out - phases)
            if m.out == 0:
                write.awake(g, log, R.COUNTERS_KNOCKED_OUT, m.side, i)


@rule
def fade_stun_markers(g: Game, log: Log) -> None:
    """Remove Stun markers in the End Phase.

    Without Speed Phases, being knocked out is counted in rounds.
    """
    for i in range(g.n_models):
        m = g.models[i]
        if m.in_play == 1 and m.stun > 0:
            m.stun = max(0, m.stun - g.p.counters_fades)
            write.fade(g, log, R.COUNTERS_STUN, m.side, i, markers_left=m.stun)
    if g.speed_phases == 0:
        wake_up(g, log, 1)


@rule
def has_removable_marker(g: Game, i: int) -> bool:
    """Return whether model i has a Stun or Jam marker that it could remove."""
    return g.models[i].stun > 0 or g.models[i].jam > 0


@rule
def remove_counter(g: Game, log: Log, i: int) -> None:
    """Remove a Stun marker from model i, or its Jam marker if it is not stunned.

    Where actions are few, because phases or dice limit them, all Stun markers come off at once.
    """
    m = g.models[i]
    jam = int(m.stun == 0)
    if jam == 1:
        m.jam = 0
    elif g.phased == 1 or g.chosen.action_points == R.ACTION_POINTS_SECRET_ALLOCATION:
        m.stun = 0
    else:
        m.stun = max(0, m.stun - g.p.counters_off)
    write.counter_off(g, log, R.COUNTERS_REMOVE_COUNTERS, m.side, i, jam=jam, markers_left=m.stun)


@rule
def shots_left(g: Game, i: int, w: int) -> int:
    """Return the shots left in weapon w of model i."""
    m = g.models[i]
    kind = g.kinds[m.kind]
    for n in range(kind.n_weapons):
        if kind.weapons[n] == w:
            return int(m.loads[n])
    return 0


@rule
def set_shots(g: Game, i: int, w: int, shots: int) -> None:
    """Set the shots left in weapon w of model i."""
    m = g.models[i]
    kind = g.kinds[m.kind]
    for n in range(kind.n_weapons):
        if kind.weapons[n] == w:
            m.loads[n] = shots


@rule
def can_reload(g: Game, i: int) -> bool:
    """Return whether model i has a weapon that is not full."""
    if g.chosen.shooting != R.SHOOTING_RANGE_BANDS:
        return False
    kind = g.kinds[g.models[i].kind]
    for n in range(kind.n_weapons):
        if g.models[i].loads[n] < g.weapons[kind.weapons[n]].load:
            return True
    return False


@inlined
def can_aim_at(g: Game, i: int, j: int) -> bool:
    """Return whether model i may take an Aim marker, or another one, on enemy j.

    Call `measure_gaps` for i first.
    """
    m = g.models[i]
    t = g.models[j]
    if not is_standing(t) or g.gaps[j] > g.kinds[m.kind].bands * g.p.shooting_band:
        return False
    if m.aims >= g.p.counters_most and m.aimed == j:
        return False
    return is_in_arc(g, m.x, m.y, m.fx, m.fy, j) and visibility(g, i, j) != HIDDEN


@rule
def can_aim(g: Game, i: int) -> bool:
    """Return whether model i has a ranged weapon and an enemy that it may aim at."""
    m = g.models[i]
    if g.chosen.shooting != R.SHOOTING_RANGE_BANDS or g.kinds[m.kind].sight == 0.0:
        return False
    measure_gaps(g, i)
    for j in range(enemies_from(g, m.side), enemies_to(g, m.side)):
        if can_aim_at(g, i, j):
            return True
    return False
