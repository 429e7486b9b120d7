"""What is set for each player of a game beside its rules, as far as its family has settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from carnage import catalog
from carnage.ruleset import Ruleset

Settings = Mapping[str, tuple[str, ...]]
"""For each setting's name a value for every player."""

USUAL: Settings = MappingProxyType({})


class SettingError(ValueError):
    """A setting that there is not, or a value that it has not; the message says what there is."""


def settled(ruleset: Ruleset, given: Mapping[str, Sequence[str]] = USUAL) -> Settings:
    """Every setting of this game for every player: as given, the last value for the players that are left,
    and as usual where nothing is given. Raises SettingError."""
    own = {setting.name: setting for setting in ruleset.book.settings}
    for name in given:
        if name not in own:
            about = {setting.name: setting.about for setting in catalog.settings()}.get(name, f"for {name}")
            raise SettingError(f"Nothing in the book {ruleset.book.title} asks {about}.")
    players, values = ruleset.players, {}
    for setting in own.values():
        named = tuple(given.get(setting.name, (setting.usual,)))
        if not 1 <= len(named) <= players or not set(named) <= set(setting.values):
            raise SettingError(
                f"{setting.label} are {', '.join(setting.values)}: one for each of {players} players, with "
                f"commas between them, such as {setting.values[-1]},{setting.values[0]}; the last one counts "
                "for the players that are left."
            )
        values[setting.name] = named + named[-1:] * (players - len(named))
    return values
