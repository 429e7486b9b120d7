"""The forces as data, for the machine-readable form."""

from __future__ import annotations

from collections import Counter
from typing import Any

from carnage.document.rosters import SIDES
from carnage.ruleset import Ruleset


def forces(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Each side's points and models: `count` of a kind (in a squad), `points` each, the stats in use."""
    return [{"side": side, "points": _total(ruleset), "units": _units(ruleset)} for side in SIDES]


def _total(ruleset: Ruleset) -> int:
    return sum(unit.points for unit in ruleset.force)


def _units(ruleset: Ruleset) -> list[dict[str, Any]]:
    squads = ruleset.has("squads")
    stats = [stat.code for stat in ruleset.stats]
    models = {model.code: model for unit in ruleset.force for model in unit.models}
    counts = Counter(
        (unit.label if squads else "", model.code) for unit in ruleset.force for model in unit.models
    )
    found = []
    for (squad, code), count in counts.items():
        model = models[code]
        entry: dict[str, Any] = {
            "code": code,
            "label": model.label,
            "count": count,
            "points": model.points,
            "stats": {stat: model.stats[stat] for stat in stats},
            "weapons": [weapon.code for weapon in model.weapons],
        }
        found.append({**entry, "squad": squad} if squads else entry)
    return found
