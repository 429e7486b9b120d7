"""How the worked examples of towers, throws, hand signs and loot are played; see `examples`."""

from __future__ import annotations

import math

from examples import Found, plays
from scene import Scene, chosen, instead

from carnage.catalog import Example
from carnage.engine.battle.attack.bullets import resolve_bullet
from carnage.engine.battle.attack.hand_signs import apply_sign
from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame.queries import SIGNS
from carnage.engine.battle.harm.damage import wound
from carnage.engine.battle.harm.tower import GRAZE, take_swig
from carnage.engine.battle.move.paths import clear_distance, end_move, list_obstacles
from carnage.engine.battle.move.scoot_dice import pull_end
from carnage.rulesets.ruleset import Ruleset


def steady(scene: Scene) -> Scene:
    """A scene in which nobody is worn down before the example is over."""
    for kind in scene.g.kinds:
        kind.wounds = 99
        kind.pace = 99
    return scene


@plays("scoot")
def scoot(ruleset: Ruleset, example: Example) -> Found:
    """The die lies `far` from the base in one case, and `near` in the other."""
    scene = Scene(ruleset)
    g = scene.g
    m = scene.put(0, -8, 0)
    ways = []
    for gap in (example.given["far"], example.given["near"]):
        away = gap + g.radius + GRAZE * g.inch
        list_obstacles(g, 0, 6.0)
        x, _ = pull_end(g, 0, float(example.dice[0]), m.x + away, m.y)
        ways.append(round(x - m.x, 3))
    return {"moved": ways[0], "short": ways[1]}


@plays("bullets")
def bullets(ruleset: Ruleset, example: Example) -> Found:
    scene = steady(Scene(ruleset))
    g = scene.g
    shooter, target = 0, g.half
    scene.put(shooter, 0, 0)
    t = scene.put(target, 4, 0)
    w = scene.weapon("six-gun")
    g.kinds[t.kind].toughness = example.given["toughness"]
    g.weapons[w].weak, g.weapons[w].big = example.given["weak"], example.given["big"]
    for n, value in enumerate(example.dice):
        g.thrown[n].x, g.thrown[n].y = t.x + 3, t.y
        g.thrown[n].value, g.thrown[n].live = value, 1
    with instead("draw_fall_added", lambda *_: False):
        for n in range(len(example.dice)):
            scene.run(lambda n=n: resolve_bullet(g, scene.log, shooter, w, n, 0, 0))
    return {"damage": sum(bullet.c for bullet in scene.events("bullet"))}


@plays("signs")
def signs(ruleset: Ruleset, example: Example) -> Found:
    scene = steady(Scene(ruleset))
    g = scene.g
    active, passive = 0, g.half
    scene.put(active, 0, 0)
    scene.put(passive, 2 * g.radius, 0)
    g.sides[0].stash = g.sides[1].stash = 1
    mine, theirs = (SIGNS.numbers()[sign] for sign in example.choices)
    with instead("draw_fall_moved", lambda *_: False):
        scene.run(lambda: apply_sign(g, scene.log, active, passive, mine, theirs))
        scene.run(lambda: apply_sign(g, scene.log, passive, active, theirs, mine))
    pushes = [round(math.dist((e.x0, e.y0), (e.x1, e.y1)), 3) for e in scene.events("shove")]
    return {"pushed": sum(pushes), "dice": sum(e.n_dice for e in scene.events("thump"))}


@plays("tower")
def tower(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    g = scene.g
    scene.put(0, 0, 0)
    g.units[0].tower = example.given["tower"]
    with instead("draw_fall_added", lambda *_: False):
        scene.run(lambda: wound(g, scene.log, -1, 0, example.given["damage"]))
        hit = g.units[0].tower
        scene.run(lambda: take_swig(g, scene.log, 0))
    return {"tower": hit, "swig": g.units[0].tower}


@plays("dwindling")
def dwindling(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    g = scene.g
    scene.put(0, 0, 0)
    g.units[0].tower = example.given["tower"]
    with instead("draw_fall_added", lambda *_: False):
        scene.run(lambda: wound(g, scene.log, -1, 0, example.given["damage"]))
        left = g.units[0].tower
        scene.run(lambda: wound(g, scene.log, -1, 0, example.given["more"]))
    return {"tower": left, "fallen": g.models[0].fallen == 1}


@plays("loot")
def loot(ruleset: Ruleset, example: Example) -> Found:
    scene = Scene(ruleset)
    g = scene.g
    m = scene.put(0, 0, 0)
    token = g.loot[0]
    token.x, token.y, token.down = m.x + example.given["away"] + g.radius + g.token_radius, m.y, 1
    g.n_loot = 1
    far = float(example.given["far"])
    list_obstacles(g, 0, far)
    moved = clear_distance(g, m.x, m.y, 1.0, 0.0, far)
    number = chosen(ruleset, "movement")
    scene.run(lambda: end_move(g, scene.log, E.MOVE, number, 0, m.x + moved, m.y, 1.0, 0.0))
    assert g.sides[0].victory == g.sides[0].stash
    return {"moved": round(moved, 3), "stash": g.sides[0].stash}
