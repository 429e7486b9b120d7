"""Replays: a game as a sequence of scenes.

The scenes before and after each event are compared, so that rules need no code for replays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from carnage.engine.engine_version import version_of
from carnage.engine.games import Match
from carnage.engine.narration import lines_by_event, logged_events, reported_events, words_of
from carnage.engine.scene_builder import SceneBuilder
from carnage.replays.replay import (
    FORMAT,
    SPECTATOR,
    VERSION,
    Annotation,
    Game,
    Replay,
    ReplayStep,
    diff,
)
from carnage.replays.scenes import Scene
from carnage.rulesets.settings import settled


def record_replay(
    match: Match, seat: int = SPECTATOR, sides: Sequence[str] = (), since: int = 0
) -> Replay:
    """Return a replay of a game up to its present state.

    Args:
        match: The game.
        seat: The seat whose view is shown; -1 for a spectator.
        sides: The names of the sides.
        since: The number of events to skip; 0 shows the whole game.
    """
    scenery = SceneBuilder(match.ruleset, sides)
    if since:
        before = next(match.frames(since - 1))
    else:
        before = match.initial_record
    first = scenery.scene(before, seat)
    return Replay(
        FORMAT,
        VERSION,
        Game(
            match.ruleset.path,
            match.ruleset.name,
            version_of(match),
            match.seed,
            match.number,
            match.bots,
            dict(settled(match.ruleset, match.settings)),
        ),
        seat,
        match.is_over,
        first,
        tuple(_record_steps(match, scenery, first, seat, sides, since)),
    )


def _record_steps(
    match: Match, scenery: SceneBuilder, first: Scene, seat: int, sides: Sequence[str], since: int
) -> Iterator[ReplayStep]:
    """Yield a step for each event after the first `since`, with its report and the changes of
    the scene.
    """
    words = words_of(match.ruleset, sides)
    words.read_record(match.record)
    report = words.report(match, seat)
    shapes = match.family.shapes
    every = logged_events(match)
    for _ in report.lines(reported_events(islice(every, since), shapes)):
        pass  # The report keeps state, so it must process the skipped events first.
    rest = list(every)
    told = lines_by_event(report, rest, shapes)
    before = first
    for n, (happening, lines, record) in enumerate(
        zip(rest, told, match.frames(since), strict=True), since + 1
    ):
        after = scenery.scene(record, seat)
        yield ReplayStep(
            n,
            happening.name,
            happening.by,
            happening.side,
            lines,
            tuple(words.dice(happening)),
            tuple(scenery.marks(record, happening)),
            None if after.extent == before.extent else after.extent,
            diff(before.regions, after.regions),
            diff(before.pieces, after.pieces),
            diff(before.tracks, after.tracks),
        )
        before = after


class ReplayFrame(NamedTuple):
    """The scene after one event.

    Attributes:
        scene: The scene.
        lines: The lines of the report about the event.
        marks: The measurements and targets shown during the event.
    """

    scene: Scene
    lines: tuple[str, ...]
    marks: tuple[Annotation, ...]


def frame_at(match: Match, event: int, seat: int = SPECTATOR) -> ReplayFrame:
    """Return the scene after an event.

    Args:
        match: The game.
        event: The number of the event, from 1; 0 for the scene before all events.
        seat: The seat whose view is shown; -1 for a spectator.

    Raises:
        IndexError: The game has no event of this number.
    """
    scenery = SceneBuilder(match.ruleset)
    if event == 0:
        return ReplayFrame(scenery.scene(match.initial_record, seat), (), ())
    every = list(logged_events(match))
    if not 0 < event <= len(every):
        raise IndexError(event)
    words = words_of(match.ruleset)
    words.read_record(match.record)
    lines = lines_by_event(words.report(match, seat), every, match.family.shapes)[event - 1]
    record = next(islice(match.frames(), event - 1, None))
    return ReplayFrame(
        scenery.scene(record, seat), lines, tuple(scenery.marks(record, every[event - 1]))
    )
