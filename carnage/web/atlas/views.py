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
from carnage.web.atlas.tendencies import (
    format_label,
    format_measure,
    is_significant,
    list_measures,
    use_minus_sign,
)
from carnage.web.atlas.view import Statistics, View, compute_statistics, read_value, read_view
from carnage.web.errors import Advice, HttpProblem
from carnage.web.params import books, find_book

MAX_ROWS_PER_END = 8  # options that are listed at each end

atlas_pages = Blueprint("atlas", __name__)


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


def list_atlases() -> dict[str, Atlas]:
    """Return the atlases by the codes of their books."""
    found = {place: get_atlas(book) for place, book in books().items()}
    return {place: each for place, each in found.items() if each}


@atlas_pages.get("/atlas")
def show_atlases() -> Response:
    """Return the list of books with an atlas."""
    return Response(
        render_template(
            "atlas/atlases.html", found=[_summarize_book(each) for each in list_atlases().values()]
        )
    )


@atlas_pages.get("/atlas/<path>")
def show_scatter(path: str) -> Response:
    """Return the scatter plot of a book's games, with the effects of its options."""
    found = _find_atlas(path)
    view = read_view(request.args.to_dict(flat=False), found)
    return Response(_render_page(found, view))


@atlas_pages.get("/atlas/<path>/<measure>")
def show_ranking(path: str, measure: str) -> Response:
    """Return the effects of all options on one measure."""
    found = _find_atlas(path)
    names = dict(list_measures(found))
    if measure not in names:
        pages = [(f"/atlas/{path}/{name}", label) for name, label in _label_measures(found).items()]
        raise HttpProblem(404, "Unknown measure", Advice("measures", pages=pages))
    book, facts = found.book, found.facts
    each = names[measure]
    return Response(
        render_template(
            "atlas/league.html",
            book=book,
            facts=facts,
            name=measure,
            label=format_label(book, each.label),
            rows=_rank_options(found, measure),
            pairs=[_describe_pair(found, each, pair) for pair in facts.pairs[measure]],
            foretold=facts.foretold[measure],
            mean=format_measure(each, facts.mean[measure]),
            most="" if each.whole else _format_usual_range(found, measure),
            names=_label_measures(found),
        )
    )


def _find_atlas(path: str) -> Atlas:
    book = find_book(path)
    found = get_atlas(book)
    if found is None:
        pages = [(f"/atlas/{place}", books()[place].title) for place in list_atlases()]
        raise HttpProblem(404, "No atlas of this book", Advice("charted_books", pages=pages))
    return found


def _label_measures(found: Atlas) -> dict[str, str]:
    return {name: format_label(found.book, measure.label) for name, measure in list_measures(found)}


def _summarize_book(found: Atlas) -> dict[str, Any]:
    """Return a book for the list: the range of each measure and the options with the largest
    effects.
    """
    facts = found.facts
    lines = []
    for name, measure in list_measures(found):
        rows = [row for row in _rank_options(found, name) if row.sure]
        ends = [rows[0], rows[-1]] if len(rows) > 1 else rows
        lines.append(
            (name, format_label(found.book, measure.label), _format_usual_range(found, name), ends)
        )
    return {"book": found.book, "facts": facts, "lines": lines}


def _format_usual_range(found: Atlas, name: str) -> str:
    """Return the range of most rulesets in a measure, or the share of rulesets that have it."""
    measure, facts = read_measures()[name], found.facts
    if measure.whole:
        return f"{format_measure(measure, facts.mean[name])} of rulesets"
    low, high = (format_measure(measure, value) for value in facts.span[name])
    return low if low == high else f"{low} to {high}"


def _render_page(found: Atlas, view: View) -> str:
    """Return the page of a view."""
    book = found.book
    statistics = compute_statistics(found, view)
    rows = [row for row in _rank_options(found, view.y) if row.sure]
    return render_template(
        "atlas/atlas.html",
        book=book,
        shelf=[each.book for each in list_atlases().values()],
        facts=found.facts,
        view=view,
        names={
            name: label
            for name, label in _label_measures(found).items()
            if not read_measures()[name].whole
        },
        table=book.table(view.colour),
        shown=statistics,
        figure=build_picture(found, view, statistics) if statistics.dots else None,
        legend=_build_legend(found, view, statistics),
        kept=[(book.table(id), book.table(id).option(code)) for id, code in view.kept.items()],
        without=lambda id: view.with_kept(id, "").address(book),
        ends=_list_extremes(found, statistics),
        written={
            axis: lambda value, name=name: format_measure(read_measures()[name], value)
            for axis, name in (("x", view.x), ("y", view.y))
        },
        rows=rows[:MAX_ROWS_PER_END] if len(rows) > 2 * MAX_ROWS_PER_END else rows,
        last=rows[-MAX_ROWS_PER_END:] if len(rows) > 2 * MAX_ROWS_PER_END else [],
    )


def _build_legend(found: Atlas, view: View, statistics: Statistics) -> list[dict[str, Any]]:
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
        for n, group in enumerate(statistics.groups)
        if group.count
    ]


def _list_extremes(
    found: Atlas, statistics: Statistics
) -> list[tuple[str, str, list[tuple[Ruleset, str]]]]:
    """Return the games with the most and the least of both measures."""
    book, extremes = found.book, []
    for (name, end), rows in statistics.ends.items():
        games = [
            (
                resolve(book, Seed(found.games.get_seed(row))),
                format_measure(read_measures()[name], read_value(found.games, name, row)),
            )
            for row in rows
        ]
        extremes.append((format_label(book, read_measures()[name].label), end, games))
    return extremes


def _rank_options(found: Atlas, name: str) -> list[Row]:
    """Return the options in order of their signed effect on a measure, the highest first."""
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
                _format_effect(measure, effect),
                f"{_format_bound(measure, low)} to {_format_bound(measure, high)}",
                is_significant(facts, name, low, high),
                effect / widest,
                max(-1.0, low / widest),
                min(1.0, high / widest),
            )
        )
    return rows


def _format_bound(measure: Measure, value: float) -> str:
    return use_minus_sign(f"{100.0 * value:+.1f}" if measure.share else f"{value:+.2f}")


def _format_effect(measure: Measure, effect: float) -> str:
    """Return an effect as precisely as its interval."""
    return (
        f"{_format_bound(measure, effect)} percentage points"
        if measure.share
        else _format_bound(measure, effect)
    )


def _describe_pair(
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
        _format_effect(measure, effect),
        f"{_format_bound(measure, low)} to {_format_bound(measure, high)}",
    )
