"""The figures of a side in a game with a roster, as far as the rules fix them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from carnage.rulebook.battle.models import describe_equipment
from carnage.rulesets.forces import Model, get_force, list_stats
from carnage.rulesets.ruleset import Ruleset

BLANK = "Model"


class Kind(NamedTuple):
    """A kind of figure.

    Attributes:
        told: Its line of a roster.
        stats: Its stats.
        loads: The label of each weapon with ammunition and its shots, by code.
    """

    code: str
    label: str
    told: str
    stats: Mapping[str, int]
    loads: Mapping[str, tuple[str, int]]


class Fielded(NamedTuple):
    """A figure of one kind, or of a kind that a player chooses."""

    label: str
    kinds: tuple[Kind, ...]


def fielded(ruleset: Ruleset) -> tuple[tuple[str, tuple[Fielded, ...]], ...]:
    """Return the units of a side in the order of its roster, each with its label and its
    figures.
    """
    mustered = get_force(ruleset)
    used = [(stat.code, stat.short) for stat in list_stats(ruleset)]
    kinds = {model.code: _kind(model, used) for model in mustered.kinds}
    if mustered.is_fixed:
        return tuple(
            (unit.label, tuple(Fielded(model.label, (kinds[model.code],)) for model in unit.models))
            for unit in mustered.units
        )
    blank = Fielded(BLANK, tuple(kinds.values()))
    several = ruleset.has("several")
    return tuple(
        (unit.label if several else BLANK, (blank,) * len(unit.models)) for unit in mustered.units
    )


def _kind(model: Model, used: list[tuple[str, str]]) -> Kind:
    numbers = " ".join(
        f"{short} {model.stats[code]}" for code, short in used if code in model.stats
    )
    return Kind(
        model.code,
        model.label,
        " · ".join(filter(None, (numbers, describe_equipment(model)))),
        model.stats,
        {weapon.code: (weapon.label, weapon.load) for weapon in model.weapons if weapon.load},
    )
