"""How the worked examples of blocks and of edges that are joined are played; see `examples`."""

from __future__ import annotations

from examples import Found, plays
from scene import Scene

from carnage.catalog import Example
from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.move.crossing import offer_crossing, survey_distance
from carnage.engine.battle.move.paths import list_obstacles
from carnage.engine.battle.move.ranks import slide_block
from carnage.engine.battle.muster.forces import draft
from carnage.rulesets.ruleset import Ruleset


@plays("block")
def block(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    given = example.given
    g = scene.g
    g.units[0].count = given["models"]
    for i in range(given["models"]):
        g.models[i].unit = 0
        scene.put(i, 0, i * 2 * g.radius)
    scene.piece(given["room"] + g.radius + 0.5, 2 * g.radius, 1, 0.5, "impassable")
    number = R.NUMBERING.number("movement.free-movement")
    far = scene.run(lambda: slide_block(g, scene.log, E.MOVE, number, 0, 1.0, 0.0, given["speed"]))
    ends = [
        (g.models[i].x - scene.middle, g.models[i].y - scene.middle) for i in range(given["models"])
    ]
    assert all(abs(x - far) < 0.002 for x, _ in ends)
    assert all(abs(y - i * 2 * g.radius) < 0.002 for i, (_, y) in enumerate(ends))
    return {"far": round(far, 2)}


@plays("draft")
def take_models_in_turn(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    g = scene.g
    scene.run(lambda: draft(g, scene.log), [6, 1], lambda *_: 0)
    takers = [event.side for event in scene.events("recruit")][: 2 * example.given["models"]]
    return {
        name: [nth for nth, side in enumerate(takers, 1) if (side == takers[0]) == is_winner]
        for name, is_winner in (("winner", True), ("other", False))
    }


@plays("crossing")
def crossing(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    g = scene.g
    far, edge = example.given["far"], example.given["edge"]
    scene.put(0, scene.middle - edge - g.radius, 1.0)
    list_obstacles(g, 0, survey_distance(g, far))
    g.core.offered = 0
    scene.run(lambda: offer_crossing(g, 0, 1.0, 0.0, far))
    end = g.core.options[0]
    assert round(end.y - scene.middle, 3) == 1.0
    # Where nothing is measured a model may go on as far as it likes; so it may stop there too.
    beyond = end.x - g.radius
    return {"rest": round(beyond if g.speeds == 1 else min(beyond, far - edge), 2)}
