"""Both sides' rosters: stats, weapons and points, with boxes to tick off wounds.

Where sides pick their models, the list to pick from, and a sheet for each side to write its choice on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from carnage.document.parts import Part
from carnage.document.rosters.told import points_html, row_begun, stat_heads, told, told_html
from carnage.document.tabular import (
    Cell,
    Row,
    boxes,
    cell,
    head,
    html_body,
    html_rows,
    html_table,
    markdown_table,
    printed,
    row_head,
)
from carnage.forces import Force, Model, Unit, force, stat_codes, stats
from carnage.ruleset import Ruleset

SIDES = (1, 2)
CARRIED = "Weapons and special actions"
MOST_MODELS = 1_000
MOST_BLANKS = 1_000
MOST_FORCES = 2_000


class Rosters:
    """The rosters of one game; `html` and `markdown` are all of them."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.force = force(ruleset)
        self.stats = stats(ruleset)
        self.talents = ruleset.has("talents")  # given out at the table, and written down there
        self.luck = ruleset.has("luck-rolls")
        self.wounds = ruleset.has("wounds") or ruleset.has("slowing")
        # Wounds are ticked off against the Wounds stat, or against the Pace that they cost.
        self.borne = "wounds" if ruleset.has("wounds") else "pace"
        self.codes = stat_codes(ruleset)
        # What a unit of several models is called; '' where each is a unit.
        self._several = "Block" if ruleset.has("ranked") else "Squad" if ruleset.has("squads") else ""
        self._dollars = ruleset.has("price-list")

    def html(self) -> str:
        tables = self._mustered_html() if self.force.alike else self._picked_html()
        return tables + _notes_html(self.force)

    def markdown(self) -> str:
        blocks = self._mustered_markdown() if self.force.alike else self._picked_markdown()
        notes = [f"- **{label}:** {note}" for label, note in self._notes().items()]
        return "\n\n".join([*blocks, *(["\n".join(notes)] if notes else [])])

    def _notes(self) -> dict[str, str]:
        return _notes(self.force)

    # ------------------------------------------------------------------------------ models that are mustered

    def _heads(self) -> list[Cell]:
        heads = [head("Model"), head("Points"), *stat_heads(self.stats), head(CARRIED)]
        heads += [head("Talent")] if self.talents else []
        heads += [head("Luck spent")] if self.luck else []
        return [*heads, head("Wounded")] if self.wounds else heads

    def _row(self, model: Model, name: str) -> Row:
        row = [row_head(name), *told(model, self.codes)]
        row += [cell("")] if self.talents else []
        row += [boxes(model.stats["luck"])] if self.luck else []
        return [*row, boxes(model.stats[self.borne])] if self.wounds else row

    def _title(self, side: int) -> str:
        return f"Side {side}: {self.force.points} points"

    def _mustered_html(self) -> str:
        """As the rows of Markdown, but what is told of a model is joined only once for each kind of it."""
        told, ends = told_html(self.ruleset), self._ends()
        # What follows a model's points in its row, by its kind.
        rows = {model: f"{told[model]}{ends[model]}</tr>" for model in self.force.kinds}
        heads, units = self._heads(), _units_begun(self.force)
        if self._several:
            bodies = [
                f"<tbody>\n{_squad_html(unit.label, unit.points, len(heads))}"
                + "\n".join([begun + rows[model] for begun, model in models])
                + "\n</tbody>\n"
                for unit, models in units
            ]
        else:
            listed = [begun + rows[model] for _, models in units for begun, model in models]
            bodies = ["<tbody>\n", "\n".join(listed), "\n</tbody>\n"]
        head = f"\n<thead>{html_rows([heads])}</thead>\n{''.join(bodies)}</table>"
        return "\n".join([_table_begun(side, self._title(side)) + head for side in SIDES])

    def _ends(self) -> dict[Model, str]:
        """How the row of each kind ends: room for a Talent, boxes to tick off."""
        talent = cell("").html if self.talents else ""
        return {
            model: talent
            + (boxes(model.stats["luck"]).html if self.luck else "")
            + (boxes(model.stats[self.borne]).html if self.wounds else "")
            for model in self.force.kinds
        }

    def _mustered_markdown(self) -> list[str]:
        heads = self._heads()
        rows = [
            [*([row_head(unit.label)] if self._several else []), *self._row(model, name)]
            for unit, models in _named(self.force)
            for name, model in models
        ]
        heads = [head(self._several), *heads] if self._several else heads
        return [markdown_table(heads, rows, self._title(side)) for side in SIDES]

    # ------------------------------------------------------------------------------ models that are picked

    def _list_heads(self) -> list[Cell]:
        """The heads of what there is to pick from: of each kind what it costs and, of a pool, how many there
        are."""
        return [
            head("Model"),
            *([head("Price")] if self._dollars else []),
            *([head("In the pool")] if self.force.pool else []),
            head("Points"),
            *stat_heads(self.stats),
            head(CARRIED),
        ]

    def _what_to_pick(self, pool: Mapping[str, int]) -> str:
        size = self.force.size
        budget = int(self.ruleset.params.get("forces.each", 0)) * size
        if self._dollars:
            return f"The price list: ${budget} for {size} models"
        if budget:
            return f"The list: up to {budget} points, for up to {size} models"
        return f"The pool: each side takes {size} models"

    def _blank(self) -> Blank:
        """What the sheets to write on have."""
        kinds = self.force.kinds
        return Blank(
            self.force.size,
            self._several,
            self._dollars,
            self.talents,
            max([model.stats["luck"] for model in kinds]) if self.luck else None,
            max([model.stats.get(self.borne, 0) for model in kinds]) if self.wounds else None,
        )

    def _picked_html(self) -> str:
        told = told_html(self.ruleset)
        begun = _kinds_begun(self.force, self._dollars)
        rows = "\n".join([f"{begins}{told[model]}</tr>" for begins, model in begun])
        body = f"<tbody>\n{rows}\n</tbody>\n"
        title = self._what_to_pick(self.force.pool)
        listed = html_table('class="roster roster-list"', title, self._list_heads(), body)
        return f"{listed}\n{_blank_html(self._blank())}"

    def _picked_markdown(self) -> list[str]:
        rows = [
            [row_head(model.label), *_costs(self.force, model, self._dollars), *told(model, self.codes)]
            for model in self.force.kinds
        ]
        title, heads = self._what_to_pick(self.force.pool), self._list_heads()
        blank_heads, blanks = _blank_rows(self._blank())
        return [
            markdown_table(heads, rows, title),
            *[markdown_table(blank_heads, blanks, f"Side {side}") for side in SIDES],
        ]


class Blank(NamedTuple):
    """What a sheet has on which a side writes whom it picks: how many rows; what a unit of several is
    called, '' where there are none; whether prices are in dollars; room for Talents; the most Luck and wounds
    that are ticked off, None where none are."""

    size: int
    unit: str
    dollars: bool
    talents: bool
    luck: int | None
    wounds: int | None


def _blank_rows(blank: Blank) -> tuple[Row, list[Row]]:
    heads = [head("No."), head("Model"), head("Price" if blank.dollars else "Points")]
    empty = [cell(""), cell("")]
    if blank.unit:
        heads.append(head(blank.unit))
        empty.append(cell(""))
    if blank.talents:
        heads.append(head("Talent"))
        empty.append(cell(""))
    for title, most in (("Luck spent", blank.luck), ("Wounded", blank.wounds)):
        if most is not None:
            heads.append(head(title))
            empty.append(boxes(most))
    return heads, [[row_head(str(n)), *empty] for n in range(1, blank.size + 1)]


@lru_cache(MOST_BLANKS)
def _blank_html(blank: Blank) -> str:
    heads, rows = _blank_rows(blank)
    body = html_body(rows)
    return "\n".join(
        [
            html_table(f'class="roster roster-{side} roster-blank"', f"Side {side}", heads, body)
            for side in SIDES
        ]
    )


def _named(mustered: Force) -> list[tuple[Unit, list[tuple[str, Model]]]]:
    """The units, and the models of each, called as reports call them."""
    names = iter(mustered.names)
    return [(unit, [(next(names), model) for model in unit.models]) for unit in mustered.units]


@lru_cache(MOST_FORCES)
def _units_begun(mustered: Force) -> list[tuple[Unit, list[tuple[str, Model]]]]:
    """The same, but of each model its row as far as its points."""
    return [
        (unit, [(f"{row_begun(name)}{points_html(model)}", model) for name, model in models])
        for unit, models in _named(mustered)
    ]


@lru_cache(MOST_FORCES)
def _kinds_begun(mustered: Force, dollars: bool) -> list[tuple[str, Model]]:
    """The kinds that there are to pick from, and the row of each as far as its points."""
    begun = []
    for model in mustered.kinds:
        costs = "".join([each.html for each in _costs(mustered, model, dollars)])
        begun.append((f"{row_begun(model.label)}{costs}{points_html(model)}", model))
    return begun


def _costs(mustered: Force, model: Model, dollars: bool) -> list[Cell]:
    """What stands between its name and its points in a list to pick from."""
    price = [cell(f"${model.price}")] if dollars else []
    return [*price, cell(str(mustered.pool[model.code]))] if mustered.pool else price


def _notes(mustered: Force) -> dict[str, str]:
    return {model.label: model.note for model in mustered.kinds if model.note}


@lru_cache(MOST_FORCES)
def _notes_html(mustered: Force) -> str:
    """What there is to say of its kinds, below the tables."""
    notes = "\n".join([_note(label, note) for label, note in _notes(mustered).items()])
    return f'\n<dl class="roster-notes">\n{notes}\n</dl>' if notes else ""


@lru_cache(MOST_FORCES)
def _squad_html(label: str, points: int, columns: int) -> str:
    title = printed(f"{label} ({points} points)")
    return f'<tr class="squad"><th scope="rowgroup" colspan="{columns}">{title}</th></tr>'


@lru_cache(MOST_FORCES)
def _table_begun(side: int, title: str) -> str:
    return f'<table class="roster roster-{side}" tabindex="0"><caption>{printed(title)}</caption>'


@lru_cache(MOST_MODELS)
def _note(label: str, note: str) -> str:
    return f"<div><dt>{printed(label)}</dt><dd>{printed(note)}</dd></div>"


def rosters(ruleset: Ruleset) -> Part:
    """A sheet for each side."""
    sheets = Rosters(ruleset)
    return Part("rosters", "Rosters", sheets.markdown, Markup(sheets.html()))
