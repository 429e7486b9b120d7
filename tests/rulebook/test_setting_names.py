"""Whole rulebooks with the names of a setting have no old label and no wrong article."""

from __future__ import annotations

import random

import pytest

from carnage import catalog
from carnage.catalog import worlds
from carnage.catalog.world_schema import BattleSetting
from carnage.catalog.world_text import find_book_faults
from carnage.common.text_format import plural
from carnage.rulebook import build_rulebook
from carnage.rulesets.ruleset import resolve
from carnage.rulesets.world import list_names
from carnage.seeds import Seed

SKIRMISH = catalog.book("skirmish")


def find_faults(setting_id: str, seeds: int) -> list[str]:
    """Return the faults of the rulebooks of random games under a setting."""
    setting = worlds.setting("battle", setting_id)
    assert isinstance(setting, BattleSetting)
    names = {code: label.singular for code, label in list_names(setting, SKIRMISH).items()}
    own = (*[(side.code, side.name) for side in setting.side], *names.items())
    # A name that is one of the book's labels for the same thing is no old label.
    old = set()
    for entry in (*SKIRMISH.roster.figure, *SKIRMISH.roster.weapon):
        old |= {entry.label, plural(entry.label)}
    old -= {"Hand", "Hands"}  # Hand Signs keep their words
    new = {word for name in names.values() for word in (name, *name.split(), plural(name))}
    dice = random.Random(setting_id)
    faults = []
    for _ in range(seeds):
        seed = Seed("".join(dice.choices("0123456789", k=SKIRMISH.length)))
        text = build_rulebook(resolve(SKIRMISH, seed), own).markdown()
        text = text.replace(resolve(SKIRMISH, seed).name, "")
        faults += [f"{seed}: {each}" for each in find_book_faults(text, old - new, names)]
    return faults


@pytest.mark.parametrize("setting_id", worlds.setting_ids("battle"))
def test_rulebooks_with_the_names_of_a_setting(setting_id: str) -> None:
    assert find_faults(setting_id, seeds=4) == []


@pytest.mark.soak
@pytest.mark.parametrize("setting_id", worlds.setting_ids("battle"))
def test_100_rulebooks_with_the_names_of_a_setting(setting_id: str) -> None:
    assert find_faults(setting_id, seeds=100) == []
