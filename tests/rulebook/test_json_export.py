"""The machine-readable form, which other programs rely on."""

from __future__ import annotations

import json

from carnage.rulebook import build_rulebook
from carnage.rulesets.forces import list_stats
from carnage.rulesets.presets import list_presets
from carnage.rulesets.world import find_world
from tests.support.rulesets import PUBLISHED, classic, every_digit, rolled, ruleset


def test_json_of_published_game_has_all_keys() -> None:
    data = build_rulebook(ruleset()).json()
    keys = ["book", "edition", "seed", "name", "url", "house_rules", "world", "time"]
    keys += ["choices", "traits", "forces", "credits"]
    assert list(data) == [*keys, "ours"]
    assert list(build_rulebook(rolled(units="squads")).json()) == keys
    assert data["book"] == "classic"
    assert data["edition"] == 1
    assert data["seed"] == PUBLISHED
    assert data["name"] == "Ruinous Throne"
    assert data["url"] == f"/classic/{PUBLISHED}"
    assert data["choices"][0] == {
        "table": "golden-rule",
        "title": "Golden Rule",
        "digits": "2",
        "roll": 2,
        "option": "bias-to-realism",
        "label": "Bias to realism",
        "params": {},
    }
    deployment = next(choice for choice in data["choices"] if choice["table"] == "deployment")
    assert deployment["params"] == {"table_feet": 4, "deploy_inches": 8}
    assert [choice["table"] for choice in data["choices"]] == [
        table.id for table in classic().rolled
    ]


def test_json_round_trips() -> None:
    for game in every_digit():
        data = build_rulebook(game).json()
        assert json.loads(json.dumps(data)) == data
        assert data["traits"] == sorted(game.traits)
        assert "".join(choice["digits"] for choice in data["choices"]) == data["seed"]


def test_json_of_preset_lists_deviations() -> None:
    for preset in list_presets():
        assert "as published, but for what follows" in build_rulebook(preset.ruleset).json()["ours"]


def test_json_forces_list_units_with_stats() -> None:
    for game in every_digit():
        first, second = build_rulebook(game).json()["forces"]
        assert (first["side"], second["side"]) == (1, 2)
        assert first["units"] == second["units"]
        assert first["points"] == 100
        assert sum(unit["count"] * unit["points"] for unit in first["units"]) == 100
        keys = ["code", "label", "count", "points", "stats", "weapons"]
        keys += ["squad"] if game.has("squads") else []
        codes = [stat.code for stat in list_stats(game)]
        for unit in first["units"]:
            assert list(unit) == keys
            assert list(unit["stats"]) == codes
            assert unit["weapons"]


def test_json_squads_have_names() -> None:
    units = build_rulebook(rolled(units="squads")).json()["forces"][0]["units"]
    assert [(unit["squad"], unit["label"], unit["count"]) for unit in units][:4] == [
        ("Command Squad", "Captain", 1),
        ("Command Squad", "Medic", 1),
        ("Command Squad", "Grenadier", 1),
        ("Fire Team", "Gunner", 1),
    ]
    assert ("Fire Team", "Trooper", 2) in [
        (unit["squad"], unit["label"], unit["count"]) for unit in units
    ]


def test_json_labels_stay_and_names_of_the_setting_stand_beside_them() -> None:
    game = rolled(book="skirmish", forces="price-list")
    plain = build_rulebook(game).json()["forces"][0]["pick"]
    own = (("brawler", "Grub"),)
    world = find_world(game, "smugglers")
    told = build_rulebook(game, own, world).json()["forces"][0]["pick"]
    assert [each["label"] for each in told[1:]] == [each["label"] for each in plain[1:]]
    assert (told[0]["label"], told[0].get("world_name")) == ("Grub", None)
    assert told[1]["world_name"] == "Netmender"
    assert not [each for each in plain if "world_name" in each]
