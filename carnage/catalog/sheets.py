"""What a family of books says about its rulebooks beyond the tables' rules: `tables/<family>/sheet.toml`.

The first sentence of a pitch, the lines of the summary, what has to be on the table, the turn summary, parts
of its own, what is counted and thrown at the table, and the words for sides, rounds and scores. Its texts
take every number from the rules.
"""

from __future__ import annotations

from typing import Literal

from carnage.catalog.toml import CatalogError, Entry
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
    """A line of the summary at the head of a rulebook."""

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


class Tally(Conditional, frozen=True):
    """Something that is counted while a game goes on: of the whole `game`, of each `side`, `unit` or `piece`.

    It begins at `start` and goes no further than `most`, texts that come out as whole numbers; an empty
    `most` is no end. A `mark` is there or not. Of figures `stat` names what of theirs is the most, and
    `shots` counts those of each weapon that holds some; what is `full` begins at the most. A `fresh` one
    begins anew with each round, which the tally that is `round` counts from one, and what goes `by_phase`
    with each phase as well, which the tally that is `phase` counts from one. `states` stand in the place of
    numbers, what is `out` has left the game, and a side's `score` is what decides it.
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


class Pieces(Conditional, frozen=True):
    """Dice that each side has before it, in a game without a roster: so many (`count`) of one kind (`die`, as
    `D6`), of which each begins at its highest and is counted down; `label` is what is counted."""

    die: str
    count: str
    label: str


class Throw(Conditional, frozen=True):
    """Dice that are thrown at the table, as `D6`, `coin` or `card`, with commas between them. Of those that
    are `more`, somebody may want another number; each side has its `own` where cards are not put back. Of
    dice that tests count one by one `success` is the least that counts, as a text; empty where none does."""

    label: str
    dice: str
    more: bool = False
    own: bool = False
    success: str = ""


class Sheet(Entry, frozen=True):
    """Everything about a family's rulebooks that is not a table's rule; `clock` is how many minutes a real
    clock runs, as a text that comes out as a whole number, or empty where there is none."""

    lead: str
    clock: str = ""
    nouns: Nouns = Nouns()
    telling: tuple[Telling, ...] = ()
    fact: tuple[Fact, ...] = ()
    component: tuple[Needed, ...] = ()
    step: tuple[Step, ...] = ()
    part: tuple[OwnPart, ...] = ()
    remedy: tuple[Remedy, ...] = ()
    tally: tuple[Tally, ...] = ()
    pieces: tuple[Pieces, ...] = ()
    throw: tuple[Throw, ...] = ()


class GameNames(Entry, frozen=True):
    """The two words of a game's own name."""

    first: tuple[str, ...]
    second: tuple[str, ...]


def check_names(name: str, names: GameNames) -> None:
    """Raise CatalogError for names that lack one of their two words."""
    if not (names.first and names.second):
        raise CatalogError(f"{name}: a game's name takes a first and a second word")


# What a sheet's texts may ask of `game` in any game; a roster adds to it.
GAME_VALUE_NAMES = frozenset({"players"})
