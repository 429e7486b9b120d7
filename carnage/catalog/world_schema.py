"""The types of the files in `tables/worlds/`: settings, scenarios, reasons and lines.

A setting is wording only. It gives a game a place, two sides, and names for figures, weapons,
terrain and counters. No rule and no number depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from carnage.catalog.toml import Entry


class Label(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A name, written as a list: the singular, the plural, and sometimes a note about it."""

    singular: str
    plural: str
    note: str = ""


class Side(Entry, frozen=True):
    """A side of a battle.

    Attributes:
        code: side-1 or side-2.
        name: Its name, in the singular and without an article.
        why: The reason why it fights.
        looks: A description by which painters tell it from the other side.
        edge: The name of its edge of the table.
        corner: The name of its corner, with an article.
    """

    code: str
    name: str
    why: str
    looks: str
    edge: str
    corner: str


class Ship(Entry, frozen=True):
    """A ship of a duel: its code, its name, its reason, and the coin that stands for it."""

    code: str
    name: str
    why: str
    looks: str


class Places(Entry, frozen=True):
    """Places of the table as phrases that begin with "the".

    Attributes:
        centre: The centre line, after "along".
        middle: The middle, after "in" and "into".
    """

    centre: str
    middle: str


class Ground(Entry, frozen=True):
    """Sentences about one kind of terrain, and a phrase for the subtitle of a book."""

    text: str
    where: str


class Goal(Entry, frozen=True):
    """An objective: the thing that both sides want, and the task in the imperative.

    Attributes:
        situation: The situation of the setting in games with this objective, if it is not that of
            the others.
    """

    stake: str
    goal: str
    situation: str = ""


class SettingText(Entry, frozen=True):
    """The texts that settings of all families have.

    Attributes:
        schema: The version of this format.
        place: The place, as a phrase for the middle of a sentence.
        brawl: The kind of fight, with the article "a".
        hook: The first sentence about the place.
        situation: A template, with the slots of the family.
        nouns: By noun of a game's name, a sentence about it in this place.
    """

    schema: int
    id: str
    title: str
    place: str
    brawl: str
    tone: tuple[str, ...]
    hook: str
    situation: str
    nouns: Mapping[str, str]


class BattleSetting(SettingText, frozen=True):
    """A setting for skirmish and classic games.

    Mappings are by the codes of today's tables.

    Attributes:
        money: The noun that stands for dollars in the price list.
        situation: A template with the slots `stake`, `the_side_1` and `the_side_2`.
        gloss: By term, a sentence about it in this place.
        classic: Names for things that only classic has.
        talents: By talent, a sentence about it in this place.
    """

    money: Label
    side: tuple[Side, ...]
    places: Places
    figures: Mapping[str, Label]
    weapons: Mapping[str, Label]
    terrain: Mapping[str, Label]
    ground: Mapping[str, Ground]
    tokens: Mapping[str, Label]
    gloss: Mapping[str, str]
    objectives: Mapping[str, Goal]
    twists: Mapping[str, str]
    classic: Mapping[str, Label] = msgspec.field(default_factory=dict)
    talents: Mapping[str, str] = msgspec.field(default_factory=dict)


class DuelStory(Entry, frozen=True):
    """A quarrel of a duel, told instead of that of its setting.

    Attributes:
        why: The reason of each ship.
    """

    hook: str
    situation: str
    why: tuple[str, str]


class DuelSetting(SettingText, frozen=True):
    """A setting for duels. `situation` has the slots `the_ship_1` and `the_ship_2`.

    Attributes:
        stories: Other quarrels in the same place; the seed of a game chooses one, or the setting's.
    """

    ship: tuple[Ship, ...]
    gloss: Mapping[str, str]
    edges: Mapping[str, str]
    tanks: Mapping[str, str]
    stories: tuple[DuelStory, ...] = ()


class GambleStory(Entry, frozen=True):
    """An evening of a gamble, told instead of that of its setting."""

    hook: str
    situation: str
    host: str
    pot: str


class GambleSetting(SettingText, frozen=True):
    """A setting for gambles. `situation` has the slot `The_Host`.

    Attributes:
        credits: The name of the credits that are staked.
        pot_of: By option of the pot, a sentence about the payment.
        stories: Other evenings in the same place; the seed of a game chooses one, or the setting's.
    """

    host: str
    hero: str
    pot: str
    credits: Label
    pot_of: Mapping[str, str]
    stories: tuple[GambleStory, ...] = ()


Setting = BattleSetting | DuelSetting | GambleSetting

SETTING_TYPES: Mapping[str, type[Setting]] = {
    "battle": BattleSetting,
    "duel": DuelSetting,
    "gamble": GambleSetting,
}
"""The type of the settings of each family that has settings."""


class Scenario(Entry, frozen=True):
    """A named situation, for games with these options. No options mean any option.

    Attributes:
        situation: A template; its slots are listed in `world_text.SCENARIO_SLOTS`.
    """

    id: str
    name: str
    situation: str
    objectives: tuple[str, ...] = ()
    deployment: tuple[str, ...] = ()
    twist: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()

    def fits(self, options: Mapping[str, str]) -> bool:
        """Return True if the scenario is for a game with these options, by table."""
        keys = {
            "objectives": self.objectives,
            "deployment": self.deployment,
            "twist": self.twist,
            "terrain": self.terrain,
        }
        return all(not codes or options[table] in codes for table, codes in keys.items())


class ScenariosFile(Entry, frozen=True):
    """The scenarios, in the order in which they are tried, and the lines that they share.

    Attributes:
        objective_line: By objective, a template about the prize and the things on the table.
        fallen_line: The line of points removal in games whose models fall.
        sides_line: A template about the player of each side.
        pool_line: A sentence for games whose sides are drafted.
        fallback: The scenario of games that no other one fits.
    """

    schema: int
    objective_line: Mapping[str, str]
    fallen_line: str
    sides_line: str
    pool_line: str
    fallback: Scenario
    scenario: tuple[Scenario, ...]


class Reason(Entry, frozen=True):
    """The reason why an option is fun, with advice.

    Attributes:
        origin: `does` if the thought is taken from the option's text, or `new`.
        gloss: The sentence of a setting that follows, such as `gloss.tower`.
        needs: The traits of the games for which it is true.
        unless: The traits of the games for which it is not.
    """

    table: str
    option: str
    why: str
    watch: str
    origin: str = msgspec.field(name="from")
    gloss: str = ""
    needs: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


class ReasonsFile(Entry, frozen=True):
    """The reasons, each for one option."""

    schema: int
    reason: tuple[Reason, ...]


class LinesFile(Entry, frozen=True, rename="kebab"):
    """The turn in five lines: by table, a template for each of its options.

    Attributes:
        win_end: A template about who has won when the game ends.
        game_end: A template that follows the line of the game's length: how a side may end it.
    """

    schema: int
    win_end: str
    game_end: str
    round_structure: Mapping[str, str]
    round_structure_acts: Mapping[str, str]
    initiative: Mapping[str, str]
    activation_order: Mapping[str, str]
    action_points: Mapping[str, str]
    damage: Mapping[str, str]
    game_length: Mapping[str, str]
    game_length_win: Mapping[str, str]
    twist: Mapping[str, str]
    win: Mapping[str, str]


class TurnLine(Entry, frozen=True):
    """A line about the turn: a template for each option of a table, or one text.

    Attributes:
        table: The table; empty for a line of every game.
        options: By option of the table, the template.
        text: The template of a line without a table.
    """

    table: str = ""
    options: Mapping[str, str] = msgspec.field(default_factory=dict)
    text: str = ""


class TurnLines(Entry, frozen=True):
    """A template about how to win, and the lines about the turn in their order.

    Attributes:
        win: The template about how to win.
        win_end: The line about the end of the game, which follows it; None for none.
        line: The lines about the turn.
        space: By table, the rule of each of its options, which stands in brackets after the
            sentence of a setting.
    """

    win: str
    line: tuple[TurnLine, ...]
    win_end: TurnLine | None = None
    space: Mapping[str, Mapping[str, str]] = msgspec.field(default_factory=dict)


class FiveLinesFile(Entry, frozen=True):
    """The lines about the aim and the turn of families other than battles."""

    schema: int
    duel: TurnLines
    gamble: TurnLines


class OddRulesFile(Entry, frozen=True):
    """The rules of odd options in plain sentences: by table and option, a template.

    Attributes:
        order: By family, the options as "table.option", the oddest first.
    """

    schema: int
    order: Mapping[str, tuple[str, ...]]
    battle: Mapping[str, Mapping[str, str]]
    duel: Mapping[str, Mapping[str, str]]
    gamble: Mapping[str, Mapping[str, str]]

    @property
    def by_family(self) -> dict[str, Mapping[str, Mapping[str, str]]]:
        """Return the rules of each family."""
        return {"battle": self.battle, "duel": self.duel, "gamble": self.gamble}


class TermKey(Entry, frozen=True):
    """The place in the tables of a thing that settings name or explain.

    Attributes:
        term: A term of the family's glossary.
        table: A table, for a thing that is no term.
        option: An option or rule of this table.
        word: The word that a sentence about it must have, if it is not the term.
    """

    term: str = ""
    table: str = ""
    option: str = ""
    word: str = ""


class Terms(Entry, frozen=True):
    """The things of a family that settings name or explain, besides its figures and options.

    Attributes:
        tokens: The counters, by code.
        gloss: The terms to explain, by code.
        classic: By code of classic, the group and the code whose name it takes.
    """

    tokens: Mapping[str, TermKey] = msgspec.field(default_factory=dict)
    gloss: Mapping[str, TermKey] = msgspec.field(default_factory=dict)
    classic: Mapping[str, str] = msgspec.field(default_factory=dict)


class UnwantedFile(Entry, frozen=True):
    """Words that no setting may use."""

    words: tuple[str, ...]
