"""A rulebook says nothing that its game cannot use, by reasoning over the tables.

Each check takes something that a rulebook prints, and finds in the tables whether it can come up in
this game: actions, phases, weapons, columns of the range chart, terrain, talents and Difficulties.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from carnage.common.text_format import spell_out
from carnage.engine.battle.frame.state import CLOSE, MORALE_PHASE, MOVE, RANGED, SPECIAL
from carnage.engine.games import Match
from carnage.rulebook import Rulebook, build_rulebook
from carnage.rulebook.text import TextFiller
from carnage.rulesets import odds
from carnage.rulesets.action_kinds import list_action_kinds, list_phases
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import Model, get_force
from carnage.rulesets.range_chart import chart_changes
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulesets import rolled, sample

EVERYDAY_RULESETS = 60
SOAK_RULESETS = 2000
COUNTS = pytest.mark.parametrize(
    "count",
    [EVERYDAY_RULESETS, pytest.param(SOAK_RULESETS, marks=pytest.mark.soak)],
    ids=["everyday", "soak"],
)
PERSONS = ("person", "person")
KIND_BITS = {"Move": MOVE, "Ranged": RANGED, "Close": CLOSE, "Special": SPECIAL}
# What a Special action of any model needs, apart from those of the rosters.
OPEN_SPECIALS = ("fallen", "counters", "dynamite", "marker-capture")


@cache
def games(count: int) -> tuple[Ruleset, ...]:
    """Return random rulesets of both books of battles; most of them of skirmish."""
    return (*sample(count - count // 6, "skirmish"), *sample(count // 6, "classic"))


@cache
def rulebook_of(game: Ruleset) -> Rulebook:
    return build_rulebook(game)


def section_text(game: Ruleset, table: str) -> str:
    """Return the Markdown of the rule of a table; empty if the rulebook has none."""
    found = [each for each in rulebook_of(game).sections if each.id == table and each.is_used]
    return found[0].markdown if found else ""


# ------------------------------------------------------------------------------ actions and phases


def has_close_action(game: Ruleset) -> bool:
    """Return whether anything is done as a Close action: a fight, or capturing a marker."""
    return game.has("marker-capture") or not game.has("hand-signs")


def has_special_action(game: Ruleset) -> bool:
    """Return whether any model has a Special action, by its roster or by a rule."""
    specials = [code for model in get_force(game).kinds for code in model.specials]
    return bool(specials) or any(game.has(trait) for trait in OPEN_SPECIALS)


@COUNTS
def test_actions_lists_only_kinds_that_can_be_taken(count: int) -> None:
    for game in games(count):
        text = section_text(game, "actions")
        listed = re.findall(r"^- \*\*(\w+)\*\*", text, flags=re.MULTILINE)
        expected = ["Move", "Ranged"]
        expected += ["Close"] if has_close_action(game) else []
        expected += ["Special"] if has_special_action(game) else []
        assert [kind for kind in listed if kind != "Focus"] == expected, game.path
        assert "no use in this game" not in text
        points = section_text(game, "action-points")
        for kind in ("Close", "Special"):
            is_named = re.search(rf"\b{kind}\b", points)
            assert not is_named or kind in expected, (game.path, kind)


@COUNTS
def test_special_actions_have_a_section_only_if_there_are_any(count: int) -> None:
    for game in games(count):
        text = section_text(game, "special")
        assert bool(text) == has_special_action(game), game.path
        assert "There are none" not in text


@COUNTS
def test_phases_are_those_in_which_something_can_happen(count: int) -> None:
    for game in games(count):
        if not game.has("phased"):
            continue
        text = section_text(game, "round-structure")
        (listed,) = re.findall(r"^2\. \*\*(.*) Phases\*\*", text, flags=re.MULTILINE)
        printed = re.split(", | and ", listed)
        expected = ["Movement", "Ranged"]
        expected += ["Close"] if has_close_action(game) else []
        expected += ["Special"] if has_special_action(game) else []
        expected += ["Morale"] if game.has("morale-tests") else []
        assert printed == expected == list(list_phases(game)), game.path
        assert "Nothing happens" not in text


@COUNTS
def test_engine_offers_the_kinds_of_action_that_are_printed(count: int) -> None:
    for game in games(count)[: EVERYDAY_RULESETS * 4]:
        mask = int(Match(game, 0, 0, PERSONS, log_length=0).record.kinds_of_action)
        kinds = [kind for kind, bit in KIND_BITS.items() if mask & bit]
        assert kinds == list(list_action_kinds(game)), game.path
        assert bool(mask & MORALE_PHASE) == game.has("morale-tests")


@pytest.mark.parametrize(
    ("options", "phases"),
    [
        (
            {"fighting": "hand-signs", "forces": "all-alike", "morale": "none"},
            {"Movement", "Ranged"},
        ),
        ({"fighting": "stat-test", "morale": "leg-it"}, {"Movement", "Ranged", "Close", "Special"}),
    ],
)
def test_engine_plays_no_phase_without_a_use(options: dict[str, str], phases: set[str]) -> None:
    game = rolled("skirmish", round_structure="phased", objectives="loot", **options)
    events = [event for event in logged(game) if event[0] in ("phases", "phase")]
    shuffled = [event for event in events if event[0] == "phases"]
    assert len(shuffled) == 1
    assert set(shuffled[0][1]) == phases
    assert {name for kind, (name, *_) in events if kind == "phase"} == phases


def logged(game: Ruleset) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of each event of a game, and its phase or phases."""
    from carnage.engine.battle.words.naming import PHASES
    from carnage.engine.narration import logged_events

    for event in logged_events(Match(game, 0, 0, ("random", "random"))):
        kinds = event.dice if event.name == "phases" else (event.a,)
        names = tuple(PHASES.get(kind, "").removesuffix(" Phase") for kind in kinds)
        yield event.name, names


# ------------------------------------------------------------------------------- weapons and shots


@COUNTS
def test_printed_weapons_are_carried_and_can_be_used(count: int) -> None:
    for game in games(count):
        carried = {weapon.label for model in get_force(game).kinds for weapon in model.weapons}
        for table in ("ranged", "close", "shooting", "fighting"):
            rows = re.findall(r"^\| ([A-Z][\w -]*) \| ", section_text(game, table), re.MULTILINE)
            weapons = {weapon.label for weapon in game.book.roster.weapon}
            assert set(rows) & weapons <= carried, (game.path, table)
        if {"gangs", "shoot-tests", "doomed-tokens"} <= game.traits:
            for model in get_force(game).kinds:
                guns = [weapon for weapon in model.weapons if weapon.kind == "ranged"]
                best = {(gun.range, gun.bonus) for gun in guns}
                assert not any(a[0] <= b[0] and a[1] <= b[1] for a in best for b in best if a != b)
        if not game.has("opposed-rolls"):
            continue
        for model in get_force(game).kinds:
            close = [weapon for weapon in model.weapons if weapon.kind == "close"]
            assert len(close) == 1, "only the best edge is ever used"


@COUNTS
def test_range_chart_has_numbers_only_where_a_shot_can_hit(count: int) -> None:
    for game in games(count):
        if game.misses("range-bands") or not game.has("range-bands"):
            continue
        params = game.params
        most_help = int(params["counters.most"]) * int(params["shooting.aimed"])
        most_help += int(params["talent-list.sharper"]) if game.has("talents") else 0
        for weapon in get_force(game).weapons:
            if not weapon.band:
                continue
            pattern = rf"^\| {re.escape(weapon.label)} \| (.*?) \|$"
            (row,) = re.findall(pattern, section_text(game, "shooting"), re.MULTILINE)
            cells = row.split(" | ")[: int(params["shooting.bands"])]
            for cell, change in zip(cells, chart_changes(game, weapon.band), strict=True):
                number = int(params["shooting.base"]) + change - most_help
                assert (cell == "–") == (number > int(params["shooting.top"])), game.path


# ------------------------------------------------------------------------------------------ terrain


@COUNTS
def test_printed_classes_of_terrain_are_on_the_table(count: int) -> None:
    for game in games(count):
        kinds = {kind for piece in get_battlefield(game).terrain for kind in piece.kinds}
        text = section_text(game, "terrain")
        for label in ("Difficult", "Impassable", "Obscuring", "Blocking"):
            if f"**{label}.**" in text:
                assert label.lower() in kinds, (game.path, label)
        if game.has("bullet-dice"):
            assert "obscuring" not in rulebook_of(game).markdown().lower(), game.path


# ----------------------------------------------------------------------------------------- talents


def chance_is_changed(game: Ruleset, values: list[int], difficulties: list[int], more: int) -> bool:
    """Return whether a higher stat raises the chance of some test."""
    how = odds.get_mechanic(game)
    return any(
        odds.success_chance(how, value + more, difficulty)
        > odds.success_chance(how, value, difficulty)
        for value in values
        for difficulty in difficulties
    )


def morale_difficulties(game: Ruleset) -> list[int]:
    """Return the Difficulties of the Morale tests of a game."""
    params = game.params
    found = [int(params["morale.difficulty"])] if game.has("morale-tests") else []
    found += [int(params["damage.difficulty"])] if game.has("death-tests") else []
    if game.has("repeats"):
        found += range(1, int(params["activation-order.most"]) + 1)
    elif game.has("unit-tests"):
        found.append(int(params["activation-order.difficulty"]))
    return found


@COUNTS
def test_printed_talents_can_matter(count: int) -> None:
    for game in games(count):
        text = section_text(game, "talent-list")
        kinds = get_force(game).kinds
        terrain = {kind for piece in get_battlefield(game).terrain for kind in piece.kinds}
        if "**Surefooted.**" in text:
            assert "difficult" in terrain, game.path
        if "**Iron Nerve.**" in text:
            morale = [model.stats["morale"] for model in kinds]
            more = int(game.params["talent-list.nerve"])
            assert chance_is_changed(game, morale, morale_difficulties(game), more), game.path
        if "**Gunsmith.**" in text:
            assert any(weapon.load for weapon in get_force(game).weapons), game.path
        if "**Bully.**" in text:
            assert game.has("hand-signs") or game.has("opposed-rolls"), game.path
        if "**Light-fingered.**" in text:
            assert game.has("marker-capture"), game.path
        if "that is avoided" in section_text(game, "fighting"):
            assert game.has("luck-rolls") or "**Hard to Kill.**" in text, game.path


@pytest.mark.parametrize(("talents", "is_avoided"), [("dealt", True), ("picked", False)])
def test_damage_is_avoided_only_where_hard_to_kill_is_dealt(talents: str, is_avoided: bool) -> None:
    game = rolled("skirmish", fighting="hand-signs", talents=talents, luck="none")
    assert ("that is avoided" in section_text(game, "fighting")) == is_avoided
    assert ("**Hard to Kill.**" in section_text(game, "talent-list")) == is_avoided


# ------------------------------------------------------------------------------------------- tests


def printed_tests(game: Ruleset) -> Iterator[tuple[str, int, int]]:
    """Yield the name, the value and the Difficulty of each kind of test that a game prints."""
    kinds = get_force(game).kinds
    defenses = sorted({model.stats["defense"] for model in kinds})
    for model in kinds:
        yield from _attacks_of(game, model, defenses)
        for difficulty in morale_difficulties(game):
            yield "morale", model.stats["morale"], difficulty


def _attacks_of(game: Ruleset, model: Model, defenses: list[int]) -> Iterator[tuple[str, int, int]]:
    for weapon in model.weapons:
        is_ranged = weapon.kind == "ranged"
        if is_ranged and not game.misses("shoot-tests"):
            for defense in defenses:
                yield "shot", model.stats["ranged_skill"] + weapon.bonus, defense
        if not is_ranged and not game.misses("fight-tests"):
            for defense in defenses:
                yield "blow", model.stats["close_skill"], defense
    if game.has("marker-capture"):
        yield "capture", model.stats["close_skill"], int(game.params["objectives.difficulty"])


@COUNTS
def test_every_kind_of_test_can_succeed_and_fail(count: int) -> None:
    for game in games(count):
        how = odds.get_mechanic(game)
        chances: dict[tuple[str, int], list[float]] = {}
        for name, value, difficulty in printed_tests(game):
            # Where a player names the Difficulty, one number that may fail will do.
            is_fixed = name == "morale" and not game.has("repeats")
            key = (name, difficulty if is_fixed else 0)
            chances.setdefault(key, []).append(float(odds.success_chance(how, value, difficulty)))
        for key, found in chances.items():
            assert max(found) > 0.0, (game.path, key, "never succeeds")
            assert min(found) < 1.0, (game.path, key, "never fails")


# ---------------------------------------------------------------------------- examples and flavour


def example_lines(game: Ruleset, table: str) -> list[str]:
    """Return the worked examples of a table's rule."""
    return re.findall(r"^> \*\*Example\.\*\* (.*)$", section_text(game, table), re.MULTILINE)


@COUNTS
def test_examples_of_tests_use_a_value_and_difficulty_of_the_game(count: int) -> None:
    names = {"Close Skill": ("blow", "capture"), "Ranged Skill": ("shot",), "Morale": ("morale",)}
    for game in games(count):
        known = set(printed_tests(game))
        for line in example_lines(game, "resolution"):
            found = re.search(r"(Close Skill|Ranged Skill|Morale) (?:of )?(\d+)", line)
            difficulty = re.search(r"at Difficulty (\d+)", line)
            if found and difficulty:
                value, number = int(found[2]), int(difficulty[1])
                used = {(kind, value, number) for kind in names[found[1]]}
                assert used & known, (game.path, line)


@COUNTS
def test_examples_use_the_numbers_of_the_game(count: int) -> None:
    for game in games(count):
        for table in ("forces", "game-length"):
            for line in example_lines(game, table):
                began = re.search(r"(?:With|began with) (\w+) models", line)
                assert not began or began[1] == spell_out(get_force(game).size), (game.path, line)
        for line in example_lines(game, "damage"):
            difficulty = re.search(r"Difficulty (\d+)", line)
            rule = re.search(r"Difficulty (\d+)", section_text(game, "damage"))
            assert not difficulty or (rule and difficulty[1] == rule[1]), (game.path, line)


# What a sentence may name only where it holds: a pattern, and the traits of which one is enough.
MECHANICS = {
    "battle": (
        (r"\bsquads?\b", ("squads",)),
        (r"\btowers?\b", ("tower",)),
        (r"\b[Ll]oot\b", ("loot",)),
        (r"\bMarkers?\b(?! )", ("markers",)),
        (r"\bhand signs?\b|\bfist\b|\bpalm\b", ("hand-signs",)),
        (r"\b[Dd]ynamite\b", ("dynamite",)),
        (r"\bjams?\b", ("ammunition",)),
        (r"\bPace\b", ("pace", "slowing")),
        (r"\blook where\b|\bbacks?\b(?= and| are)", ("facing",)),
        (r"\bdraft", ("draft",)),
        (r"\bcards?\b", ("cards-activate", "card-tests", "dynamite", "phased")),
        (r"\bTokens?\b", ("game-tokens", "activation-tokens", "re-rolls", "loot", "bag")),
        (r"\bsprint\b|\bkick\b|\bBoot\b", ("boot",)),
        (r"\bdoomed\b", ("doomed-tokens",)),
        (r"\bdodges?\b", ("dodging",)),
    ),
    "duel": (
        (r"\bprow\b", ("prow",)),
        (r"\bdebris\b", ("debris",)),
        (r"\bmoon\b", ("moon",)),
        (r"\bdrift", ("drifting",)),
        (r"\bnever end\b", ("endless",)),
        (r"\bexplo", ("exploding",)),
        (r"\bbombs?\b", ("exploding",)),
    ),
    "gamble": (
        (r"\bHero(?:es)?\b(?! number)", ("heroes",)),
        (r"\b[Ww]ild\b", ("hero-wilds",)),
        (r"\b[Aa] run\b|\b[Rr]uns (?:are|pay)\b|\bhigh runs\b", ("runs",)),
        (r"\b(?:what there is|mark) to beat\b", ("one-paid", "second-paid")),
    ),
}


def flavour(game: Ruleset) -> Iterator[str]:
    """Yield what a game's pages say about its options besides their rules."""
    filler = TextFiller(game)
    for choice in game.choices:
        if game.uses(choice.table, choice.option) and choice.option.code != "none":
            yield filler.fill(choice.option.does, choice.params)
            yield filler.fill(choice.option.pitch, choice.params)


@COUNTS
def test_flavour_names_only_mechanics_of_the_game(count: int) -> None:
    for book in ("classic", "skirmish", "duel", "gamble"):
        for game in sample(count, book):
            for text in flavour(game):
                for pattern, traits in MECHANICS[game.book.family]:
                    is_named = re.search(pattern, text)
                    assert not is_named or game.traits & set(traits), (game.path, text)
                if re.search(r"\b[Hh]ealers?\b", text):
                    assert "patch-up" in get_force(game).specials, game.path


@COUNTS
def test_sentences_about_relief_are_printed_where_there_is_any(count: int) -> None:
    for game in games(count):
        damage = section_text(game, "damage")
        can_patch = "patch-up" in get_force(game).specials
        assert ("Whatever takes a wound off" in damage) <= can_patch, game.path
        resolution = section_text(game, "resolution")
        assert ("No Difficulty is ever less" in resolution) <= game.has("focus"), game.path
