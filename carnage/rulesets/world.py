"""The world of a game: its setting, and for battles its scenario, with all sentences filled in.

The noun of a game's default name chooses its setting, unless the address names another one. A world
is wording only: it changes no rule.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from carnage.catalog import Book, worlds
from carnage.catalog.world_schema import (
    BattleSetting,
    DuelSetting,
    GambleSetting,
    Label,
    Scenario,
    Setting,
)
from carnage.common.text_format import capitalize, spell_out
from carnage.rulesets.game_names import default_name
from carnage.rulesets.presets import list_preset_seeds
from carnage.rulesets.ruleset import Ruleset
from carnage.seeds import Seed

NO_SETTING = "none"
"""The id that stands for the plain book."""

# Addresses of the original toolkit are books of this one; they keep their words.
PLAIN_BOOKS = frozenset({"classic"})

# The tables by whose options a scenario is found, with the options of a book without the table.
_DEFAULT_OPTIONS: Mapping[str, str] = {
    "objectives": "points-removal",
    "deployment": "edges",
    "twist": "none",
    "terrain": "scattered",
}


class WorldError(ValueError):
    """A setting does not exist; the message lists the ones that do."""


@dataclass(frozen=True)
class Battle:
    """The part of a world that only battles have.

    Attributes:
        scenario: The scenario.
        tonight: Its situation.
        sides: The sentence about the player of each side.
        stake: The thing that both sides want.
        goal: The task, in the imperative.
        prize: The sentence about the prize, and about the markers or the loot.
        where: The end of the subtitle, about the ground.
        ground: The sentence about the ground.
        twist: The sentence about the twist.
    """

    scenario: Scenario
    tonight: str
    sides: str
    stake: str
    goal: str
    prize: str
    where: str
    ground: str
    twist: str


@dataclass(frozen=True)
class World:
    """The world of a game.

    Attributes:
        setting: The setting.
        hook: The first sentence about the place.
        situation: The sentences about the quarrel.
        noun: The sentence about the noun of the game's name; "" if it has another name, or if the
            setting has no sentence about it.
        battle: The scenario and its sentences; None for duels and gambles.
    """

    setting: Setting
    hook: str
    situation: str
    noun: str
    battle: Battle | None


def find_world(ruleset: Ruleset, setting_id: str | None = None) -> World | None:
    """Return the world of a game, or None for the plain book.

    Args:
        ruleset: The game.
        setting_id: The id of a setting, `none` for the plain book, or None for the setting of the
            game's noun. Without an id, classic games and published systems are plain.

    Raises:
        WorldError: The setting does not exist.
    """
    book = ruleset.book
    if setting_id is None:
        if book.code in PLAIN_BOOKS or ruleset.seed in list_preset_seeds(book.code):
            return None
        setting_id = worlds.noun_owners(book.family).get(_find_noun(ruleset), NO_SETTING)
    if setting_id == NO_SETTING:
        return None
    known = worlds.setting_ids(book.family)
    if setting_id not in known:
        choices = ", ".join((*known, NO_SETTING))
        raise WorldError(f"{book.title} has no setting {setting_id!r}; it has {choices}.")
    return _build_world(ruleset, tell_story(worlds.setting(book.family, setting_id), ruleset))


def tell_story(setting: Setting, ruleset: Ruleset) -> Setting:
    """Return a setting with one of its stories in place of its own, chosen by a hash of the seed.

    Its own story is one of them. Settings of battles have no others.
    """
    if isinstance(setting, BattleSetting) or not setting.stories:
        return setting
    name = f"carnage/story/1/{ruleset.book.code}/{ruleset.seed}"
    digest = hashlib.sha256(name.encode()).digest()
    number = int.from_bytes(digest[:8], "big") % (1 + len(setting.stories))
    if number == 0:
        return setting
    if isinstance(setting, GambleSetting):
        evening = setting.stories[number - 1]
        return msgspec.structs.replace(setting, **msgspec.structs.asdict(evening))
    quarrel = setting.stories[number - 1]
    ships = []
    for ship, why in zip(setting.ship, quarrel.why, strict=True):
        ships.append(msgspec.structs.replace(ship, why=why))
    return msgspec.structs.replace(
        setting, hook=quarrel.hook, situation=quarrel.situation, ship=tuple(ships)
    )


def describe_subtitle(ruleset: Ruleset, world: World | None) -> str:
    """Return the kind of fight and its place; empty for the plain book.

    An example is "For two players: a tea-house riot, all over the tea room".
    """
    if world is None:
        return ""
    setting = world.setting
    players = f"For {spell_out(ruleset.players)} players"
    if world.battle is not None:
        return f"{players}: {setting.brawl}, {world.battle.where}"
    if isinstance(setting, DuelSetting):
        return f"{players} and four coins: {setting.brawl}"
    return f"{players}: {setting.brawl}, at {setting.place}"


def name_setting(ruleset: Ruleset, world: World | None) -> str:
    """Return the setting that an address needs so as to show a world for ever; empty for none."""
    if world is not None:
        return world.setting.id
    return NO_SETTING if find_world(ruleset) else ""


def choose_rolled_setting(book: Book, seed: Seed, setting_id: str = "") -> str:
    """Return the setting that the address of a new roll names; empty if its noun decides.

    Args:
        book: The book.
        seed: The new seed.
        setting_id: The id that a visitor asked for.
    """
    if setting_id or book.code not in PLAIN_BOOKS:
        return setting_id
    return default_setting(book, seed)


def default_setting(book: Book, seed: Seed) -> str:
    """Return the id of the setting that owns the noun of a game's default name; empty if none."""
    noun = default_name(book, seed).rsplit(" ", 1)[-1]
    return worlds.noun_owners(book.family).get(noun, "")


def list_settings(book: Book) -> list[tuple[str, str]]:
    """Return the id and the title of each setting of a book, by title."""
    found = [(id, worlds.setting(book.family, id).title) for id in worlds.setting_ids(book.family)]
    return sorted(found, key=lambda each: each[1].removeprefix("The "))


def list_names(setting: Setting, book: Book) -> dict[str, Label]:
    """Return a setting's names for the figures and weapons of a book, by code.

    A figure or weapon of Classic has the setting's name for the similar one of other books. A code
    that the setting has no name for is left out: texts keep the book's name.
    """
    if not isinstance(setting, BattleSetting):
        return {}
    groups = {
        "figures": setting.figures,
        "weapons": setting.weapons,
        "tokens": setting.tokens,
    }
    likes = worlds.terms(book.family).classic if book.code in PLAIN_BOOKS else {}
    names: dict[str, Label] = {}
    for group, entries in (("figures", book.roster.figure), ("weapons", book.roster.weapon)):
        for entry in entries:
            like_group, _, like = likes.get(entry.code, f"{group}.{entry.code}").partition(".")
            label = groups[like_group].get(like) or setting.classic.get(entry.code)
            if label:
                names[entry.code] = label
    return names


def _find_noun(ruleset: Ruleset) -> str:
    """Return the noun of a game's default name."""
    return default_name(ruleset.book, ruleset.seed).rsplit(" ", 1)[-1]


def _build_world(ruleset: Ruleset, setting: Setting) -> World:
    """Return a game's world in a setting."""
    noun = ""
    if not ruleset.given_name:
        noun = setting.nouns.get(_find_noun(ruleset), "")
    battle = None
    situation = setting.situation
    if isinstance(setting, BattleSetting):
        battle = _build_battle(ruleset, setting)
        objective = setting.objectives[_find_options(ruleset)["objectives"]]
        situation = objective.situation or situation
        slots = {
            "stake": battle.stake,
            "the_side_1": f"The {setting.side[0].name}",
            "the_side_2": f"The {setting.side[1].name}",
        }
    elif isinstance(setting, DuelSetting):
        slots = {
            "the_ship_1": f"The {setting.ship[0].name}",
            "the_ship_2": f"The {setting.ship[1].name}",
        }
    else:
        assert isinstance(setting, GambleSetting)
        slots = {"The_Host": "The Host"}
    return World(
        setting=setting,
        hook=setting.hook,
        situation=_fill(situation, slots),
        noun=noun,
        battle=battle,
    )


def _build_battle(ruleset: Ruleset, setting: BattleSetting) -> Battle:
    """Return the scenario of a game, filled with the words of a setting."""
    options = _find_options(ruleset)
    file = worlds.scenarios()
    scenario = file.fallback
    for each in file.scenario:
        if each.fits(options):
            scenario = each
            break
    objective = setting.objectives[options["objectives"]]
    slots = {
        "stake": objective.stake,
        "bridge": setting.terrain["bridge"].singular,
        "dynamites": setting.tokens["dynamite"].plural,
        "centre": setting.places.centre,
        "middle": setting.places.middle,
        "markers": setting.tokens["objective"].plural,
        "loot": setting.tokens["loot"].plural,
        "stash": setting.tokens["stash"].singular,
        "side_1": setting.side[0].name,
        "side_2": setting.side[1].name,
    }
    # The situation of the setting, which stands first, says "a" of a thing that it brings in.
    again = {**slots, "stake": re.sub("^an? ", "the ", objective.stake)}
    sides = _fill(file.sides_line, slots)
    if ruleset.has("draft"):
        sides += f" {file.pool_line}"
    prize = file.objective_line[options["objectives"]]
    if options["objectives"] == "points-removal" and ruleset.has("tower"):
        prize = file.fallen_line
    ground = setting.ground[options["terrain"]]
    return Battle(
        scenario=scenario,
        tonight=_fill(scenario.situation, again),
        sides=sides,
        stake=objective.stake,
        goal=objective.goal,
        prize=_fill(prize, again),
        where=ground.where,
        ground=ground.text,
        twist=setting.twists[options["twist"]],
    )


def _find_options(ruleset: Ruleset) -> dict[str, str]:
    """Return the option of each table by which a scenario is found.

    An option without effect in this game counts as none, and a table that only gives the size of
    the battlefield as edges.
    """
    options = dict(_DEFAULT_OPTIONS)
    for table in ruleset.book.rolled:
        if table.id not in options:
            continue
        option = ruleset.choice(table.id).option
        is_size = table.id == "deployment" and option.code.isdecimal()
        if ruleset.uses(table, option) and not is_size:
            options[table.id] = option.code
    return options


def _fill(template: str, slots: Mapping[str, str]) -> str:
    """Return a template with its slots filled, and a capital at its start."""
    return capitalize(template.format_map(slots))
