"""Settings, scenarios, reasons and lines, each read once from `carnage/tables/worlds/`.

A setting is read when a game first needs it. `world_validation.py` has the checks, which run in the
tests and in `make tables`, not when a file is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from types import MappingProxyType

from carnage.catalog.books import TABLES
from carnage.catalog.toml import list_files, read_toml
from carnage.catalog.world_schema import (
    SETTING_TYPES,
    FiveLinesFile,
    LinesFile,
    OddRulesFile,
    ReasonsFile,
    ScenariosFile,
    Setting,
    Terms,
    TurnLines,
    UnwantedFile,
)

FOLDER = "worlds"
NOUNS_FILE = f"{FOLDER}/nouns.toml"
TERMS_FILE = f"{FOLDER}/terms.toml"
SCENARIOS_FILE = f"{FOLDER}/scenarios.toml"
REASONS_FILE = f"{FOLDER}/reasons.toml"
LINES_FILE = f"{FOLDER}/lines.toml"
FIVE_LINES_FILE = f"{FOLDER}/five-lines.toml"
ODD_RULES_FILE = f"{FOLDER}/odd-rules.toml"
UNWANTED_FILE = f"{FOLDER}/unwanted.toml"

NounOwners = Mapping[str, Mapping[str, str]]
"""By family and noun, the id of the setting that the noun chooses."""


def setting_file(family: str, id: str) -> str:
    """Return the path of a setting's file in `tables/`."""
    return f"{FOLDER}/{family}/{id}.toml"


def list_settings(root: Traversable, family: str) -> tuple[str, ...]:
    """Return the ids of a family's settings in alphabetical order; empty if it has none."""
    folder = f"{FOLDER}/{family}"
    if not (root / folder).is_dir():
        return ()
    return tuple(sorted(list_files(root, folder)))


def read_setting(root: Traversable, family: str, id: str) -> Setting:
    """Load a setting. Raises CatalogError that names the file and the field."""
    return read_toml(root, setting_file(family, id), SETTING_TYPES[family])


def read_nouns(root: Traversable) -> NounOwners:
    """Load the setting of each noun. Raises CatalogError."""
    return read_toml(root, NOUNS_FILE, dict[str, dict[str, str]])


def read_terms(root: Traversable) -> Mapping[str, Terms]:
    """Load the terms of each family. Raises CatalogError."""
    return read_toml(root, TERMS_FILE, dict[str, Terms])


def read_scenarios(root: Traversable) -> ScenariosFile:
    """Load the scenarios. Raises CatalogError."""
    return read_toml(root, SCENARIOS_FILE, ScenariosFile)


def read_reasons(root: Traversable) -> ReasonsFile:
    """Load the reasons. Raises CatalogError."""
    return read_toml(root, REASONS_FILE, ReasonsFile)


def read_lines(root: Traversable) -> LinesFile:
    """Load the lines about the turn. Raises CatalogError."""
    return read_toml(root, LINES_FILE, LinesFile)


def read_five_lines(root: Traversable) -> FiveLinesFile:
    """Load the lines about the turn of duels and gambles. Raises CatalogError."""
    return read_toml(root, FIVE_LINES_FILE, FiveLinesFile)


def read_odd_rules(root: Traversable) -> OddRulesFile:
    """Load the rules of odd options. Raises CatalogError."""
    return read_toml(root, ODD_RULES_FILE, OddRulesFile)


def read_unwanted(root: Traversable) -> UnwantedFile:
    """Load the words that no setting may use. Raises CatalogError."""
    return read_toml(root, UNWANTED_FILE, UnwantedFile)


@cache
def setting_ids(family: str) -> tuple[str, ...]:
    """Return the ids of a family's settings in alphabetical order; empty if it has none."""
    return list_settings(TABLES, family)


@cache
def setting(family: str, id: str) -> Setting:
    """Return a setting. Raises KeyError for an unknown id and CatalogError for bad data."""
    if id not in setting_ids(family):
        raise KeyError(id)
    return read_setting(TABLES, family, id)


@cache
def noun_owners(family: str) -> Mapping[str, str]:
    """Return the setting of each noun in the names of a family's games; empty if it has none."""
    return MappingProxyType(read_nouns(TABLES).get(family, {}))


@cache
def terms(family: str) -> Terms:
    """Return the terms of a family that settings explain; empty if it has none."""
    return read_terms(TABLES).get(family, Terms())


@cache
def scenarios() -> ScenariosFile:
    """Return the scenarios of battles."""
    return read_scenarios(TABLES)


@cache
def reasons() -> ReasonsFile:
    """Return the reasons of battles."""
    return read_reasons(TABLES)


@cache
def lines() -> LinesFile:
    """Return the lines about the turn of battles."""
    return read_lines(TABLES)


@cache
def turn_lines(family: str) -> TurnLines | None:
    """Return the lines about the turn of a family other than battles; None if it has none."""
    file = read_five_lines(TABLES)
    return {"duel": file.duel, "gamble": file.gamble}.get(family)


@cache
def odd_rules(family: str) -> Mapping[str, Mapping[str, str]]:
    """Return the rules of a family's odd options by table and option; empty if it has none."""
    return _odd_rules().by_family.get(family, {})


@cache
def odd_rule_order(family: str) -> tuple[tuple[str, str], ...]:
    """Return the table and option of each odd rule of a family, the oddest first."""
    order = []
    for place in _odd_rules().order.get(family, ()):
        table_id, _, code = place.partition(".")
        order.append((table_id, code))
    return tuple(order)


@cache
def _odd_rules() -> OddRulesFile:
    """Return the rules of odd options."""
    return read_odd_rules(TABLES)
