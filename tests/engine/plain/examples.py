"""How each worked example of the battles' tables is played; see `worked`."""

from __future__ import annotations

from typing import Any

from scene import Scene, first, instead
from worked import Found, Plays, marker

from carnage.catalog import Example
from carnage.engine.battle.attack.attacks import attack
from carnage.engine.battle.frame.resolution import attempt_test
from carnage.engine.battle.frame.shapes import SHAPES
from carnage.engine.battle.harm.damage import resolve_harm, wound
from carnage.engine.battle.move.curves import offer_curve, turn_toward
from carnage.engine.battle.move.movement import take_move
from carnage.engine.battle.move.paths import offer_end
from carnage.engine.battle.move.regrouping import keep_ends_near_squad
from carnage.engine.battle.turn.activation_order import play_turn
from carnage.engine.battle.turn.game_length import is_game_over
from carnage.engine.battle.turn.initiative import initiative
from carnage.engine.battle.turn.objectives import score_round
from carnage.engine.core.geometry import distance
from carnage.rulesets.ruleset import Ruleset

RULES: Plays = {}
plays = marker(RULES)


@plays("test")
def test(ruleset: Ruleset, example: Example) -> Found:
    given = example.given
    results = []
    # The queen counts ten, and so does the ten.
    for dice in [example.dice, (12,)] if ruleset.has("card-tests") else [example.dice]:
        scene = Scene(ruleset)
        result = scene.run(
            lambda scene=scene: attempt_test(
                scene.g, scene.log, 0, 0, 0, 1, given["stat"], given["difficulty"]
            ),
            dice,
        )
        results.append(result)
    assert len(set(results)) == 1
    return {"successes": results[0]}


@plays("cohesion")
def cohesion(ruleset: Ruleset, example: Example) -> Found:
    """The second model is offered a place near the leader and one far from everybody: which is
    left?
    """
    farther = {}
    for name, gap in (("inside", example.given["gap"]), ("outside", example.given["stray"])):
        scene = Scene(ruleset)
        g = scene.g
        leader, second = g.units[0].first, g.units[0].first + 1
        scene.put(leader, 0, 0)
        scene.put(second, 5, 5)
        g.units[0].leader = leader
        x, y = scene.middle, scene.middle
        near = g.p.units_cohesion / 2
        offer_end(
            g, second, x, y + 2 * g.radius + near, 1.0, 0.0
        )  # somewhere to go that is allowed
        offer_end(g, second, x + 2 * g.radius + gap, y, 1.0, 0.0)
        keep_ends_near_squad(g, second, 0)
        kept = [g.core.options[k] for k in range(g.core.offered)]
        farther[name] = any(o.x > x + g.radius for o in kept)
    return farther


@plays("restricted")
def restricted(ruleset: Ruleset, example: Example) -> Found:
    """The longest ways offered after one pivot, and to a side without one."""
    scene = Scene(ruleset)
    g = scene.g
    i = scene.find(0, "trooper")
    m = scene.put(i, 0, 0)
    scene.put(scene.find(1, "trooper"), 3, 8)
    g.kinds[m.kind].speed = float(example.given["speed"])
    reached = {"ahead": 0.0, "aside": 0.0}

    def look(g: Any, *_: int) -> int:
        if not reached["ahead"]:
            for k in range(g.core.offered):
                o = g.core.options[k]
                far = distance(scene.middle, scene.middle, o.x, o.y)
                if o.fx < 0.99:
                    reached["ahead"] = max(reached["ahead"], far if o.fx > -0.01 else 0.0)
                elif abs(o.x - scene.middle) < 0.01:
                    reached["aside"] = max(reached["aside"], far)
        return 0

    scene.run(lambda: take_move(g, scene.log, i), choose=look)
    return {name: round(far, 3) for name, far in reached.items()}


@plays("momentum")
def momentum(ruleset: Ruleset, example: Example) -> Found:
    speed = float(example.given["speed"])
    scene = Scene(ruleset)
    g = scene.g
    i = scene.find(0, "trooper")
    m = scene.put(i, -4, 0)
    scene.put(scene.find(1, "trooper"), 9, 0)
    g.kinds[m.kind].speed = speed
    ways: list[float] = []

    def look(g: Any, *_: int) -> int:
        ends = [g.core.options[k] for k in range(g.core.offered)]
        straight = [o for o in ends if o.y == m.y and o.x > m.x]
        ways.extend(round(o.x - m.x, 3) for o in straight)
        return 0

    scene.run(lambda: take_move(g, scene.log, i), choose=look)
    assert max(ways) == speed
    turns = []

    def counted(*where: float) -> tuple[float, float]:
        turns.append(where)
        return turn_toward(*where)

    with instead("turn_toward", counted):
        scene.run(lambda: offer_curve(g, i, m.x, m.y + 5.0, speed))
    return {"least": min(ways), "turns": len(turns)}


@plays("uncertain-death")
def uncertain_death(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    g = scene.g
    i = scene.find(0, "trooper")
    m = scene.put(i, 0, 0)
    kind = g.kinds[m.kind]
    kind.wounds = example.given["stat"]
    m.wounds = example.given["wounds"]
    difficulty = g.p.damage_difficulty
    passed = scene.dice_for(kind.morale, difficulty, difficulty if ruleset.has("pool-tests") else 1)

    def hit() -> int:
        before = g.core.n_events
        wound(g, scene.log, -1, i, example.given["more"])
        resolve_harm(g, scene.log)
        events = scene.log.events[before : g.core.n_events]
        return sum(e.c for e in events if SHAPES[e.event].name == "test")

    assert scene.run(hit, passed) == difficulty
    assert m.in_play == 1
    assert scene.run(hit, passed) == difficulty, "its next wound makes it test again"
    return {"tests": True}


@plays("end-roll")
def end_roll(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    scene.put(0, 0, 0)
    scene.put(len(scene.models) - 1, 5, 5)
    scene.g.rounds = example.given["round"]
    return {"over": bool(scene.run(lambda: is_game_over(scene.g, scene.log), example.dice))}


@plays("positional")
def positional(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    g = scene.g
    g.n_markers = 1
    marker = g.markers[0]
    marker.x = marker.y = scene.middle
    captain = scene.find(1, "captain")
    theirs, mine = scene.models[captain].points, 0
    scene.put(captain, 0, 1)
    # Other books have figures of other points: as many as outweigh the one, within reach of the
    # marker.
    wanted = example.given["mine"] if theirs == example.given["theirs"] else theirs + 1
    for which, i in enumerate(range(len(scene.models) // 2)):
        if mine < wanted and (ruleset.book.code != "classic" or scene.models[i].code == "trooper"):
            mine += scene.models[i].points
            scene.put(i, 1.1 * (which % 4) - 1.5, -1.5)
    assert mine > theirs
    if ruleset.book.code == "classic":
        assert (mine, theirs) == (example.given["mine"], example.given["theirs"])
    scene.run(lambda: score_round(g, scene.log))
    assert g.sides[1].victory == 0
    return {"scores": g.sides[0].victory}


# ----------------------------------------------------------------------------------------- fighting


def aimed(scene: Scene, i: int, weapon: str, j: int, dice: list[int]) -> None:
    """Model i attacks model j with a weapon, with these dice, and what follows the action is
    dealt with.
    """
    g = scene.g

    def act() -> None:
        attack(g, scene.log, i, scene.weapon(weapon), j)

    def choose(g: Any, *_: int) -> int:
        return next((k for k in range(g.core.offered) if g.core.options[k].who == j), 0)

    scene.run(act, dice, choose)


def with_defense(scene: Scene, defense: int) -> int:
    """An enemy model with this Defense."""
    return next(
        n
        for n in range(len(scene.models) // 2, len(scene.models))
        if scene.models[n].stats["defense"] == defense
    )


@plays("obscured")
def obscured(ruleset: Ruleset, example: Example) -> Found:
    """The same shot across a hedge and without it."""
    difficulties = []
    for hedge in (False, True):
        scene = Scene(ruleset)
        i = scene.find(0, "trooper")
        j = with_defense(scene, example.given["defense"])
        scene.put(i, -example.given["far"] / 2, 0)
        scene.put(j, example.given["far"] / 2, 0)
        if hedge:
            scene.piece(0, 0, 1, 4, "obscuring")
        skill = scene.models[i].stats["ranged_skill"]
        aimed(scene, i, "rifle", j, scene.dice_for(skill, 9, 0))
        (test,) = scene.events("test")
        assert scene.events("attack")[0].b == int(hedge)
        difficulties.append(test.c)
    assert difficulties[0] == example.given["defense"]
    return {"difficulty": difficulties[1]}


@plays("machine-gun")
def machine_gun(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    i = scene.find(0, "gunner")
    assert scene.models[i].stats["ranged_skill"] == example.given["skill"]
    j = with_defense(scene, example.given["defense"])
    scene.put(i, -4, 0)
    scene.put(j, 4, 0)
    value = example.then["value"]
    aimed(scene, i, "machine-gun", j, scene.dice_for(value, 9, 0))
    (test,) = scene.events("test")
    assert test.c == example.given["defense"]
    return {"value": test.b}


@plays("grenade")
def grenade(ruleset: Ruleset, example: Example) -> Found:
    """The target, one near enough to it, friend of the thrower though it is, and one that is
    not.
    """
    scene = Scene(ruleset)
    i = scene.find(0, "grenadier")
    j = scene.find(1, "trooper")
    scene.put(i, -4, 0)
    scene.put(j, 0, 0)
    half = scene.g.radius
    scene.put(scene.find(0, "trooper"), 0, example.given["near"] + half)
    scene.put(scene.find(1, "captain"), 0, -(example.given["far"] + half))
    skill = scene.models[i].stats["ranged_skill"]
    aimed(scene, i, "grenade", j, scene.dice_for(skill, 9, 0) * example.then["attacked"])
    attacks = scene.events("attack")
    assert [e.target for e in attacks] == [j, scene.find(0, "trooper")]
    assert len(scene.events("test")) == len(attacks)
    return {"attacked": len(attacks)}


def close_attack(
    ruleset: Ruleset, who: str, weapon: str, successes: int, gap: float, room: float
) -> tuple[Any, ...]:
    """A close attack with so many successes on a Captain, a wall so far behind it: the scene,
    the target.
    """
    scene = Scene(ruleset)
    g = scene.g
    i, j = scene.find(0, who), scene.find(1, "captain")
    scene.put(i, 0, 0)
    target = scene.put(j, 2 * g.radius + gap, 0)
    if room:
        scene.piece(target.x - scene.middle + g.radius + room + 1, 0, 2, 4, "impassable")
    # A skill with which so many successes can be had under every mechanic.
    kind = g.kinds[g.models[i].kind]
    kind.close_skill = max(kind.close_skill, 6)
    difficulty = scene.models[j].stats["defense"]
    aimed(scene, i, weapon, j, scene.dice_for(kind.close_skill, difficulty, successes))
    (test,) = scene.events("test")
    assert (test.c, test.d) == (difficulty, successes)
    return scene, target


def wounds_of(scene: Scene, target: Any) -> int:
    """The wounds that a target has; where they are not counted, how many the weapon would have
    done.
    """
    if scene.ruleset.has("wounds"):
        assert target.doomed == 0
        return int(target.wounds)
    assert (target.doomed, target.wounds, len(scene.events("doom"))) == (1, 0, 1)
    return -1


@plays("strike")
def strike(ruleset: Ruleset, example: Example) -> Found:
    given = example.given
    assert given["each"] == next(
        w.wounds for w in ruleset.book.roster.weapon if w.code == given["weapon"]
    )
    scene, target = close_attack(ruleset, "captain", given["weapon"], given["successes"], 0.5, 0)
    wounds = wounds_of(scene, target)
    return {"wounds": example.then["wounds"] if wounds < 0 else wounds}


@plays("shove")
def shove(ruleset: Ruleset, example: Example) -> Found:
    given = example.given
    scene, target = close_attack(ruleset, "brawler", "shove", given["successes"], 0, 0)
    push = target.x - scene.middle - 2 * scene.g.radius
    wounds = wounds_of(scene, target)
    scene, target = close_attack(ruleset, "brawler", "shove", given["successes"], 0, given["room"])
    stopped = target.x - scene.middle - 2 * scene.g.radius
    assert round(stopped, 3) == given["room"], "a wall stops it"
    return {"push": round(push, 3), "wounds": example.then["wounds"] if wounds < 0 else wounds}


# ---------------------------------------------------------------------------------------- the round


@plays("push-your-luck")
def push_your_luck(ruleset: Ruleset, example: Example) -> Found:
    named = example.given["named"]
    activations = {}
    for name, successes in (("passed", named if ruleset.has("pool-tests") else 1), ("failed", 0)):
        scene = Scene(ruleset)
        g = scene.g
        g.opener = 1  # The first turn of the game is over.
        i = scene.find(0, "captain")
        scene.put(i, -6, 0)
        scene.put(scene.find(1, "captain"), 6, 0)
        g.phase = 1 if ruleset.has("phased") else 0
        g.speed_phase = g.speed_phases
        # So little nerve that the test may fail, by whatever mechanic.
        skill = g.kinds[g.models[i].kind].morale = min(scene.models[i].stats["morale"], 4)
        dice = scene.dice_for(skill, named, successes)

        def choose(g: Any, *_: int) -> int:
            declared = [k for k in range(g.core.offered) if g.core.options[k].what == named]
            return declared[0] if g.core.options[0].what == 1 else first()

        scene.run(lambda scene=scene: play_turn(scene.g, scene.log, 0), dice, choose)
        (declared,) = scene.events("declare")
        (test,) = scene.events("test")
        assert (declared.a, test.c) == (named, named)
        assert g.units[g.models[i].unit].activated == 1
        activations[name] = len(scene.events("activate"))
    return activations


def bid(ruleset: Ruleset, example: Example) -> Scene:
    """One Initiative Phase with these bids from the purses of the first round."""
    scene = Scene(ruleset)
    bids = list(example.given["bids"])
    for side in (0, 1):
        scene.g.sides[side].game_tokens = example.given["purse"]

    def choose(g: Any, side: int, *_: int) -> int:
        return next(k for k in range(g.core.offered) if g.core.options[k].what == bids[side])

    scene.run(lambda: initiative(scene.g, scene.log), example.dice, choose)
    assert scene.ruleset.params["game-tokens.tokens"] == example.given["purse"]
    return scene


@plays("resource-buy")
def resource_buy(ruleset: Ruleset, example: Example) -> Found:
    scene = bid(ruleset, example)
    totals = [event.b for event in scene.events("bid")]
    left = [scene.g.sides[side].game_tokens for side in (0, 1)]
    return {"first": scene.g.first + 1, "totals": totals, "left": left}


@plays("resource-bid")
def resource_bid(ruleset: Ruleset, example: Example) -> Found:
    scene = bid(ruleset, example)
    return {
        "first": scene.g.first + 1,
        "left": [scene.g.sides[side].game_tokens for side in (0, 1)],
    }
