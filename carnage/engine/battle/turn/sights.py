"""Lines of sight from a place where a model might stand, for persons who choose the place.

They are made by the functions that attacks use, so they cannot differ from the rules.
"""

from __future__ import annotations

from carnage.engine.battle.attack.attacks import can_hit, is_ready
from carnage.engine.battle.attack.bullets import is_aimable
from carnage.engine.battle.attack.range_bands import number_to_reach
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.frame.talent_list import crack_shot, hard_to_hit
from carnage.engine.battle.see.line_of_sight import (
    CLEAR,
    HIDDEN,
    OBSCURED,
    can_see,
    measure_gaps,
    visibility,
)
from carnage.engine.battle.see.terrain import is_obscured
from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.core.pointing import NO_WEAPON, Sight
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule

NO_NUMBER = -1


@rule
def look_from(
    g: Game, actor: int, x: float, y: float, fx: float, fy: float, sights: Rows[Sight]
) -> int:
    """Put a model at a place of a copy of the game, and write its view of each enemy.

    Return the number of rows that were written.

    Args:
        g: A copy of the game.
        actor: The model.
        x: The place.
        y: The place.
        fx: The facing there; (0, 0) keeps the present one.
        fy: The facing there.
        sights: One row for each enemy.
    """
    m = g.models[actor]
    m.x = x
    m.y = y
    if fx != 0.0 or fy != 0.0:
        m.fx = fx
        m.fy = fy
    g.looked = -1
    measure_gaps(g, actor)
    enemy = 1 - int(m.side)
    count = 0
    for n in range(upright_from(g, enemy), upright_to(g, enemy)):
        if count < len(sights):
            write_sight(g, actor, int(g.upright[n]), sights[count])
            count += 1
    return count


@rule
def write_sight(g: Game, i: int, j: int, s: Sight) -> None:
    """Write how model i sees enemy j, and j sees i. Call `measure_gaps` for i first."""
    m = g.models[i]
    t = g.models[j]
    s.who = j
    s.seen = visibility(g, i, j)
    s.looks_back = HIDDEN
    if can_see(g, j, i):
        s.looks_back = OBSCURED if is_obscured(g, t.x, t.y, m.x, m.y) else CLEAR
    s.gap = g.gaps[j]
    s.weapon = NO_WEAPON
    s.number = NO_NUMBER
    kind = g.kinds[m.kind]
    for n in range(kind.n_weapons):
        w = int(kind.weapons[n])
        if can_use(g, i, w, j):
            number = needed_number(g, i, w, j)
            is_lower = number != NO_NUMBER and (s.number == NO_NUMBER or number < s.number)
            if s.weapon == NO_WEAPON or is_lower:
                s.weapon = w
                s.number = number


@rule
def can_use(g: Game, i: int, w: int, j: int) -> bool:
    """Return whether weapon w of model i reaches enemy j. Call `measure_gaps` for i first."""
    if g.weapons[w].ranged == 0:
        return can_hit(g, i, w, j)
    if g.chosen.shooting == R.SHOOTING_BULLET_DICE:
        return is_aimable(g, i, w, j) and visibility(g, i, j) != HIDDEN
    return is_ready(g, i, w) and can_hit(g, i, w, j)


@rule
def needed_number(g: Game, i: int, w: int, j: int) -> int:
    """Return the number that a die of weapon w needs against enemy j.

    Return NO_NUMBER if a test of skill decides, whose words give its chance.

    Raises:
        NoSuchRule: The game has a way of shooting that is not implemented.
    """
    if g.weapons[w].ranged == 0:
        return NO_NUMBER
    if g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        return number_to_reach(g, i, w, j)
    if g.chosen.shooting == R.SHOOTING_BULLET_DICE:
        toughness = int(g.kinds[g.models[j].kind].toughness)
        return toughness + hard_to_hit(g, j) - crack_shot(g, i)
    if g.chosen.shooting == R.SHOOTING_STAT_TEST or g.chosen.shooting == NOT_ASKED:
        return NO_NUMBER
    raise NoSuchRule
