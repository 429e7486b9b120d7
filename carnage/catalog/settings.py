"""Settings: what a family lets be set for each player of a game beside its rules, in `settings.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from carnage.catalog.toml import CatalogError, Entry
from carnage.catalog.traits import Conditional, check_traits


class Setting(Conditional, frozen=True):
    """One thing that is set for each player; it matters only in games with what it needs.

    `name` is its option on the command line and its key in JSON, `label` what it is called on a page and
    `about` what it says, as the end of a sentence. `values` are those that there are, `usual` the one where
    nothing is said.
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
    """Refuse settings that nobody could ask for."""
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
            raise CatalogError(f"{place}: its values are all different, and the usual one is among them")
