"""Settings of the players of a game, apart from its rules, for families that have settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from carnage import catalog
from carnage.rulesets.ruleset import Ruleset

Settings = Mapping[str, tuple[str, ...]]
"""The values by player for each setting, by the name of the setting."""

DEFAULT_SETTINGS: Settings = MappingProxyType({})


class SettingError(ValueError):
    """A setting does not exist or has an invalid value; the message lists the valid ones."""


def resolve_settings(
    ruleset: Ruleset, given: Mapping[str, Sequence[str]] = DEFAULT_SETTINGS
) -> Settings:
    """Return the values of all settings of a game for every player.

    Args:
        ruleset: The game.
        given: Values by player. The last value is used for the remaining players, the default if
            there are none.

    Raises:
        SettingError: A setting does not exist in this book, or a value is invalid.
    """
    known = {setting.name: setting for setting in ruleset.book.settings}
    for name in given:
        if name not in known:
            about = {setting.name: setting.about for setting in catalog.settings()}.get(
                name, f"for {name}"
            )
            raise SettingError(f"Nothing in the book {ruleset.book.title} asks {about}.")
    players = ruleset.players
    values = {}
    for setting in known.values():
        named = tuple(given.get(setting.name, (setting.usual,)))
        if not 1 <= len(named) <= players or not set(named) <= set(setting.values):
            raise SettingError(
                f"{setting.label} are {', '.join(setting.values)}: one for each of {players} "
                "players, with "
                f"commas between them, such as {setting.values[-1]},{setting.values[0]}; the "
                "last one counts "
                "for the players that are left."
            )
        values[setting.name] = named + named[-1:] * (players - len(named))
    return values
