"""What is set for players beside the rules: what a family may say, what may be asked for, what
is refused.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from carnage.catalog import CatalogError, load_book
from carnage.cli.command_line import main
from carnage.rulesets.settings import SettingError, resolve_settings
from tests.support.rulesets import rolled, ruleset

FILE = "battle/settings.toml"
OURS = """
[[setting]]
name = "hands"
label = "Hands"
about = "how deft they are"
values = ["left", "right"]
usual = "right"
"""


def test_resolve_settings_without_values_uses_defaults() -> None:
    assert resolve_settings(ruleset()) == {"hands": ("average", "average")}
    assert resolve_settings(ruleset(), {"hands": ("steady", "clumsy")}) == {
        "hands": ("steady", "clumsy")
    }
    assert resolve_settings(ruleset(), {"hands": ("steady",)}) == {"hands": ("steady", "steady")}
    assert resolve_settings(rolled("duel")) == {}


@pytest.mark.parametrize("hands", [(), ("deft",), ("steady", "steady", "steady"), ("steady", "")])
def test_resolve_settings_unknown_value_lists_valid_ones(
    hands: tuple[str, ...],
) -> None:
    with pytest.raises(SettingError, match="clumsy, average, steady: one for each of 2 players"):
        resolve_settings(ruleset(), {"hands": hands})


def test_resolve_settings_unknown_setting_is_refused() -> None:
    with pytest.raises(SettingError, match="in the book Duel asks how deft the players are"):
        resolve_settings(rolled("duel"), {"hands": ("average",)})
    with pytest.raises(SettingError, match="in the book Classic asks for boots"):
        resolve_settings(ruleset(), {"boots": ("muddy",)})


def test_simulate_has_option_for_dexterity() -> None:
    shown = CliRunner().invoke(main, ["simulate", "--help"]).stdout
    assert "--dexterity" in shown
    assert "[default: average]" in shown


def test_settings_of_book_come_from_file(tables: Path) -> None:
    (tables / FILE).write_text(OURS, encoding="utf-8")
    (setting,) = load_book(tables, "classic").settings
    assert (setting.name, setting.values, setting.usual) == ("hands", ("left", "right"), "right")
    (tables / FILE).unlink()
    assert load_book(tables, "classic").settings == ()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (OURS, OURS + OURS, "stands twice"),
        ('"hands"', '"Hands"', "small letters"),
        ('"left", ', '"left hand", ', "small letters"),
        ('usual = "right"', 'usual = "both"', "usual one is among them"),
        ('"left", ', '"right", ', "all different"),
        ('usual = "right"', 'usual = "right"\nneeds = ["gloves"]', "unknown traits"),
        ('label = "Hands"', "", "label"),
    ],
)
def test_load_book_bad_settings_name_their_place(
    tables: Path, old: str, new: str, complaint: str
) -> None:
    assert old in OURS
    (tables / FILE).write_text(OURS.replace(old, new), encoding="utf-8")
    with pytest.raises(CatalogError, match=complaint) as caught:
        load_book(tables, "classic")
    assert "tables/battle/settings.toml" in str(caught.value)
