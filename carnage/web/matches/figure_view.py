"""The statistics of each kind of figure, for the panel of a figure that is selected."""

from __future__ import annotations

from msgspec import Struct

from carnage.catalog.rosters import Weapon
from carnage.rulebook.battle.weapons import list_weapon_columns
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulesets.forces import Model, get_force, list_stats
from carnage.rulesets.ruleset import Ruleset
from carnage.web.matches.watch_address import MatchUrl


class FigureView(Struct, frozen=True, omit_defaults=True):
    """The statistics of a kind of figure.

    Attributes:
        label: Its name.
        stats: The short name, the name and the value of each statistic that the game uses.
        weapons: The name and the properties of each weapon.
    """

    label: str
    stats: tuple[tuple[str, str, int], ...] = ()
    weapons: tuple[tuple[str, str], ...] = ()


def build_figures(address: MatchUrl) -> dict[str, FigureView]:
    """Return the statistics of each kind of figure of a game by its code; empty without figures."""
    ruleset = address.ruleset
    if not ruleset.book.roster.figure:
        return {}
    names = None
    if address.carried.names:
        names = NameReplacer(ruleset, address.carried.names)
    return {kind.code: _build_figure(ruleset, kind, names) for kind in get_force(ruleset).kinds}


def _build_figure(ruleset: Ruleset, kind: Model, names: NameReplacer | None) -> FigureView:
    """Return the statistics of a kind of figure, with custom names if there are any."""
    weapons = [(weapon.label, _describe_weapon(ruleset, weapon)) for weapon in kind.weapons]
    label = kind.label
    if names is not None:
        label = names.text(label)
        weapons = [(names.text(name), text) for name, text in weapons]
    return FigureView(
        label=label,
        stats=tuple(
            (stat.short, stat.label, kind.stats[stat.code]) for stat in list_stats(ruleset)
        ),
        weapons=tuple(weapons),
    )


def _describe_weapon(ruleset: Ruleset, weapon: Weapon) -> str:
    """Return the properties of a weapon that the game uses, in one line."""
    parts = []
    for title, describe in list_weapon_columns(ruleset):
        value = describe(weapon)
        if value:
            if title not in ("Range", "Special"):
                value = f"{title.lower()} {value}"
            parts.append(value)
    return ", ".join(parts)
