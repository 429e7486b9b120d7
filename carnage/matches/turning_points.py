"""The turning points of a game that is over: events after which the chance to win was another.

The chance is estimated by rollouts at the start of each stage. The stages with the largest changes
are halved until a few decisions are left, and the event with the largest effect among them is told.
"""

from __future__ import annotations

import math
import re
import time
from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from carnage.common.intervals import Z95

if TYPE_CHECKING:
    from carnage.engine.chances import Chances, Estimate
    from carnage.engine.games import Match

MAX_POINTS = 3
ROLLOUTS = 64  # of each estimate
LEAST_CHANGE = 0.15  # of the chance to win
MAX_HALVINGS = 6  # of a stage
TIME_LIMIT_S = 6.0

_WAY = re.compile(r",? from \(.*$")
"""The coordinates of a move and all after them, in a line of a report."""

PAYMENT = "spends a pip"
"""The mark of a line that tells nothing by itself: a ship pays for a move or a shot."""

_PLACE = re.compile(r",? at \(-?[0-9.]+, -?[0-9.]+\)| \(\d+°\)")
"""The coordinates of a place, or the degrees of a direction, in a line of a report."""


class TurningPoint(Struct, frozen=True):
    """An event that changed the chance to win.

    Attributes:
        event: Its number in the replay.
        round: The heading of its round, or "" before the first; and its side, if the text does not
            name it.
        text: Its line in the report.
        before: The chance of the seat before it.
        after: The chance of the seat after it.
    """

    event: int
    round: str
    text: str
    before: float
    after: float


class ChancePoint(Struct, frozen=True):
    """The chance of the seat after a number of events."""

    event: int
    won: float


class GameCourse(Struct, frozen=True):
    """The chances of a seat in a game that is over.

    Attributes:
        seat: The seat, from 0.
        side: The name of its side.
        curve: Its chance at the start of each stage, and its result.
        points: The turning points, in the order of the game.
    """

    seat: int
    side: str
    curve: tuple[ChancePoint, ...] = ()
    points: tuple[TurningPoint, ...] = ()


class _Span(NamedTuple):
    """A part of a stage, with the estimates at its first decision and after its last."""

    stage: int
    first: int
    last: int
    before: Estimate
    after: Estimate

    @property
    def change(self) -> float:
        return abs(self.after.won - self.before.won)

    @property
    def is_certain(self) -> bool:
        error = Z95 * math.sqrt(self.before.variance + self.after.variance)
        return self.change >= max(LEAST_CHANGE, error)


def describe_course(match: Match, seat: int) -> GameCourse:
    """Return the chances of a seat in a game, with up to three turning points if it is over.

    There is none before the first round: a bot may have set up for the person.
    """
    from carnage.engine.chances import Chances, Estimate
    from carnage.engine.narration import side_names

    course = GameCourse(seat=seat, side=side_names(match.ruleset)[seat])
    if not match.is_over:
        return course
    until = time.monotonic() + TIME_LIMIT_S
    chances = Chances(match, seat, ROLLOUTS)
    starts = [int(stage[0].core.n_decisions) for stage in match.stage_starts]
    starts.append(len(match.decisions))
    estimates = [chances.at(stage, starts[stage]) for stage in range(len(match.stage_starts))]
    estimates.append(Estimate(_result(match, seat), 0.0))
    spans = []
    first_stage = int(has_setup(match))
    for stage in range(first_stage, len(match.stage_starts)):
        span = _Span(
            stage=stage,
            first=starts[stage],
            last=starts[stage + 1],
            before=estimates[stage],
            after=estimates[stage + 1],
        )
        spans.append(span)
    largest = sorted(spans, key=lambda span: -span.change)[:MAX_POINTS]
    narrowed = [_narrow(chances, span, until) for span in largest if span.is_certain]
    certain = [span for span in narrowed if span.is_certain]
    events = _EventFinder(match, first_decision=starts[first_stage])
    points = [events.turning_point(span) for span in sorted(certain, key=lambda span: span.first)]
    curve = [
        ChancePoint(event=events.count_before(decided), won=round(estimate.won, 3))
        for decided, estimate in zip(starts, estimates, strict=True)
    ]
    return GameCourse(seat=seat, side=course.side, curve=tuple(curve), points=tuple(points))


def has_setup(match: Match) -> bool:
    """Return whether the first stage of a match comes before the first round."""
    starts = match.stage_starts
    return len(starts) > 1 and not starts[1][0].rounds


def _result(match: Match, seat: int) -> float:
    """Return 1 for a game that a seat has won, 0.5 for a draw and 0 for a loss."""
    winner = int(match.record.winner)
    if winner < 0:
        return 0.5
    return 1.0 if winner == seat else 0.0


def _narrow(chances: Chances, span: _Span, until: float) -> _Span:
    """Return the part of a span with the largest change, as long as there is time to halve it."""
    for _ in range(MAX_HALVINGS):
        middle = (span.first + span.last) // 2
        if middle in (span.first, span.last) or time.monotonic() > until:
            break
        estimate = chances.at(span.stage, middle)
        first_half = span._replace(last=middle, after=estimate)
        second_half = span._replace(first=middle, before=estimate)
        larger = max(first_half, second_half, key=lambda half: half.change)
        if not larger.is_certain:
            break
        span = larger
    return span


class _EventFinder:
    """Finds the events of a game between two of its decisions.

    Args:
        match: The match.
        first_decision: The number of decisions before the first event that it finds.
    """

    def __init__(self, match: Match, first_decision: int) -> None:
        from carnage.drawing.frames import find_flags
        from carnage.engine.narration import side_names
        from carnage.engine.recording import record_replay
        from carnage.replays.replay import iterate_scenes

        self._replay = record_replay(match)
        self._sides = side_names(match.ruleset)
        self._decisions_by_event = [int(g.core.n_decisions) for g in match.frames()]
        before, *scenes = iterate_scenes(self._replay)
        self._flags = []
        for scene, step in zip(scenes, self._replay.steps, strict=True):
            self._flags.append(find_flags(before, scene, step, False))
            before = scene
        self._skipped = self.count_before(first_decision)

    def count_before(self, decided: int) -> int:
        """Return the number of events before a decision."""
        return bisect_right(self._decisions_by_event, decided)

    def turning_point(self, span: _Span) -> TurningPoint:
        """Return the event with the largest effect in a span."""
        first = self.count_before(span.first)
        last = max(self.count_before(span.last), first + 1)
        numbers = range(first + 1, min(last, len(self._replay.steps)) + 1)
        event = self._find_told(max(numbers, key=self._importance))
        step = self._replay.steps[event - 1]
        text = shorten_move(_first_line(step.lines))
        heading = [self._round_of(event)]
        if step.side >= 0 and self._sides[step.side] not in text:
            heading.append(self._sides[step.side])
        return TurningPoint(
            event=event,
            round=", ".join(filter(None, heading)),
            text=text,
            before=round(span.before.won, 3),
            after=round(span.after.won, 3),
        )

    def _importance(self, event: int) -> tuple[bool, bool, bool, int]:
        """Return the order of events: casualties and scores come first, then the longest text."""
        flags = self._flags[event - 1]
        text = _first_line(self._replay.steps[event - 1].lines)
        return _is_clear(text), "fall" in flags, "score" in flags, len(text)

    def _find_told(self, event: int) -> int:
        """Return the last event up to this one with a clear line, or this one without any."""
        for n in range(event, self._skipped, -1):
            if _is_clear(_first_line(self._replay.steps[n - 1].lines)):
                return n
        return event

    def _round_of(self, event: int) -> str:
        """Return the heading of the round of an event, or "" before the first."""
        for n in range(event, 0, -1):
            if "round" in self._flags[n - 1]:
                headings = [line for line in self._replay.steps[n - 1].lines if line[:1] == "#"]
                # The heading of a turn names its player, as the lines do.
                return headings[0].lstrip("# ").partition(":")[0] if headings else ""
        return ""


def shorten_move(text: str) -> str:
    """Return a line of a report without coordinates and degrees."""
    return _PLACE.sub("", _WAY.sub(".", text))


def _is_clear(text: str) -> bool:
    """Return whether a line tells an event by itself. A pronoun is only clear after other lines."""
    return bool(text) and not text.startswith("It ") and PAYMENT not in text


def _first_line(lines: Sequence[str]) -> str:
    """Return the first line of a report that is no heading, or ""."""
    for line in lines:
        if not line.startswith("#"):
            return line.strip()
    return ""
