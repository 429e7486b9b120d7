"""The names of a setting, as custom names of a game."""

from __future__ import annotations

from collections.abc import Mapping

from carnage.catalog import Book, worlds
from carnage.catalog.world_schema import BattleSetting, DuelSetting, GambleSetting, Label
from carnage.rulesets.custom_names import (
    MONEY,
    TERRAIN_PREFIX,
    CustomNames,
    list_nameable,
    list_named_by_settings,
)
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World, list_names


def list_glosses(book: Book, world: World | None) -> dict[str, str]:
    """Return the sentences of a setting about terms of the glossary, by term."""
    if world is None or isinstance(world.setting, GambleSetting):
        return {}
    keys = worlds.terms(book.family).gloss
    return {
        key.term: world.setting.gloss[code]
        for code, key in keys.items()
        if key.term and code in world.setting.gloss
    }


def list_counters(world: World | None) -> Mapping[str, Label]:
    """Return the names of a setting for counters, by the first word of the counter's term."""
    if world is None or not isinstance(world.setting, BattleSetting):
        return {}
    return world.setting.tokens


def choose_names(ruleset: Ruleset, own: CustomNames, world: World | None) -> CustomNames:
    """Return a person's own names, and the names of the setting for everything else.

    Args:
        ruleset: The game.
        own: The person's own names.
        world: The world of the game; None for the plain book.
    """
    if world is None:
        return own
    setting = world.setting
    names = {code: label.singular for code, label in list_names(setting, ruleset.book).items()}
    sides: list[str] = []
    if isinstance(setting, BattleSetting):
        sides = [side.name for side in setting.side]
        names |= {
            f"{TERRAIN_PREFIX}{code}": each.singular for code, each in setting.terrain.items()
        }
        names[MONEY.code] = setting.money.singular
    elif isinstance(setting, DuelSetting):
        sides = [ship.name for ship in setting.ship]
    codes = [thing.code for thing in list_nameable(ruleset) if thing.kind == "side"]
    names.update(zip(codes, sides, strict=False))
    names.update(own)
    things = (*list_nameable(ruleset), *list_named_by_settings(ruleset))
    return tuple((thing.code, names[thing.code]) for thing in things if thing.code in names)
