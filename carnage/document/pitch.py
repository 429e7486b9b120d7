"""What this mix is like: one paragraph and three tags, out of what its options say they do."""

from __future__ import annotations

from carnage.document.facts import models
from carnage.document.texts import feet, fill, spelled
from carnage.ruleset import Choice, Ruleset

# How much each table's answer tells about a game, rare or not; and the order in which a pitch tells it.
TELLING = {
    "units": 0.30,
    "activation-order": 0.75,
    "round-structure": 0.60,
    "initiative": 0.40,
    "action-points": 0.35,
    "movement": 0.60,
    "line-of-sight": 0.0,
    "arc-of-sight": 0.30,
    "resolution": 0.20,
    "damage": 0.60,
    "morale": 0.25,
    "deployment": 0.20,
    "objectives": 0.90,
    "game-length": 0.35,
    "golden-rule": -0.30,
}
SENTENCES = 5
TAGS = 3


def telling(choice: Choice) -> float:
    """How telling an answer is: what its table tells, and how seldom it is rolled."""
    rare = 1 - len(choice.table.results(choice.option.code)) / len(choice.table.rolls)
    return TELLING.get(choice.table.id, 0.0) + rare


def tags(ruleset: Ruleset) -> tuple[str, ...]:
    """Three words for this mix, the most telling first."""
    ranked = sorted(ruleset.choices, key=telling, reverse=True)
    firsts = [choice.option.tags[0] for choice in ranked if choice.option.tags]
    others = [tag for choice in ranked for tag in choice.option.tags[1:]]
    return tuple(dict.fromkeys([*firsts, *others]))[:TAGS]


def pitch(ruleset: Ruleset) -> str:
    """One paragraph of plain text."""
    able = [choice for choice in ruleset.choices if choice.option.pitch and choice.table.id != "units"]
    picked = sorted(able, key=telling, reverse=True)[:SENTENCES]
    order = list(TELLING)
    picked.sort(key=lambda choice: order.index(choice.table.id) if choice.table.id in order else len(order))
    told = [fill(choice.option.pitch, choice.params, ruleset) for choice in picked]
    table = ruleset.choice("deployment").params["table_feet"]
    units = fill(ruleset.choice("units").option.pitch, ruleset.choice("units").params, ruleset)
    lead = f"{spelled(models(ruleset)).capitalize()} figures a side on a table {feet(table)} square."
    return " ".join([lead, units, *told])
