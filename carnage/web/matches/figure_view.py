"""The statistics of each kind of figure, for the panel of a figure that is selected."""

from __future__ import annotations

from msgspec import Struct

from carnage.catalog.rosters import Weapon
from carnage.rulebook.battle.weapons import list_weapon_columns
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
    return {kind.code: _build_figure(address, kind) for kind in get_force(ruleset).kinds}


def _build_figure(address: MatchUrl, kind: Model) -> FigureView:
    """Return the statistics of a kind of figure, with the names of the address."""
    ruleset = address.ruleset
    return FigureView(
        label=address.rename(kind.label),
        stats=tuple(
            (stat.short, stat.label, kind.stats[stat.code]) for stat in list_stats(ruleset)
        ),
        weapons=tuple(
            (address.rename(weapon.label), _describe_weapon(ruleset, weapon))
            for weapon in kind.weapons
        ),
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
