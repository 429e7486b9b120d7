"""Build the rosters of both sides.

Where sides pick their models, the rosters are the list to pick from and a blank sheet for each
side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from carnage.rulebook.battle.models import build_stat_cells, build_stat_columns
from carnage.rulebook.model import Cell, Column, DataTable, Part, RowGroup
from carnage.rulesets.forces import Force, Model, get_force, list_stats
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World, list_names

SIDES = (1, 2)
EQUIPMENT = "Weapons and special actions"


@dataclass(frozen=True, slots=True)
class Rosters:
    """Tables of models, and a note on some kinds of them by label."""

    tables: tuple[DataTable, ...]
    notes: tuple[tuple[str, str], ...]


def build_rosters(ruleset: Ruleset, world: World | None = None) -> Part:
    """Return the rosters of a game."""
    builder = RosterBuilder(ruleset)
    force = get_force(ruleset)
    tables = builder.build_fixed() if force.is_fixed else builder.build_choices()
    names = list_names(world.setting, ruleset.book) if world else {}
    notes = {}
    for model in force.kinds:
        if model.note:
            said = names[model.code].note if model.code in names else ""
            notes[model.label] = f"{model.note} {said}".strip()
    return Part("rosters", "Rosters", "rosters", Rosters(tuple(tables), tuple(notes.items())))


class RosterBuilder:
    """Build the tables of one game's rosters."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._force: Force = get_force(ruleset)
        self._stats = list_stats(ruleset)
        self._has_talents = ruleset.has("talents")
        self._has_luck = ruleset.has("luck-rolls")
        self._has_wounds = ruleset.has("wounds") or ruleset.has("slowing")
        # Wounds reduce the Wounds stat, or the Pace where models are slowed.
        self._wound_stat = "wounds" if ruleset.has("wounds") else "pace"
        self._has_prices = ruleset.has("price-list")
        self._unit_title = (
            "Block" if ruleset.has("ranked") else "Squad" if ruleset.has("squads") else ""
        )

    def build_fixed(self) -> Iterator[DataTable]:
        """Return a roster for each side, with the same models on both."""
        columns = (
            Column("Model"),
            Column("Points"),
            *build_stat_columns(self._stats),
            Column(EQUIPMENT),
        )
        groups = tuple(self._build_fixed_groups())
        for side in SIDES:
            title = f"Side {side}: {self._force.points} points"
            css_class = f"roster roster-{side}"
            yield DataTable(
                title,
                css_class,
                (*columns, *self._build_tally_columns()),
                groups,
                group_title=self._unit_title,
                can_scroll=True,
            )

    def _build_fixed_groups(self) -> Iterator[RowGroup]:
        names = iter(self._force.names)
        units = [
            (unit, tuple(self._build_fixed_row(model, next(names)) for model in unit.models))
            for unit in self._force.units
        ]
        if not self._unit_title:
            yield RowGroup(tuple(row for _, rows in units for row in rows))
            return
        for unit, rows in units:
            yield RowGroup(rows, f"{unit.label} ({unit.points} points)", unit.label)

    def _build_fixed_row(self, model: Model, name: str) -> tuple[Cell, ...]:
        cells = [
            Cell(name, is_heading=True),
            Cell(str(model.points)),
            *build_stat_cells(model, self._stats),
        ]
        luck, wounds = model.stats.get("luck", 0), model.stats.get(self._wound_stat, 0)
        return (*cells, *self._build_tally_cells(luck, wounds))

    def _build_tally_columns(self) -> list[Column]:
        """Return the columns that players write on."""
        titles = {
            "Talent": self._has_talents,
            "Luck spent": self._has_luck,
            "Wounded": self._has_wounds,
        }
        return [Column(title) for title, is_shown in titles.items() if is_shown]

    def _build_tally_cells(self, luck: int, wounds: int) -> list[Cell]:
        cells = [Cell()] if self._has_talents else []
        cells += [Cell(boxes=luck)] if self._has_luck else []
        return [*cells, Cell(boxes=wounds)] if self._has_wounds else cells

    def build_choices(self) -> Iterator[DataTable]:
        """Return the list to pick from and a blank roster for each side."""
        columns = [Column("Model")]
        columns += [Column("Price")] if self._has_prices else []
        columns += [Column("In the pool")] if self._force.pool else []
        columns += [Column("Points"), *build_stat_columns(self._stats), Column(EQUIPMENT)]
        rows = tuple(self._build_list_row(model) for model in self._force.kinds)
        yield DataTable(
            self._format_list_title(), "roster roster-list", tuple(columns), (RowGroup(rows),)
        )
        for side in SIDES:
            yield self._build_blank_roster(side)

    def _format_list_title(self) -> str:
        size = self._force.size
        budget = int(self._ruleset.params.get("forces.each", 0)) * size
        if self._has_prices:
            return f"The price list: {budget} dollars for {size} models"
        if budget:
            return f"The list: up to {budget} points, for up to {size} models"
        return f"The pool: each side takes {size} models"

    def _build_list_row(self, model: Model) -> tuple[Cell, ...]:
        cells = [Cell(model.label, is_heading=True)]
        cells += [Cell(f"{model.price}")] if self._has_prices else []
        cells += [Cell(str(self._force.pool[model.code]))] if self._force.pool else []
        return (*cells, Cell(str(model.points)), *build_stat_cells(model, self._stats))

    def _build_blank_roster(self, side: int) -> DataTable:
        columns = [
            Column("No."),
            Column("Model"),
            Column("Price" if self._has_prices else "Points"),
        ]
        columns += [Column(self._unit_title)] if self._unit_title else []
        blanks = [Cell()] * (len(columns) - 1)
        luck = max(model.stats.get("luck", 0) for model in self._force.kinds)
        wounds = max(model.stats.get(self._wound_stat, 0) for model in self._force.kinds)
        tallies = self._build_tally_cells(luck, wounds)
        numbers = range(1, self._force.size + 1)
        rows = tuple((Cell(str(number), is_heading=True), *blanks, *tallies) for number in numbers)
        css_class = f"roster roster-{side} roster-blank"
        return DataTable(
            f"Side {side}", css_class, (*columns, *self._build_tally_columns()), (RowGroup(rows),)
        )
