"""Every worked example of the gamble book is played by the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gamble_scene import Scene
from rulesets import rolling, sample

from carnage import catalog
from carnage.catalog import Example, Option, Table
from carnage.document.texts import fill
from carnage.engine.gamble import ante, choice, pot, powers, scoring
from carnage.engine.gamble.prepare import faces
from carnage.ruleset import Ruleset, resolve

Found = dict[str, Any]
BOOK = catalog.book("gamble")
PRINTED = [(t, o, e) for t in BOOK.tables for o in (*t.options, *t.rules) for e in o.example]


def lay(scene: Scene, example: Example, hero: int = 0) -> None:
    """Lay the example's dice before the scorer."""
    g = scene.g
    powers.set_powers(g)
    scoring.set_scale(g)
    g.hand.n = len(example.dice)
    for d, value in enumerate(example.dice):
        g.hand.value[d] = value
        g.hand.throw[d] = example.given["throws"][d]
        g.hand.wild[d] = int(value == hero)


def score(scene: Scene, example: Example) -> Found:
    lay(scene, example)
    return {"score": scoring.best_score(scene.g.hand, scene.g.scale)}


def wild(scene: Scene, example: Example) -> Found:
    lay(scene, example, example.given["hero"])
    assert example.given["hero"] <= scene.g.p.hero_hero_sides
    scoring.best_score(scene.g.hand, scene.g.scale)
    assert scene.g.hand.group[0] == 7
    return {"counts": scene.g.hand.counts[0]}


def later(scene: Scene, example: Example) -> Found:
    scoring.set_scale(scene.g)
    return {"score": scoring.late(scene.g.scale, example.given["worth"], example.given["throw"])}


def fixed(scene: Scene, example: Example) -> Found:
    g = scene.g
    assert (g.n_dice, g.throws) == (example.given["dice"], example.given["throws"]), "another game"
    return {"sizes": [choice.how_many(choice.fixed(g, t + 1)) for t in range(g.throws)]}


def antes(scene: Scene, example: Example) -> Found:
    return {"paid": [ante.price(scene.g, side) for side in range(example.given["seats"])]}


def pay(scene: Scene, example: Example) -> Found:
    g = scene.g
    scoring.set_scale(g)
    g.players, g.pot = len(example.given["scores"]), example.given["pot"]
    g.p.ante_ante = example.given.get("ante", 0)
    for side, points in enumerate(example.given["scores"]):
        g.seats[side].score = points
    scene.run(pot.pay_out, g, scene.log)
    return {"paid": scene.paid}


PLAYS: dict[str, Callable[[Scene, Example], Found]] = {
    "score": score,
    "wild": wild,
    "later": later,
    "fixed": fixed,
    "antes": antes,
    "pot": pay,
    "tie": pay,
}


def games(table: Table, option: Option, example: Example) -> list[Ruleset]:
    """Games of all sorts that print an example of this option."""
    made = [resolve(BOOK, rolling(BOOK, each.seed, table.id, option.code)) for each in sample(200, "gamble")]
    case = {"given": example.given, "dice": example.dice, "then": example.then}
    return [game for game in made if game.uses(table, option) and fill(example.text, case, game)]


@pytest.mark.parametrize(
    ("table", "option", "example"), PRINTED, ids=[f"{t.id}.{o.code}" for t, o, _ in PRINTED]
)
def test_the_engine_does_what_the_example_says(table: Table, option: Option, example: Example) -> None:
    found = games(table, option, example)
    assert len(found) > 3
    for game in found:
        assert max(example.dice, default=0) <= max(faces(game)), "no die of this game shows it"
        assert PLAYS[example.given["rule"]](Scene(game), example) == example.then, game.seed
