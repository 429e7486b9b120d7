"""Questions that a bot answers for a person who asks for it, and their lines in the report.

The topics are SETUP, ROUTINE and the names of queries. The answers are part of the moves like all
others, so a replay needs no topics.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from carnage.common.text_format import capitalize
from carnage.matches.pointing import AREAS, MOVES, describe_pointable
from carnage.replays.replay import Replay, ReplayStep

if TYPE_CHECKING:
    from carnage.engine.core.queries import Query
    from carnage.engine.games import Match

SETUP = "setup"  # all questions before the first round
ROUTINE = "routine"  # questions with one answer, and those that planners leave to the greedy bot
NEXT_MODEL = "next-model"  # the query which figure of a squad acts next
REACT = "react"  # a query with two answers, to shoot or not
ACT = "act"  # the query for an action of a figure
CHOSEN = "Chosen for you: "  # the beginning of the lines
SET_UP = f"{CHOSEN}where your side begins."


def is_automatic(match: Match, topics: Collection[str]) -> bool:
    """Return whether a bot answers the open question for its person."""
    question = match.question
    if question is None or not topics:
        return False
    if int(match.record.rounds) == 0:
        return SETUP in topics
    query = match.family.queries[question.kind]
    if query.name in topics and can_be_left(query):
        return True
    if ROUTINE not in topics:
        return False
    return query.routine or has_one_answer(match) or find_repeated_action(match) >= 0


def can_be_left(query: Query) -> bool:
    """Return whether a person may leave all questions of a kind to a bot: one answer or another to
    something that happens.
    """
    from carnage.engine.core.queries import Slot, YesNo

    what = query.slots.get("what")
    is_yes_or_no = isinstance(what, Slot) and isinstance(what.kind, YesNo)
    return query.name == REACT or (is_yes_or_no and not query.sampled)


def list_left(match: Match, topics: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Return the kinds of question that a person has left to a bot: their names and texts."""
    return tuple(
        (query.name, capitalize(query.general_text))
        for query in match.family.queries
        if query.name in topics and can_be_left(query)
    )


def has_one_answer(match: Match) -> bool:
    """Return whether the open question has one option, and takes no other point of the table."""
    assert match.question is not None
    if len(match.question.options) > 1:
        return False
    query = match.family.queries[match.question.kind]
    if not query.sampled:
        return True
    if query.name not in (*MOVES, *AREAS):
        return False
    pointable = describe_pointable(match)
    return pointable is not None and not pointable.reach and not pointable.spots


def find_repeated_action(match: Match) -> int:
    """Return the option that repeats the action of a block with one able figure, or −1.

    The rules ask a block for a kind of action, and then each of its figures.
    """
    question = match.question
    assert question is not None
    if match.family.queries[question.kind].name != ACT or not match.record.only:
        return -1
    actions = [n for n, option in enumerate(question.options) if option.what]  # 0 is to stop
    if len(actions) != 1 or count_able_comrades(match, question.actor) > 1:
        return -1
    return actions[0]


def count_able_comrades(match: Match, model: int) -> int:
    """Return the number of models that can act in the unit of a model, itself included."""
    record = match.record
    able = 0
    for unit in record.units[: record.n_units]:
        members = range(unit.first, unit.first + unit.count)
        if model in members:
            able = sum(
                bool(record.models[n].in_play and not record.models[n].fallen) for n in members
            )
    return able


def find_meant_option(match: Match, tapped: str) -> int:
    """Return the option of the open question that the person means with the last answer; or −1.

    Args:
        match: The match.
        tapped: The id of the piece with which the person gave that answer; "" for none.
    """
    option = find_tapped_model(match, tapped)
    return option if option >= 0 else find_repeated_action(match)


def find_tapped_model(match: Match, tapped: str) -> int:
    """Return the option by which a piece acts next, if the open question asks for that; or −1.

    A person who taps a figure to activate its squad means this figure.
    """
    from carnage.engine.core.queries import Slot, Thing

    question = match.question
    assert question is not None
    query = match.family.queries[question.kind]
    if not tapped or query.name != NEXT_MODEL:
        return -1
    model = query.slots["who"]
    assert isinstance(model, Slot)
    assert isinstance(model.kind, Thing)
    for n, option in enumerate(question.options):
        if tapped in model.kind.pieces(match.record, question.side, option.who):
            return n
    return -1


def add_lines(replay: Replay, lines: Sequence[tuple[int, str]]) -> Replay:
    """Return a replay with more lines in its report.

    Args:
        replay: The replay.
        lines: The lines, each with the number of events before it. Without such an event the line
            is told with the first one.
    """
    steps = list(replay.steps)
    if not steps:
        return replay
    for events, line in lines:
        index = max((n for n, step in enumerate(steps) if step.n <= events), default=0)
        steps[index] = _add_line(steps[index], line, is_first=steps[index].n > events)
    return replace(replay, steps=tuple(steps))


def _add_line(step: ReplayStep, line: str, *, is_first: bool) -> ReplayStep:
    """Return a step with a line after its others, or before them but behind a heading."""
    lines = list(step.lines)
    index = len(lines)
    if is_first:
        index = sum(line.startswith("#") for line in lines[:1])
    lines.insert(index, line)
    return replace(step, lines=tuple(lines))
