"""The pages of the atlas: the effects of options, and all games as a scatter plot.

They are made from data that the package contains, and depend on nothing but their addresses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, render_template, request

from carnage.catalog import Book
from carnage.catalog.atlas import (
    Atlas,
    Measure,
    get_atlas,
    group_results,
    list_results,
    read_measures,
)
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.atlas.picture import build_picture, make_mark
from carnage.web.atlas.tendencies import named, offered, signed, sure, written
from carnage.web.atlas.view import Shown, View, read, read_value, shown
from carnage.web.errors import Advice, Trouble
from carnage.web.params import books, find_book

TOP = 8  # options that are listed at each end

charted = Blueprint("atlas", __name__)


@dataclass(frozen=True)
class Row:
    """A row of a ranking: an option and its effect, with the interval scaled to −1 to 1."""

    place: int
    table: str
    title: str
    option: str
    label: str
    added: str
    between: str
    sure: bool
    at: float
    low: float
    high: float


def atlases() -> dict[str, Atlas]:
    """Return the atlases by the codes of their books."""
    found = {place: get_atlas(book) for place, book in books().items()}
    return {place: each for place, each in found.items() if each}


@charted.get("/atlas")
def every_book() -> Response:
    """Return the list of books with an atlas."""
    return Response(
        render_template(
            "atlas/atlases.html", found=[_overview(each) for each in atlases().values()]
        )
    )


@charted.get("/atlas/<path>")
def space(path: str) -> Response:
    """Return the scatter plot of a book's games, with the effects of its options."""
    found = _found(path)
    view = read(request.args.to_dict(flat=False), found)
    return Response(_page(found, view))


@charted.get("/atlas/<path>/<measure>")
def league(path: str, measure: str) -> Response:
    """Return the effects of all options on one measure."""
    found = _found(path)
    names = dict(offered(found))
    if measure not in names:
        pages = [(f"/atlas/{path}/{name}", label) for name, label in _labels(found).items()]
        raise Trouble(404, "Unknown measure", Advice("measures", pages=pages))
    book, facts = found.book, found.facts
    each = names[measure]
    return Response(
        render_template(
            "atlas/league.html",
            book=book,
            facts=facts,
            name=measure,
            label=named(book, each.label),
            rows=_league(found, measure),
            pairs=[_pair(found, each, pair) for pair in facts.pairs[measure]],
            foretold=facts.foretold[measure],
            mean=written(each, facts.mean[measure]),
            most="" if each.whole else _most(found, measure),
            names=_labels(found),
        )
    )


def _found(path: str) -> Atlas:
    book = find_book(path)
    found = get_atlas(book)
    if found is None:
        pages = [(f"/atlas/{place}", books()[place].title) for place in atlases()]
        raise Trouble(404, "No atlas of this book", Advice("charted_books", pages=pages))
    return found


def _labels(found: Atlas) -> dict[str, str]:
    return {name: named(found.book, measure.label) for name, measure in offered(found)}


def _overview(found: Atlas) -> dict[str, Any]:
    """Return a book for the list: the range of each measure and the options with the largest
    effects.
    """
    facts = found.facts
    lines = []
    for name, measure in offered(found):
        rows = [row for row in _league(found, name) if row.sure]
        ends = [rows[0], rows[-1]] if len(rows) > 1 else rows
        lines.append((name, named(found.book, measure.label), _most(found, name), ends))
    return {"book": found.book, "facts": facts, "lines": lines}


def _most(found: Atlas, name: str) -> str:
    """Return the range of most rulesets in a measure, or the share of rulesets that have it."""
    measure, facts = read_measures()[name], found.facts
    if measure.whole:
        return f"{written(measure, facts.mean[name])} of rulesets"
    low, high = (written(measure, value) for value in facts.span[name])
    return low if low == high else f"{low} to {high}"


def _page(found: Atlas, view: View) -> str:
    """Return the page of a view."""
    book = found.book
    there = shown(found, view)
    rows = [row for row in _league(found, view.y) if row.sure]
    return render_template(
        "atlas/atlas.html",
        book=book,
        shelf=[each.book for each in atlases().values()],
        facts=found.facts,
        view=view,
        names={
            name: label for name, label in _labels(found).items() if not read_measures()[name].whole
        },
        table=book.table(view.colour),
        shown=there,
        figure=build_picture(found, view, there) if there.dots else None,
        legend=_legend(found, view, there),
        kept=[(book.table(id), book.table(id).option(code)) for id, code in view.kept.items()],
        without=lambda id: view.with_kept(id, "").address(book),
        ends=_ends(found, there),
        written={
            axis: lambda value, name=name: written(read_measures()[name], value)
            for axis, name in (("x", view.x), ("y", view.y))
        },
        rows=rows[:TOP] if len(rows) > 2 * TOP else rows,
        last=rows[-TOP:] if len(rows) > 2 * TOP else [],
    )


def _legend(found: Atlas, view: View, there: Shown) -> list[dict[str, Any]]:
    """Return the options of the colours: mark, label, number of games, both means, and a link."""
    count = len(group_results(found.book.table(view.colour)))
    return [
        {
            "mark": make_mark(n, n == count),
            "group": group,
            "there": view.with_kept(view.colour, group.code).address(found.book)
            if group.code
            else "",
        }
        for n, group in enumerate(there.groups)
        if group.count
    ]


def _ends(found: Atlas, there: Shown) -> list[tuple[str, str, list[tuple[Ruleset, str]]]]:
    """Return the games with the most and the least of both measures."""
    book, told = found.book, []
    for (name, end), rows in there.ends.items():
        games = [
            (
                resolve(book, Seed(found.games.get_seed(row))),
                written(read_measures()[name], read_value(found.games, name, row)),
            )
            for row in rows
        ]
        told.append((named(book, read_measures()[name].label), end, games))
    return told


def _league(found: Atlas, name: str) -> list[Row]:
    """Return the options by their effect on a measure, the largest first."""
    book, facts, measure = found.book, found.facts, read_measures()[name]
    effects = sorted(facts.effects[name].items(), key=lambda each: (-each[1][0], each[0]))
    # Options with few games have wide intervals, which are cut off beyond the largest effect.
    widest = 1.25 * max((abs(effect) for _, (effect, _, _) in effects), default=1.0) or 1.0
    rows = []
    for place, (answer, (effect, low, high)) in enumerate(effects, 1):
        table, result = (book.table(answer.partition("=")[0]), answer.partition("=")[2])
        variant = list_results(table)[result]
        rows.append(
            Row(
                place,
                table.id,
                table.title,
                variant.option.code,
                variant.label,
                _precise(measure, effect),
                f"{_end(measure, low)} to {_end(measure, high)}",
                sure(facts, name, low, high),
                effect / widest,
                max(-1.0, low / widest),
                min(1.0, high / widest),
            )
        )
    return rows


def _end(measure: Measure, value: float) -> str:
    return signed(f"{100.0 * value:+.1f}" if measure.share else f"{value:+.2f}")


def _precise(measure: Measure, effect: float) -> str:
    """Return an effect as precisely as its interval."""
    return f"{_end(measure, effect)} in 100" if measure.share else _end(measure, effect)


def _pair(
    found: Atlas, measure: Measure, pair: tuple[str, str, float, float, float]
) -> tuple[str, str, str]:
    """Return two options, the effect of their interaction, and its interval."""
    one, other, effect, low, high = pair
    labels = []
    for answer in (one, other):
        table, _, result = answer.partition("=")
        asked: Book = found.book
        labels.append(
            f"{asked.table(table).title}: {list_results(asked.table(table))[result].label}"
        )
    return (
        " with ".join(labels),
        _precise(measure, effect),
        f"{_end(measure, low)} to {_end(measure, high)}",
    )
