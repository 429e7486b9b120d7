"""Both sides' rosters: stats, weapons and points, with boxes to tick off wounds.

Where sides pick their models, the list to pick from, and a sheet for each side to write its choice on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from carnage.catalog.rosters import Stat
from carnage.document.parts import Part
from carnage.document.tabular import (
    Cell,
    Row,
    boxes,
    cell,
    head,
    html_body,
    html_table,
    markdown_table,
    printed,
    row_head,
)
from carnage.forces import Model, Unit, force, stats
from carnage.ruleset import Ruleset

SIDES = (1, 2)
CARRIED = "Weapons and special actions"
MOST_MODELS = 1_000


class Rosters:
    """The rosters of one game; `html` and `markdown` are all of them."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.force = force(ruleset)
        self.stats = stats(ruleset)
        self.wounds = ruleset.has("wounds") or ruleset.has("slowing")
        # Wounds are ticked off against the Wounds stat, or against the Pace that they cost.
        self.borne = "wounds" if ruleset.has("wounds") else "pace"

    def html(self) -> str:
        tables = self._mustered_html() if self.force.alike else self._picked_html()
        notes = "\n".join([_note(label, note) for label, note in self._notes().items()])
        return f'{tables}\n<dl class="roster-notes">\n{notes}\n</dl>' if notes else tables

    def markdown(self) -> str:
        blocks = self._mustered_markdown() if self.force.alike else self._picked_markdown()
        notes = [f"- **{label}:** {note}" for label, note in self._notes().items()]
        return "\n\n".join([*blocks, *(["\n".join(notes)] if notes else [])])

    def _notes(self) -> dict[str, str]:
        return {model.label: model.note for model in self.force.kinds if model.note}

    # ------------------------------------------------------------------------------ models that are mustered

    @property
    def _squads(self) -> bool:
        return self.ruleset.has("squads") or self.ruleset.has("ranked")

    def _heads(self) -> list[Cell]:
        heads = [head("Model"), head("Points"), *stat_heads(self.stats), head(CARRIED)]
        return [*heads, head("Wounded")] if self.wounds else heads

    def _rows(self, unit: Unit) -> list[Row]:
        rows: list[Row] = []
        for model in unit.models:
            named = row_head(model.label if self._squads else unit.label)
            row = [named, cell(str(model.points)), *stat_cells(model, self.stats), cell(carries(model))]
            rows.append([*row, boxes(model.stats[self.borne])] if self.wounds else row)
        return rows

    def _title(self, side: int) -> str:
        return f"Side {side}: {sum([unit.points for unit in self.force.units])} points"

    def _mustered_html(self) -> str:
        units, heads = self.force.units, self._heads()
        if self._squads:
            bodies = "".join([self._squad(unit, len(heads)) for unit in units])
        else:
            bodies = html_body([row for unit in units for row in self._rows(unit)])
        return "\n".join(
            [
                html_table(f'class="roster roster-{side}" tabindex="0"', self._title(side), heads, bodies)
                for side in SIDES
            ]
        )

    def _squad(self, unit: Unit, columns: int) -> str:
        title = printed(f"{unit.label} ({unit.points} points)")
        group = f'<tr class="squad"><th scope="rowgroup" colspan="{columns}">{title}</th></tr>'
        return html_body(self._rows(unit), group)

    def _mustered_markdown(self) -> list[str]:
        heads = self._heads()
        rows = [row for unit in self.force.units for row in self._rows(unit)]
        if self._squads:
            heads = [head("Block" if self.ruleset.has("ranked") else "Squad"), *heads]
            rows = [[row_head(u.label), *row] for u in self.force.units for row in self._rows(u)]
        return [markdown_table(heads, rows, self._title(side)) for side in SIDES]

    # ------------------------------------------------------------------------------ models that are picked

    @property
    def _dollars(self) -> bool:
        return self.ruleset.has("price-list")

    def _list(self) -> tuple[str, Row, list[Row]]:
        """What there is to pick from: each kind with what it costs and, of a pool, how many there are."""
        pool = self.force.pool
        heads = [head("Model"), head("Points"), *stat_heads(self.stats), head(CARRIED)]
        rows: list[Row] = []
        for model in self.force.kinds:
            rows.append(
                [
                    row_head(model.label),
                    *([cell(f"${model.price}")] if self._dollars else []),
                    *([cell(str(pool[model.code]))] if pool else []),
                    cell(str(model.points)),
                    *stat_cells(model, self.stats),
                    cell(carries(model)),
                ]
            )
        heads[1:1] = [*([head("Price")] if self._dollars else []), *([head("In the pool")] if pool else [])]
        return self._what_to_pick(pool), heads, rows

    def _what_to_pick(self, pool: Mapping[str, int]) -> str:
        size = self.force.size
        budget = int(self.ruleset.params.get("forces.each", 0)) * size
        if self._dollars:
            return f"The price list: ${budget} for {size} models"
        if budget:
            return f"The list: up to {budget} points, for up to {size} models"
        return f"The pool: each side takes {size} models"

    def _blank(self) -> tuple[Row, list[Row]]:
        """A sheet to write one side's choice on."""
        heads = [head("No."), head("Model"), head("Price" if self._dollars else "Points")]
        empty = [cell(""), cell("")]
        if self.wounds:
            heads.append(head("Wounded"))
            empty.append(boxes(max(model.stats.get(self.borne, 0) for model in self.force.kinds)))
        return heads, [[row_head(str(n)), *empty] for n in range(1, self.force.size + 1)]

    def _picked_html(self) -> str:
        title, heads, rows = self._list()
        blank_heads, blanks = self._blank()
        body = html_body(blanks)
        return "\n".join(
            [
                html_table('class="roster roster-list"', title, heads, html_body(rows)),
                *[
                    html_table(
                        f'class="roster roster-{side} roster-blank"', f"Side {side}", blank_heads, body
                    )
                    for side in SIDES
                ],
            ]
        )

    def _picked_markdown(self) -> list[str]:
        title, heads, rows = self._list()
        blank_heads, blanks = self._blank()
        return [
            markdown_table(heads, rows, title),
            *[markdown_table(blank_heads, blanks, f"Side {side}") for side in SIDES],
        ]


@lru_cache(MOST_MODELS)
def carries(model: Model) -> str:
    """What a model carries, and what it can do besides."""
    weapons = ", ".join([weapon.label for weapon in model.weapons])
    specials = ", ".join(model.specials).replace("-", " ").title()
    return f"{weapons}; {specials}" if specials else weapons


def stat_heads(used: tuple[Stat, ...]) -> list[Cell]:
    """The heads of the columns of stats."""
    return [head(stat.short, stat.label) for stat in used]


def stat_cells(model: Model, used: tuple[Stat, ...]) -> list[Cell]:
    """A model's stats, those that are used."""
    cells = _stat_cells(model)
    return [cells[stat.code] for stat in used]


@lru_cache(MOST_MODELS)
def _stat_cells(model: Model) -> Mapping[str, Cell]:
    return {code: cell(str(value)) for code, value in model.stats.items()}


@lru_cache(MOST_MODELS)
def _note(label: str, note: str) -> str:
    return f"<div><dt>{printed(label)}</dt><dd>{printed(note)}</dd></div>"


def rosters(ruleset: Ruleset) -> Part:
    """A sheet for each side."""
    sheets = Rosters(ruleset)
    return Part("rosters", "Rosters", sheets.markdown, Markup(sheets.html()))
