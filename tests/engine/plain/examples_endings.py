"""How the worked examples of the ends of games are played; see `examples`."""

from __future__ import annotations

from examples import Found, plays
from scene import Scene

from carnage.catalog import Example
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.turn.countdown import strip_inches_lost
from carnage.engine.battle.turn.game_length import collapsing_ground, is_game_over
from carnage.rulesets.ruleset import Ruleset

INCHES_PER_FOOT = 12


def staged(ruleset: Ruleset, began: int, lost: int) -> Scene:
    """A scene in which side 0 began with so many models and lost some; the rest are side 1's."""
    scene = Scene(ruleset)
    for side in scene.g.sides:
        side.left_out = -1
    for i in range(len(scene.models)):
        scene.g.models[i].side = int(i >= began)
        scene.g.models[i].absent = int(i >= 2 * began)
        if i >= lost:
            scene.put(i, 1.5 * i - 6, 0)
    return scene


@plays("breaking")
def breaking(ruleset: Ruleset, example: Example) -> Found:
    scene = staged(ruleset, example.given["began"], example.given["lost"])
    over = scene.run(lambda: is_game_over(scene.g, scene.log))
    broken = [event.side for event in scene.events("broken")] == [0]
    fewer = staged(ruleset, example.given["began"], example.given["lost"] - 1)
    assert not fewer.run(lambda: is_game_over(fewer.g, fewer.log))
    return {
        "broken": over and broken,
        "bonus": score_of_breaking(ruleset, example, R.OBJECTIVES_POSITIONAL_OBJECTIVES),
        "kill_bonus": score_of_breaking(ruleset, example, R.OBJECTIVES_POINTS_REMOVAL),
    }


def score_of_breaking(ruleset: Ruleset, example: Example, objectives: int) -> int:
    scene = staged(ruleset, example.given["began"], example.given["lost"])
    scene.g.chosen.objectives = objectives
    scene.run(lambda: is_game_over(scene.g, scene.log))
    return int(scene.g.sides[1].victory)


@plays("collapse")
def collapse(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    g = scene.g
    g.table = example.given["feet"] * INCHES_PER_FOOT * g.inch
    g.rounds = example.given["round"]
    g.first = 0
    for i, inches in ((0, example.given["near"]), (g.half, example.given["far"])):
        scene.put(i, 0, 0)
        g.models[i].x = inches * g.inch
        g.models[i].y = g.table / 2
    scene.run(lambda: collapsing_ground(g, scene.log))
    near, far = g.models[0], g.models[g.half]
    return {
        "depth": strip_inches_lost(g, g.rounds),
        "lost": near.in_play == 0,
        "safe": far.in_play == 1,
    }


@plays("doom-track")
def doom_track(ruleset: Ruleset, example: Example) -> Found:
    scene = staged(ruleset, example.given["models"], 0)
    g = scene.g
    g.rounds = example.given["at"]
    scene.run(lambda: is_game_over(g, scene.log))
    assert g.doom == example.given["at"]
    scene = staged(ruleset, example.given["models"], example.given["losses"])
    g = scene.g
    g.rounds = example.given["at"] + 1
    over = scene.run(lambda: is_game_over(g, scene.log))
    (event,) = scene.events("doom-track")
    return {"spaces": event.b, "reached": event.a, "over": bool(over)}
