"""Page 1 of a rulebook: its parts and their order, in each form; the words of settings in it."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

import pytest

from carnage import catalog
from carnage.catalog import worlds
from carnage.catalog.world_schema import BattleSetting
from carnage.catalog.world_text import MAX_SENTENCE_WORDS, split_sentences
from carnage.rulebook import Rulebook, build_rulebook
from carnage.rulebook.aim_part import find_odd_rule
from carnage.rulebook.counters import name_counters
from carnage.rulebook.text import TextFiller
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.ruleset import resolve
from carnage.rulesets.world import find_world
from tests.support.rulebooks import part_html, part_text
from tests.support.rulesets import BOOKS, game_at, rolled, sample

LAST_DEBT = "skirmish/509297153058612066583963403"
MIDNIGHT_GLORY = "skirmish/642875038817116341155265769"
BURNING_MOON = "duel/6346484850695"
MAX_LIKENESS = 0.75
"""Sentences with a larger share of words in common say the same."""


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
        "*For two players: a smugglers' brawl, on both banks of the canal*\n",
        "**Everybody in Low Water is asleep, and everybody is out on the quay.**\n",
        "*The Debt is four hundred pounds of tea, with interest.*",
        "For one night the moorings can be had by anybody with boots. The Lamplight Crew",
        "**This time: The Crossing.** There is one easy way over, the Footbridge, and everybody can "
        "see who is on it.",
        "- **Toll House.** The Toll House has not been paid since spring",
        "Agree which of you leads which side. Hold more of "
        "the three Moorings than the other side does",
        "(On the map: Lamplight Crew below, Toll House above.)",
        "Three Moorings lie on the line across the middle, between the two strips",
        "Have more victory points when the game ends. "
        "As each round ends, you score 1 for each Mooring that you hold.",
        "If level, ",
        "Make fast your rope at the moorings, and keep it there.",
        "if it passes, activate it and pick again; if it fails, your turn ends.",
        "5. The game ends after round 4.",
        "**Unreliable Activation Order.** Each model must pass a Morale test to act, and the first "
        "that fails ends your turn. Every order may be the last one you give this turn",
        "for each player 1 Skipper",
        "2 Canal Reaches, 1 Footbridge, 2 Lock Cottages, 2 Weed Beds and 2 Net Racks.",
        "10 Favours (Game Tokens) for each player.",
        "3 Moorings (objective markers), 30 mm across.",
        "Setting up takes about 15 minutes, and playing ",
    )
    place = 0
    for part in expected:
        assert part in text[place:], part
        place += text[place:].index(part)


def test_page_one_of_midnight_glory_has_odd_rule_gloss_and_twist() -> None:
    aim = part_text(build(MIDNIGHT_GLORY), "aim")
    assert "**The Tower.** Beside each model stands a stack of dice." in aim
    assert "A Tower is a pile of cups and saucers, carried with dignity. *Watch for this:*" in aim
    assert "**Also here: A Round of Drinks.** In the End Phase every Tower grows by one die." in aim


def test_page_one_of_a_duel_is_the_model_page() -> None:
    text = build(BURNING_MOON).markdown()
    assert "*For two players and four coins: a mail rocket duel*" in text
    assert "A ship without dice has lost. If both ships lose their last dice" in text
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
        '"Damp Powder" counters and Steady Eyes (Jam and Aim markers), and a die',
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
    filler = TextFiller(game)
    lines = [worlds.lines().twist[twist], worlds.odd_rules("battle")["twist"].get(twist, "")]
    rules = [filler.fill(line, game.choice("twist").params) for line in lines]
    assert any(rule and rule.replace("sticks of dynamite", "Crackers") in aim for rule in rules)
    assert world.battle.twist in aim


def test_page_one_says_where_loot_lies() -> None:
    game = rolled(book="skirmish", objectives="loot")
    assert "each player drops six Loot Tokens onto the table. One more lies in the middle." in (
        build_rulebook(game).markdown()
    )
    named = build_rulebook(game, (), find_world(game, "tea-house")).markdown()
    assert "each player drops six Cream Buns onto the table." in named
    assert "each player drops six onto the table" in part_html(build_rulebook(game), "setup").text


def test_page_one_says_when_loot_counts_and_what_breaking_gives() -> None:
    game = rolled(book="skirmish", objectives="loot", game_length="breaking-point")
    aim = part_text(build_rulebook(game), "aim")
    assert "A model picks up a Loot Token by moving into it. At once it is in your stash" in aim
    assert re.search(r"When .+ models have been removed, you score 3 more as the round ends", aim)
    other = rolled(book="skirmish", objectives="loot", game_length="fixed-round-limit")
    assert "you score 3 more" not in part_text(build_rulebook(other), "aim")


def test_page_one_says_when_the_bell_ends_a_round() -> None:
    for order, said in (
        ("alternating", r"Once each side has made \w+ activations, the Bell rings"),
        ("saved-activations", r"Once each side has made \w+ activations, or can make no more"),
        ("rationed-activations", "When all Activation Tokens are spent, the Bell rings"),
    ):
        rules = {"round_structure": "the-bell", "activation_order": order, "forces": "mirrored"}
        game = rolled(book="skirmish", **rules, initiative="random-static")
        assert re.search(said, part_text(build_rulebook(game), "aim")), order


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
        text = part_text(build_rulebook(game, (), world), "world")
        assert ("have yet to be won over" in text) == is_said
        assert ("black with a green shine" in text) != is_said


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


# Faults that readers of first pages have found, looked for in many games.

ORDERS = (
    r"\b(?:you|your|whoever|players?|models?|units?|ships?|sets?|dice?|score|run|weapon|wound|"
    r"figures?|tokens?|marker|timer|table|shot|Move|Pace|Hero|Host|side|coin|row|fight)\b"
)


@pytest.mark.parametrize("book", BOOKS)
def test_odd_rule_says_what_happens_before_its_reason(book: str) -> None:
    for game in sample(60, book):
        world = find_world(game)
        odd = find_odd_rule(game, TextFiller(game), world)
        assert odd is not None, game.path
        assert re.search(ORDERS, odd.rule, re.IGNORECASE), odd.rule
        for sentence in split_sentences(odd.rule):
            assert len(sentence.split()) <= MAX_SENTENCE_WORDS + 1, sentence
        aim = part_text(build_rulebook(game, (), world), "aim")
        assert f"**{odd.title}.** {odd.rule}" in aim


@pytest.mark.parametrize("book", BOOKS)
def test_odd_rule_does_not_repeat_the_turn_in_five_lines(book: str) -> None:
    for game in sample(60, book):
        aim = part_text(build_rulebook(game), "aim")
        lines = " ".join(re.findall(r"^\d\. (.+)$", aim, flags=re.MULTILINE))
        odd = find_odd_rule(game, TextFiller(game), None)
        assert odd is not None
        for sentence in split_sentences(odd.rule):
            for line in split_sentences(lines):
                alike = SequenceMatcher(None, sentence.split(), line.split()).ratio()
                assert alike < MAX_LIKENESS, (sentence, line)


def test_odd_rule_is_a_marvel_before_an_order_of_activation() -> None:
    game = rolled(
        book="skirmish", damage="the-tower", activation_order="unreliable-activation-order"
    )
    odd = find_odd_rule(game, TextFiller(game), None)
    assert odd is not None
    assert odd.choice.option.code == "the-tower"


def test_odd_rule_of_a_duel_is_not_told_in_its_situation_as_well() -> None:
    game = rolled(book="duel", tanks="exploding")
    written = build_rulebook(game, (), find_world(game, "last-post"))
    assert "fireworks" not in part_text(written, "world")
    assert "**Exploding.** You may lay a die" in part_text(written, "aim")
    assert "fireworks" in part_text(written, "aim")


def test_page_one_has_the_weapons_of_the_place() -> None:
    game = rolled(book="skirmish", forces="points")
    world = find_world(game, "rush-hour")
    said = part_text(build_rulebook(game, (), world), "world")
    assert re.search(r"^Both sides fight with .*Fountain Pens.* and .+\.$", said, re.MULTILINE)
    own = (("six-gun", "Leaky Pen"),)
    assert "Leaky Pens" in part_text(build_rulebook(game, own, world), "world")


def test_page_one_of_a_gamble_for_two_has_no_second_prize() -> None:
    game = rolled(book="gamble", pot="second-saves", players="two")
    aim = part_text(build_rulebook(game, (), find_world(game, "who-washes-up")), "aim")
    assert "second best" not in aim
    assert "the lowest score washes up" in aim


def test_page_one_gives_the_points_of_a_breaking_side() -> None:
    for objectives, points in (("points-removal", 12), ("loot", 3)):
        game = rolled(book="skirmish", objectives=objectives, game_length="breaking-point")
        win = part_text(build_rulebook(game), "aim").partition("###")[0]
        assert f"you score {points} more" in win


def test_odd_rule_is_not_one_that_cannot_come_up() -> None:
    game = rolled(
        book="classic",
        activation_order="limited-activations",
        units="squads",
        round_structure="action-phase",
    )
    odd = find_odd_rule(game, TextFiller(game), None)
    assert odd is not None
    assert odd.choice.option.code != "limited-activations"


@pytest.mark.parametrize("setting_id", worlds.setting_ids("battle"))
def test_legend_of_the_map_has_whole_names_of_the_setting(setting_id: str) -> None:
    setting = worlds.setting("battle", setting_id)
    assert isinstance(setting, BattleSetting)
    for terrain in ("sparse", "scattered", "ruins", "woods", "river"):
        for deployment in ("edges", "corners", "surrounded"):
            game = rolled(book="skirmish", terrain=terrain, deployment=deployment, table="1")
            text = build_rulebook(game, (), find_world(game, setting_id)).markdown()
            setup = text.partition("## Setup")[2].partition("## How You Win")[0]
            shown = re.sub(r"\n {4}", " ", setup.partition("++-")[2]).lower()
            for piece in get_battlefield(game).terrain:
                code = piece.label.lower().replace(" ", "-")
                assert f"{setting.terrain[code].singular.lower()} (" in shown
            for line in re.findall(r"^ {4}[█▒░:=~%+A-Za-z(].*$", setup, flags=re.MULTILINE):
                assert not re.search(r"[█▒░:=~%+]$", line), line
            if deployment != "surrounded":
                words = [word for side in setting.side for word in side.name.lower().split()]
                assert all(f" {word} " in shown for word in words), shown


@pytest.mark.parametrize("setting_id", worlds.setting_ids("battle"))
def test_page_one_has_one_name_for_each_counter_outside_its_list(setting_id: str) -> None:
    for game in sample(12, "skirmish"):
        written = build_rulebook(game, (), find_world(game, setting_id))
        for part in ("world", "setup", "aim"):
            text = part_text(written, part)
            assert not re.search(r"objective marker|Loot Token|stick", text), text


def test_twist_of_page_one_agrees_with_terrain_and_deployment() -> None:
    for game in sample(200, "skirmish"):
        world = find_world(game)
        assert world is not None
        assert world.battle is not None
        tonight = world.battle.tonight
        if "one easy way over" in tonight or "lies on the other side" in tonight:
            assert game.has("river-terrain")
            assert game.has("edges") or game.has("corners")
        if "Half of what you want" in tonight:
            assert game.has("loot")
        dynamite = worlds.setting("battle", world.setting.id).tokens["dynamite"].plural  # type: ignore[union-attr]
        assert (dynamite in tonight) <= game.has("dynamite")


def test_page_one_says_who_has_won_without_pointing_elsewhere() -> None:
    for book in ("skirmish", "classic"):
        for game in sample(40, book):
            aim = part_text(build_rulebook(game), "aim")
            win = aim.partition("###")[0]
            assert "Have more victory points when the game ends." in win
            assert "If level, " in win
            assert "line 5" not in aim
    for game in sample(20, "duel"):
        assert "Last Gasp" not in part_text(build_rulebook(game), "aim").partition("### The Odd")[0]
