"""Ranges: what a shot by range bands needs, and how likely that is."""

from __future__ import annotations

from carnage.engine.battle.line_of_sight import OBSCURED, behind, spot
from carnage.engine.battle.state import REACHES, Game
from carnage.engine.battle.sticks import lying
from carnage.engine.core.compiling import rule


@rule
def on_chart(g: Game, w: int, inches: float) -> int:
    """What the range chart adds for weapon w at a target so far away."""
    width = float(g.p.shooting_band)
    column = 0
    while column < REACHES - 1 and inches > width * (column + 1) + 1.0e-6:
        column += 1
    return int(g.chart[g.weapons[w].band * REACHES + column])


@rule
def steadied(g: Game, i: int, j: int) -> int:
    """How much easier a shot of model i at j is for having been aimed."""
    m = g.models[i]
    return int(m.aims * g.p.shooting_aimed) if m.aims > 0 and m.aimed == j else 0


@rule
def circumstances(g: Game, i: int, j: int) -> int:
    """What the shooter's and the target's state, and dynamite, add to the number to reach."""
    m, t = g.models[i], g.models[j]
    more = int(t.prone * g.p.shooting_prone)
    if m.moved == 2:
        more += g.p.shooting_ran
    quarter = behind(g, i, j)
    if quarter == 1:
        more += g.p.shooting_side
    elif quarter == 2:
        more += g.p.shooting_rear
    return more + lying(g) * g.p.shooting_distraction - steadied(g, i, j)


@rule
def number_to_reach(g: Game, i: int, w: int, j: int) -> int:
    """What a D10 must show for weapon w of model i to hit j. `look` must have been called for i."""
    number = g.p.shooting_base + on_chart(g, w, g.gaps[j]) + circumstances(g, i, j)
    if spot(g, i, j) == OBSCURED:
        number += g.p.shooting_obscured
    return int(number)


@rule
def ten_chance(number: int) -> float:
    """How likely a D10 shows a number or more, a 1 never being enough; beyond 10 a second one may help."""
    if number <= 10:
        return (11 - max(2, number)) / 10.0
    return max(0.0, min(10.0, 21.0 - number)) / 100.0
