"""What a family of books says about its rulebooks beyond the tables' rules: `tables/<family>/sheet.toml`.

The first sentence of a pitch, the facts at the head, what has to be on the table, the turn summary, parts of
its own, and the words for sides, rounds and scores. Its texts take every number from the rules.
"""

from __future__ import annotations

from carnage.catalog.toml import Entry
from carnage.catalog.traits import Conditional


class Nouns(Entry, frozen=True):
    """A family's nouns.

    `kind` is what sort of game it has ("coin duel"), `side` who plays, `opener` how whoever opens a game is
    told ("activated first"), `rounds` what is counted while it goes on, empty where nothing is, and `scores`
    what stands at its end.
    """

    kind: str = "game"
    side: str = "Side"
    opener: str = "went first"
    rounds: str = "Rounds"
    scores: str = "Score"


class Telling(Entry, frozen=True):
    """How much a table's answer tells about a game, however rare it is.

    What stands `alone`, and all that is told after it, is never the second half of a sentence.
    """

    table: str
    weight: float = 0.0
    alone: bool = False


class Fact(Conditional, frozen=True):
    """A fact at the head of a rulebook."""

    label: str
    text: str


class Needed(Conditional, frozen=True):
    """What has to be on the table whatever the rules ask for; left out where its text is empty."""

    text: str


class Item(Conditional, frozen=True):
    """An item of a step: all briefs of a `table`, or a line of its own, `head` and `text`."""

    table: str = ""
    head: str = ""
    text: str = ""


class Step(Conditional, frozen=True):
    """A step of the turn summary; left out where none of its items has anything to say."""

    title: str
    item: tuple[Item, ...]


class OwnPart(Conditional, frozen=True):
    """A part of the rulebook outside the rules: Markdown, under a `picture` if it has one."""

    id: str
    title: str
    text: str
    place: str = "front"
    picture: str = ""


class Remedy(Entry, frozen=True):
    """What to try where a playtest finds a `fault`, by the name of its gate: other answers to these
    `tables`, the most promising first."""

    fault: str
    tables: tuple[str, ...]


class Sheet(Entry, frozen=True):
    """Everything about a family's rulebooks that is not a table's rule."""

    lead: str
    nouns: Nouns = Nouns()
    telling: tuple[Telling, ...] = ()
    fact: tuple[Fact, ...] = ()
    component: tuple[Needed, ...] = ()
    step: tuple[Step, ...] = ()
    part: tuple[OwnPart, ...] = ()
    remedy: tuple[Remedy, ...] = ()


class GameNames(Entry, frozen=True):
    """The two words of a game's own name."""

    first: tuple[str, ...]
    second: tuple[str, ...]


# What a sheet's texts may ask of `game` in any game; a roster adds to it.
GAME_NAMES = frozenset({"players"})
