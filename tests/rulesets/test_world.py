"""The world of a game: which setting and scenario it has, and the sentences in it."""

from __future__ import annotations

import random
import re
from dataclasses import fields

import pytest

from carnage import catalog
from carnage.catalog import Book, worlds
from carnage.catalog.world_schema import BattleSetting
from carnage.catalog.world_text import MAX_SENTENCE_WORDS, split_sentences
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.rulesets.world import World, WorldError, find_world, list_names
from carnage.seeds import Seed
from tests.support.rulesets import game_at

GHOSTLY_WATCH = game_at("skirmish/539047053058612066583973303")
CLASSIC = game_at("classic/678214235112018")


def roll(book: Book, number: int, seed: int) -> list[Ruleset]:
    """Return random games of a book, the same for the same seed."""
    dice = random.Random(seed)
    return [
        resolve(book, Seed("".join(dice.choices("0123456789", k=book.length))))
        for _ in range(number)
    ]


def list_sentences(world: World) -> list[str]:
    """Return all texts of a world that are sentences."""
    texts = [world.hook, world.situation, world.noun]
    if world.battle:
        battle = world.battle
        texts += [battle.tonight, battle.sides, battle.goal, battle.prize]
        texts += [battle.ground, battle.twist]
    return [text for text in texts if text]


def test_find_world_of_the_model_page() -> None:
    world = find_world(GHOSTLY_WATCH, "smugglers")
    assert world
    assert world.situation == (
        "Once a month the sluices open and the canal runs dry. For one night the moorings can "
        "be had by anybody with boots. The Lamplight Crew came early. The Toll House came armed."
    )
    battle = world.battle
    assert battle
    assert battle.scenario.name == "The Crossing"
    assert battle.tonight == (
        "There is one easy way over, the Footbridge, and everybody can see who is on it."
    )
    assert battle.sides == "Agree which of you leads which side."
    assert battle.prize == (
        "Hold more of the three Moorings than the other side does, round after round."
    )


def test_find_world_has_the_setting_of_the_noun() -> None:
    world = find_world(GHOSTLY_WATCH)
    assert GHOSTLY_WATCH.name == "Ghostly Watch"
    assert world
    assert world.setting.id == worlds.noun_owners("battle")["Watch"]
    assert world.noun == world.setting.nouns["Watch"]


def test_find_world_of_a_game_with_a_given_name_leaves_out_the_noun() -> None:
    named = resolve(GHOSTLY_WATCH.book, GHOSTLY_WATCH.seed, "Tea for Twelve")
    world = find_world(named)
    assert world
    assert world.setting.id == worlds.noun_owners("battle")["Watch"]
    assert world.noun == ""


def test_find_world_none_is_the_plain_book() -> None:
    assert find_world(GHOSTLY_WATCH, "none") is None


def test_find_world_classic_is_plain_unless_a_setting_is_given() -> None:
    assert find_world(CLASSIC) is None
    world = find_world(CLASSIC, "toy-box")
    assert world
    assert world.battle
    assert world.battle.scenario.name in ("Face to Face", "Three Errands", "Standing Room Only")


def test_find_world_published_system_is_plain_unless_a_setting_is_given() -> None:
    games = [each.ruleset for each in list_presets() if each.ruleset.book.code == "skirmish"]
    assert games
    for game in games:
        assert find_world(game) is None
        assert find_world(game, "library")


def test_find_world_unknown_setting_lists_the_known_ones() -> None:
    with pytest.raises(WorldError, match=r"no setting 'atlantis'; it has .*smugglers.*, none\."):
        find_world(GHOSTLY_WATCH, "atlantis")


def test_find_world_of_a_game_about_losses_says_who_gets_the_prize() -> None:
    games = roll(catalog.book("skirmish"), 50, seed=3)
    fights = [each for each in games if each.has("kill-points")]
    assert fights
    for game in fights:
        world = find_world(game)
        assert world
        assert world.battle
        prize = re.sub("^an? ", "the ", world.battle.stake)
        assert world.battle.prize.endswith(f"gets {prize}.")


def test_find_world_twist_without_use_counts_as_none() -> None:
    games = roll(catalog.book("skirmish"), 2000, seed=4)
    table = catalog.book("skirmish").table("twist")
    unused = [each for each in games if not each.uses(table, each.choice("twist").option)]
    assert unused
    for game in unused:
        world = find_world(game)
        assert world
        assert world.battle
        assert world.battle.scenario.twist in ((), ("none",))


def test_find_world_of_1000_skirmishes_has_a_setting_and_a_scenario() -> None:
    seen = set()
    for game in roll(catalog.book("skirmish"), 1000, seed=1):
        world = find_world(game)
        assert world
        assert world.battle
        assert world.battle.scenario != worlds.scenarios().fallback
        assert world.noun
        seen.add((world.setting.id, world.battle.scenario.id))
    assert len({setting for setting, _ in seen}) == len(worlds.setting_ids("battle"))
    assert len({scenario for _, scenario in seen}) == len(worlds.scenarios().scenario)


@pytest.mark.parametrize("book", ["skirmish", "duel", "gamble"])
def test_find_world_sentences_are_filled_and_short(book: str) -> None:
    for game in roll(catalog.book(book), 300, seed=2):
        world = find_world(game)
        assert world
        for text in list_sentences(world):
            assert not re.search(r"[{}]", text), text
            for sentence in split_sentences(text):
                assert len(sentence.split()) <= MAX_SENTENCE_WORDS, sentence
                assert not sentence[0].islower(), sentence


@pytest.mark.parametrize("book", ["skirmish", "duel", "gamble"])
def test_find_world_every_noun_has_a_setting_with_a_sentence(book: str) -> None:
    family = catalog.book(book).family
    owners = worlds.noun_owners(family)
    assert set(owners) == set(catalog.book(book).names.second)
    assert all(noun in worlds.setting(family, id).nouns for noun, id in owners.items())


def test_list_names_of_skirmish_has_every_figure_and_weapon() -> None:
    setting = worlds.setting("battle", "smugglers")
    names = list_names(setting, catalog.book("skirmish"))
    roster = catalog.book("skirmish").roster
    assert set(names) == {each.code for each in (*roster.figure, *roster.weapon)}
    assert names["boss"].singular == "Skipper"


def test_list_names_of_classic_are_those_of_like_figures() -> None:
    setting = worlds.setting("battle", "smugglers")
    assert isinstance(setting, BattleSetting)
    names = list_names(setting, catalog.book("classic"))
    assert names["captain"] == setting.figures["boss"]
    assert names["brawler"] == setting.figures["bruiser"]
    assert names["grenade"] == setting.tokens["dynamite"]
    assert "machine-gun" not in names


def test_world_is_a_plain_value() -> None:
    assert find_world(GHOSTLY_WATCH) == find_world(GHOSTLY_WATCH)
    assert {field.name for field in fields(World)} == {
        "setting",
        "hook",
        "situation",
        "noun",
        "battle",
    }
