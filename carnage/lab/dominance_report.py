"""The worth of the options of the players in words. Reads metrics as JSON; needs no engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carnage.common.text_format import percent
from carnage.lab.severity import BLEMISH, FAULT, FINE
from carnage.lab.strengths import GREEDY, PLAYERS

EVEN = 0.5
MAX_DOMINATED = 0.28  # share of a player without an option, below which it is decisive
MIN_SPARED = 0.4  # share of a player without another option of the group, which can be spared
MAX_HALF_WIDTH = 0.06  # of an interval around an even share, to call an option worthless
ANSWER_GROUP = "answer"


@dataclass(frozen=True, slots=True)
class OptionWorth:
    """The worth of one option.

    Attributes:
        label: Its name.
        group: Its group: weapon, figure or answer.
        taken: The share of its opportunities that are used; empty if not counted.
        without: The wins of a player who never takes it, for each strength.
        always: The wins of a player who takes it whenever possible, for each strength.
        grade: FAULT if it decides games, BLEMISH if it is a mistake or always right, else FINE.
        sentence: The worth in words.
    """

    label: str
    group: str
    taken: str
    without: tuple[str, ...]
    always: tuple[str, ...]
    grade: int
    sentence: str


def describe_options(rows: Sequence[Mapping[str, Any]]) -> list[OptionWorth]:
    """Return the worth of each option, the one that decides most games first."""
    worths = [_describe(row, rows) for row in rows]
    order = sorted(
        range(len(rows)), key=lambda n: (-worths[n].grade, rows[n][GREEDY]["without"]["value"])
    )
    return [worths[n] for n in order]


def find_dominant(rows: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the weapons and figures without which a game is lost, where others can be spared."""
    for row in rows:
        if row["group"] == ANSWER_GROUP:
            continue
        others = [each for each in rows if each["group"] == row["group"] and each is not row]
        spared = [each for each in others if _least(each, "without", "value") >= MIN_SPARED]
        if _least(row, "without", "high") < MAX_DOMINATED and len(spared) * 2 >= len(others) > 0:
            yield row


def _describe(row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> OptionWorth:
    grade, sentence = _grade(row, rows)
    strengths = [row[name] for name in PLAYERS if row.get(name)]
    taken = ""
    if row["taken"] is not None:
        taken = percent(row["taken"])
    return OptionWorth(
        row["label"],
        row["group"],
        taken,
        tuple(_format_share(each["without"]) for each in strengths),
        tuple(_format_share(each["always"]) for each in strengths),
        grade,
        sentence,
    )


def _grade(row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> tuple[int, str]:
    """Return the grade of an option and the sentence about it."""
    if any(each is row for each in find_dominant(rows)):
        return FAULT, (
            f"It outdoes every other {row['group']}: a player without it wins "
            f"{percent(_least(row, 'without', 'value'))} of games."
        )
    played = [row[name] for name in PLAYERS if row.get(name)]
    if all(each["without"]["low"] > EVEN for each in played):
        return BLEMISH, "A trap: players who never take it win more."
    if all(each["always"]["low"] > EVEN for each in played):
        return BLEMISH, "Always right: players who take it whenever they can win more."
    if all(
        each["without"]["low"] <= EVEN <= each["without"]["high"]
        and each["without"]["high"] - each["without"]["low"] <= 2.0 * MAX_HALF_WIDTH
        for each in played
    ):
        return FINE, "No difference was found without it."
    if _least(row, "without", "high") < MAX_DOMINATED:
        return FINE, "The game is lost without it."
    if _least(row, "without", "high") < EVEN:
        return FINE, "It helps."
    return FINE, "It comes up too rarely to tell."


def _least(row: Mapping[str, Any], name: str, end: str) -> float:
    """Return the least value of an estimate over the strengths."""
    return min(float(row[strength][name][end]) for strength in PLAYERS if row.get(strength))


def _format_share(estimate: Mapping[str, float]) -> str:
    low, high = (percent(estimate[end]).removesuffix("%") for end in ("low", "high"))
    return f"{percent(estimate['value'])} ({low} to {high})"
