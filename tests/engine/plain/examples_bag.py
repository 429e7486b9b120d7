"""How the worked example of the bag is played; see `examples`."""

from __future__ import annotations

from typing import Any

from examples import Found, plays
from scene import Scene, instead

from carnage.catalog import Example
from carnage.engine.battle.turn.chance_order import LAST_CALLS, bag_draw, fill_bag
from carnage.rulesets.ruleset import Ruleset


def with_units(ruleset: Ruleset, units: int) -> Scene:
    """A scene in which each side has so many units in play, their models beside each other."""
    scene = Scene(ruleset)
    for side in (0, 1):
        own = [unit for unit in scene.g.units[: scene.g.n_units] if unit.side == side]
        assert len(own) >= units
        for n, unit in enumerate(own[:units]):
            scene.put(unit.first, 3.0 * n, 10.0 * side - 5.0)
    scene.g.first = 0
    return scene


def played(scene: Scene, order: list[int]) -> list[int]:
    """The units that are activated when tokens are drawn in this order."""
    g, activated = scene.g, []

    def activate(g: Any, log: Any, unit: int) -> None:
        g.units[unit].activated = 1
        activated.append(unit)

    def next_of(g: Any, log: Any, side: int) -> int:
        return next(
            n for n, u in enumerate(g.units) if u.side == side and u.in_play and not u.activated
        )

    def draw() -> None:
        with (
            instead("draw_token", lambda *_: order.pop(0)),
            instead("activate", activate),
            instead("has_unit", lambda *_: True),
            instead("can_activate", lambda *_: False),  # the First Player does not go before a draw
            instead("pick_unit", next_of),
        ):
            bag_draw(g, scene.log)

    scene.run(draw)
    return activated


@plays("bag-draw")
def bag(ruleset: Ruleset, example: Example) -> Found:
    """The bag is full; then the Last Calls come first, or one of them last."""
    scene = with_units(ruleset, example.given["units"])
    fill_bag(scene.g)
    tokens = sum(scene.g.bag)
    assert scene.g.bag[LAST_CALLS] == example.given["calls"]
    assert not played(scene, [LAST_CALLS, LAST_CALLS])
    late = [*(0, 1) * (example.given["units"] - 1), LAST_CALLS, 0, 1, LAST_CALLS]
    return {"tokens": tokens, "most": len(played(scene, late))}
