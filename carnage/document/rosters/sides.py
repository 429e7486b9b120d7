"""Both sides' rosters: stats, weapons and points, with boxes to tick off wounds.

Where sides pick their models, the list to pick from, and a sheet for each side to write its choice on.
"""

from __future__ import annotations

from functools import partial

from carnage.document import templates
from carnage.document.parts import Part
from carnage.forces import force
from carnage.ruleset import Ruleset

SIDES = (1, 2)


def rosters(ruleset: Ruleset) -> Part:
    """A sheet for each side."""
    # Wounds are ticked off against the Wounds stat, or against the Pace that they cost.
    borne = "wounds" if ruleset.has("wounds") else "pace"
    context = {
        "sides": SIDES,
        "units": force(ruleset).units,
        "squads": ruleset.has("squads") or ruleset.has("ranked"),
        "unit": "Block" if ruleset.has("ranked") else "Squad",
        "stats": force(ruleset).stats,
        "total": sum(unit.points for unit in force(ruleset).units),
        "wounds": ruleset.has("wounds") or ruleset.has("slowing"),
        "borne": borne,
        "notes": {model.label: model.note for model in force(ruleset).kinds if model.note},
        "picked": not force(ruleset).alike,
    }
    if context["picked"]:
        context |= _list(ruleset, borne)
    return Part(
        "rosters",
        "Rosters",
        partial(templates.markdown, "rosters.md", **context),
        templates.html("rosters.html", **context),
    )


def _list(ruleset: Ruleset, borne: str) -> dict[str, object]:
    """What there is to pick from: each kind with what it costs and, of a pool, how many there are."""
    dollars = ruleset.has("price-list")
    pool = force(ruleset).pool if ruleset.has("draft") else {}
    kinds = [
        (
            model,
            f"${sum(weapon.price for weapon in model.weapons)}" if dollars else f"{model.points}",
            pool.get(model.code, 0),
        )
        for model in force(ruleset).kinds
    ]
    budget = int(ruleset.params.get("forces.each", 0)) * force(ruleset).size
    title = f"The pool: each side takes {force(ruleset).size} models"
    if dollars:
        title = f"The price list: ${budget} for {force(ruleset).size} models"
    elif budget:
        title = f"The list: up to {budget} points, for up to {force(ruleset).size} models"
    return {
        "kinds": kinds,
        "pool": bool(pool),
        "dollars": dollars,
        "title": title,
        "places": force(ruleset).size,
        "most_wounds": max(model.stats.get(borne, 0) for model in force(ruleset).kinds),
    }
