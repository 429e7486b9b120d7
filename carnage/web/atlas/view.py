"""The selection of a page of the atlas, which is read from its address, and its statistics."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from carnage.catalog import Book
from carnage.catalog.atlas import (
    MAX_STEP,
    NO_VALUE,
    UNUSED,
    Atlas,
    AtlasGames,
    group_results,
    list_results,
)
from carnage.web.atlas.tendencies import list_measures
from carnage.web.errors import Advice, HttpProblem

MAX_DOTS = 500  # games in a picture
GAMES_PER_END = 5  # games that are listed at each end of a measure
DEFAULT_MEASURES = {"x": ("mean.rounds", "measure.decisions"), "y": ("measure.openness",)}
"""The measures that are shown if nobody asks for others: the first of these that the book has."""


@dataclass(frozen=True)
class View:
    """A selection.

    Attributes:
        x: The measure from left to right.
        y: The measure from bottom to top.
        colour: The table whose options are colours.
        kept: The required options by table.
        good: Whether games with faults are left out.
    """

    x: str
    y: str
    colour: str
    kept: Mapping[str, str] = field(default_factory=dict)
    good: bool = False

    def address(self, book: Book, **other: str) -> str:
        """Return the address of this selection, with some fields replaced."""
        fields = {"x": self.x, "y": self.y, "colour": self.colour} | other
        pairs = [*fields.items()]
        pairs += [("keep", f"{id}={code}") for id, code in self.kept.items()]
        pairs += [("good", "1")] if self.good else []
        return f"/atlas/{book.code}?{urlencode(pairs, safe='=')}"

    def with_kept(self, table: str, code: str) -> View:
        """Return the selection with a required option; an empty code removes that of the table."""
        kept = {id: option for id, option in self.kept.items() if id != table}
        return View(self.x, self.y, self.colour, kept | ({table: code} if code else {}), self.good)


def read_view(fields: Mapping[str, Sequence[str]], atlas: Atlas) -> View:
    """Return the selection of an address; raises HttpProblem (400)."""
    names = {name: each for name, each in list_measures(atlas) if not each.whole}
    chosen = {}
    for axis in ("x", "y"):
        wanted = _first_value(fields, axis) or next(
            (name for name in DEFAULT_MEASURES[axis] if name in names), next(iter(names))
        )
        if wanted not in names:
            raise _unknown_value(axis, names)
        chosen[axis] = wanted
    tables = {table.id: table for table in atlas.book.rolled}
    colour = _first_value(fields, "colour") or most_explanatory_table(atlas, chosen["y"])
    if colour not in tables:
        raise _unknown_value("colour", tables)
    answers = {
        f"{id}={option.code}": (id, option.code)
        for id, table in tables.items()
        for option in table.rolls
    }
    kept: dict[str, str] = {}
    for option in filter(None, ",".join(fields.get("keep", ())).split(",")):
        if option not in answers:
            raise _unknown_value("keep", _suggest_options(option, answers))
        kept.update([answers[option]])
    in_order = {id: kept[id] for id in tables if id in kept}
    return View(chosen["x"], chosen["y"], colour, in_order, bool(_first_value(fields, "good")))


def _first_value(fields: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(fields.get(name, ())), "")


def _suggest_options(option: str, answers: Iterable[str]) -> list[str]:
    """Return the options of the table in `table=option`, or the first option of each table."""
    table = option.partition("=")[0]
    first = {each.partition("=")[0]: each for each in reversed(list(answers))}
    return [each for each in answers if each.startswith(f"{table}=")] or list(
        reversed(first.values())
    )


def _unknown_value(name: str, allowed: Iterable[str]) -> HttpProblem:
    right = tuple(allowed)
    advice = Advice("unknown_value", field=name, values=right)
    return HttpProblem(400, "Unknown value in the atlas", advice, field=name, right=right)


def most_explanatory_table(atlas: Atlas, measure: str) -> str:
    """Return the table that explains most of a measure."""
    weights: dict[str, float] = {}
    for answer, (effect, _, _) in atlas.facts.effects[measure].items():
        table, _, result = answer.partition("=")
        rolls = len(list_results(atlas.book.table(table))[result].rolls)
        weights[table] = weights.get(table, 0.0) + effect * effect * rolls / len(
            atlas.book.table(table).rolls
        )
    return max(weights, key=lambda table: weights[table], default=atlas.book.rolled[0].id)


@dataclass(frozen=True)
class Dot:
    """A game in the picture: its row, its position, and the number of its colour."""

    row: int
    x: float
    y: float
    colour: int


@dataclass(frozen=True)
class Group:
    """The games that share an option: their number, and the means of both measures."""

    code: str
    label: str
    count: int
    x: float
    y: float


@dataclass(frozen=True)
class Statistics:
    """The statistics of a selection.

    Attributes:
        count: The number of games.
        dots: The games in the picture.
        groups: The games by option.
        x: The mean of the measure from left to right.
        y: The mean of the measure from bottom to top.
        ends: The rows of the games with the most and the least of each measure.
    """

    count: int
    dots: tuple[Dot, ...]
    groups: tuple[Group, ...]
    x: float
    y: float
    ends: Mapping[tuple[str, str], tuple[int, ...]]


def compute_statistics(atlas: Atlas, view: View) -> Statistics:
    """Return the statistics of a selection."""
    games, table = atlas.games, atlas.book.table(view.colour)
    xs, ys = games.steps[view.x], games.steps[view.y]
    rows = [
        row
        for row in atlas.find_rows(view.kept, view.good)
        if xs[row] != NO_VALUE and ys[row] != NO_VALUE
    ]
    given, options = games.results[view.colour], group_results(table)
    colour = {place: n for n, each in enumerate(options.values()) for place in each} | {
        UNUSED: len(options)
    }
    counts, x_sums, y_sums = ([0] * (len(options) + 1) for _ in range(3))
    for row in rows:
        group = colour[given[row]]
        counts[group] += 1
        x_sums[group] += xs[row]
        y_sums[group] += ys[row]

    def mean(measure: str, steps: int, count: int) -> float:
        low, high = games.ranges[measure]
        return low + (high - low) * steps / (MAX_STEP * count) if count else 0.0

    labels = [(code, table.option(code).label) for code in options] + [("", "Not used")]
    groups = tuple(
        Group(
            code,
            label,
            counts[n],
            mean(view.x, x_sums[n], counts[n]),
            mean(view.y, y_sums[n], counts[n]),
        )
        for n, (code, label) in enumerate(labels)
    )
    return Statistics(
        len(rows),
        tuple(
            Dot(
                row,
                read_value(games, view.x, row),
                read_value(games, view.y, row),
                colour[given[row]],
            )
            for row in rows[:MAX_DOTS]
        ),
        groups,
        mean(view.x, sum(x_sums), len(rows)),
        mean(view.y, sum(y_sums), len(rows)),
        {
            (measure, end): tuple(pick(GAMES_PER_END, rows, key=games.steps[measure].__getitem__))
            for measure in dict.fromkeys((view.y, view.x))
            for end, pick in (("most", heapq.nlargest), ("least", heapq.nsmallest))
        },
    )


def read_value(games: AtlasGames, measure: str, row: int) -> float:
    """Return a measure of a game that has it."""
    value = games.get_value(measure, row)
    assert value is not None
    return value
