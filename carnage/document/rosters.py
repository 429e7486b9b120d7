"""Both sides' rosters: stats, weapons and points, with boxes to tick off wounds."""

from __future__ import annotations

from functools import partial

from carnage.document import templates
from carnage.document.parts import Part
from carnage.ruleset import Ruleset

SIDES = (1, 2)


def rosters(ruleset: Ruleset) -> Part:
    """A sheet for each side."""
    told = {
        "sides": SIDES,
        "units": ruleset.force,
        "squads": ruleset.has("squads"),
        "stats": ruleset.stats,
        "total": sum(unit.points for unit in ruleset.force),
        "wounds": ruleset.has("wounds"),
        "notes": {model.label: model.note for unit in ruleset.force for model in unit.models if model.note},
    }
    return Part(
        "rosters",
        "Rosters",
        partial(templates.markdown, "rosters.md", **told),
        templates.html("rosters.html", **told),
    )
