"""What this mix is like: one paragraph and three tags, out of what its options say they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from operator import attrgetter

from carnage.catalog import Book, Table
from carnage.document.press import Once, mustered, sized
from carnage.document.sections import named_traits
from carnage.document.texts import feet, fill, spelled
from carnage.ruleset import Ruleset

# In the order in which a pitch is told: how much each table's answer tells about a game, however rare it is.
TELLING = {
    "units": 0.30,
    "terrain": 0.25,
    "forces": 0.30,
    "size": 0.0,
    "round-structure": 0.60,
    "activation-order": 0.75,
    "initiative": 0.40,
    "resolution": 0.20,
    "action-points": 0.35,
    "movement": 0.60,
    "line-of-sight": 0.0,
    "arc-of-sight": 0.30,
    "damage": 0.60,
    "shooting": 0.60,
    "fighting": 0.60,
    "luck": 0.30,
    "morale": 0.25,
    "deployment": 0.20,
    "twist": 0.60,
    "objectives": 0.90,
    "game-length": 0.35,
    "golden-rule": -0.30,
}
ALONE = list(TELLING).index("objectives")
SENTENCES = 5
FLOWING = 110  # characters that two sentences may have to be joined
TAGS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """What one answer has to say for itself. `weight` is how telling it is, by its table and its rarity;
    among tags its rarity counts twice."""

    place: int
    weight: float
    in_tags: float
    text: str
    tags: tuple[str, ...]


class Pitch:
    """Makes the pitch of any game of one book."""

    def __init__(self, book: Book) -> None:
        self._lines = [
            Once(
                book,
                partial(_line, table),
                named_traits(option.pitch for option in table.options)
                | {t for option in table.options for t in (*option.needs, *option.unless)}
                | {*table.needs, *table.unless},
                [table.id],
            )
            for table in book.rolled
        ]
        self._lead = Once(book, _lead, mustered(book), [*sized(book), "units"])

    def __call__(self, ruleset: Ruleset) -> tuple[str, tuple[str, ...]]:
        """One paragraph of plain text, and three words, the most telling first."""
        ranked = sorted([once(ruleset) for once in self._lines], key=attrgetter("weight"), reverse=True)
        able = [line for line in ranked if line.text and line.place]
        told = sorted(able[:SENTENCES], key=attrgetter("place"))
        paragraph = " ".join([self._lead(ruleset), *_flowing(told)])
        ranked.sort(key=attrgetter("in_tags"), reverse=True)
        firsts = [line.tags[0] for line in ranked if line.tags]
        others = [tag for line in ranked for tag in line.tags[1:]]
        return paragraph, tuple(dict.fromkeys([*firsts, *others]))[:TAGS]


def _flowing(lines: list[Line]) -> Iterator[str]:
    """Two short, plain sentences that follow each other as one, so that it does not read like a list.

    What the game is about stands by itself.
    """
    at = 0
    while at < len(lines):
        first, second = lines[at], lines[at + 1] if at + 1 < len(lines) else None
        joined = _as_one(first.text, second.text) if second and second.place < ALONE else ""
        yield joined or first.text
        at += 2 if joined else 1


@cache
def _as_one(first: str, second: str) -> str:
    """Two sentences as one; nothing if they are too long, or not simple enough for another "and"."""
    both = first + second
    if len(both) > FLOWING or any(mark in both for mark in (",", " and ", ":")):
        return ""
    return f"{first.rstrip('.')}, and {_lower(second)}"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _line(table: Table, ruleset: Ruleset) -> Line:
    choice = ruleset.choice(table.id)
    if not ruleset.uses(table, choice.option):
        return Line(place=0, weight=0.0, in_tags=0.0, text="", tags=())
    rare = 1 - len(table.results(choice.option.code)) / len(table.rolls)
    order = list(TELLING)
    weight = TELLING.get(table.id, 0.0) + rare
    return Line(
        place=order.index(table.id) if table.id in order else len(order),
        weight=weight,
        in_tags=weight + rare,
        text=fill(choice.option.pitch, choice.params, ruleset),
        tags=choice.option.tags,
    )


def _lead(ruleset: Ruleset) -> str:
    """How big the game is, and what its units are."""
    units = ruleset.choice("units")
    table = ruleset.table_feet
    count = ("up to " if ruleset.has("points-buy") else "") + spelled(ruleset.models)
    size = f"{count.capitalize()} figures a side on a table {feet(table, spelled)} square"
    return f"{size}: {_lower(fill(units.option.pitch, units.params, ruleset))}"
