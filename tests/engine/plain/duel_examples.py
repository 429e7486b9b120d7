"""How each worked example of the duel's tables is played; see `worked`."""

from __future__ import annotations

from typing import Any

from duel_scene import Scene, picking
from worked import Found, Plays, marker

from carnage.catalog import Example
from carnage.engine.duel.action_cleanup import settle_debts
from carnage.engine.duel.counts import pips_left
from carnage.engine.duel.hit import strike
from carnage.engine.duel.lines import find_line
from carnage.engine.duel.shot import attack
from carnage.engine.duel.state import DEFENSE, MOBILITY
from carnage.engine.duel.tanks import exploding
from carnage.engine.duel.tie_order import give_call
from carnage.engine.duel.turn import out_of_fuel
from carnage.rulesets.ruleset import Ruleset

RULES: Plays = {}
plays = marker(RULES)


@plays("call")
def the_call(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    scene.rows(0, example.given["mine"], [], [])
    scene.rows(1, [], example.given["theirs"], [])
    return {"call": ("mine", "theirs")[scene.run(lambda: give_call(scene.g, scene.log))]}


@plays("spend")
def spending(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    scene.apart(15.0)
    scene.rows(0, example.given["row"], [4], [])
    scene.g.ships[0].owes[MOBILITY] = example.given["pips"]
    choices = [int(choice) for choice in example.choices]

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        pips = [int(g.core.options[k].other) for k in range(g.core.offered)]
        return pips.index(choices.pop(0)) if len(set(pips)) > 1 else 0

    scene.run(lambda: settle_debts(scene.g, scene.log, 0), choose)
    gone = len(scene.events("jettison")) + len(scene.events("nowhere"))
    return {"left": scene.in_row(0, MOBILITY), "jettisoned": gone}


@plays("range")
def shot_range(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    hits = {}
    for name in ("inside", "outside"):
        scene.put(0, 6.0, 6.0)
        x = 6.0 + 2 * scene.g.radius + example.given[name]
        met = find_line(scene.g, 6.0, 6.0, 1.0, 0.0, example.given["offense"], x, 6.0)[0]
        hits[name] = met >= 0
    return hits


@plays("hit")
def a_hit(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    scene.apart(15.0)
    dice = example.given["others"]
    scene.rows(1, dice[:1], dice[1:], example.given["defense"])
    scene.run(lambda: strike(scene.g, scene.log, 1, example.given["offense"]))
    left = scene.in_row(1, DEFENSE) + [pips for pips in dice if pips in scene.pips(1)]
    return {"lost": len(scene.events("lose")), "left": left}


@plays("last-gasp")
def a_last_gasp(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    scene.put(0, 10.0, 10.0)
    scene.put(1, 13.0 + 2 * scene.g.radius, 10.0, -1.0)
    scene.rows(0, [], [1] * example.given["mine"], [])
    scene.rows(1, [], [], [1] * example.given["theirs"])

    def act() -> None:
        attack(scene.g, scene.log, 0)
        out_of_fuel(scene.g, scene.log)

    # What is jettisoned goes behind its ship, where it is in nobody's way.
    scene.run(act, picking(SHOOT=lambda o: o.what, JETTISON=lambda o: -o.x - 100.0 * o.what))
    return {"winner": ("nobody", "mine", "theirs")[1 + int(scene.g.winner)]}


@plays("blast")
def a_blast(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    scene.apart(15.0)
    scene.rows(1, [4], [], example.given["defense"])

    def act() -> None:
        exploding(scene.g, scene.log, 0)
        settle_debts(scene.g, scene.log, 0)

    before = pips_left(scene.g, 1)
    scene.run(act, picking(PAY=lambda o: o.other))
    return {"paid": before - pips_left(scene.g, 1), "left": sum(scene.in_row(1, DEFENSE))}
