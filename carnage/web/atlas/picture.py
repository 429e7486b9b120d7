"""The picture of the atlas as data: a dot for each game, its place by two measures, its colour by
an option.

The template makes SVG of it. Each dot is a link, so it needs no script.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from carnage.catalog import Book
from carnage.catalog.atlas import Atlas, group_results, read_measures
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.atlas.tendencies import format_label, format_measure
from carnage.web.atlas.view import Statistics, View

WIDTH, HEIGHT = 480, 384
LEFT, RIGHT, TOP, BOTTOM = 56, 14, 12, 48
"""Margins around the dots."""

TICKS = 5
"""Ticks of an axis, roughly."""

HUES = 8
SHAPES = 5
"""Hues and shapes repeat at different numbers, so that no two of forty options are alike."""

Place = Callable[[float], float]


class Mark(NamedTuple):
    """The look of an option's dots: numbers of a hue and a shape, or neither for an unused roll."""

    hue: int
    shape: int
    is_unused: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """A game in the picture; `colour` is the number of its mark."""

    url: str
    colour: int
    x: str
    y: str
    name: str
    x_value: str
    y_value: str


class Tick(NamedTuple):
    """A line across the picture, at a distance from its edge, with its figure."""

    at: float
    figure: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture, in units of the drawing."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    marks: tuple[Mark, ...]
    x_label: str
    y_label: str
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    dots: tuple[Dot, ...]


def make_mark(number: int, is_unused: bool = False) -> Mark:
    """Return the look of an option by its place among the colours."""
    return Mark(number % HUES, number % SHAPES, is_unused)


def build_picture(atlas: Atlas, view: View, statistics: Statistics) -> Picture:
    """Return the picture of a view."""
    book = atlas.book
    count = len(group_results(book.table(view.colour)))
    x_ticks, y_ticks = (
        ticks([getattr(dot, axis) for dot in statistics.dots]) for axis in ("x", "y")
    )
    x_place = _place(x_ticks, LEFT, WIDTH - RIGHT)
    y_place = _place(y_ticks, HEIGHT - BOTTOM, TOP)
    return Picture(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        top=TOP,
        bottom=HEIGHT - BOTTOM,
        marks=tuple(make_mark(number, number == count) for number in range(count + 1)),
        x_label=_label_axis(book, view.x),
        y_label=_label_axis(book, view.y),
        x_ticks=tuple(Tick(x_place(value), _format_tick(view.x, value)) for value in x_ticks),
        y_ticks=tuple(Tick(y_place(value), _format_tick(view.y, value)) for value in y_ticks),
        dots=tuple(_build_dots(atlas, view, statistics, x_place, y_place)),
    )


def _build_dots(
    atlas: Atlas, view: View, statistics: Statistics, x_place: Place, y_place: Place
) -> Iterator[Dot]:
    book = atlas.book
    x, y = read_measures()[view.x], read_measures()[view.y]
    for each in statistics.dots:
        digits = atlas.games.get_seed(each.row)
        yield Dot(
            url=f"/{book.code}/{digits}",
            colour=each.colour,
            x=f"{x_place(each.x):.1f}",
            y=f"{y_place(each.y):.1f}",
            name=resolve(book, Seed(digits)).name,
            x_value=format_measure(x, each.x),
            y_value=format_measure(y, each.y),
        )


def _label_axis(book: Book, name: str) -> str:
    return format_label(book, read_measures()[name].label)


def _format_tick(name: str, value: float) -> str:
    measure = read_measures()[name]
    return format_measure(measure, value) if measure.share else f"{value:,g}"


def ticks(values: list[float]) -> list[float]:
    """Return round figures at even distances from below the lowest to above the highest of
    these.
    """
    low, high = min(values, default=0.0), max(values, default=1.0)
    span = (high - low) or abs(high) or 1.0
    rough = span / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = math.floor(low / step), max(math.ceil(high / step), math.floor(low / step) + 1)
    return [round(n * step, 10) for n in range(first, last + 1)]


def _place(at: list[float], start: float, end: float) -> Place:
    low, high = at[0], at[-1]
    return lambda value: start + (end - start) * (value - low) / (high - low)
