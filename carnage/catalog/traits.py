"""Traits: names of properties that options give to a game, and conditions on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from carnage.catalog.toml import CatalogError, Entry


class Conditional(Entry, frozen=True, kw_only=True):
    """An entry that is used only in games with every trait of `needs` and none of `unless`."""

    needs: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()

    def applies_to(self, traits: frozenset[str]) -> bool:
        """Return True if the entry is used in a game with these traits."""
        return traits.issuperset(self.needs) and traits.isdisjoint(self.unless)


def list_conditions(entries: Iterable[Conditional]) -> set[str]:
    """Return all traits that decide which of these entries are used."""
    return {trait for entry in entries for trait in (*entry.needs, *entry.unless)}


def check_traits(place: str, named: tuple[str, ...], traits: Mapping[str, str]) -> None:
    """Raise CatalogError for a trait that the family does not declare.

    Args:
        place: The file and the place in it, for the message.
        named: The traits to check.
        traits: The traits that the family declares, with their meanings.
    """
    unknown = set(named) - set(traits)
    if unknown:
        raise CatalogError(f"{place}: unknown traits {sorted(unknown)}; traits.toml lists them")
