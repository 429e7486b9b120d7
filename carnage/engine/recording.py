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
from carnage.rulesets.settings import resolve_settings


def record_replay(
    match: Match, seat: int = SPECTATOR, *, sides: Sequence[str] = (), since: int = 0
) -> Replay:
    """Return a replay of a game up to its present state.

    Args:
        match: The game.
        seat: The seat whose view is shown; -1 for a spectator.
        sides: The names of the sides.
        since: The number of events to skip; 0 shows the whole game.
    """
    builder = SceneBuilder(match.ruleset, sides)
    if since:
        first_record = next(match.frames(since - 1))
    else:
        first_record = match.initial_record
    first_scene = builder.scene(first_record, seat)
    steps = _record_steps(match, builder, first_scene, seat=seat, sides=sides, since=since)
    return Replay(
        format=FORMAT,
        version=VERSION,
        game=_describe_game(match),
        seat=seat,
        over=match.is_over,
        scene=first_scene,
        steps=tuple(steps),
    )


def _describe_game(match: Match) -> Game:
    """Return everything that decides the course of a game."""
    return Game(
        path=match.ruleset.address,
        name=match.ruleset.name,
        engine=version_of(match),
        seed=match.seed,
        number=match.number,
        bots=match.bots,
        settings=dict(resolve_settings(match.ruleset, match.settings)),
    )


def _record_steps(
    match: Match,
    builder: SceneBuilder,
    first_scene: Scene,
    *,
    seat: int,
    sides: Sequence[str],
    since: int,
) -> Iterator[ReplayStep]:
    """Yield a step for each event after the first `since`.

    Args:
        match: The game.
        builder: Builds its scenes.
        first_scene: The scene before the first of these events.
        seat: The seat whose view is shown.
        sides: The names of the sides.
        since: The number of events to skip.
    """
    words = words_of(match.ruleset, sides)
    words.read_record(match.record)
    report = words.report(match, seat)
    shapes = match.family.shapes
    events = logged_events(match)
    skipped = islice(events, since)
    for _ in report.lines(reported_events(skipped, shapes)):
        pass  # The report keeps state, so it must process the skipped events first.
    remaining = list(events)
    lines_of_events = lines_by_event(report, remaining, shapes)
    records = match.frames(since)
    before = first_scene
    for n, (event, lines, record) in enumerate(
        zip(remaining, lines_of_events, records, strict=True), since + 1
    ):
        after = builder.scene(record, seat)
        changed_extent = None
        if after.extent != before.extent:
            changed_extent = after.extent
        yield ReplayStep(
            n=n,
            event=event.name,
            rule=event.by,
            side=event.side,
            lines=lines,
            dice=tuple(words.dice(event)),
            marks=tuple(builder.marks(record, event)),
            extent=changed_extent,
            regions=diff(before.regions, after.regions),
            pieces=diff(before.pieces, after.pieces),
            tracks=diff(before.tracks, after.tracks),
        )
        before = after


class ReplayFrame(NamedTuple):
    """The scene after one event.

    Attributes:
        scene: The scene.
        lines: The lines of the report about the event.
        marks: The annotations that are shown during the event.
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
    builder = SceneBuilder(match.ruleset)
    if event == 0:
        return ReplayFrame(builder.scene(match.initial_record, seat), (), ())
    events = list(logged_events(match))
    if not 0 < event <= len(events):
        raise IndexError(event)
    words = words_of(match.ruleset)
    words.read_record(match.record)
    lines = lines_by_event(words.report(match, seat), events, match.family.shapes)
    record = next(islice(match.frames(), event - 1, None))
    return ReplayFrame(
        scene=builder.scene(record, seat),
        lines=lines[event - 1],
        marks=tuple(builder.marks(record, events[event - 1])),
    )
