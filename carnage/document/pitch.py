"""What this mix is like: one paragraph and three tags, out of what its options say they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from carnage.catalog import Book, Table
from carnage.document.facts import models
from carnage.document.press import Once
from carnage.document.sections import named_traits
from carnage.document.texts import feet, fill, spelled
from carnage.ruleset import Ruleset

# In the order in which a pitch is told: how much each table's answer tells about a game, however rare it is.
TELLING = {
    "units": 0.30,
    "round-structure": 0.60,
    "activation-order": 0.75,
    "initiative": 0.40,
    "resolution": 0.20,
    "action-points": 0.35,
    "movement": 0.60,
    "line-of-sight": 0.0,
    "arc-of-sight": 0.30,
    "damage": 0.60,
    "morale": 0.25,
    "deployment": 0.20,
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
    """What one answer has to say for itself. `weight` is how telling it is, by its table and its `rarity`."""

    place: int
    weight: float
    rarity: float
    text: str
    tags: tuple[str, ...]


class Pitch:
    """Makes the pitch of any game of one book."""

    def __init__(self, book: Book) -> None:
        self._lines = [
            Once(
                book,
                partial(_line, table),
                named_traits(option.pitch for option in table.options),
                [table.id],
            )
            for table in book.rolled
        ]
        self._lead = Once(
            book, _lead, [muster.needs for muster in book.roster.muster], ["deployment", "units"]
        )

    def __call__(self, ruleset: Ruleset) -> tuple[str, tuple[str, ...]]:
        """One paragraph of plain text, and three words, the most telling first."""
        ranked = sorted([once(ruleset) for once in self._lines], key=_weight, reverse=True)
        able = [line for line in ranked if line.text and line.place]
        told = sorted(able[:SENTENCES], key=_place)
        paragraph = " ".join([self._lead(ruleset), *_flowing(told)])
        ranked.sort(key=_tag_weight, reverse=True)
        firsts = [line.tags[0] for line in ranked if line.tags]
        others = [tag for line in ranked for tag in line.tags[1:]]
        return paragraph, tuple(dict.fromkeys([*firsts, *others]))[:TAGS]


def _flowing(lines: list[Line]) -> Iterator[str]:
    """Two short sentences that follow each other as one, so that the paragraph does not read like a list.

    What the game is about stands by itself.
    """
    at = 0
    while at < len(lines):
        first, second = lines[at], lines[at + 1] if at + 1 < len(lines) else None
        if second and second.place < ALONE and len(first.text + second.text) <= FLOWING:
            plain = not any(mark in first.text + second.text for mark in (",", " and "))
            yield f"{first.text.rstrip('.')}{', and' if plain else ';'} {_lower(second.text)}"
            at += 2
        else:
            yield first.text
            at += 1


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _weight(line: Line) -> float:
    return line.weight


def _tag_weight(line: Line) -> float:
    return line.rarity + line.weight


def _place(line: Line) -> int:
    return line.place


def _line(table: Table, ruleset: Ruleset) -> Line:
    choice = ruleset.choice(table.id)
    rare = 1 - len(table.results(choice.option.code)) / len(table.rolls)
    order = list(TELLING)
    return Line(
        place=order.index(table.id) if table.id in order else len(order),
        weight=TELLING.get(table.id, 0.0) + rare,
        rarity=rare,
        text=fill(choice.option.pitch, choice.params, ruleset),
        tags=choice.option.tags,
    )


def _lead(ruleset: Ruleset) -> str:
    """How big the game is, and what its units are."""
    units = ruleset.choice("units")
    table = ruleset.choice("deployment").params["table_feet"]
    size = f"{spelled(models(ruleset)).capitalize()} figures a side on a table {feet(table, spelled)} square"
    return f"{size}: {_lower(fill(units.option.pitch, units.params, ruleset))}"
