"""Build the tables of the quick reference: weapons and stats."""

from __future__ import annotations

from carnage.rulebook.battle.models import build_stat_cells, build_stat_columns
from carnage.rulebook.battle.weapons import list_weapon_columns
from carnage.rulebook.model import Cell, Column, DataTable, RowGroup
from carnage.rulesets.forces import get_force, list_stats
from carnage.rulesets.ruleset import Ruleset

NO_VALUE = "–"


def build_tables(ruleset: Ruleset) -> tuple[DataTable, ...]:
    """Return the tables of weapons and of stats."""
    return _build_weapon_table(ruleset), _build_stat_table(ruleset)


def _build_weapon_table(ruleset: Ruleset) -> DataTable:
    described = list(list_weapon_columns(ruleset))
    columns = (Column("Weapon"), *(Column(title) for title, _ in described))
    rows = tuple(
        (
            Cell(weapon.label, is_heading=True),
            *(Cell(describe(weapon) or NO_VALUE) for _, describe in described),
        )
        for weapon in get_force(ruleset).weapons
    )
    return DataTable("Weapons", "quick-weapons", columns, (RowGroup(rows),))


def _build_stat_table(ruleset: Ruleset) -> DataTable:
    used = list_stats(ruleset)
    columns = (Column("Model"), *build_stat_columns(used), Column("Weapons"))
    rows = tuple(
        (Cell(model.label, is_heading=True), *build_stat_cells(model, used))
        for model in get_force(ruleset).kinds
    )
    return DataTable("Stats", "quick-stats", columns, (RowGroup(rows),))
