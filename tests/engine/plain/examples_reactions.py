"""How the worked examples of reactions are played; see `examples`."""

from __future__ import annotations

from typing import Any

from examples import Found, plays
from examples_gear import one_of
from scene import Scene, instead

from carnage.catalog import Example
from carnage.engine.battle.attack.dodging import dodge_increase
from carnage.engine.battle.attack.reactions import overwatch, return_fire
from carnage.engine.battle.frame.questions import TO_SHOOT
from carnage.engine.battle.harm.counters import load_all
from carnage.rulesets.ruleset import Ruleset


def two_against_one(ruleset: Ruleset) -> tuple[Scene, tuple[int, int], int]:
    """A scene with two models of one side, and an enemy of theirs whom both have in sight, four
    apart.
    """
    scene = Scene(ruleset)
    i, j = one_of(scene, 0, "six-gun"), one_of(scene, 1, "six-gun")
    scene.g.models[i + 1].kind = scene.g.models[i].kind
    load_all(scene.g)
    scene.put(i, -2, 0, (1.0, 0.0))
    scene.put(i + 1, -2, 2, (1.0, 0.0))
    scene.put(j, 2, 0, (-1.0, 0.0))
    return scene, (i, i + 1), j


def shooting_back(scene: Scene, rule: Any, i: int) -> None:
    """What model i has done is reacted to by whoever may, with dice that hit nobody."""

    def shoot(g: Any, *_: int) -> int:
        return next((k for k in range(g.core.offered) if g.core.options[k].what == TO_SHOOT), 0)

    def act() -> None:
        with (
            instead("d6", lambda *_: 1),
            instead("d10", lambda *_: 2),
            instead("draw_card", lambda *_: 2),
        ):
            rule(scene.g, scene.log, i)

    scene.run(act, (), shoot)


@plays("return-fire")
def returned(ruleset: Ruleset, example: Example) -> Found:
    scene, shooters, j = two_against_one(ruleset)
    assert ruleset.params["reactions.uses"] == example.given["uses"]
    for i in shooters:
        scene.g.shot_at = 1 << j
        shooting_back(scene, return_fire, i)
    return {"answers": len(scene.events("reaction"))}


@plays("overwatch")
def watched(ruleset: Ruleset, example: Example) -> Found:
    scene, movers, j = two_against_one(ruleset)
    scene.g.models[j].watching = 1
    for i in movers:
        scene.g.stirred = 1 << i
        shooting_back(scene, overwatch, i)
        scene.g.models[j].reacted = 0  # it is the marker that is gone
    return {"shots": len(scene.events("reaction")), "left": scene.g.models[j].watching}


@plays("dodge")
def dodging(ruleset: Ruleset, example: Example) -> Found:
    needs = example.given["needs"]
    needed = {}
    for how, name in (
        ("stat_test", "harder"),
        ("range_bands", "farther"),
        ("bullet_dice", "tougher"),
    ):
        scene, (i, _), j = two_against_one(ruleset)
        g, harder = scene.g, ruleset.params[f"reactions.{name}"]
        rule = lambda g=g, scene=scene, i=i, j=j, harder=harder: dodge_increase(  # noqa: E731
            g, scene.log, i, scene.weapon("six-gun"), j, needs, harder
        )
        needed[how] = needs + scene.run(rule, (), lambda *_: 1)
        assert scene.run(rule) == harder  # all of this action's shots, without another question
        g.dodging = 0
        assert scene.run(rule, (), lambda *_: 1) == 0  # but none of the next action's
    return needed
