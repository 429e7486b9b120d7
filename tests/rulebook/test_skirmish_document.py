"""Rulebooks of skirmish read as one game each: no word for a thing, stat, test or place that it
has not.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from carnage import catalog
from carnage.rulebook import build_rulebook
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force, list_stats
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulebooks import fill_pitch, part_html
from tests.support.rulebooks import part_text as part
from tests.support.rulesets import rolled, sample

MANY = 100


@cache
def games() -> tuple[Ruleset, ...]:
    return sample(MANY, "skirmish")


@pytest.mark.thorough
def test_skirmish_defines_exactly_the_stats_in_use() -> None:
    for game in games():
        book = build_rulebook(game)
        text = next(s.markdown for c in book.chapters for s in c.sections if s.id == "stats")
        for stat in game.book.roster.stat:
            used = stat in list_stats(game)
            assert (f"**{stat.label}**" in text) == used
            assert (f" {stat.short} |" in part(book, "rosters")) == used
            assert (f" {stat.short} |" in part(book, "reference")) == used


def test_skirmish_special_actions_match_figures() -> None:
    """Include small gangs, in which nobody can patch others up."""
    seen = set()
    for game in games():
        book = build_rulebook(game)
        read = book.markdown()
        able = "patch-up" in get_force(game).specials
        told = not (game.has("all-alike") or game.has("price-list"))
        assert ("**Patch Up.**" in read) == (told and able), game.path
        assert ("Patch Up" in part(book, "reference")) == (told and able), game.path
        seen.add((told, able))
    assert {(True, True), (True, False)} <= seen


def test_skirmish_components_have_dice_for_talents() -> None:
    given = {
        "resolution": "dice-pool",
        "activation_order": "unreliable-activation-order",
        "forces": "mirrored",
    }
    for talents, more in (("none", 0), ("dealt", 2)):
        game = rolled("skirmish", talents=talents, morale="shaken", **given)
        most = max(model.stats["morale"] for model in get_force(game).kinds) + more
        needed = part(build_rulebook(game), "components")
        (told,) = re.findall(r"(\d+) six-sided dice, for the largest test", needed)
        assert int(told) >= most


def test_skirmish_glossary_matches_traits_of_game() -> None:
    for game in games():
        words = part(build_rulebook(game), "glossary")
        for trait, term in {
            "squads": "Squad",
            "ranked": "Block",
            "tower": "Tower",
            "loot": "Loot Token",
            "wreckage": "Wreck",
            "stat-tests": "Test",
            "re-rolls": "Re-roll Token",
            "bell": "Bell",
            "speed-phases": "Speed Phase",
        }.items():
            # What no option of the book can take away, every game has.
            there = game.has(trait) or (
                term in ("Test", "Re-roll Token") and not game.misses(trait)
            )
            assert (f"**{term}**" in words) == there, (game.seed.digits, term)
        for term in ("Round", "Phase", "Unit"):
            assert words.count(f"**{term}**") == 1, (game.seed.digits, term)


def test_skirmish_pitch_matches_options() -> None:
    for promise, there, lacking in (
        (
            "wide field to cross",
            {"table": "4", "deployment": "corners"},
            {"deployment": "surrounded"},
        ),
        (
            "spoil every aim",
            {"terrain": "woods", "shooting": "stat-test"},
            {"shooting": "bullet-dice"},
        ),
        (
            "the quick act more often",
            {"round_structure": "speed-phases", "forces": "mirrored"},
            {"forces": "all-alike"},
        ),
        (
            "the few act as often as the many",
            {"round_structure": "the-bell", "activation_order": "alternating"},
            {"activation_order": "rationed-activations"},
        ),
        (
            "act again and again",
            {
                "activation_order": "any-model",
                "round_structure": "phased",
                "action_points": "two-ap",
            },
            {"action_points": "one-thing-a-phase"},
        ),
    ):
        for asked, wanted in ((there, True), (there | lacking, False)):
            game = rolled(book="skirmish", **asked)
            table = next(iter(there)).replace("_", "-")
            said = fill_pitch(game.book.table(table), game)
            assert (promise in said) == wanted, (promise, asked)


def test_skirmish_focus_is_offered_only_if_an_attack_takes_a_test() -> None:
    """Check the rules and the engine's options (`tests_to_focus`)."""
    untested = {"shooting": "bullet-dice", "fighting": "hand-signs", "morale": "shaken"}
    for more, offered in (
        ({"objectives": "points-removal"}, False),
        ({"objectives": "interactive-objectives"}, False),
        ({"shooting": "stat-test"}, True),
        ({"fighting": "stat-test"}, True),
    ):
        asked = untested | {"objectives": "points-removal"} | more
        for points in ("two-ap", "two-unique-actions", "one-of-everything"):
            for structure in ("action-phase", "phased"):
                game = rolled(
                    book="skirmish", action_points=points, round_structure=structure, **asked
                )
                assert ("Focus" in build_rulebook(game).markdown()) == offered, (
                    more,
                    points,
                    structure,
                )


@pytest.mark.parametrize(
    ("resolution", "rule", "brief"),
    [
        ("dice-pool", "every success rolled counts", "all of them count"),
        ("dice-combination", "**one success**", "one success, plus one"),
        ("card-draw", "**one success**", "one success, plus one"),
        ("target-ten", "**one success**", "one success, plus one"),
        ("push-your-throws", "all of them count", ""),
    ],
)
def test_skirmish_further_successes_are_explained_only_if_they_count(
    resolution: str, rule: str, brief: str
) -> None:
    """If any wound dooms and no weapon pushes, a second success in a Close action has no effect."""
    for damage, forces, counted in (
        ("certain-death", "price-list", True),
        ("doomed", "mirrored", True),  # some of these weapons push, so far a success
        ("doomed", "price-list", False),
    ):
        game = rolled(
            book="skirmish",
            resolution=resolution,
            fighting="stat-test",
            damage=damage,
            forces=forces,
        )
        text = build_rulebook(game).markdown()
        for said in filter(None, (rule, brief, "Further successes add nothing")):
            assert (said in text) == counted, (damage, forces, said)


@pytest.mark.parametrize(
    ("units", "head"), [("individuals", ""), ("squads", "Squad"), ("ranked", "Block")]
)
def test_skirmish_draft_roster_has_lines_for_units(units: str, head: str) -> None:
    sheet = part(build_rulebook(rolled(book="skirmish", units=units, forces="draft")), "rosters")
    columns = [line for line in sheet.splitlines() if line.startswith("| No. |")]
    assert len(columns) == 2
    assert all((f"| {head} |" in line) if head else "Squad" not in line for line in columns)


def test_skirmish_roster_has_boxes_for_luck() -> None:
    for luck, there in (("luck-rolls", True), ("none", False)):
        for forces in ("mirrored", "price-list"):
            game = rolled(book="skirmish", luck=luck, forces=forces)
            assert ("| Luck spent |" in part(build_rulebook(game), "rosters")) == there


def test_skirmish_quick_reference_has_lookups_for_fights() -> None:
    shots = rolled(
        book="skirmish", shooting="range-bands", fighting="opposed-roll", damage="slowed"
    )
    text = part(build_rulebook(shots), "reference")
    for wanted in ("Aim", "Reload", "Knocked out", "half as many Stun"):
        assert wanted in text, wanted
    assert "see the chart" not in text
    fast = part(
        build_rulebook(rolled(book="skirmish", round_structure="speed-phases")), "reference"
    )
    assert "4: 2-1-1" in fast
    towers = part(build_rulebook(rolled(book="skirmish", damage="the-tower")), "reference")
    assert "**A swig:**" in towers
    assert "**Towers:**" not in towers
    alone = rolled(book="skirmish", damage="dwindling-tower", units="individuals")
    dwindling = part(build_rulebook(alone), "reference")
    assert "**Towers:** 5 dice by each model." in dwindling
    assert "swig" not in dwindling


def told_in(title: str, **options: str) -> str:
    """A section of a rulebook of skirmish with these options; empty if it has none."""
    book = build_rulebook(rolled(book="skirmish", **options))
    return next((s.markdown for c in book.chapters for s in c.sections if s.title == title), "")


@pytest.mark.parametrize(
    ("options", "thrown"),
    [
        ({"movement": "scoot"}, True),
        ({"shooting": "bullet-dice"}, True),
        ({"damage": "the-tower"}, False),
        ({"movement": "gaits", "shooting": "stat-test", "damage": "slowed"}, False),
    ],
)
def test_skirmish_dice_throwing_is_explained_if_positions_matter(
    options: dict[str, str], thrown: bool
) -> None:
    quiet = {
        "movement": "gaits",
        "shooting": "stat-test",
        "fighting": "stat-test",
        "damage": "slowed",
    }
    text = told_in("Conventions", **quiet | options)
    for said in (
        "Hold your hand over the base of the acting model, at least a forearm high",
        "A die that leans",
        "on a model or on terrain",
        "is put back",
    ):
        assert (said in text) == thrown, said


def test_skirmish_actions_are_optional_in_every_round_structure() -> None:
    for structure in ("phased", "action-phase", "the-bell"):
        assert "No action is compulsory." in told_in("Action Points", round_structure=structure)
    assert "the same again if you like, or none" in told_in(
        "Round Structure", round_structure="speed-phases"
    )


def test_skirmish_setup_before_edges_are_picked_names_no_owner() -> None:
    game = rolled(book="skirmish", objectives="positional-objectives", deployment="edges")
    assert (
        "lie on the line across the middle, between the two strips"
        in build_rulebook(game).markdown()
    )


def test_skirmish_last_round_is_scored_only_if_rounds_are() -> None:
    for objectives, scored in (
        ("positional-objectives", True),
        ("interactive-objectives", True),
        ("loot", False),
    ):
        assert ("scored like any other" in told_in("Game Length", objectives=objectives)) == scored


def test_skirmish_shout_at_own_block_is_explained() -> None:
    for units in ("individuals", "squads", "ranked"):
        asked = {"units": units, "forces": "mirrored"}
        told = told_in("Special Actions", **asked)
        assert ("even if it has still to act" in told) == (units != "individuals")
        along = "A model that is shouted at takes its whole block along"
        assert (along in told_in("Units", **asked)) == (units == "ranked")
    assert "shouted at" not in told_in("Units", units="ranked", forces="all-alike")


def test_skirmish_prone_and_fallen_are_distinguished() -> None:
    for damage in ("the-tower", "dwindling-tower", "slowed"):
        text = told_in("Markers on Models", damage=damage, fighting="opposed-roll")
        assert ("which is not to have fallen: it keeps its tower" in text) == (damage != "slowed")
        assert "in everybody's way and sight as if it stood" in text


def test_skirmish_round_of_drinks_is_explained_only_with_talents() -> None:
    for talents in ("none", "dealt"):
        for damage in ("the-tower", "slowed"):
            asked = {"damage": damage, "talents": talents}
            told = "neither damage nor a swig" in told_in("Twist", twist="drinks", **asked)
            assert told == (asked == {"damage": "the-tower", "talents": "dealt"})


def test_skirmish_dice_of_shouted_model_are_explained_only_with_shouts() -> None:
    for forces, units, told in (
        ("mirrored", "squads", True),
        ("mirrored", "ranked", True),
        ("mirrored", "individuals", False),
        ("all-alike", "squads", False),
    ):
        text = told_in("Movement", movement="scoot", forces=forces, units=units)
        assert ("shouted at throws its own dice" in text) == told, (forces, units)
    for order, told in (("two-ap", True), ("secret-allocation", False)):
        asked = {"movement": "scoot", "units": "squads", "round_structure": "action-phase"}
        text = told_in("Movement", action_points=order, **asked)
        assert ("throws anew for each Move" in text) == told, order


def test_skirmish_both_tower_options_explain_common_rules() -> None:
    def told(damage: str, **options: str) -> dict[str, str]:
        book = build_rulebook(
            rolled(book="skirmish", damage=damage, talents="picked", luck="luck-rolls", **options)
        )
        return {
            section.title: section.markdown
            for chapter in book.chapters
            for section in chapter.sections
        }

    grown, taken = told("the-tower", units="squads"), told("dwindling-tower", units="squads")
    for shared in ("**Strikes.**", "**Spills.**", "its bearer", "A **fallen** model"):
        assert shared in grown["Towers"], shared
        assert shared in taken["Towers"], shared
    assert "Towers" not in told("slowed")
    for title, text in taken.items():
        assert "swig" not in text, title
        assert "Hollow Leg" not in text, title
    assert "steadies it" in grown["Damage"]
    assert "whoever made it fall" in taken["Damage"]
    assert "A new tower" in taken["Damage"]
    assert "A tower that falls is no such harm" in taken["Luck"]
    assert (
        "1 die off the top of its tower"
        in told("dwindling-tower", activation_order="any-model")["Activation Order"]
    )


@pytest.mark.parametrize("forces", ["points", "price-list", "draft"])
def test_skirmish_roster_has_price_list_and_blank_sheet(forces: str) -> None:
    game = rolled(book="skirmish", forces=forces, size="mob")
    sheet = part_html(build_rulebook(game), "rosters")
    listed, *sides = sheet.find_all("table")
    rows = [row.find("th").get_text() for row in listed.find_all("tr")[1:]]
    assert rows == [model.label for model in get_force(game).kinds]
    assert [len(side.find_all("tr")) - 1 for side in sides] == [
        get_force(game).size,
        get_force(game).size,
    ]
    if forces == "draft":
        numbers = [int(row.find("td").get_text()) for row in listed.find_all("tr")[1:]]
        assert sum(numbers) == 2 * get_force(game).size + 2
    if forces == "price-list":
        prices = [row.find("td").get_text() for row in listed.find_all("tr")[1:]]
        assert prices[0] == "0"
        assert "150" in prices
    data = build_rulebook(game).json()["forces"]
    assert [side["side"] for side in data] == [1, 2]
    assert {kind["code"] for kind in data[0]["pick"]} == {
        model.code for model in get_force(game).kinds
    }
    assert data[0]["limit"] == {"points": 70, "price-list": 490, "draft": None}[forces]


def test_skirmish_summary_has_lines_of_sheet() -> None:
    assert (
        dict(build_rulebook(rolled(book="skirmish", forces="points")).summary)["Figures"]
        == "up to 4 a side"
    )
    clock = dict(build_rulebook(rolled(book="skirmish", game_length="the-clock")).summary)
    assert clock["Rounds"] == "as many as 30 minutes hold"
    assert clock["Time"] == "about 70 minutes with setting up (45–70)"
    bell = dict(build_rulebook(rolled(book="skirmish", round_structure="the-bell")).summary)
    assert bell["Bells"] == "4"


def test_skirmish_setup_shows_both_deployment_areas() -> None:
    for deployment, drawn, told_ in (
        ("edges", 2, 'within 4" of it, the other player within 4" of the opposite one'),
        ("corners", 2, 'picks a corner and deploys within 8" of it'),
        ("anywhere", 0, "anywhere at least"),
        ("surrounded", 5, 'within 4" of its very middle'),
    ):
        for objectives in ("points-removal", "positional-objectives"):
            game = rolled(book="skirmish", deployment=deployment, objectives=objectives)
            written = build_rulebook(game)
            assert told_ in part(written, "setup")
            svg = part_html(written, "setup").find("svg")
            assert len(svg.find_all("g", class_="drawing-area")) == drawn
            places = {
                g.find("g", class_="drawing-place")["transform"]
                for g in svg.find_all("g", class_="drawing-token")
            }
            if objectives == "points-removal":
                assert not places
            elif deployment == "corners":
                assert places == {"translate(120 120)", "translate(240 240)", "translate(360 360)"}
            else:
                assert places == {"translate(120 240)", "translate(240 240)", "translate(360 240)"}


def test_skirmish_terrain_is_drawn_and_described() -> None:
    for layout in ("sparse", "scattered", "ruins", "woods", "river"):
        game = rolled(book="skirmish", terrain=layout, table="3")
        written = build_rulebook(game)
        setup = part(written, "setup")
        wide = game.params["table.feet"] * 12
        for piece in get_battlefield(game).terrain:
            assert piece.label in setup
            assert f"({round(piece.x * wide, 1):g}, {round((1 - piece.y) * wide, 1):g})" in setup
        drawn = part_html(written, "setup")
        assert len(drawn.find_all("g", id=re.compile("^setup-region-terrain-"))) == len(
            get_battlefield(game).terrain
        )
    bridge = next(
        p
        for p in get_battlefield(rolled(book="skirmish", terrain="river")).terrain
        if p.label == "Bridge"
    )
    assert (bridge.x, bridge.y, bridge.kinds) == (0.5, 0.5, ("open",))


def test_skirmish_credits_list_sources_of_options() -> None:
    for game in games()[:60]:
        text = part(build_rulebook(game), "credits")
        used = {choice.option.source for choice in game.choices}
        for code in used:
            assert catalog.sources()[code].credit in text


def test_skirmish_setup_marker_does_not_cover_label() -> None:
    game = rolled(book="skirmish", deployment="surrounded", objectives="positional-objectives")
    setup = part(build_rulebook(game), "setup")
    called = next(line for line in setup.splitlines() if "Middle" in line)
    assert "+" not in called
    assert "Outside" in setup


@pytest.mark.parametrize("forces", ["mirrored", "all-alike", "points", "price-list", "draft"])
def test_skirmish_opposed_rolls_print_only_weapons_that_can_be_best(forces: str) -> None:
    game = rolled("skirmish", fighting="opposed-roll", forces=forces, size="mob")
    for model in get_force(game).kinds:
        close = [weapon for weapon in model.weapons if weapon.kind == "close"]
        assert len(close) == 1, model.code
    section = next(
        each for each in build_rulebook(game).sections if each.title == "Fighting"
    ).markdown
    printed = re.findall(r"^\| ([A-Z][\w -]+) \| \+\d \|$", section, flags=re.MULTILINE)
    carried = [weapon.label for weapon in get_force(game).weapons if weapon.kind == "close"]
    assert printed == carried


def test_skirmish_fights_by_test_keep_both_close_weapons() -> None:
    bruiser = next(
        model
        for model in get_force(rolled("skirmish", fighting="stat-test")).kinds
        if model.code == "bruiser"
    )
    assert [weapon.code for weapon in bruiser.weapons] == ["sabre", "club"]


def test_skirmish_push_your_luck_asks_for_up_to_six_activations() -> None:
    game = rolled("skirmish", activation_order="push-your-luck")
    assert game.params["activation-order.most"] == 6
    assert "from one to six" in build_rulebook(game).markdown()
    classic = rolled(activation_order="push-your-luck")
    assert classic.params["activation-order.most"] == 3, "classic keeps its numbers"


def test_skirmish_re_roll_tokens_are_scarce() -> None:
    game = rolled("skirmish", luck="re-roll-tokens")
    assert game.params["re-rolls.tokens"] == 2
    assert "begins every round with 2 Re-roll Tokens" in build_rulebook(game).markdown()
    assert rolled().params["re-rolls.tokens"] == 5, "classic keeps its numbers"


def test_skirmish_rolls_are_listed_at_the_end() -> None:
    game = rolled("skirmish", twist="none", talents="none", movement="free-movement")
    text = build_rulebook(game).markdown()
    absent = "Talents · 0 [No Talents], Reactions · 0 [No Reactions], Twist · 0 [No Twist]"
    listed = f"Rolled, and no rule: {absent}."
    idle = "Rolled, and not used in this game: Scoot Dice · 0 [All the Way]."
    assert "### Twist" not in text
    rolls = "Rolled: Golden Rule 0, Table 0"
    assert "### Movement\n" in text
    assert text.index("## Quick Reference") < text.index(rolls) < text.index(listed)
    assert text.index(listed) < text.index(idle)


def test_skirmish_bell_ends_a_round_and_nothing_says_that_there_are_none() -> None:
    game = rolled("skirmish", round_structure="the-bell", game_length="fixed-round-limit")
    text = build_rulebook(game).markdown()
    assert "no rounds" not in text
    assert "until the bell rings, which ends the round" in text


def test_skirmish_walls_are_thinner_than_bases() -> None:
    for table in ("1", "2", "3", "4"):
        game = rolled("skirmish", terrain="ruins", table=table)
        battlefield = get_battlefield(game)
        unit = 2.54 if game.has("centimetres") else 1.0
        width = float(battlefield.side_feet) * 12.0 * unit
        walls = [piece for piece in battlefield.terrain if piece.label == "Broken wall"]
        assert walls
        for wall in walls:
            assert min(wall.width, wall.height) * width < game.book.roster.base
