"""Traits by name: what options give, and what else is there only in games that have some, or lack them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from carnage.catalog.toml import CatalogError, Entry


class Conditional(Entry, frozen=True, kw_only=True):
    """What is there only in games with every trait of `needs` and none of `unless`."""

    needs: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()

    def fits(self, traits: frozenset[str]) -> bool:
        """Whether it is there in a game with these traits."""
        return traits.issuperset(self.needs) and traits.isdisjoint(self.unless)


def conditions(entries: Iterable[Conditional]) -> set[str]:
    """The traits that decide which of these are there."""
    return {trait for entry in entries for trait in (*entry.needs, *entry.unless)}


def check_traits(place: str, named: tuple[str, ...], traits: Mapping[str, str]) -> None:
    """Refuse a trait that the family declares nowhere; `traits` are those that it does."""
    unknown = set(named) - set(traits)
    if unknown:
        raise CatalogError(f"{place}: unknown traits {sorted(unknown)}; traits.toml lists them")
