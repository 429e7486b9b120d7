"""Both sides' rosters: stats, weapons and points, with boxes to tick off wounds.

Where sides pick their models, the list to pick from, and a sheet for each side to write its choice on.
"""

from __future__ import annotations

from functools import partial

from carnage.document import templates
from carnage.document.parts import Part
from carnage.ruleset import Ruleset

SIDES = (1, 2)


def rosters(ruleset: Ruleset) -> Part:
    """A sheet for each side."""
    # Wounds are ticked off against the Wounds stat, or against the Pace that they cost.
    borne = "wounds" if ruleset.has("wounds") else "pace"
    told = {
        "sides": SIDES,
        "units": ruleset.force,
        "squads": ruleset.has("squads") or ruleset.has("ranked"),
        "unit": "Block" if ruleset.has("ranked") else "Squad",
        "stats": ruleset.stats,
        "total": sum(unit.points for unit in ruleset.force),
        "wounds": ruleset.has("wounds") or ruleset.has("slowing"),
        "borne": borne,
        "notes": {model.label: model.note for model in ruleset.kinds if model.note},
        "picked": not ruleset.alike,
    }
    if told["picked"]:
        told |= _list(ruleset, borne)
    return Part(
        "rosters",
        "Rosters",
        partial(templates.markdown, "rosters.md", **told),
        templates.html("rosters.html", **told),
    )


def _list(ruleset: Ruleset, borne: str) -> dict[str, object]:
    """What there is to pick from: each kind with what it costs and, of a pool, how many there are."""
    dollars = ruleset.has("price-list")
    pool = ruleset.pool if ruleset.has("draft") else {}
    kinds = [
        (
            model,
            f"${sum(weapon.price for weapon in model.weapons)}" if dollars else f"{model.points}",
            pool.get(model.code, 0),
        )
        for model in ruleset.kinds
    ]
    budget = int(ruleset.params.get("forces.each", 0)) * ruleset.models
    title = f"The pool: each side takes {ruleset.models} models"
    if dollars:
        title = f"The price list: ${budget} for {ruleset.models} models"
    elif budget:
        title = f"The list: up to {budget} points, for up to {ruleset.models} models"
    return {
        "kinds": kinds,
        "pool": bool(pool),
        "dollars": dollars,
        "title": title,
        "places": ruleset.models,
        "most_wounds": max(model.stats.get(borne, 0) for model in ruleset.kinds),
    }
