"""The picture of the atlas: a game a dot, its place by two measures, its colour and shape by an option.
Each dot is a link, so it needs no script; what it shows stands beside it as a table for whoever cannot see
it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from markupsafe import Markup

from carnage.catalog import Book
from carnage.catalog.atlas import Atlas, measures, places_of
from carnage.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.atlas_view import Shown, View
from carnage.web.tendencies import named, written

WIDE, HIGH = 480, 384
LEFT, RIGHT, TOP, BOTTOM = 56, 14, 12, 48
TICKS = 5
HUES = 8

Place = Callable[[float], float]

SHAPES = (
    '<circle r="4"/>',
    '<path d="M-3.7-3.7H3.7V3.7H-3.7Z"/>',
    '<path d="M0-4.8L4.7 3.6H-4.7Z"/>',
    '<path d="M0-5.2L5.2 0L0 5.2L-5.2 0Z"/>',
    '<path d="M0 4.8L4.7-3.6H-4.7Z"/>',
)
"""Around a point. Hues and shapes go round at different paces, so that no two of forty options are alike."""


def dot(number: int, unused: bool = False) -> Markup:
    """The mark of an option by its place among the colours, around the point 0 0."""
    if unused:
        return Markup('<path class="hue-none" d="M-4 0H4M0-4V4"/>')
    shape = SHAPES[number % len(SHAPES)]
    return Markup(shape.replace(" ", f' class="hue-{number % HUES}" ', 1))


def picture(atlas: Atlas, view: View, shown: Shown) -> Markup:
    """The whole picture, as SVG; the links in it are no stops of the keyboard, since lists beside it lead
    to games as well."""
    book = atlas.book
    count = len(places_of(book.table(view.colour)))
    x_ticks, y_ticks = (ticks([getattr(dot, axis) for dot in shown.dots]) for axis in ("x", "y"))
    x_place = _place(x_ticks, LEFT, WIDE - RIGHT)
    y_place = _place(y_ticks, HIGH - BOTTOM, TOP)
    marks = Markup("").join(
        Markup('<g id="dot-{}">{}</g>').format(n, dot(n, n == count)) for n in range(count + 1)
    )
    return Markup(
        '<svg class="space" viewBox="0 0 {} {}" aria-hidden="true"><defs>{}</defs>{}{}'
        '<g class="dots">{}</g></svg>'
    ).format(
        WIDE,
        HIGH,
        marks,
        Markup("").join(_axis(book, view.x, x_ticks, x_place, True)),
        Markup("").join(_axis(book, view.y, y_ticks, y_place, False)),
        Markup("").join(_dots(atlas, view, shown, x_place, y_place)),
    )


def _dots(atlas: Atlas, view: View, shown: Shown, x_place: Place, y_place: Place) -> Iterator[Markup]:
    book = atlas.book
    x, y = measures()[view.x], measures()[view.y]
    for each in shown.dots:
        digits = atlas.games.seed(each.row)
        yield Markup(
            '<a href="/{}/{}" tabindex="-1"><use href="#dot-{}" x="{}" y="{}"/><title>{}: {}, {}</title></a>'
        ).format(
            book.code,
            digits,
            each.colour,
            f"{x_place(each.x):.1f}",
            f"{y_place(each.y):.1f}",
            resolve(book, Seed(digits)).name,
            written(x, each.x),
            written(y, each.y),
        )


def _axis(book: Book, name: str, at: list[float], place: Place, across: bool) -> Iterator[Markup]:
    """Lines at the ticks with their figures, and what they are of."""
    measure = measures()[name]
    for value in at:
        where = f"{place(value):.1f}"
        line = (where, where, TOP, HIGH - BOTTOM) if across else (LEFT, WIDE - RIGHT, where, where)
        yield Markup('<line x1="{}" x2="{}" y1="{}" y2="{}"/>').format(*line)
        figure = written(measure, value) if measure.share else f"{value:,g}"
        spot = (
            (where, HIGH - BOTTOM + 16, "middle") if across else (LEFT - 6, f"{place(value) + 4:.1f}", "end")
        )
        yield Markup('<text x="{}" y="{}" text-anchor="{}">{}</text>').format(*spot, figure)
    label = named(book, measure.label)
    if across:
        yield Markup('<text class="of" x="{}" y="{}" text-anchor="middle">{} →</text>').format(
            (LEFT + WIDE - RIGHT) / 2, HIGH - 10, label
        )
    else:
        yield Markup(
            '<text class="of" transform="translate(13 {}) rotate(-90)" text-anchor="middle">{} →</text>'
        ).format((TOP + HIGH - BOTTOM) / 2, label)


def ticks(values: list[float]) -> list[float]:
    """Round figures at even distances from below the lowest to above the highest of these."""
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
