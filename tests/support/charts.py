"""An atlas for tests, made from a sweep with injected effects."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from carnage import catalog
from carnage.catalog.atlas import Atlas, atlas_path, read_atlas
from carnage.sweeps import atlas as atlases
from carnage.sweeps import plan as plans
from carnage.sweeps.atlas_export import pack_atlas
from carnage.sweeps.folder import SweepFolder
from carnage.sweeps.rows import Batch, build_table, static_columns

RULESETS = 400
FAILED = 7  # the ruleset whose row is marked as failed


def make_sweep(path: Path, code: str, table: str, option: str) -> Path:
    """Make a sweep in which an option adds two rounds and 20% draws, and makes half of the games
    faulty.
    """
    plan = plans.build_plan(code, rulesets=RULESETS, games=10, skill=False)
    folder = SweepFolder(path)
    folder.begin(plan)
    chance = np.random.default_rng(6)
    rows = []
    for number in range(plan.count):
        digits = plan.draw_seed(number)
        row = {"number": number, "book": code, "digits": digits, "games": 10, "error": None}
        row |= static_columns(plan, plan.ruleset(digits))
        has = row[f"option.{table}"] == option
        row["mean.rounds"] = 5.0 + 2.0 * has + chance.normal(0.0, 0.5)
        row["measure.drawn"] = 0.1 + 0.2 * has + chance.uniform(-0.05, 0.05)
        row["measure.openness"] = None if number % 10 == 3 else chance.uniform(0.3, 0.7)
        row["measure.decisions"] = 40.0 + chance.normal(0.0, 4.0)
        row["measure.faulty"] = float(chance.random() < (0.5 if has else 0.1))
        rows.append(row)
    rows[FAILED] = {
        "number": FAILED,
        "book": code,
        "digits": rows[FAILED]["digits"],
        "error": "it failed",
    }
    folder.keep(plan, [Batch(build_table(plan, rows), None, "", None, plan.engine, 0.0)])
    return path


def make_atlas(path: Path, code: str, table: str, option: str) -> Atlas:
    """Return the atlas of such a sweep, exported as the package has it."""
    made = atlases.build_atlas([make_sweep(path / "swept", code, table, option)])
    file = path / "tables" / atlas_path(code)
    file.parent.mkdir(parents=True)
    file.write_bytes(pack_atlas(made))
    found = read_atlas(path / "tables", catalog.book(code))
    assert found is not None
    return found
