"""The figures of a side in a game with a roster, as far as the rules fix them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from carnage.rulebook.battle.models import describe_equipment
from carnage.rulesets.forces import Model, get_force, list_stats
from carnage.rulesets.ruleset import Ruleset

BLANK_LABEL = "Model"


class FigureKind(NamedTuple):
    """A kind of figure.

    Attributes:
        description: Its line of a roster.
        stats: Its stats.
        shots_by_weapon: The label of each weapon with ammunition and its shots, by code.
    """

    code: str
    label: str
    description: str
    stats: Mapping[str, int]
    shots_by_weapon: Mapping[str, tuple[str, int]]


class Slot(NamedTuple):
    """A place for a figure in a unit: of one kind, or of a kind that a player chooses."""

    label: str
    kinds: tuple[FigureKind, ...]


def list_unit_slots(ruleset: Ruleset) -> tuple[tuple[str, tuple[Slot, ...]], ...]:
    """Return the units of a side in the order of its roster, each with its label and its
    figures.
    """
    force = get_force(ruleset)
    used = [(stat.code, stat.short) for stat in list_stats(ruleset)]
    kinds = {model.code: _build_kind(model, used) for model in force.kinds}
    if force.is_fixed:
        return tuple(
            (unit.label, tuple(Slot(model.label, (kinds[model.code],)) for model in unit.models))
            for unit in force.units
        )
    blank = Slot(BLANK_LABEL, tuple(kinds.values()))
    several = ruleset.has("several")
    return tuple(
        (unit.label if several else BLANK_LABEL, (blank,) * len(unit.models))
        for unit in force.units
    )


def _build_kind(model: Model, used: list[tuple[str, str]]) -> FigureKind:
    numbers = " ".join(
        f"{short} {model.stats[code]}" for code, short in used if code in model.stats
    )
    return FigureKind(
        model.code,
        model.label,
        " · ".join(filter(None, (numbers, describe_equipment(model)))),
        model.stats,
        {weapon.code: (weapon.label, weapon.load) for weapon in model.weapons if weapon.load},
    )
