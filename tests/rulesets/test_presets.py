"""Presets: each is a game of its book with the options that it says; what is wrong in their file
is named.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from carnage import catalog
from carnage.catalog import CatalogError
from carnage.cli.command_line import main
from carnage.rulebook import build_rulebook
from carnage.rulesets.presets import Preset, list_presets, load_presets
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.home.presets import describe_preset
from tests.support.rulebooks import part_text
from tests.support.rulesets import PUBLISHED
from tests.support.web import client, soup

EVERY = pytest.mark.parametrize("preset", list_presets(), ids=lambda preset: preset.code)


def test_presets_are_published_systems() -> None:
    systems = ["riot-dice", "fistful-of-dice", "rule-of-carnage", "6d6", "heroes-dice"]
    assert [preset.code for preset in list_presets()] == systems
    toolkit = list_presets()[2].ruleset
    assert (toolkit.path, toolkit.name) == (f"/classic/{PUBLISHED}", "Ruinous Throne")
    assert list_presets()[0].ruleset.name == "Riot Dice"


@EVERY
def test_preset_is_lowest_seed_with_its_options(preset: Preset) -> None:
    rules = preset.ruleset
    wanted = next(entry for entry in _entries() if entry["code"] == preset.code)
    fixed = wanted.get("digits", {})
    for choice in rules.choices:
        assert choice.option.code == wanted["options"][choice.table.id]
        lowest = str(choice.table.results(choice.option.code)[0]).zfill(choice.table.digits)
        assert choice.digits == fixed.get(choice.table.id, lowest)


@EVERY
def test_preset_uses_options_of_its_source(preset: Preset) -> None:
    """Where a table has a used option of this source, the preset takes it."""
    own = next(code for code, source in catalog.sources().items() if source == preset.source)
    assert preset.source.credit in {source.credit for source in _credited(preset)}
    used = [c for c in preset.ruleset.choices if preset.ruleset.uses(c.table, c.option)]
    mine = [choice.table.id for choice in used if choice.option.source == own]
    assert len(mine) >= 4, "a system of which hardly anything is here"


def test_riot_dice_preset_has_all_its_options() -> None:
    """The preset takes Riot Dice's option from each table except for its variants and moods."""
    rules = list_presets()[0].ruleset
    theirs = {
        table.id
        for table in rules.book.rolled
        if any(o.source == "riot-dice" for o in table.options)
    }
    taken = {choice.table.id for choice in rules.choices if choice.option.source == "riot-dice"}
    assert theirs - taken <= {"golden-rule", "twist", "round-structure", "table", "size"}


def _entries() -> list[dict[str, object]]:
    import tomllib

    return tomllib.loads((catalog.TABLES / "presets.toml").read_text(encoding="utf-8"))["preset"]


def _credited(preset: Preset) -> tuple[catalog.Source, ...]:
    from carnage.rulebook.credits import list_game_sources

    return list_game_sources(preset.ruleset)


# -------------------------------------------------------------------------------------------- pages


@EVERY
def test_presets_page_links_rules_playtest_and_tables(preset: Preset) -> None:
    page = soup(client().get("/presets").text)
    section = page.find(id=preset.code)
    assert section.h2.text.startswith(preset.title)
    assert bool(section.select(".draft")) is not preset.ruleset.book.frozen
    (watch,) = section.select(".ways a[rel=nofollow]")
    assert watch["href"] == f"/watch{describe_preset(preset).rules}"
    links = [link["href"] for link in section.select(".ways a:not([rel])")]
    assert len(links) == 3
    for link in links:
        assert client().get(link).status_code == 200, link
    assert soup(client().get(links[0]).text).h1.text == preset.ruleset.name
    dice = section.select(".seed .die")
    assert "".join(die.text for die in dice) == preset.ruleset.seed.digits
    assert preset.source.credit in " ".join(section.text.split())


@EVERY
def test_describe_preset_fills_texts(preset: Preset) -> None:
    shown = describe_preset(preset)
    for text in (shown.intro, shown.ours):
        assert len(text) > 100
        assert not any(mark in text for mark in ("{{", "{%", "None"))


def test_presets_json_lists_seeds_and_credits() -> None:
    response = client().get("/presets.json")
    assert response.content_type == "application/json; charset=utf-8"
    data = json.loads(response.text)
    assert [entry["code"] for entry in data] == [preset.code for preset in list_presets()]
    for entry, preset in zip(data, list_presets(), strict=True):
        assert entry["seed"] == preset.ruleset.seed.digits
        assert preset.source.credit in entry["credits"]


def test_presets_command_lists_presets() -> None:
    result = CliRunner().invoke(main, ["presets"])
    assert result.exit_code == 0
    for preset in list_presets():
        named = f' (--name "{preset.title}")' if preset.ruleset.given_name else ""
        assert f"{preset.code}: {preset.title}, {preset.ruleset.path[1:]}{named}." in result.stdout
    assert "https://planetsmashergames.com/riot-dice" in result.stdout
    told = " ".join(result.stdout.split())
    for preset in list_presets():
        assert " ".join(describe_preset(preset).ours.split()) in told


@EVERY
def test_preset_deviations_are_only_in_its_rulebook(preset: Preset) -> None:
    ours = " ".join(describe_preset(preset).ours.split())
    made = build_rulebook(preset.ruleset)
    assert ours in " ".join(part_text(made, "ours").split())
    assert ours in " ".join(made.markdown().split())
    assert 'id="ours"' in made.html()
    last = preset.ruleset.seed.digits[-1]
    other = resolve(
        preset.ruleset.book, Seed(preset.ruleset.seed.digits[:-1] + str((int(last) + 5) % 10))
    )
    assert "ours" not in {part.id for part in build_rulebook(other).back}


# ----------------------------------------------------------------------------------------- bad data

Edit = Callable[[str, str], Path]


@pytest.fixture
def edit(tmp_path: Path) -> Edit:
    """Change one text of a copy of the presets; gives the folder that holds it."""
    shutil.copy(Path(str(catalog.TABLES)) / "presets.toml", tmp_path)

    def change(old: str, new: str) -> Path:
        path = tmp_path / "presets.toml"
        text = path.read_text(encoding="utf-8")
        assert old in text, f"no {old!r}: mend this test"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return tmp_path

    return change


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('units = "individuals"', 'units = "hordes"', "riot-dice: units: no digit gives 'hordes'"),
        (
            'units = "individuals"',
            'unities = "individuals"',
            "riot-dice: the Skirmish book does not roll on",
        ),
        ('units = "individuals"\n', "", "riot-dice: nothing is said about units"),
        ('size = "8"', 'size = "9"', "riot-dice: size: '9' does not give 'gang'; 7, 8 do"),
        ('book = "skirmish"', 'book = "chess"', "riot-dice: there is no book 'chess'"),
        ('source = "riot-dice"', 'source = "hearsay"', "riot-dice: unknown source 'hearsay'"),
        ('code = "fistful-of-dice"', 'code = "riot-dice"', "a code stands twice"),
        ('title = "Riot Dice"', 'titel = "Riot Dice"', "titel"),
        ("[[preset]]", "[[preset", "presets.toml"),
    ],
)
def test_load_presets_bad_preset_names_its_place(old: str, new: str, says: str, edit: Edit) -> None:
    with pytest.raises(CatalogError) as refused:
        load_presets(edit(old, new))
    assert says in str(refused.value)
    assert str(refused.value).startswith("tables/presets.toml: ")


def test_load_presets_copy_returns_same_games(edit: Edit) -> None:
    games = [preset.ruleset.path for preset in load_presets(edit("# Presets", "# presets"))]
    assert games == [preset.ruleset.path for preset in list_presets()]
