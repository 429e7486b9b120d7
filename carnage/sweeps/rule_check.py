"""Sweeps that an earlier Carnage began: whether the rules of today are those that they were begun with.

The hash in their plan is of another kind than today's, so the two say nothing of each other. Instead, some of
their rulesets are played again: they go on if the rows come out the same.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec

from carnage import catalog
from carnage.engine.games import load_family
from carnage.sweeps import rows
from carnage.sweeps.folder import Folder
from carnage.sweeps.plan import HASH_KIND, Plan, SweepError, engine_of
from carnage.wording import count

SAMPLE_SIZE = 8  # rulesets: a few seconds of 200 games each
TOLERANCE = 1e-5  # of what is kept as float32, by whichever machine
NOT_COMPARED = "decided_by"  # a hash of that kind too


def check_rules(folder: Folder) -> tuple[Plan, str]:
    """Return the plan of a folder for the rules of today, and what is to be said about it, if anything.

    Raise SweepError if it was begun by other rules.
    """
    plan = folder.plan()
    engine = engine_of(plan)
    if plan.engine == engine:
        return plan, ""
    refusal = (
        f"{folder.path} was begun by other rules or bots than there are now, under Carnage {plan.version}: "
        "go on with that version, or sweep anew into another folder."
    )
    if plan.engine.startswith(HASH_KIND):
        raise SweepError(refusal)
    sample = _sample(folder)
    for row in sample:
        if not _comes_out_the_same(plan, row):
            raise SweepError(f"{refusal} Ruleset {plan.book}/{row['digits']} comes out otherwise now.")
    plan = msgspec.structs.replace(plan, engine=engine)
    folder.begin(plan)
    if not sample:
        return plan, ""
    played = count(len(sample), "ruleset")
    return (
        plan,
        f"An earlier Carnage began this sweep: {played} of it, played again, came out the same. It goes on.",
    )


def _sample(folder: Folder) -> list[dict[str, Any]]:
    """Return some rows that are done, from the first to the last."""
    known = folder.table(["number", "error"])
    sound = known.filter(known["error"].is_null())["number"].to_pylist()
    step = max(1, len(sound) // SAMPLE_SIZE)
    return folder.rows(sound[::step][:SAMPLE_SIZE])


def _comes_out_the_same(plan: Plan, kept: dict[str, Any]) -> bool:
    load_family(catalog.family_code(plan.book))
    made, _ = rows.row(plan, kept["number"], kept["digits"])
    again = rows.tabled(plan, [made]).to_pylist()[0]
    return all(_same(again.get(name), kept[name]) for name in kept if name != NOT_COMPARED)


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE) or (math.isnan(a) and math.isnan(b))
    return bool(a == b)
