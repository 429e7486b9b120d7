"""A playtest as rows of CSV. Reads figures as JSON; needs no engine."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from carnage.lab.checks import passed
from carnage.lab.json_export import grade_word, measures, rounded
from carnage.lab.report import rule_rows
from carnage.rulesets.ruleset import Ruleset

HEAD = ("about", "figure", "value", "low", "high", "usual_low", "usual_high")
"""The columns: the subject, the figure, its value, the ends of its interval, and the usual range of
the book.

Cells without a value are empty.
"""

Row = tuple[object, ...]


def spreadsheet(ruleset: Ruleset, figures: Mapping[str, Any]) -> str:
    """Return all figures as CSV with a header. Shares are from 0 to 1."""
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(HEAD)
    for row in _rows(ruleset, figures):
        cells = [rounded(cell) if isinstance(cell, float) else cell for cell in row]
        sheet.writerow(cells + [""] * (len(HEAD) - len(cells)))
    return text.getvalue()


def _rows(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[Row]:
    games = figures["games"]
    yield "game", ruleset.path.strip("/"), games
    for said in passed(ruleset, figures):
        yield "gate", said.name, grade_word(said.grade)
        yield "gate goes by", said.name, said.reading.value, said.reading.low, said.reading.high
    for name, measure in measures(ruleset, figures).items():
        yield "measure", name, *(measure.get(cell, "") for cell in HEAD[2:])
    for name, share in figures["shares"].items():
        if name != "places":
            yield "share", name.replace("_", "-"), *_estimate(share)
    for number, share in enumerate(figures["shares"]["places"], 1):
        yield "place in order of play", number, *_estimate(share)
    for side, wins in enumerate(figures["wins"], 1):
        yield "won by side", side, wins / games
    for about, name in (("score of side", "scores"), ("winnings of side", "winnings")):
        for side, mean in enumerate(figures[name], 1):
            yield about, side, mean["mean"], mean["low"], mean["high"]
    for query in figures["answers"].values():
        for answer, (offered, taken) in query.get("answers", {}).items():
            if offered:
                yield (
                    f"answer to {query['put']}, of times it could be given",
                    answer,
                    taken / offered,
                )
    for name, ended in figures["endings"].items():
        yield "ending", name, ended / games
    for rounds, took, share in figures["lengths"]:
        yield "rounds", rounds, took / games
        yield "points of the first by rounds", rounds, share
    for rung in figures["ladder"]:
        yield "ladder", f"{rung['better']} against {rung['worse']}", *_estimate(rung)
    if figures["tension"] is not None:
        for tenth, chance in enumerate(figures["tension"]["course"]):
            yield "chance of the winner by tenth", tenth, chance
    for name, course in figures["courses"].items():
        for stage, chance in enumerate(course):
            yield f"chance of the winner of the {name} game by stage", stage, chance
    for row in rule_rows(ruleset, figures):
        yield "rule", f"{row.title}: {row.label}", row.share
        if row.could is not None:
            yield "rule could be used, times a game", f"{row.title}: {row.label}", row.could
            yield "rule used of these times", f"{row.title}: {row.label}", row.chosen
        if row.looked_up is not None:
            yield "rule was looked up, times a game", f"{row.title}: {row.label}", row.looked_up
            yield "rule changed something of these times", f"{row.title}: {row.label}", row.changed


def _estimate(share: Mapping[str, float]) -> tuple[float, float, float]:
    return share["value"], share["low"], share["high"]
