"""Settings: values that a family lets users set for each player besides the rules, in
`settings.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from carnage.catalog.toml import CatalogError, Entry
from carnage.catalog.traits import Conditional, check_traits


class Setting(Conditional, frozen=True):
    """A value that is set for each player, in games with the traits of `needs`.

    Attributes:
        name: The option on the command line and the key in JSON.
        label: The name on pages.
        about: The end of a sentence about the setting.
        values: The allowed values.
        usual: The default.
    """

    name: str
    label: str
    about: str
    values: tuple[str, ...]
    usual: str


class SettingsFile(Entry, frozen=True):
    """A family's settings."""

    setting: tuple[Setting, ...]


def check_settings(name: str, settings: tuple[Setting, ...], traits: Mapping[str, str]) -> None:
    """Raise CatalogError for duplicate or misspelt names and values, or a default that is not a
    value.
    """
    names = [setting.name for setting in settings]
    if len(set(names)) != len(names):
        raise CatalogError(f"{name}: a setting stands twice")
    for setting in settings:
        place = f"{name}: {setting.name}"
        check_traits(place, setting.needs + setting.unless, traits)
        for word in (setting.name, *setting.values):
            if not re.fullmatch(r"[a-z]+", word):
                raise CatalogError(
                    f"{place}: a setting and its values are words of small letters, not {word!r}"
                )
        if len(set(setting.values)) != len(setting.values) or setting.usual not in setting.values:
            raise CatalogError(
                f"{place}: its values are all different, and the usual one is among them"
            )
