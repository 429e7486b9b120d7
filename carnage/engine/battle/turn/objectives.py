"""Objectives: markers and their scores.

`losses` scores removed units, and `loot` has a module of its own.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import is_standing
from carnage.engine.battle.frame.resolution import CLOSE_SKILL, take_test
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import light_fingered
from carnage.engine.battle.turn.markers import marker_gap
from carnage.engine.compiling.marks import rule
from carnage.engine.core.rule_ids import NoSuchRule


@rule
def try_capture(g: Game, log: Log, i: int, n: int, number: int) -> None:
    """Have model i try to capture marker n by a Close Skill test, under rule `number`."""
    m = g.models[i]
    write.attempt(g, log, number, m.side, i, marker=n)
    skill = g.kinds[m.kind].close_skill + light_fingered(g, i)
    got = take_test(g, log, i, m.unit, CLOSE_SKILL, skill, g.p.objectives_difficulty)
    if got > 0:
        g.markers[n].holder = m.side
        write.capture(g, log, number, m.side, i, marker=n)


@rule
def interactive_objectives(g: Game, log: Log) -> None:
    """Score a point for each marker held, at the end of a round."""
    for side in range(2):
        held = 0
        for n in range(g.n_markers):
            if g.markers[n].holder == side:
                held += 1
        score_points(g, log, side, held * g.p.objectives_score, R.OBJECTIVES_INTERACTIVE_OBJECTIVES)


@rule
def positional_objectives(g: Game, log: Log) -> None:
    """Score each marker for the side with more points of models near it, at the end of a round."""
    won_0 = 0
    won_1 = 0
    for n in range(g.n_markers):
        weight_0 = 0
        weight_1 = 0
        for i in range(g.n_models):
            m = g.models[i]
            if is_standing(m) and marker_gap(g, m.x, m.y, n) <= g.p.objectives_near:
                if m.side == 0:
                    weight_0 += g.kinds[m.kind].points
                else:
                    weight_1 += g.kinds[m.kind].points
        write.marker_count(
            g,
            log,
            R.OBJECTIVES_POSITIONAL_OBJECTIVES,
            marker=n,
            points_1=weight_0,
            points_2=weight_1,
        )
        if weight_0 > weight_1:
            won_0 += g.p.objectives_score
        elif weight_1 > weight_0:
            won_1 += g.p.objectives_score
    score_points(g, log, 0, won_0, R.OBJECTIVES_POSITIONAL_OBJECTIVES)
    score_points(g, log, 1, won_1, R.OBJECTIVES_POSITIONAL_OBJECTIVES)


@rule
def score_points(g: Game, log: Log, side: int, points: int, number: int) -> None:
    """Add victory points to a side, unless it has left the table."""
    if points > 0 and g.sides[side].gone == 0:
        g.sides[side].victory += points
        write.score(g, log, number, side, points=points, total=g.sides[side].victory)


@rule
def score_round(g: Game, log: Log) -> None:
    """Score the end of a round. Raises NoSuchRule if the ruleset has other objectives."""
    if g.chosen.objectives == R.OBJECTIVES_INTERACTIVE_OBJECTIVES:
        interactive_objectives(g, log)
    elif g.chosen.objectives == R.OBJECTIVES_POSITIONAL_OBJECTIVES:
        positional_objectives(g, log)
    elif (
        g.chosen.objectives != R.OBJECTIVES_POINTS_REMOVAL
        and g.chosen.objectives != R.OBJECTIVES_LOOT
    ):
        raise NoSuchRule
