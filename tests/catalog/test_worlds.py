"""Settings, scenarios, reasons and lines load; the checks refuse bad ones, with file and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from carnage import catalog
from carnage.catalog import CatalogError, worlds
from carnage.catalog.world_text import (
    begins_with_vowel_sound,
    find_article_faults,
    find_book_faults,
)
from carnage.catalog.world_validation import check_worlds, write_nouns
from tests.support.edits import Edit

SMUGGLERS = "worlds/battle/smugglers.toml"
SCENARIOS = "worlds/scenarios.toml"
REASONS = "worlds/reasons.toml"
LINES = "worlds/lines.toml"
ODD_RULES = "worlds/odd-rules.toml"
TERMS = "worlds/terms.toml"
LAST_POST = "worlds/duel/last-post.toml"
CROOKED_LAMP = "worlds/gamble/crooked-lamp.toml"

# The kind of fault: the file, an old text, the new one, and two parts of the message.
BAD = {
    # 1. Coverage.
    "a figure is missing": (
        SMUGGLERS,
        'kid = ["Mudlark", "Mudlarks", "Small, quick, and already holding your purse."]\n',
        "",
        "figures: kid",
        "missing",
    ),
    "a weapon that no table has": (
        SMUGGLERS,
        "\n[terrain]",
        'whip = ["Whip", "Whips"]\n\n[terrain]',
        "weapons",
        "no table has whip",
    ),
    "a note is missing": (
        SMUGGLERS,
        ', "Sees a lantern at two miles and a bribe at three."',
        "",
        "figures.deadeye",
        "description",
    ),
    # 2. Owners.
    "a noun that no game has": (SMUGGLERS, "Parley = ", "Parleys = ", "nouns.Parleys", "no game"),
    "a noun with two owners": (
        SMUGGLERS,
        "[nouns]",
        '[nouns]\nVault = "The Vault is under the quay."',
        "nouns.Vault",
        "belongs to",
    ),
    "a noun without a setting": (SMUGGLERS, "Parley = ", "# Parley = ", "worlds/battle", "Parley"),
    # 3. Unique.
    "a label that stands twice": (
        SMUGGLERS,
        '"Docker", "Dockers"',
        '"Porter", "Porters"',
        "figures.brawler",
        "also the name of figures.bruiser",
    ),
    "a label that means something else": (
        SMUGGLERS,
        '"Porter", "Porters"',
        '"Hand", "Hands"',
        "figures.bruiser",
        "what the book calls hand",
    ),
    "a side with a weapon in its name": (
        SMUGGLERS,
        'name = "Toll House"',
        'name = "Toll Club"',
        "side-2",
        "'club' is a label of the book",
    ),
    "a sentence with a label that is replaced": (
        SMUGGLERS,
        "a warehouse for each side, timber",
        "a building for each side, timber",
        "ground.scattered.text",
        "'building' is a label of the book",
    ),
    # 4. Terms.
    "a label that is a term": (
        SMUGGLERS,
        '"Fog Signal", "Fog Signals"',
        '"Tower", "Towers"',
        "tokens.dynamite",
        "a term",
    ),
    "a label that is a talent": (
        SMUGGLERS,
        '"Porter", "Porters"',
        '"Bully", "Bullies"',
        "figures.bruiser",
        "a term",
    ),
    # 5. Articles.
    "a label with a vowel": (
        SMUGGLERS,
        '"Boathook", "Boathooks"',
        '"Oar", "Oars"',
        "weapons.sabre",
        "vowel",
    ),
    "a wrong article": (
        SMUGGLERS,
        "a nip from the flask",
        "an nip from the flask",
        "gloss.swig",
        "wrong article",
    ),
    # 6. Plurals.
    "a plural that the book does not make": (
        SMUGGLERS,
        '"Net Cutter", "Net Cutters"',
        '"Net Knife", "Net Knives"',
        "weapons.knife",
        "'Net Knifes'",
    ),
    # 7. Capitals.
    "a label with small letters": (
        SMUGGLERS,
        '"Duck Gun", "Duck Guns"',
        '"Duck gun", "Duck guns"',
        "weapons.scattergun",
        "with capitals",
    ),
    "a label with an apostrophe": (
        SMUGGLERS,
        '"Pilot", "Pilots"',
        '"Ship\'s Pilot", "Ship\'s Pilots"',
        "figures.gunslinger",
        "letters, spaces and hyphens",
    ),
    "a stake with a capital": (
        SMUGGLERS,
        '"the tea in the mud"',
        '"The tea in the mud"',
        "objectives.positional-objectives.stake",
        "small letter",
    ),
    # 8. Sides.
    "a side in the plural": (
        SMUGGLERS,
        'name = "Toll House"',
        'name = "Toll Keepers"',
        "side-2",
        "singular",
    ),
    "a side with an article": (
        SMUGGLERS,
        'name = "Toll House"',
        'name = "The Toll House"',
        "side-2",
        "no article",
    ),
    # 9. Length.
    "a name too long for a card": (
        SMUGGLERS,
        '"Harpoon Gun", "Harpoon Guns"',
        '"Harpoon Launching Gun", "Harpoon Launching Guns"',
        "weapons.long-rifle",
        "at most 16",
    ),
    "a sentence too long when it is filled": (
        SMUGGLERS,
        "For one night {stake} can be had by anybody with boots.",
        "For one night every month {stake} can be had by anybody at all who is willing to get two "
        "good boots wet.",
        "situation",
        "words in a sentence",
    ),
    "a scenario too long when it is filled": (
        SCENARIOS,
        "One side got into {middle} first, in",
        "One side got into {middle} first, before anybody else had so much as put on a coat, in",
        "the-last-cart, in ",
        "words in a sentence",
    ),
    # 10. Slots.
    "an unknown slot": (SMUGGLERS, "{stake} can", "{loot} can", "situation", "unknown slot {loot}"),
    "a slot that is never used": (
        SMUGGLERS,
        "{the_side_2} came armed.",
        "The others came armed.",
        "situation",
        "{the_side_2} is never used",
    ),
    "a stake that needs a verb in the singular": (
        SCENARIOS,
        "Both sides came for {stake}, and neither will say please.",
        "Tonight, {stake} is here, and neither will say please.",
        "a-difference-of-opinion",
        "not before 'is'",
    ),
    # 11. Sentences.
    "a sentence without a full stop": (
        SMUGGLERS,
        "and already holding your purse.",
        "and already holding your purse",
        "figures.kid",
        "no full stop",
    ),
    "a gloss without its term": (
        SMUGGLERS,
        "A Swig is a nip",
        "A drink is a nip",
        "gloss.swig",
        "does not say 'Swig'",
    ),
    "a noun sentence without its noun": (
        SMUGGLERS,
        "The Ford is ankle-deep",
        "The shallows are ankle-deep",
        "nouns.Ford",
        "does not say 'Ford'",
    ),
    # 12. Taste.
    "a word that is not for all ages": (
        SMUGGLERS,
        "a flare, and it fizzes",
        "a flare, it kills, and it fizzes",
        "gloss.bullet",
        "'kills'",
    ),
    # Duels and gambles.
    "tanks that a duel's setting does not name": (
        LAST_POST,
        "brittle = ",
        "brittel = ",
        "tanks: brittle",
        "missing",
    ),
    "a ship that gives no reason of its own": (
        LAST_POST,
        "The First Class has never",
        "It has never",
        "side-1",
        "whose reason",
    ),
    "a pot that a gamble's setting does not name": (
        CROOKED_LAMP,
        "two-shares = ",
        "three-shares = ",
        "pot_of",
        "two-shares missing",
    ),
    "a Host who is never named": (
        CROOKED_LAMP,
        "{The_Host} keeps",
        "Somebody keeps",
        "situation",
        "{The_Host} is never used",
    ),
    "a pot that does not say what becomes of the lowest score": (
        CROOKED_LAMP,
        "and the lowest score cooks them",
        "and somebody cooks them",
        "pot_of.in-proportion",
        "the lowest score",
    ),
    # What settings share.
    "a scenario for an option that is not there": (
        SCENARIOS,
        'terrain = ["river"]',
        'terrain = ["swamp"]',
        "the-crossing",
        "terrain has no option swamp",
    ),
    "a reason for an option that is not there": (
        REASONS,
        'option = "any-model"',
        'option = "any-block"',
        "any-block",
        "no such option",
    ),
    "a reason with a gloss that is not there": (
        REASONS,
        'gloss = "gloss.bell"',
        'gloss = "gloss.gong"',
        "the-bell",
        "has no gloss.gong",
    ),
    "a line that uses a number of another option": (
        LINES,
        "after round {{ rounds }}",
        "after round {{ laps }}",
        "game-length.fixed-round-limit",
        "laps",
    ),
    "a line for an option that is not there": (
        LINES,
        "saved-activations = ",
        "spent-activations = ",
        "activation-order",
        "saved-activations",
    ),
    "an odd rule for an option that is not there": (
        ODD_RULES,
        "any-model = ",
        "any-block = ",
        "battle.activation-order.any-block",
        "no such option",
    ),
    "an odd rule that uses a number of another option": (
        ODD_RULES,
        "{{ calls|ordinal }}",
        "{{ bells|ordinal }}",
        "battle.activation-order.bag-draw",
        "bells",
    ),
    "an odd rule without a place in the order": (
        ODD_RULES,
        '"edges.wrap-around", ',
        "",
        "duel.edges.wrap-around",
        "no place in the order",
    ),
    "a place in the order of odd rules without a rule": (
        ODD_RULES,
        '"sets.squares", ',
        '"sets.squares", "sets.cubes", ',
        "gamble: order",
        "sets.cubes has no sentence",
    ),
    "a term that is not there": (
        TERMS,
        'term = "Swig"',
        'term = "Sip"',
        "battle.gloss.swig",
        "no such term",
    ),
}


def test_check_worlds_of_this_package_finds_no_fault() -> None:
    check_worlds(catalog.TABLES)


def can_be_together(one: str, other: str) -> bool:
    """Return whether the edits of two faults touch different texts, and name different fields."""
    file, old, new, place, _ = BAD[one]
    other_file, other_old, other_new, other_place, _ = BAD[other]
    if file != other_file:
        return True
    texts = f"{old}\n{new}", f"{other_old}\n{other_new}"
    return place != other_place and other_old not in texts[0] and old not in texts[1]


def group_faults() -> list[list[str]]:
    """Return the names of all faults in groups that a copy of the tables can have at once."""
    groups: list[list[str]] = []
    for name in BAD:
        for group in groups:
            if all(can_be_together(name, each) for each in group):
                group.append(name)
                break
        else:
            groups.append([name])
    return groups


@pytest.mark.parametrize("names", group_faults(), ids=lambda names: names[0])
def test_check_worlds_bad_data_is_refused_with_its_place(names: list[str], edit: Edit) -> None:
    for name in names:
        file, old, new, _, _ = BAD[name]
        root = edit(file, old, new)
    with pytest.raises(CatalogError) as refused:
        check_worlds(root)
    lines = str(refused.value).splitlines()
    for name in names:
        _, _, _, place, message = BAD[name]
        assert any(place in line and message in line for line in lines), (name, lines)


def test_check_worlds_two_faults_are_reported_at_once(edit: Edit) -> None:
    edit(SMUGGLERS, 'title = "Low Water"', f'title = "{"Low " * 8}Water"')
    root = edit(SMUGGLERS, "a nip from the flask", "an nip from the flask")
    with pytest.raises(CatalogError) as refused:
        check_worlds(root)
    assert len(str(refused.value).splitlines()) == 2


def test_read_setting_without_a_field_names_file_and_field(edit: Edit) -> None:
    root = edit(SMUGGLERS, "hook = ", "# hook = ")
    with pytest.raises(CatalogError, match=r"tables/worlds/battle/smugglers\.toml: .*`hook`"):
        worlds.read_setting(root, "battle", "smugglers")


def test_setting_unknown_id_raises_key_error() -> None:
    with pytest.raises(KeyError):
        worlds.setting("battle", "atlantis")


def test_setting_ids_of_a_family_without_settings_is_empty() -> None:
    assert worlds.setting_ids("nim") == ()


def test_write_nouns_writes_the_recorded_file(tables: Path) -> None:
    recorded = (tables / worlds.NOUNS_FILE).read_bytes()
    (tables / worlds.NOUNS_FILE).write_text("", encoding="utf-8")
    write_nouns(tables)
    assert (tables / worlds.NOUNS_FILE).read_bytes() == recorded


@pytest.mark.parametrize(
    ("word", "vowel"),
    [("oar", True), ("unit", False), ("one", False), ("hour", True), ("umbrella", True)],
)
def test_begins_with_vowel_sound(word: str, vowel: bool) -> None:
    assert begins_with_vowel_sound(word) is vowel


def test_find_article_faults_reports_each_wrong_article() -> None:
    text = "A oar, an hour, a unit and an **duck**. A D6 is right."
    assert list(find_article_faults(text)) == [
        "wrong article in 'A oar'",
        "wrong article in 'an **duck'",
    ]


# 13. Whole books. tests/rulebook/test_setting_names.py reads real ones.
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("A Boss has a six-gun.", "old label 'Boss'"),
        ("The Skipper has a oar.", "wrong article in 'a oar'"),
        ("The Skipper wants {stake}.", "unfilled slot '{stake}'"),
    ],
)
def test_find_book_faults_of_a_bad_text(text: str, fault: str) -> None:
    assert find_book_faults(text, {"Boss", "Bosses"}, {"boss": "Skipper"}) == [fault]


def test_find_book_faults_of_a_name_wider_than_its_card() -> None:
    faults = find_book_faults("", set(), {"boss": "Skipper of the Whole Quay"})
    assert faults == ["boss: 'Skipper of the Whole Quay' is wider than its card"]
