"""How the worked examples of turns are played; see `examples`."""

from __future__ import annotations

from examples import Found, plays
from scene import Scene

from carnage.catalog import Example
from carnage.engine.battle.frame.model_status import acts_in_phase
from carnage.rulesets.ruleset import Ruleset


@plays("speed-chart")
def speed_chart(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    scene.put(0, 0, 0)
    scene.g.kinds[scene.g.models[0].kind].pace = example.given["pace"]
    times = []
    for phase in (1, 2, 3):
        scene.g.speed_phase = phase
        times.append(acts_in_phase(scene.g, 0))
    return {"first": times[0], "second": times[1], "third": times[2]}
