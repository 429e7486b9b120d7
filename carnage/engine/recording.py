"""Replays: a game as a sequence of scenes.

The scenes before and after each event are compared, so that rules need no code for replays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from carnage.engine.engine_version import version_of
from carnage.engine.games import Match
from carnage.engine.narration import event_by_event, happenings, reported, words_of
from carnage.engine.scene_builder import Scenery
from carnage.replays.replay import FORMAT, VERSION, WATCHER, Film, Game, Mark, Step, changes
from carnage.replays.scenes import Scene
from carnage.rulesets.settings import settled


def film(match: Match, seat: int = WATCHER, sides: Sequence[str] = (), since: int = 0) -> Film:
    """Return a replay of a game up to its present state.

    Args:
        match: The game.
        seat: The seat whose view is shown; -1 for a spectator.
        sides: The names of the sides.
        since: The number of events to skip; 0 shows the whole game.
    """
    scenery = Scenery(match.ruleset, sides)
    if since:
        before = next(match.frames(since - 1))
    else:
        before = match.beginning
    first = scenery.scene(before, seat)
    return Film(
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
        match.over,
        first,
        tuple(_steps(match, scenery, first, seat, sides, since)),
    )


def _steps(
    match: Match, scenery: Scenery, first: Scene, seat: int, sides: Sequence[str], since: int
) -> Iterator[Step]:
    """Yield a step for each event after the first `since`, with its report and the changes of
    the scene.
    """
    words = words_of(match.ruleset, sides)
    words.know(match.record)
    report = words.report(match, seat)
    shapes = match.family.shapes
    every = happenings(match)
    for _ in report.lines(reported(islice(every, since), shapes)):
        pass  # The report keeps state, so it must process the skipped events first.
    rest = list(every)
    told = event_by_event(report, rest, shapes)
    before = first
    for n, (happening, lines, record) in enumerate(
        zip(rest, told, match.frames(since), strict=True), since + 1
    ):
        after = scenery.scene(record, seat)
        yield Step(
            n,
            happening.name,
            happening.by,
            happening.side,
            lines,
            tuple(words.dice(happening)),
            tuple(scenery.marks(record, happening)),
            None if after.extent == before.extent else after.extent,
            changes(before.regions, after.regions),
            changes(before.pieces, after.pieces),
            changes(before.tracks, after.tracks),
        )
        before = after


class Still(NamedTuple):
    """The scene after one event.

    Attributes:
        scene: The scene.
        lines: The lines of the report about the event.
        marks: The measurements and targets shown during the event.
    """

    scene: Scene
    lines: tuple[str, ...]
    marks: tuple[Mark, ...]


def still(match: Match, event: int, seat: int = WATCHER) -> Still:
    """Return the scene after an event.

    Args:
        match: The game.
        event: The number of the event, from 1; 0 for the scene before all events.
        seat: The seat whose view is shown; -1 for a spectator.

    Raises:
        IndexError: The game has no event of this number.
    """
    scenery = Scenery(match.ruleset)
    if event == 0:
        return Still(scenery.scene(match.beginning, seat), (), ())
    every = list(happenings(match))
    if not 0 < event <= len(every):
        raise IndexError(event)
    words = words_of(match.ruleset)
    words.know(match.record)
    lines = event_by_event(words.report(match, seat), every, match.family.shapes)[event - 1]
    record = next(islice(match.frames(), event - 1, None))
    return Still(scenery.scene(record, seat), lines, tuple(scenery.marks(record, every[event - 1])))
