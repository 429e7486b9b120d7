"""What this mix is like: one paragraph and three tags, out of what its options say they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from heapq import heappop, heappush
from itertools import islice
from operator import attrgetter

from carnage.catalog import Book, Option, Table
from carnage.catalog.mentions import asked_pitches
from carnage.catalog.traits import conditions
from carnage.document.dependencies import once
from carnage.document.sheet_texts import tell
from carnage.document.texts import fill
from carnage.ruleset import Ruleset
from carnage.wording import lower

SENTENCES = 5
FLOWING = 110  # characters that two sentences may have to be joined
TAGS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """What one answer has to say for itself. `weight` is how telling it is, by its table and its rarity;
    among tags its rarity counts twice."""

    table: str
    place: int
    weight: float
    in_tags: float
    text: str
    tags: tuple[str, ...]


class Pitch:
    """Makes the pitch of any game of one book."""

    def __init__(self, book: Book) -> None:
        self._lines = [
            once(
                book,
                partial(_line, table),
                [option.pitch for option in table.options],
                conditions([table, *table.options]),
                [table.id],
            )
            for table in book.rolled
        ]
        # Only the most telling lines are wanted: tables are asked in the order of the most they may tell.
        most = [_most(book, table) for table in book.rolled]
        self._by_weight = sorted([(-weight, at) for at, (weight, _) in enumerate(most)])
        self._by_tags = sorted([(-in_tags, at) for at, (_, in_tags) in enumerate(most)])
        self._look_ups = [line.look() for line in self._lines]
        lead = book.sheet.lead
        self._lead = once(book, partial(tell, lead), [lead])
        # What the first sentence tells is not told again.
        self._led = asked_pitches(lead)
        order = [each.table for each in book.sheet.telling]
        alone = [each.table for each in book.sheet.telling if each.alone]
        self._alone = order.index(alone[0]) if alone else len(order)

    def __call__(self, ruleset: Ruleset) -> tuple[str, tuple[str, ...]]:
        """One paragraph of plain text, and three words, the most telling first."""
        asked: dict[int, Line] = {}
        able = (
            line
            for line in self._ranked(ruleset, asked, self._by_weight, _weight)
            if line.text and line.table not in self._led
        )
        lines = sorted(islice(able, SENTENCES), key=attrgetter("place"))
        paragraph = " ".join([self._lead(ruleset), *_flowing(lines, self._alone)])
        firsts: dict[str, None] = {}
        ranked: list[Line] = []
        for line in self._ranked(ruleset, asked, self._by_tags, _in_tags):
            ranked.append(line)
            if line.tags:
                firsts[line.tags[0]] = None
                if len(firsts) == TAGS:
                    return paragraph, tuple(firsts)
        others = [tag for line in ranked for tag in line.tags[1:]]
        return paragraph, tuple(dict.fromkeys([*firsts, *others]))[:TAGS]

    def _ranked(
        self,
        ruleset: Ruleset,
        asked: dict[int, Line],
        order: list[tuple[float, int]],
        rank: Callable[[Line], tuple[float, ...]],
    ) -> Iterator[Line]:
        """The lines of this game, the lowest rank first, those alike in the book's order; `order` has for
        each table the lowest that the first number of its rank may be. Of no more tables than it takes a line
        is `asked`."""
        met: list[tuple[tuple[float, ...], int, Line]] = []
        state = ruleset.state
        for lowest, at in order:
            while met and met[0][0][0] < lowest:
                yield heappop(met)[2]
            line = asked.get(at)
            if line is None:
                mask, look_up = self._look_ups[at]
                line = asked[at] = look_up(state & mask) or self._lines[at](ruleset)
            heappush(met, (rank(line), at, line))
        while met:
            yield heappop(met)[2]


def _weight(line: Line) -> tuple[float, ...]:
    return (-line.weight,)


def _in_tags(line: Line) -> tuple[float, ...]:
    return -line.in_tags, -line.weight


def _most(book: Book, table: Table) -> tuple[float, float]:
    """The most that a line of this table may weigh, and weigh among tags."""
    weights = [_weights(book, table, option) for option in table.options]
    return max(0.0, *[weight for weight, _ in weights]), max(0.0, *[in_tags for _, in_tags in weights])


def _weights(book: Book, table: Table, option: Option) -> tuple[float, float]:
    rare = 1 - len(table.results(option.code)) / len(table.rolls)
    weight = sum(each.weight for each in book.sheet.telling if each.table == table.id) + rare
    return weight, weight + rare


def _flowing(lines: list[Line], alone: int) -> Iterator[str]:
    """Two short, plain sentences that follow each other as one, so that it does not read like a list.

    What is told from the place `alone` on stands by itself.
    """
    at = 0
    while at < len(lines):
        first, second = lines[at], lines[at + 1] if at + 1 < len(lines) else None
        joined = _as_one(first.text, second.text) if second and second.place < alone else ""
        yield joined or first.text
        at += 2 if joined else 1


@lru_cache(5_000)
def _as_one(first: str, second: str) -> str:
    """Two sentences as one; nothing if they are too long, or not simple enough for another "and"."""
    both = first + second
    if len(both) > FLOWING or any(mark in both for mark in (",", " and ", ":")):
        return ""
    return f"{first.rstrip('.')}, and {lower(second)}"


def _line(table: Table, ruleset: Ruleset) -> Line:
    choice = ruleset.choice(table.id)
    if not ruleset.uses(table, choice.option):
        return Line(table=table.id, place=0, weight=0.0, in_tags=0.0, text="", tags=())
    weight, in_tags = _weights(ruleset.book, table, choice.option)
    order = [each.table for each in ruleset.book.sheet.telling]
    return Line(
        table=table.id,
        place=order.index(table.id) if table.id in order else len(order),
        weight=weight,
        in_tags=in_tags,
        text=fill(choice.option.pitch, choice.params, ruleset),
        tags=choice.option.tags,
    )
