"""The names of a setting, as custom names of a game."""

from __future__ import annotations

from carnage.catalog.world_schema import BattleSetting, DuelSetting
from carnage.rulesets.custom_names import CustomNames, list_nameable
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World, list_names


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
    elif isinstance(setting, DuelSetting):
        sides = [ship.name for ship in setting.ship]
    codes = [thing.code for thing in list_nameable(ruleset) if thing.kind == "side"]
    names.update(zip(codes, sides, strict=False))
    names.update(own)
    return tuple(
        (thing.code, names[thing.code]) for thing in list_nameable(ruleset) if thing.code in names
    )
