"""Line of sight, and the arc of sight that limits it.

Positions are arguments, so that bots can ask about places where a model might stand.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.event_log import fire, look_up
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.see.terrain import is_blocked, is_obscured
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.geometry import NEVER, crosses_disc, direction_to, distance
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule

HALF_RIGHT = 0.7071067811865476  # the cosine of 45 degrees
# Values of `Game.seen`.
UNKNOWN = -1
HIDDEN = 0
CLEAR = 1
OBSCURED = 2


@rule
def enemies_from(g: Game, side: int) -> int:
    """Return the first index of a side's enemies in the list of models."""
    return g.half if side == 0 else 0


@rule
def enemies_to(g: Game, side: int) -> int:
    """Return the index after the last of a side's enemies in the list of models."""
    return g.n_models if side == 0 else g.half


@rule
def is_line_blocked(
    g: Game, side: int, j: int, ax: float, ay: float, bx: float, by: float, vx: float, vy: float
) -> bool:
    """Return whether a line from a to b is blocked for a viewer at v that looks at model j.

    The viewer is of this side. Terrain, wrecks, and enemies of the viewer other than j block it.
    """
    t = g.models[j]
    if is_blocked(g, ax, ay, bx, by, vx, vy, t.x, t.y):
        return True
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        k = int(g.upright[n])
        m = g.models[k]
        if k != j and crosses_disc(ax, ay, bx, by, m.x, m.y, g.radius):
            fire(g, R.TERRAIN_MODELS)
            return True
    return g.chosen.twist == R.TWIST_WRECKAGE and crosses_wreck(g, j, ax, ay, bx, by)


@rule
def crosses_wreck(g: Game, j: int, ax: float, ay: float, bx: float, by: float) -> bool:
    """Return whether the line from a to b crosses a wreck other than that of model j."""
    for k in range(g.n_models):
        m = g.models[k]
        if m.wreck == 1 and k != j and crosses_disc(ax, ay, bx, by, m.x, m.y, g.radius):
            return True
    return False


@rule
def models_eye_view(g: Game, side: int, x: float, y: float, j: int) -> bool:
    """Return whether model j is visible by Model's Eye View from x, y.

    One line must be free: from the centre of the viewer's base to the target's centre or either
    edge of its base.
    """
    look_up(g, R.LINE_OF_SIGHT_MODELS_EYE_VIEW)
    t = g.models[j]
    if not is_line_blocked(g, side, j, x, y, t.x, t.y, x, y):
        return True
    dx, dy = direction_to(x, y, t.x, t.y)
    ox = -dy * g.radius
    oy = dx * g.radius
    if not is_line_blocked(g, side, j, x, y, t.x + ox, t.y + oy, x, y) or not is_line_blocked(
        g, side, j, x, y, t.x - ox, t.y - oy, x, y
    ):
        return True
    fire(g, R.LINE_OF_SIGHT_MODELS_EYE_VIEW)
    return False


@rule
def abstracted(g: Game, side: int, x: float, y: float, j: int) -> bool:
    """Return whether model j is visible by the option Abstracted from x, y.

    One of five lines must be free: between the centres, or from either edge of one base to either
    edge of the other.
    """
    asked = g.chosen.line_of_sight != NOT_ASKED  # bots also ask in games whose rules do not
    if asked:
        look_up(g, R.LINE_OF_SIGHT_ABSTRACTED)
    t = g.models[j]
    if not is_line_blocked(g, side, j, x, y, t.x, t.y, x, y):
        return True
    dx, dy = direction_to(x, y, t.x, t.y)
    ox = -dy * g.radius
    oy = dx * g.radius
    for a in range(-1, 2, 2):
        for b in range(-1, 2, 2):
            if not is_line_blocked(
                g, side, j, x + a * ox, y + a * oy, t.x + b * ox, t.y + b * oy, x, y
            ):
                return True
    if asked:
        fire(g, R.LINE_OF_SIGHT_ABSTRACTED)
    return False


@rule
def bullets_path(g: Game, x: float, y: float, j: int) -> bool:
    """Return whether model j is visible by Bullet's Path from x, y.

    The line between the centres must be free of terrain and models, except a model that stands at
    x, y.
    """
    look_up(g, R.LINE_OF_SIGHT_BULLETS_PATH)
    clear = is_clear(g, x, y, j)
    if not clear:
        fire(g, R.LINE_OF_SIGHT_BULLETS_PATH)
    return clear


@rule
def is_clear(g: Game, x: float, y: float, j: int) -> bool:
    """Return whether nothing blocks the line from x, y to the centre of model j."""
    t = g.models[j]
    if is_blocked(g, x, y, t.x, t.y, x, y, t.x, t.y):
        return False
    for side in range(2):
        for n in range(upright_from(g, side), upright_to(g, side)):
            k = int(g.upright[n])
            if k != j and base_blocks_line(g, k, x, y, t.x, t.y):
                fire(g, R.TERRAIN_MODELS)
                return False
    if g.chosen.twist == R.TWIST_WRECKAGE:
        for k in range(g.n_models):
            if g.models[k].wreck == 1 and k != j and base_blocks_line(g, k, x, y, t.x, t.y):
                fire(g, R.TERRAIN_MODELS)
                return False
    return True


@rule
def base_blocks_line(g: Game, k: int, ax: float, ay: float, bx: float, by: float) -> bool:
    """Return whether the base of model k blocks a line from a to b that does not begin in it."""
    m = g.models[k]
    return (
        crosses_disc(ax, ay, bx, by, m.x, m.y, g.radius) and distance(ax, ay, m.x, m.y) >= g.radius
    )


@rule
def sees(g: Game, side: int, x: float, y: float, j: int) -> bool:
    """Return whether a model of this side at x, y has model j in line of sight.

    The facing is ignored.

    Raises:
        NoSuchRule: The game has an option of line of sight that is not implemented.
    """
    if g.chosen.line_of_sight == R.LINE_OF_SIGHT_BULLETS_PATH:
        return bullets_path(g, x, y, j)
    if g.chosen.line_of_sight == R.LINE_OF_SIGHT_MODELS_EYE_VIEW:
        return models_eye_view(g, side, x, y, j)
    if g.chosen.line_of_sight == R.LINE_OF_SIGHT_ABSTRACTED or g.chosen.line_of_sight == NOT_ASKED:
        return abstracted(g, side, x, y, j)
    raise NoSuchRule


@inlined
def is_in_arc(g: Game, x: float, y: float, fx: float, fy: float, j: int) -> bool:
    """Return whether the centre of model j's base is in the arc of sight from x, y, facing f."""
    t = g.models[j]
    return is_point_in_arc(g, x, y, fx, fy, t.x, t.y)


@inlined
def is_point_in_arc(
    g: Game, x: float, y: float, fx: float, fy: float, tx: float, ty: float
) -> bool:
    """Return whether the point tx, ty is in the arc of sight from x, y, facing f."""
    if g.chosen.arc_of_sight == R.ARC_OF_SIGHT_360:
        fire(g, R.ARC_OF_SIGHT_360)
        return True
    look_up(g, g.chosen.arc_of_sight)
    dx, dy = direction_to(x, y, tx, ty)
    if dx * fx + dy * fy >= g.arc_cosine - 1.0e-6:
        return True
    fire(g, g.chosen.arc_of_sight)
    return False


@rule
def relative_position(g: Game, i: int, j: int) -> int:
    """Return the position of model j relative to model i's facing.

    It is 0 inside i's arc of sight, 1 outside it, and 2 in the quarter circle behind i.
    """
    if g.chosen.arc_of_sight == R.ARC_OF_SIGHT_360:
        fire(g, R.ARC_OF_SIGHT_360)
        return 0
    look_up(g, g.chosen.arc_of_sight)
    m = g.models[i]
    t = g.models[j]
    dx, dy = direction_to(m.x, m.y, t.x, t.y)
    ahead = dx * m.fx + dy * m.fy
    if ahead >= g.arc_cosine - 1.0e-6:
        return 0
    fire(g, g.chosen.arc_of_sight)
    return 2 if ahead <= -HALF_RIGHT + 1.0e-6 else 1


@rule
def gap(g: Game, i: int, j: int) -> float:
    """Return the distance between the base edges of two models."""
    a = g.models[i]
    b = g.models[j]
    return distance(a.x, a.y, b.x, b.y) - 2.0 * g.radius


@rule
def measure_gaps(g: Game, i: int) -> None:
    """Measure `g.gaps` from model i to its enemies, and clear `g.seen`, unless done for i."""
    if g.looked == i:
        return
    m = g.models[i]
    g.closest = NEVER
    for j in range(enemies_from(g, m.side), enemies_to(g, m.side)):
        if g.models[j].in_play == 1:
            away = gap(g, i, j)
            g.gaps[j] = away
            g.closest = min(g.closest, away)
            g.seen[j] = UNKNOWN
    g.looked = i


@inlined
def visibility(g: Game, i: int, j: int) -> int:
    """Return the visibility of enemy j to model i: HIDDEN, CLEAR or OBSCURED.

    Call `measure_gaps` for i first. The result is cached in `g.seen` until a model moves.
    """
    if g.seen[j] == UNKNOWN:
        m = g.models[i]
        t = g.models[j]
        g.seen[j] = HIDDEN
        anywhere = (
            g.chosen.shooting == R.SHOOTING_RANGE_BANDS
        )  # there the arc only makes shots harder
        if (anywhere or is_in_arc(g, m.x, m.y, m.fx, m.fy, j)) and sees(g, m.side, m.x, m.y, j):
            g.seen[j] = OBSCURED if is_obscured(g, m.x, m.y, t.x, t.y) else CLEAR
    return g.seen[j]


@rule
def can_see(g: Game, i: int, j: int) -> bool:
    """Return whether model i has model j in line of sight.

    Model j may be a friend, or have been removed just now.
    """
    m = g.models[i]
    return is_in_arc(g, m.x, m.y, m.fx, m.fy, j) and sees(g, m.side, m.x, m.y, j)
