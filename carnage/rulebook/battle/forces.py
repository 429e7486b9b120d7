"""The forces of a game as data for JSON."""

from __future__ import annotations

from collections import Counter
from typing import Any

from carnage.rulebook.battle.rosters import SIDES
from carnage.rulesets.forces import Model, get_force, list_stats
from carnage.rulesets.ruleset import Ruleset


def describe_forces(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return each side with its points and models."""
    if not get_force(ruleset).is_fixed:
        return [{"side": side, **_describe_choice(ruleset)} for side in SIDES]
    points = sum(unit.points for unit in get_force(ruleset).units)
    return [{"side": side, "points": points, "units": _describe_units(ruleset)} for side in SIDES]


def _describe_choice(ruleset: Ruleset) -> dict[str, Any]:
    """Return the models to choose from: their number, the limit and the cost of each kind.

    `limit` is the total in `money`, points or dollars. It is null in a draft, whose kinds have a
    `count`.
    """
    dollars, pool = (
        ruleset.has("price-list"),
        get_force(ruleset).pool if ruleset.has("draft") else {},
    )
    each = ruleset.params.get("forces.each")
    kinds = []
    for model in get_force(ruleset).kinds:
        entry = _describe_model(ruleset, model)
        if dollars:
            entry["price"] = model.price
        kinds.append({**entry, "count": pool[model.code]} if pool else entry)
    return {
        "models": get_force(ruleset).size,
        "money": "dollars" if dollars else "points",
        "limit": None if pool else int(each or 0) * get_force(ruleset).size,
        "pick": kinds,
    }


def _describe_model(ruleset: Ruleset, model: Model) -> dict[str, Any]:
    """Return a kind of model: its points, the stats in use, its weapons."""
    return {
        "code": model.code,
        "label": model.label,
        "points": model.points,
        "stats": {stat.code: model.stats[stat.code] for stat in list_stats(ruleset)},
        "weapons": [weapon.code for weapon in model.weapons],
    }


def _describe_units(ruleset: Ruleset) -> list[dict[str, Any]]:
    several = ruleset.has("several")
    models = {model.code: model for unit in get_force(ruleset).units for model in unit.models}
    counts = Counter(
        (unit.label if several else "", model.code)
        for unit in get_force(ruleset).units
        for model in unit.models
    )
    entries = []
    for (squad, code), count in counts.items():
        entry = _describe_model(ruleset, models[code])
        # In the order of the contract: the count comes after the label.
        named = {key: entry.pop(key) for key in ("code", "label")}
        entries.append({**named, "count": count, **entry, **({"squad": squad} if several else {})})
    return entries
