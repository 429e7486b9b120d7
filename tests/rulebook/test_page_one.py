"""Page 1 of a rulebook: its parts and their order, in each form; the words of settings in it."""

from __future__ import annotations

import re

import pytest

from carnage import catalog
from carnage.catalog import worlds
from carnage.catalog.world_text import MAX_SENTENCE_WORDS, split_sentences
from carnage.rulebook import Rulebook, build_rulebook
from carnage.rulebook.aim_part import find_odd_rule
from carnage.rulebook.counters import name_counters
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import resolve
from carnage.rulesets.world import find_world
from tests.support.rulebooks import part_html, part_text
from tests.support.rulesets import BOOKS, game_at, rolled, sample

LAST_DEBT = "skirmish/509297153058612066583963403"
MIDNIGHT_GLORY = "skirmish/642875038817116341155265769"
BURNING_MOON = "duel/6346484850695"


def build(path: str, setting: str = "") -> Rulebook:
    """Return the rulebook of a game in a setting, by default that of its noun."""
    game = game_at(path)
    return build_rulebook(game, (), find_world(game, setting or None))


def list_titles(written: Rulebook) -> list[str]:
    """Return the headings of a rulebook in Markdown, without those of rules."""
    return re.findall(r"^## (.+)$", written.markdown(), flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        (MIDNIGHT_GLORY, "The Patient Kettle"),
        (LAST_DEBT, "Low Water"),
        (BURNING_MOON, "The Last Post"),
    ],
)
def test_page_one_has_the_order_of_the_model(path: str, title: str) -> None:
    titles = list_titles(build(path, "smugglers" if path == LAST_DEBT else ""))
    assert titles[:5] == [title, "Setup", "How You Win", "What You Need", "Time"]


def test_page_one_of_last_debt_is_the_model_page() -> None:
    text = build(LAST_DEBT, "smugglers").markdown()
    expected = (
        "*Skirmish · Low Water*\n\n# Last Debt\n",
        "*A smugglers' brawl for two players, on both banks of the canal*\n",
        "**Everybody in Low Water is asleep, and everybody is out on the quay.**\n",
        "For one night the three moorings can be had on foot. The Lamplight Crew came early.",
        "**This time: The Crossing.** There is one easy way over, the Footbridge, and everybody can "
        "see who is on it. *The Debt is four hundred pounds of tea, with interest.*",
        "- **Toll House.** The Toll House has not been paid since spring",
        "Agree which of you leads the Lamplight Crew and which leads the Toll House. The three "
        "Moorings are objective markers.",
        "Three Moorings (objective markers) lie on the line halfway between the two edges that are "
        "picked",
        "You win on victory points: 1 for each Mooring (objective marker) that you hold as a round "
        "ends. Make fast your rope at the moorings, and keep it there.",
        "your turn lasts until a test fails.",
        "5. The game ends after round 4.",
        "**Unreliable Activation Order.** Every order may be the last one you give this turn",
        "for each player 1 Skipper",
        "2 Canal Reaches, 1 Footbridge, 2 Lock Cottages, 2 Weed Beds and 2 Net Racks.",
        "10 Favours (Game Tokens) for each player.",
        "3 Moorings (objective markers), 30 mm across.",
        ", of which setting up takes 15. Most games take ",
    )
    place = 0
    for part in expected:
        assert part in text[place:], part
        place += text[place:].index(part)


def test_page_one_of_midnight_glory_has_odd_rule_gloss_and_twist() -> None:
    aim = part_text(build(MIDNIGHT_GLORY), "aim")
    assert "**The Tower.** You stack your own downfall beside your models" in aim
    assert "A Tower is a pile of cups and saucers, carried with dignity. *Watch for this:*" in aim
    assert "**Also here: A Round of Drinks.** In the End Phase every Tower grows by one die." in aim


def test_page_one_of_a_duel_is_the_model_page() -> None:
    text = build(BURNING_MOON).markdown()
    assert "*A mail rocket duel with elbows for two players and two coins*" in text
    assert "You win when the other ship's last Fuel Cell goes before yours. Last Gasp says" in text
    assert "Both players hide theirs, may change the row of up to two, and reveal." in text


@pytest.mark.parametrize("book", BOOKS)
def test_every_game_has_five_lines_or_four_and_an_odd_rule(book: str) -> None:
    for game in sample(40, book):
        world = find_world(game)
        aim = part_text(build_rulebook(game, (), world), "aim")
        lines = re.findall(r"^\d\. .+$", aim, flags=re.MULTILINE)
        assert 4 <= len(lines) <= 5, game.path
        assert "{" not in aim
        for sentence in split_sentences(" ".join(lines)):
            assert len(sentence.split()) <= MAX_SENTENCE_WORDS + 1, sentence
        assert find_odd_rule(game, TextFiller(game), world) is not None, game.path


@pytest.mark.parametrize("family", ["duel", "gamble"])
def test_lines_of_duels_and_gambles_are_for_every_option(family: str) -> None:
    lines = worlds.turn_lines(family)
    assert lines is not None
    for line in lines.line:
        if line.table:
            options = {option.code for option in catalog.book(family).table(line.table).options}
            assert set(line.options) == options, line.table


def test_name_counters_of_each_kind() -> None:
    setting = worlds.setting("battle", "smugglers")
    tokens = setting.tokens  # type: ignore[union-attr]
    named = [
        name_counters(line, tokens)
        for line in (
            "13 Loot Tokens",
            "Jam and Aim markers, and a die",
            "3 objective markers",
            "6 sticks of dynamite",
            "A die",
        )
    ]
    assert named == [
        "13 Wet Crates (Loot Tokens)",
        "Damp Powder and Steady Eyes (Jam and Aim markers), and a die",
        "3 Moorings (objective markers)",
        "6 Fog Signals (sticks of dynamite)",
        "A die",
    ]


def test_plain_book_differs_in_page_one_and_in_nothing_that_is_a_rule() -> None:
    """Rules in a setting are those of the plain book, but for labels and remarks."""
    for game in sample(12, "skirmish"):
        plain = build_rulebook(game)
        named = build_rulebook(game, (), find_world(game))
        assert [part.id for part in plain.front] == [
            part.id for part in named.front if part.id != "world"
        ]
        for before, after in zip(plain.sections, named.sections, strict=True):
            if before.id != "terrain":
                assert before.markdown == after.markdown
        assert plain.json()["choices"] == named.json()["choices"]


def test_custom_title_leaves_out_the_noun_and_keeps_the_world() -> None:
    game = game_at(LAST_DEBT)
    named = resolve(game.book, game.seed, "Tea for Twelve")
    text = build_rulebook(named, (), find_world(named)).markdown()
    assert "# Tea for Twelve" in text
    assert "The Debt" not in text


@pytest.mark.parametrize("twist", ["wrap-around", "wreckage", "drinks", "dynamite", "exploding"])
def test_page_one_tells_the_rule_of_the_twist(twist: str) -> None:
    game = rolled(book="skirmish", twist=twist)
    world = find_world(game, "toy-box")
    assert world is not None
    assert world.battle is not None
    aim = part_text(build_rulebook(game, (), world), "aim")
    line = TextFiller(game).fill(worlds.lines().twist[twist], game.choice("twist").params)
    assert line.partition("sticks of dynamite")[0].strip() in aim.replace("Crackers (", "")
    assert world.battle.twist in aim


def test_page_one_says_where_loot_lies() -> None:
    game = rolled(book="skirmish", objectives="loot")
    assert "each player drops six Loot Tokens onto the table. One more lies in the middle." in (
        build_rulebook(game).markdown()
    )
    named = build_rulebook(game, (), find_world(game, "tea-house")).markdown()
    assert "each player drops six Cream Buns (Loot Tokens) onto the table." in named
    assert "each player drops six onto the table" in part_html(build_rulebook(game), "setup").text


def test_page_one_says_when_loot_counts_and_what_breaking_gives() -> None:
    game = rolled(book="skirmish", objectives="loot", game_length="breaking-point")
    aim = part_text(build_rulebook(game), "aim")
    assert "each Loot Token is one as soon as it is in your stash. Breaking the other side" in aim
    assert "as line 5 says, gives 3 more." in aim
    other = rolled(book="skirmish", objectives="loot", game_length="fixed-round-limit")
    assert "Breaking the other side" not in part_text(build_rulebook(other), "aim")


def test_page_one_says_when_the_bell_ends_a_round() -> None:
    for order, said in (
        ("alternating", "A side is done for the round after as many activations as the larger"),
        ("saved-activations", "A side is done for the round after as many activations"),
        ("rationed-activations", "When both sides have spent their Activation Tokens, the Bell"),
    ):
        game = rolled(book="skirmish", round_structure="the-bell", activation_order=order)
        assert said in part_text(build_rulebook(game), "aim")


def test_page_one_names_the_prize_with_an_article_that_fits() -> None:
    game = rolled(book="skirmish", objectives="loot", twist="exploding")
    world = find_world(game, "endless-match")
    assert world is not None
    assert world.battle is not None
    assert "has a sackful of lost balls" in world.situation
    assert "carry off the sackful of lost balls" in world.battle.tonight


def test_advice_about_steady_models_is_for_forces_that_have_some() -> None:
    for forces, said in (("mirrored", "Ask the steady"), ("all-alike", "Ask for little")):
        game = rolled(book="skirmish", forces=forces, activation_order="push-your-luck")
        odd = find_odd_rule(game, TextFiller(game), None)
        assert odd is not None
        assert odd.watch.startswith(said)


def test_page_one_says_whose_drafted_figures_are() -> None:
    for force, is_said in (("draft", True), ("points", False)):
        game = rolled(book="skirmish", forces=force)
        world = find_world(game, "picnic")
        assert ("from one pool" in part_text(build_rulebook(game, (), world), "world")) == is_said


def test_page_one_says_model_where_every_unit_is_one() -> None:
    for units, said in (("individuals", "activate one model"), ("squads", "activate one unit")):
        game = rolled(book="skirmish", units=units, activation_order="alternating")
        assert said in part_text(build_rulebook(game), "aim")


def test_page_one_of_a_gamble_stakes_the_coin_of_the_place() -> None:
    game = rolled(book="gamble")
    aim = part_text(build_rulebook(game, (), find_world(game, "crooked-lamp")), "aim")
    assert "dried beans (credits)" in aim


def test_page_one_of_a_duel_says_what_a_fuel_cell_is() -> None:
    aim = part_text(build(BURNING_MOON), "aim")
    assert "Your dice are your Fuel Cells" in aim
    assert "A Fuel Cell is a mailbag" in aim


def test_sizes_and_places_of_setup_have_one_decimal() -> None:
    for game in sample(8, "skirmish"):
        setup = part_text(build_rulebook(game), "setup")
        rows = [line for line in setup.splitlines() if line.startswith("|")]
        assert not re.search(r"\d\.\d\d", "".join(rows))


def test_map_has_the_letters_of_the_key() -> None:
    game = rolled(book="skirmish", terrain="scattered")
    setup = part_text(build_rulebook(game), "setup")
    keys = re.findall(r"^\| ([A-Z]) \|", setup, flags=re.MULTILINE)
    assert len(keys) == 5
    rows = "".join(re.findall(r"^ {4}[ 0-9]{3} \|(.+)\|$", setup, flags=re.MULTILINE))
    assert all(rows.count(key) >= 1 for key in keys)
