"""Measures of a battle: its state after a stage, and its result."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import has_standing_model, is_standing
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.tower import towers_dwindle
from carnage.engine.battle.turn.countdown import doom_spaces, is_broken
from carnage.engine.battle.turn.units import points_in_play
from carnage.engine.compiling.marks import rule
from carnage.engine.core.state import Result, Turn

ENDINGS = ("length", "nobody-left", "left-the-table", "broken", "doom")
SEEN = ("score", "strength", "harm", "held")
ATTACKS = {
    "act": ("attack", "shoot", "fight", "hurl"),
    "block": ("ranged", "close"),
    "react": ("shoot",),
}
LENGTH, NOBODY_LEFT, LEFT_THE_TABLE, BROKEN, DOOM = range(5)


@rule
def side_harm(g: Game, side: int) -> int:
    """Return the harm that a side has suffered, as one count.

    It is the sum of casualties, wounds, Doomed Tokens, and tower dice: those on towers that grow,
    or those lost from towers that dwindle.
    """
    suffered = 0
    for i in range(g.n_models):
        m = g.models[i]
        if m.side != side:
            continue
        if is_standing(m):
            suffered += m.wounds + m.doomed
        elif m.absent == 0 and m.away == 0:
            suffered += 1
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side != side:
            continue
        if not towers_dwindle(g):
            suffered += u.tower
        elif u.in_play > 0:
            suffered += g.p.damage_height - u.tower
    return suffered


@rule
def measure(g: Game, t: Turn) -> None:
    """Write victory points, points of standing models, harm and markers of each side to `t`."""
    for side in range(2):
        t.score[side] = g.sides[side].victory
        t.strength[side] = points_in_play(g, side)
        t.harm[side] = side_harm(g, side)
        t.held[side] = 0
    for n in range(g.n_markers):
        if g.markers[n].holder >= 0:
            t.held[g.markers[n].holder] += 1


@rule
def outcome(g: Game, r: Result) -> None:
    """Write the scores, the harm, the ending and whether a tie was broken to `r`."""
    r.harm = 0
    r.enemy_harm = 0
    for side in range(2):
        r.scores[side] = g.sides[side].victory
        r.harm += side_harm(g, side)
        r.enemy_harm += g.sides[side].inflicted
    r.ending = LENGTH
    if g.sides[0].gone == 1 or g.sides[1].gone == 1:
        r.ending = LEFT_THE_TABLE
    elif not (has_standing_model(g, 0) and has_standing_model(g, 1)):
        r.ending = NOBODY_LEFT
    elif g.chosen.game_length == R.GAME_LENGTH_BREAKING_POINT:
        if is_broken(g, 0) or is_broken(g, 1):
            r.ending = BROKEN
    elif g.chosen.game_length == R.GAME_LENGTH_DOOM_TRACK and g.doom >= doom_spaces(g):
        r.ending = DOOM
    r.tie_break = int(g.winner >= 0 and g.sides[0].victory == g.sides[1].victory)
