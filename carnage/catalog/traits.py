"""Traits by name: what options give, and tables, options, stats and glossary entries need."""

from __future__ import annotations

from collections.abc import Mapping

from carnage.catalog.toml import CatalogError


def check_traits(place: str, named: tuple[str, ...], traits: Mapping[str, str]) -> None:
    """Refuse a trait that the family declares nowhere; `traits` are those that it does."""
    unknown = set(named) - set(traits)
    if unknown:
        raise CatalogError(f"{place}: unknown traits {sorted(unknown)}; traits.toml lists them")
