"""How each worked example of the gamble's tables is played; see `worked`."""

from __future__ import annotations

from gamble_scene import Scene
from worked import Found, Plays, marker

from carnage.catalog import Example
from carnage.engine.gamble import ante, pot, powers, scoring
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.throws import list_dice

RULES: Plays = {}
plays = marker(RULES)


def lay(scene: Scene, example: Example, hero: int = 0) -> None:
    """Lay the example's dice before the scorer."""
    g = scene.g
    assert max(example.dice) <= max(list_dice(scene.ruleset)), "no die of this game shows it"
    powers.set_powers(g)
    scoring.set_scale(g)
    g.hand.n = len(example.dice)
    for d, value in enumerate(example.dice):
        g.hand.value[d] = value
        g.hand.throw[d] = example.given["throws"][d]
        g.hand.wild[d] = int(value == hero)


@plays("score")
def score(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    lay(scene, example)
    return {"score": scoring.best_score(scene.g.hand, scene.g.scale)}


@plays("wild")
def wild(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    lay(scene, example, example.given["hero"])
    assert example.given["hero"] <= scene.g.p.hero_hero_sides
    scoring.best_score(scene.g.hand, scene.g.scale)
    assert scene.g.hand.group[0] == 7
    return {"counts": scene.g.hand.counts[0]}


@plays("later")
def later(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    scoring.set_scale(scene.g)
    return {
        "score": scoring.late_points(scene.g.scale, example.given["worth"], example.given["throw"])
    }


@plays("antes")
def antes(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    return {"paid": [ante.seat_ante(scene.g, side) for side in range(example.given["seats"])]}


@plays("pot")
@plays("tie")
def pay(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    g = scene.g
    scoring.set_scale(g)
    g.players, g.pot = len(example.given["scores"]), example.given["pot"]
    g.p.ante_ante = example.given.get("ante", 0)
    for side, points in enumerate(example.given["scores"]):
        g.seats[side].score = points
    scene.run(pot.pay_out, g, scene.log)
    return {"paid": scene.paid}
