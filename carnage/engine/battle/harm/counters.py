"""Markers on Models: what models are knocked about with, how it wears off, and how it is taken off.

How the prone get up stands in `getting_up`, what is done with guns in `guns`.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import stands
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import born_lucky, thick_skull
from carnage.engine.battle.see.line_of_sight import HIDDEN, foes_from, foes_to, in_arc, look, spot
from carnage.engine.compiling.marks import inlined, rule


@rule
def arm(g: Game) -> None:
    """Everybody begins with full guns and all of their luck."""
    for i in range(g.n_models):
        m = g.models[i]
        kind = g.kinds[m.kind]
        m.luck = kind.luck + born_lucky(g, i)
        for n in range(kind.n_weapons):
            m.loads[n] = g.weapons[kind.weapons[n]].load


@rule
def lose_aim(g: Game, log: Log, i: int) -> None:
    """Whatever model i was aiming at, it has to begin anew."""
    m = g.models[i]
    if m.aims == 0:
        return
    m.aims = 0
    number = R.COUNTERS_AIM if g.chosen.shooting == R.SHOOTING_RANGE_BANDS else R.TWIST_DYNAMITE
    write.aim_lost(g, log, number, m.side, i)


@rule
def stop_watching(g: Game, log: Log, i: int) -> None:
    """Model i takes its eyes off whatever it was waiting for."""
    m = g.models[i]
    if m.watching == 1:
        m.watching = 0
        write.watch_over(g, log, R.REACTIONS_OVERWATCH, m.side, i)


@rule
def distract(g: Game, log: Log, i: int) -> None:
    """Model i is put off whatever it was aiming at or watching for."""
    lose_aim(g, log, i)
    stop_watching(g, log, i)


@rule
def lose_target(g: Game, log: Log, i: int) -> None:
    """Model i is gone: nobody aims at it any more."""
    for k in range(g.n_models):
        if g.models[k].aims > 0 and g.models[k].aimed == i:
            lose_aim(g, log, k)


@rule
def knock_down(g: Game, log: Log, i: int) -> None:
    """Model i lies prone, unless it lies already."""
    m = g.models[i]
    if not stands(m):
        return
    distract(g, log, i)
    if m.prone == 1:
        return
    m.prone = 1
    write.knocked_down(g, log, R.COUNTERS_PRONE, m.side, i)


@rule
def knock_out(g: Game, log: Log, i: int, phases: int) -> None:
    """Model i lies prone and can do nothing for so many phases."""
    m = g.models[i]
    knock_down(g, log, i)
    if not stands(m):
        return
    m.out = max(m.out, phases)
    write.knocked_out(g, log, R.COUNTERS_KNOCKED_OUT, m.side, i, phases=m.out)


@rule
def stun(g: Game, log: Log, i: int, markers: int) -> None:
    """Model i takes Stun markers."""
    m = g.models[i]
    if markers == 0 or not stands(m):
        return
    taken = markers - thick_skull(g, i)
    if taken <= 0:
        write.shrug(g, log, R.TALENT_LIST_THICK_SKULL, m.side, i)
        return
    distract(g, log, i)
    m.stun += taken
    write.stunned(g, log, R.COUNTERS_STUN, m.side, i, markers=taken, total=m.stun)


@rule
def come_to(g: Game, log: Log, phases: int) -> None:
    """So many phases are over for everybody who is knocked out."""
    for i in range(g.n_models):
        m = g.models[i]
        if m.in_play == 1 and m.out > 0:
            m.out = max(0, m.out - phases)
            if m.out == 0:
                write.awake(g, log, R.COUNTERS_KNOCKED_OUT, m.side, i)


@rule
def wear_off(g: Game, log: Log) -> None:
    """In the End Phase everybody loses a Stun marker, and where phases are not timed the round counts."""
    for i in range(g.n_models):
        m = g.models[i]
        if m.in_play == 1 and m.stun > 0:
            m.stun = max(0, m.stun - g.p.counters_fades)
            write.fade(g, log, R.COUNTERS_STUN, m.side, i, markers_left=m.stun)
    if g.speed_phases == 0:
        come_to(g, log, g.p.counters_worth)


@rule
def marked(g: Game, i: int) -> bool:
    """Whether model i has a marker that it could take off."""
    return g.models[i].stun > 0 or g.models[i].jam > 0


@rule
def remove_counter(g: Game, log: Log, i: int) -> None:
    """Model i takes off a Stun marker, or its Jam marker if it has none."""
    m = g.models[i]
    jam = int(m.stun == 0)
    if jam == 1:
        m.jam = 0
    else:
        m.stun = max(0, m.stun - g.p.counters_off)
    write.counter_off(g, log, R.COUNTERS_REMOVE_COUNTERS, m.side, i, jam=jam, markers_left=m.stun)


@rule
def loaded(g: Game, i: int, w: int) -> int:
    """The shots left in weapon w of model i."""
    m = g.models[i]
    kind = g.kinds[m.kind]
    for n in range(kind.n_weapons):
        if kind.weapons[n] == w:
            return int(m.loads[n])
    return 0


@rule
def set_load(g: Game, i: int, w: int, shots: int) -> None:
    """Weapon w of model i holds so many shots."""
    m = g.models[i]
    kind = g.kinds[m.kind]
    for n in range(kind.n_weapons):
        if kind.weapons[n] == w:
            m.loads[n] = shots


@rule
def can_reload(g: Game, i: int) -> bool:
    """Whether model i has a gun that is not full."""
    if g.chosen.shooting != R.SHOOTING_RANGE_BANDS:
        return False
    kind = g.kinds[g.models[i].kind]
    for n in range(kind.n_weapons):
        if g.models[i].loads[n] < g.weapons[kind.weapons[n]].load:
            return True
    return False


@inlined
def may_aim_at(g: Game, i: int, j: int) -> bool:
    """Whether model i may take (more) aim at enemy j. `look` must have been called for i."""
    m, t = g.models[i], g.models[j]
    if not stands(t) or g.gaps[j] > g.p.shooting_bands * g.p.shooting_band:
        return False
    if m.aims >= g.p.counters_most and m.aimed == j:
        return False
    return in_arc(g, m.x, m.y, m.fx, m.fy, j) and spot(g, i, j) != HIDDEN


@rule
def can_aim(g: Game, i: int) -> bool:
    """Whether model i has a gun in hand and somebody to aim at."""
    m = g.models[i]
    if g.chosen.shooting != R.SHOOTING_RANGE_BANDS or g.kinds[m.kind].sight == 0.0:
        return False
    look(g, i)
    for j in range(foes_from(g, m.side), foes_to(g, m.side)):
        if may_aim_at(g, i, j):
            return True
    return False
