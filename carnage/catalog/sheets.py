"""The sheet of a family, `tables/<family>/sheet.toml`: the parts of its rulebooks other than its
tables.

A sheet has the pitch's first sentence, the summary, the components, the turn summary, extra parts,
the counts and dice for play at the table, and the family's nouns. Its texts take every number from
the rules.
"""

from __future__ import annotations

from typing import Literal

from carnage.catalog.toml import CatalogError, Entry
from carnage.catalog.traits import Conditional


class Nouns(Entry, frozen=True):
    """A family's nouns.

    Attributes:
        kind: The kind of game, such as "coin duel".
        side: The name of a side.
        opener: A verb phrase for the side that opens a game, such as "activated first".
        rounds: The plural noun for rounds. Empty if games have none.
        scores: The noun for the result at the end of a game.
    """

    kind: str = "game"
    side: str = "Side"
    opener: str = "went first"
    rounds: str = "Rounds"
    scores: str = "Score"

    @property
    def round(self) -> str:
        """Return `rounds` in the singular and in small letters; empty without rounds."""
        return self.rounds.lower().removesuffix("s")


class Salience(Entry, frozen=True):
    """The importance of a table in the pitch. The rarity of the chosen option is added to `weight`.

    From the first entry with `alone` on, a sentence is never joined to the one before it.
    """

    table: str
    weight: float = 0.0
    alone: bool = False


class Fact(Conditional, frozen=True):
    """A line of the summary at the head of a rulebook."""

    label: str
    text: str


class RequiredComponent(Conditional, frozen=True):
    """A component that every game needs. An entry whose text comes out empty is left out."""

    text: str


class Item(Conditional, frozen=True):
    """An item of a step: all briefs of a `table`, or a line with `head` and `text`."""

    table: str = ""
    head: str = ""
    text: str = ""


class Step(Conditional, frozen=True):
    """A step of the turn summary. A step without text in any item is left out."""

    title: str
    item: tuple[Item, ...]


class ExtraPart(Conditional, frozen=True):
    """A part of the rulebook outside the rules: Markdown, below a `picture` if it has one."""

    id: str
    title: str
    text: str
    place: str = "front"
    picture: str = ""


class SuggestedFix(Entry, frozen=True):
    """The remedy for a fault of a playtest: tables to change, the most promising first.

    Attributes:
        fault: The name of the check that fails.
        tables: The ids of the tables of which other options may help.
    """

    fault: str
    tables: tuple[str, ...]


class CounterSpec(Conditional, frozen=True):
    """A value that is counted during a game, for the whole `game` or for each `side`, `unit` or
    `piece`.

    The texts come out as whole numbers or empty. At most one of `most`, `stat`, `shots`, `mark` and
    `states` is set.

    Attributes:
        start: The start value, as a text.
        most: The largest value, as a text. Empty means that there is no limit.
        stat: The stat of a figure that limits the count.
        shots: Count the shots of each weapon that holds some.
        mark: The value is either set or not.
        out: The holder has left the game when this is set.
        full: The count starts at its largest value.
        fresh: The count is reset in each round.
        by_phase: The count is also reset in each phase.
        round: The count is the number of the round, from 1.
        phase: The count is the number of the phase, from 1.
        score: The count of a side decides the game.
        states: Words that replace the numbers.
    """

    of: Literal["game", "side", "unit", "piece"]
    code: str
    label: str
    start: str = ""
    most: str = ""
    stat: str = ""
    shots: bool = False
    mark: bool = False
    out: bool = False
    full: bool = False
    fresh: bool = False
    by_phase: bool = False
    round: bool = False
    phase: bool = False
    score: bool = False
    states: tuple[str, ...] = ()


class DicePieces(Conditional, frozen=True):
    """Dice in front of each side, in a game without a roster.

    Each starts at its highest face and is counted down.

    Attributes:
        die: The kind of die as a text, such as `D6`.
        count: The number of dice, as a text.
        label: The name of the value that a die shows.
    """

    die: str
    count: str
    label: str


class DiceThrow(Conditional, frozen=True):
    """Dice or cards that players throw or draw at the table.

    Attributes:
        dice: The dice as a text, separated by commas: `D6`, `coin` or `card`.
        more: Players may change the number of dice.
        own: Each side has a deck of its own, because cards are not put back.
        success: The lowest face that counts as a success, as a text. Empty if successes are not
            counted.
    """

    label: str
    dice: str
    more: bool = False
    own: bool = False
    success: str = ""


class Sheet(Entry, frozen=True):
    """The contents of a family's rulebooks other than the rules of tables.

    Attributes:
        lead: The first sentence of the pitch.
        clock: The minutes of a real clock, as a text that comes out as a whole number. Empty if a
            game has no clock.
        minutes: The usual minutes of a game, as a number or as a text that comes out as one. 0 if
            they follow from a roster.
    """

    lead: str
    clock: str = ""
    minutes: int | str = 0
    nouns: Nouns = Nouns()
    telling: tuple[Salience, ...] = ()
    fact: tuple[Fact, ...] = ()
    component: tuple[RequiredComponent, ...] = ()
    step: tuple[Step, ...] = ()
    part: tuple[ExtraPart, ...] = ()
    remedy: tuple[SuggestedFix, ...] = ()
    tally: tuple[CounterSpec, ...] = ()
    pieces: tuple[DicePieces, ...] = ()
    throw: tuple[DiceThrow, ...] = ()


class GameNames(Entry, frozen=True):
    """The two lists of words from which the names of games are made."""

    first: tuple[str, ...]
    second: tuple[str, ...]


def check_names(name: str, names: GameNames) -> None:
    """Raise CatalogError if one of the two lists is empty."""
    if not (names.first and names.second):
        raise CatalogError(f"{name}: a game's name takes a first and a second word")


# The attributes of `game` that texts of any sheet may use. A roster adds more.
GAME_VALUE_NAMES = frozenset({"players", "throws", "largest_die"})
