"""What is told of a model wherever it is listed: its points, its stats, what it carries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from carnage.catalog.rosters import Stat
from carnage.document.tabular import Cell, cell, head, row_head
from carnage.forces import Model, force, stat_codes
from carnage.ruleset import Ruleset

MOST_MODELS = 1_000


@lru_cache(MOST_MODELS)
def row_begun(label: str) -> str:
    """A row of a table of models, as it begins."""
    return f"<tr>{row_head(label).html}"


def points_html(model: Model) -> str:
    """What it is worth, as a cell."""
    return _told(model)[0].html


def told_html(ruleset: Ruleset) -> Mapping[Model, str]:
    """What is told of each kind of model in this game, but for its points: stats and what it carries."""
    return ruleset.kept(_all_told)


def _all_told(ruleset: Ruleset) -> Mapping[Model, str]:
    codes = stat_codes(ruleset)
    told = {}
    for model in force(ruleset).kinds:
        _, stats, carried = _told(model)
        told[model] = "".join([stats[code].html for code in codes]) + carried.html
    return told


def carries(model: Model) -> str:
    """What a model carries, and what it can do besides."""
    weapons = ", ".join([weapon.label for weapon in model.weapons])
    specials = ", ".join(model.specials).replace("-", " ").title()
    return f"{weapons}; {specials}" if specials else weapons


def stat_heads(used: tuple[Stat, ...]) -> list[Cell]:
    """The heads of the columns of stats."""
    return [head(stat.short, stat.label) for stat in used]


def told(model: Model, codes: tuple[str, ...]) -> list[Cell]:
    """What is told of a model wherever it is listed: points, the stats of these codes, what it carries."""
    points, stats, carried = _told(model)
    return [points, *[stats[code] for code in codes], carried]


@lru_cache(MOST_MODELS)
def _told(model: Model) -> tuple[Cell, Mapping[str, Cell], Cell]:
    stats = {code: cell(str(value)) for code, value in model.stats.items()}
    return cell(str(model.points)), stats, cell(carries(model))
