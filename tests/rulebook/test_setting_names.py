"""Whole rulebooks with the names of a setting have no old label and no wrong article."""

from __future__ import annotations

import random
import re

import pytest

import carnage
from carnage import catalog
from carnage.catalog import worlds
from carnage.catalog.world_schema import BattleSetting
from carnage.catalog.world_text import find_book_faults
from carnage.common.text_format import plural
from carnage.rulebook import build_rulebook, name_patterns
from carnage.rulesets.ruleset import resolve
from carnage.rulesets.world import find_world, list_names
from carnage.seeds import Seed
from tests.support.rulesets import rolled

SKIRMISH = catalog.book("skirmish")


def find_faults(setting_id: str, seeds: int) -> list[str]:
    """Return the faults of the rulebooks of random games under a setting."""
    setting = worlds.setting("battle", setting_id)
    assert isinstance(setting, BattleSetting)
    names = {code: label.singular for code, label in list_names(setting, SKIRMISH).items()}
    # A name that is one of the book's labels for the same thing is no old label.
    old = set()
    for entry in (*SKIRMISH.roster.figure, *SKIRMISH.roster.weapon):
        old |= {entry.label, plural(entry.label)}
    old -= {"Hand", "Hands"}  # Hand Signs keep their words
    old |= {"Side 1", "Side 2", "Broken wall", "Rock face", "Bramble patch", "Rubble heap"}
    old |= {"Building", "Buildings", "Thicket", "Thickets", "Hedge", "Hedges", "Pond", "Ponds"}
    old |= {"dollars"}
    new = {word for name in names.values() for word in (name, *name.split(), plural(name))}
    new |= {
        word
        for label in setting.terrain.values()
        for name in (label.singular, label.plural)
        for word in name.split()
    }
    dice = random.Random(setting_id)
    faults = []
    for _ in range(seeds):
        seed = Seed("".join(dice.choices("0123456789", k=SKIRMISH.length)))
        game = resolve(SKIRMISH, seed)
        text = build_rulebook(game, (), find_world(game, setting_id)).markdown()
        text = text.partition("## Credits")[0].replace(game.name, "")
        faults += [f"{seed}: {each}" for each in find_book_faults(text, old - new, names)]
    return faults


@pytest.mark.parametrize("setting_id", worlds.setting_ids("battle"))
def test_rulebooks_with_the_names_of_a_setting(setting_id: str) -> None:
    assert find_faults(setting_id, seeds=4) == []


def test_sentence_about_hand_signs_keeps_its_words() -> None:
    game = rolled(book="skirmish", fighting="hand-signs", forces="mirrored")
    text = build_rulebook(game, (), find_world(game, "tea-house")).markdown()
    assert text.count("Hand signs are fan language") == 2


@pytest.mark.soak
@pytest.mark.parametrize("setting_id", worlds.setting_ids("battle"))
def test_100_rulebooks_with_the_names_of_a_setting(setting_id: str) -> None:
    assert find_faults(setting_id, seeds=100) == []


@pytest.mark.parametrize("setting_id", [*worlds.setting_ids("battle"), "none"])
def test_simulated_results_are_those_of_the_plain_address(setting_id: str) -> None:
    path = "skirmish/419001008541567882660305207"
    plain = carnage.simulate(path, games=20).json()
    named = carnage.simulate(f"{path}?setting={setting_id}", games=20).json()
    for told in (plain, named):
        del told["seconds"], told["games_per_second"]
    assert named == plain


def test_no_label_in_html_follows_a_sign_that_stands_before_words_in_tags() -> None:
    pattern = name_patterns.get_patterns(SKIRMISH).html
    separators = name_patterns._SEPARATOR_IN_HTML, name_patterns._SEPARATOR
    thorough = re.compile(pattern.pattern.replace(*separators))
    for number in range(20):
        game = resolve(SKIRMISH, Seed.from_text(f"labels {number}", SKIRMISH.length))
        page = build_rulebook(game).html(css="")
        found = [label[2] for label in pattern.finditer(page)]
        assert found == [label[2] for label in thorough.finditer(page)]
