"""How the worked examples of guns, brawls, luck, gaits, dynamite and throws are played; see
`examples`.
"""

from __future__ import annotations

from typing import Any

from examples import Found, plays
from scene import Scene, instead

from carnage.catalog import Example
from carnage.engine.battle.attack.contests import opposed_roll
from carnage.engine.battle.attack.dynamite import explode
from carnage.engine.battle.attack.range_bands import number_to_reach, range_bands
from carnage.engine.battle.frame.luck import call_hero
from carnage.engine.battle.frame.model_status import pace_of
from carnage.engine.battle.frame.questions import HERO, LUCK, MOVE
from carnage.engine.battle.frame.resolution import attempt_test
from carnage.engine.battle.harm.counters import load_all
from carnage.engine.battle.harm.damage import resolve_harm, wound, wound_surely
from carnage.engine.battle.harm.losses import remove_model
from carnage.engine.battle.move.gaits import gait_of_move
from carnage.engine.battle.move.movement import take_move
from carnage.engine.battle.see.line_of_sight import measure_gaps
from carnage.rulesets.ruleset import Ruleset


def one_of(scene: Scene, side: int, *weapons: str) -> int:
    """A model of a side, of a kind that has these weapons and middling stats; each side has one."""
    i = side * scene.g.half
    g = scene.g
    number = len(g.kinds) - 1 - side
    kind = g.kinds[number]
    kind.n_weapons = len(weapons)
    kind.bands = max(scene.g.weapons[scene.weapon(code)].bands for code in weapons)
    for slot, code in enumerate(weapons):
        kind.weapons[slot] = scene.weapon(code)
    kind.points, kind.wounds, kind.pace, kind.luck, kind.morale, kind.defense = 8, 3, 3, 7, 9, 2
    kind.speed, kind.toughness, kind.move_dice = 6.0, 3, 3
    kind.sight = kind.reach = 24.0
    g.models[i].kind = number
    load_all(g)
    return i


def foes(ruleset: Ruleset, far: float, mine: tuple[str, ...], theirs: tuple[str, ...]) -> Any:
    """A scene with two enemies so far apart, base to base, facing each other."""
    scene = Scene(ruleset)
    i, j = one_of(scene, 0, *mine), one_of(scene, 1, *theirs)
    width = 2 * scene.g.radius + far
    scene.put(i, -width / 2, 0, (1.0, 0.0))
    scene.put(j, width / 2, 0, (-1.0, 0.0))
    return scene, i, j


@plays("shot")
def shot(ruleset: Ruleset, example: Example) -> Found:
    given = example.given
    scene, i, j = foes(ruleset, given["far"], (given["weapon"],), ("fists",))
    shooter, target = scene.g.models[i], scene.g.models[j]
    shooter.moved, shooter.aims, shooter.aimed, target.prone = (
        given["moved"],
        given["aims"],
        j,
        int(given["prone"]),
    )
    measure_gaps(scene.g, i)
    return {"number": number_to_reach(scene.g, i, scene.weapon(given["weapon"]), j)}


@plays("long-shot")
def long_shot(ruleset: Ruleset, example: Example) -> Found:
    given = example.given
    scene, i, j = foes(ruleset, given["far"], (given["weapon"],), ("fists",))
    w = scene.weapon(given["weapon"])
    scene.g.models[i].moved = given["moved"]
    measure_gaps(scene.g, i)
    number = number_to_reach(scene.g, i, w, j)
    scene.run(lambda: range_bands(scene.g, scene.log, i, w, j), example.dice)
    (shot,) = scene.events("shot")
    assert shot.a == number
    return {"number": number, "hit": bool(shot.b)}


@plays("opposed")
def opposed(ruleset: Ruleset, example: Example) -> Found:
    given = example.given
    scene, i, j = foes(ruleset, 0.0, ("fists", "sabre"), ("fists", "knife"))
    weapons = {w.code: w for w in ruleset.book.roster.weapon}
    assert (weapons["sabre"].edge, weapons["knife"].edge) == (given["edge"], given["other"])
    scene.g.models[i].moved = 2 if given["moved"] else 0
    before = scene.g.models[j].x
    scene.run(lambda: opposed_roll(scene.g, scene.log, i, scene.weapon("sabre"), j), example.dice)
    (beaten,) = scene.events("beaten")
    t = scene.g.models[j]
    assert beaten.actor == j
    return {
        "result": beaten.a,
        "stun": t.stun,
        "push": round(t.x - before, 3),
        "down": bool(t.prone),
    }


@plays("luck")
def luck(ruleset: Ruleset, example: Example) -> Found:
    scene, i, _ = foes(ruleset, 6.0, ("fists",), ("fists",))
    m = scene.g.models[i]
    m.luck = example.given["luck"]
    scene.run(lambda: wound(scene.g, scene.log, -1, i, 1), example.dice, tries)
    return {"avoided": m.hurt == 0, "left": m.luck}


def tries(g: Any, side: int, kind: int, actor: int) -> int:
    """Luck is tried and Heroes are called, and nothing else is done."""
    return 1 if kind in (LUCK, HERO) else 0


@plays("hero")
def hero(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    number = example.given["hero"]
    scene.g.sides[0].hero = number
    counts = scene.run(lambda: call_hero(scene.g, scene.log, 0, 0, number, 6, 6), (), tries)
    again = scene.run(lambda: call_hero(scene.g, scene.log, 0, 0, number, 6, 6), (), tries)
    assert again == number
    return {"counts": counts}


@plays("slowed")
def slowed(ruleset: Ruleset, example: Example) -> Found:
    scene, i, _ = foes(ruleset, 12.0, ("fists",), ("fists",))
    scene.g.kinds[scene.g.models[i].kind].pace = example.given["pace"]
    wound_surely(scene.g, scene.log, -1, i, example.given["wounds"])
    left, wounds = pace_of(scene.g, i), example.given["wounds"]
    assert scene.g.models[i].in_play == 1
    while scene.g.models[i].in_play == 1:
        wound_surely(scene.g, scene.log, -1, i, 1)
        wounds += 1
    return {"left": left, "removed": wounds}


@plays("gaits")
def gaits(ruleset: Ruleset, example: Example) -> Found:
    by_ground = []
    for rough in (False, True):
        scene, i, _ = foes(ruleset, 20.0, ("fists",), ("fists",))
        if rough:
            scene.piece(0, 0, 60, 60, "difficult")
        m = scene.g.models[i]
        x, y = m.x, m.y
        lengths: list[float] = []

        def far(o: Any, x: float = x, y: float = y) -> float:
            return float(((o.x - x) ** 2 + (o.y - y) ** 2) ** 0.5)

        def choose(
            g: Any, side: int, kind: int, actor: int, lengths: Any = lengths, far: Any = far
        ) -> int:
            if kind != MOVE:
                return 0
            on_table = [k for k in range(g.core.offered) if g.core.options[k].what == 0]
            lengths += sorted(far(g.core.options[k]) for k in on_table)
            return max(on_table, key=lambda k: far(g.core.options[k]))

        scene.run(lambda scene=scene, i=i: take_move(scene.g, scene.log, i), (), choose)
        assert (m.moved, gait_of_move(scene.g, i, x, y)) == (2, 2)
        by_ground.append([length for length in lengths if length > 0.1])
    assert {round(length, 3) for length in by_ground[0]} >= {3.0, 6.0}
    walk = max(length for length in by_ground[0] if length < 3.01)
    return {
        "walk": round(walk, 3),
        "run": round(by_ground[0][-1], 3),
        "rough": round(by_ground[1][-1], 3),
    }


@plays("blast")
def blast(ruleset: Ruleset, example: Example) -> Found:
    given = example.given
    scene, i, j = foes(ruleset, 0.0, ("fists",), ("fists",))
    g = scene.g
    near, far = g.models[i], g.models[j]
    near.x, near.y = scene.middle + given["near"] + g.radius, scene.middle
    far.x, far.y = scene.middle - given["far"] - g.radius, scene.middle
    scene.run(lambda: explode(g, scene.log, scene.middle, scene.middle, given["bundle"], 0))
    p = g.p
    assert (near.stun, far.stun) == (p.twist_stun, p.twist_outer)
    assert near.hurt == 1
    assert far.hurt == 0
    assert near.prone == far.prone == 1
    reach = p.twist_blast + (given["bundle"] - 1) * p.twist_wide
    return {"blast": reach, "stun": reach + p.twist_ring + (given["bundle"] - 1) * p.twist_wider}


@plays("exploding")
def exploding(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    g = scene.g
    victim, friend, enemy = 0, 1, g.half
    scene.put(victim, 0, 0)
    g.units[g.models[victim].unit].first = victim
    scene.put(friend, example.given["near"] + 2 * g.radius, 0)
    scene.put(enemy, -example.given["far"] - 2 * g.radius, 0)
    if ruleset.has("tower"):
        g.models[victim].boom = 1
    else:
        remove_model(g, scene.log, victim, 0)
    hurt: list[int] = []
    with (
        instead("wound", lambda g, log, by, i, wounds: hurt.append(i)),
        instead("mark_rattled_units", lambda g, log: None),
    ):
        resolve_harm(g, scene.log)
    return {"hurt": friend in hurt, "spared": enemy not in hurt}


@plays("pushed")
def pushed(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    given = example.given
    result = scene.run(
        lambda: attempt_test(scene.g, scene.log, 0, 0, 0, 1, given["stat"], given["difficulty"]),
        example.dice,
    )
    return {"successes": result}
