"""How the worked examples of rationed tokens are played; see `examples`."""

from __future__ import annotations

from examples import Found, plays
from examples_bag import with_units

from carnage.catalog import Example
from carnage.engine.battle.turn.activation_order import activation_tokens
from carnage.rulesets.ruleset import Ruleset


@plays("rations")
def rations(ruleset: Ruleset, example: Example) -> Found:
    """What a side has at the start of a round, and at the start of the next after it has kept
    some.
    """
    g = with_units(ruleset, example.given["units"]).g
    g.speed_phases = 0
    counted = {}
    for g.phased, name, later in ((0, "tokens", "later"), (1, "phased", "phased_later")):
        g.sides[0].activation_tokens = 0
        counted[name] = activation_tokens(g, 0)
        g.sides[0].activation_tokens = example.given["kept"]
        counted[later] = activation_tokens(g, 0)
    return counted
