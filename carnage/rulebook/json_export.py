"""Render a rulebook as data for JSON. The keys are part of the site's interface for programs."""

from __future__ import annotations

from typing import Any

from carnage.catalog import Source
from carnage.catalog.rolls import Choice
from carnage.rulebook.battle.forces import describe_forces
from carnage.rulebook.credits import list_game_sources
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulebook.markdown_export import render_part
from carnage.rulebook.model import PlayTime, Rulebook
from carnage.rulebook.parts import PRESET_CHANGES_ID
from carnage.rulesets.world import World

LABEL_KEY = "label"
WORLD_NAME_KEY = "world_name"
LABEL_KEYS = frozenset({LABEL_KEY, "squad"})
"""Keys of the forces whose values are labels, which a person's own names replace. The name that a
setting gives stands beside its label, under WORLD_NAME_KEY."""


def export_json(rulebook: Rulebook) -> dict[str, Any]:
    """Return the rulebook as data for JSON."""
    ruleset = rulebook.ruleset
    sides = describe_forces(ruleset) if ruleset.book.roster.figure else []
    preset_changes = [part for part in rulebook.back if part.id == PRESET_CHANGES_ID]
    return {
        "book": ruleset.book.code,
        "edition": ruleset.book.edition,
        "seed": ruleset.seed.digits,
        "name": ruleset.name,
        "url": ruleset.address,
        "house_rules": [
            {"number": rule.name, "value": rule.value, "book": rule.book_value}
            for rule in ruleset.book.house_rules
        ],
        "world": _describe_world(rulebook.world),
        "time": _describe_time(rulebook.time),
        "choices": [_describe_choice(choice) for choice in ruleset.choices],
        "traits": sorted(ruleset.traits),
        "forces": _name_forces(sides, rulebook),
        "credits": [_describe_source(source) for source in list_game_sources(ruleset)],
        **{part.id: render_part(part) for part in preset_changes},
    }


def _describe_world(world: World | None) -> dict[str, Any] | None:
    if world is None:
        return None
    scenario = world.battle.scenario.id if world.battle else None
    return {"setting": world.setting.id, "scenario": scenario}


def _describe_time(time: PlayTime | None) -> dict[str, int] | None:
    if time is None:
        return None
    return {"minutes": time.minutes, "low": time.low, "high": time.high, "set_up": time.set_up}


def _describe_choice(choice: Choice) -> dict[str, Any]:
    return {
        "table": choice.table.id,
        "title": choice.table.title,
        "digits": choice.digits,
        "roll": choice.roll,
        "option": choice.option.code,
        "label": choice.option.label,
        "params": choice.option_params,
    }


def _describe_source(source: Source) -> dict[str, str]:
    return {
        "title": source.title,
        "authors": source.authors,
        "licence": source.licence,
        "credit": source.credit,
        "url": source.url,
    }


def _name_forces(sides: Any, rulebook: Rulebook) -> Any:
    """Return the forces with a person's own names and, beside them, those of the setting."""
    if rulebook.own:
        own_naming = NameReplacer(rulebook.ruleset, rulebook.own)
        sides = _replace_labels(sides, own_naming)
    if rulebook.world and rulebook.naming:
        sides = _add_world_names(sides, rulebook.naming)
    return sides


def _replace_labels(data: Any, naming: NameReplacer) -> Any:
    """Return the same data with own names as labels."""
    if isinstance(data, list):
        return [_replace_labels(each, naming) for each in data]
    if isinstance(data, dict):
        return {
            key: naming.text(value) if key in LABEL_KEYS else _replace_labels(value, naming)
            for key, value in data.items()
        }
    return data


def _add_world_names(data: Any, naming: NameReplacer) -> Any:
    """Return the same data with the name of the setting after each label that has another name."""
    if isinstance(data, list):
        return [_add_world_names(each, naming) for each in data]
    if not isinstance(data, dict):
        return data
    named: dict[str, Any] = {}
    for key, value in data.items():
        named[key] = _add_world_names(value, naming)
        if key == LABEL_KEY:
            name = naming.text(value)
            if name != value:
                named[WORLD_NAME_KEY] = name
    return named
