"""Comparison of today's rules with those of a sweep that an earlier Carnage began.

Earlier plans have a hash of another kind, which cannot be compared with today's. Instead, some
rulesets of the sweep are played again. The sweep goes on if their rows are the same.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec

from carnage import catalog
from carnage.common.text_format import count
from carnage.engine.games import load_family
from carnage.sweeps import rows
from carnage.sweeps.folder import SweepFolder
from carnage.sweeps.plan import HASH_KIND, Plan, SweepError, hash_engine

SAMPLE_SIZE = 8  # rulesets; they take a few seconds at 200 games each
TOLERANCE = 1e-5  # relative and absolute, for float32 values of any machine
IGNORED_COLUMN = "decided_by"  # a column with a hash of the same kind


def check_rules(folder: SweepFolder) -> tuple[Plan, str]:
    """Return the plan of a folder with today's hash of the rules, and a message, which may be
    empty.

    Raise SweepError if the sweep was begun with other rules.
    """
    plan = folder.plan()
    engine = hash_engine(plan)
    if plan.engine == engine:
        return plan, ""
    refusal = (
        f"{folder.path} was begun by other rules or bots than there are now, under Carnage "
        f"{plan.version}: "
        "go on with that version, or sweep anew into another folder."
    )
    if plan.engine.startswith(HASH_KIND):
        raise SweepError(refusal)
    sample = _sample(folder)
    for row in sample:
        if not _is_reproduced(plan, row):
            raise SweepError(
                f"{refusal} Ruleset {plan.book}/{row['digits']} comes out otherwise now."
            )
    plan = msgspec.structs.replace(plan, engine=engine)
    folder.begin(plan)
    if not sample:
        return plan, ""
    played = count(len(sample), "ruleset")
    note = f"An earlier Carnage began this sweep: {played} of it, played again, came out the same."
    return plan, f"{note} It goes on."


def _sample(folder: SweepFolder) -> list[dict[str, Any]]:
    """Return some rows without errors, evenly spread over the sweep."""
    known = folder.table(["number", "error"])
    sound = known.filter(known["error"].is_null())["number"].to_pylist()
    step = max(1, len(sound) // SAMPLE_SIZE)
    return folder.rows(sound[::step][:SAMPLE_SIZE])


def _is_reproduced(plan: Plan, kept: dict[str, Any]) -> bool:
    """Return whether a ruleset that is played again gives the same row."""
    load_family(catalog.family_code(plan.book))
    computed, _ = rows.play_row(plan, kept["number"], kept["digits"])
    again = rows.build_table(plan, [computed]).to_pylist()[0]
    return all(_is_equal(again.get(name), kept[name]) for name in kept if name != IGNORED_COLUMN)


def _is_equal(a: Any, b: Any) -> bool:
    """Return whether two values are equal; floats up to TOLERANCE, and NaN equals NaN."""
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE) or (
            math.isnan(a) and math.isnan(b)
        )
    return bool(a == b)
