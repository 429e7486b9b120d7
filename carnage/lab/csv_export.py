"""A playtest as rows of CSV. Reads metrics as JSON; needs no engine."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from carnage.lab.json_export import compared_values, grade_name, round_value
from carnage.lab.rule_usage import rule_usages
from carnage.lab.strengths import check_strengths
from carnage.rulesets.ruleset import Ruleset

COLUMNS = ("about", "figure", "value", "low", "high", "usual_low", "usual_high")
"""The columns: the subject, the figure, its value, the ends of its interval, and the usual range of
the book.

Cells without a value are empty.
"""

Row = tuple[object, ...]


def export_csv(ruleset: Ruleset, metrics: Mapping[str, Any]) -> str:
    """Return all metrics as CSV with a header. Shares are from 0 to 1."""
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(COLUMNS)
    for row in _rows(ruleset, metrics):
        cells = [round_value(cell) if isinstance(cell, float) else cell for cell in row]
        sheet.writerow(cells + [""] * (len(COLUMNS) - len(cells)))
    return text.getvalue()


def _rows(ruleset: Ruleset, metrics: Mapping[str, Any]) -> Iterator[Row]:
    games = metrics["games"]
    yield "game", ruleset.address.strip("/"), games
    strengths = check_strengths(ruleset, metrics)
    for result in strengths.greedy.values():
        yield "gate", result.name, grade_name(result.grade)
        yield (
            "gate goes by",
            result.name,
            result.metric.value,
            result.metric.low,
            result.metric.high,
        )
    if strengths.practised is not None:
        for result in strengths.practised.values():
            yield "gate between practised players", result.name, grade_name(result.grade)
            yield (
                "gate between practised players goes by",
                result.name,
                result.metric.value,
                result.metric.low,
                result.metric.high,
            )
    for name, measure in compared_values(ruleset, metrics).items():
        yield "measure", name, *(measure.get(cell, "") for cell in COLUMNS[2:])
    for name, share in metrics["shares"].items():
        if name not in ("places", "seats"):
            yield "share", name.replace("_", "-"), *_estimate(share)
    for number, share in enumerate(metrics["shares"]["places"], 1):
        yield "place in order of play", number, *_estimate(share)
    for number, share in enumerate(metrics["shares"]["seats"], 1):
        yield "share of side", number, *_estimate(share)
    for side, wins in enumerate(metrics["wins"], 1):
        yield "won by side", side, wins / games
    for about, name in (("score of side", "scores"), ("winnings of side", "winnings")):
        for side, mean in enumerate(metrics[name], 1):
            yield about, side, mean["mean"], mean["low"], mean["high"]
    for query in metrics["answers"].values():
        for answer, (offered, taken) in query.get("answers", {}).items():
            if offered:
                yield (
                    f"answer to {query['put']}, of times it could be given",
                    answer,
                    taken / offered,
                )
    for name, count in metrics["endings"].items():
        yield "ending", name, count / games
    for rounds, count, share in metrics["lengths"]:
        yield "rounds", rounds, count / games
        yield "points of the first by rounds", rounds, share
    for pairing in metrics["ladder"]:
        yield "ladder", f"{pairing['better']} against {pairing['worse']}", *_estimate(pairing)
    if metrics["tension"] is not None:
        for tenth, chance in enumerate(metrics["tension"]["course"]):
            yield "chance of the winner by tenth", tenth, chance
    for name, course in metrics["courses"].items():
        for stage, chance in enumerate(course):
            yield f"chance of the winner of the {name} game by stage", stage, chance
    for row in rule_usages(ruleset, metrics):
        yield "rule", f"{row.title}: {row.label}", row.share
        if row.opportunities is not None:
            yield "rule could be used, times a game", f"{row.title}: {row.label}", row.opportunities
            yield "rule used of these times", f"{row.title}: {row.label}", row.chosen_share
        if row.evaluations is not None:
            yield "rule was looked up, times a game", f"{row.title}: {row.label}", row.evaluations
            yield (
                "rule changed something of these times",
                f"{row.title}: {row.label}",
                row.changed_share,
            )


def _estimate(share: Mapping[str, float]) -> tuple[float, float, float]:
    return share["value"], share["low"], share["high"]
