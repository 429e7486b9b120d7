"""The task that plays a game and records it as a replay, plain and drawn."""

from __future__ import annotations

import gzip
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from carnage import catalog
from carnage.drawing.frames import render_replay
from carnage.jobs import worker
from carnage.jobs.settings import QueueSettings
from carnage.jobs.tasks.play import REACH_TIME_LIMIT_S
from carnage.matches.sessions import replay_to
from carnage.matches.turning_points import describe_course
from carnage.replays import replay
from carnage.replays.replay import SPECTATOR, Replay
from carnage.rulesets.house_rules import resolve_job

if TYPE_CHECKING:
    from carnage.engine.games import Match

TIME_LIMIT_S = 20.0  # Of playing and drawing one game.
PLANNED_TIME_LIMIT_S = 180.0  # The same of a game with a planner.
GZIP_LEVEL = 6
PLANNER = "planner"


class ReplayResult(NamedTuple):
    """A replay of a game.

    Attributes:
        film: The replay as gzipped JSON.
        reel: The same with drawn frames, as gzipped JSON.
        bots: The bots that can play the game.
        refusal: Why the game cannot be played; all else but `bots` is empty then.
        course: The chances of a side in the course of the game as JSON, if they were requested.
    """

    film: bytes = b""
    reel: bytes = b""
    bots: tuple[str, ...] = ()
    refusal: str = ""
    course: bytes = b""


def make_replay_result(
    book: str,
    digits: str,
    name: str,
    seed: int,
    number: int,
    bots: str,
    moves: str,
    free: bool = False,
    only_course: bool = False,
) -> ReplayResult:
    """Play a game and return its replay.

    Args:
        book: The code of the book.
        digits: The seed of the rules.
        name: The name that the visitor gave the game, or ''.
        seed: The dice seed.
        number: The number of the game with these dice.
        bots: The names of the bots, with commas between them.
        moves: The encoded moves of a game with persons, which ends with them; '' without persons.
        free: Whether these persons were asked for a point even where the rules offer one option.
        only_course: Return only the chances of a side: of the only person, or else of the first.
    """
    ruleset = resolve_job(catalog.book(book), digits, name)
    from carnage.engine import recording
    from carnage.engine.games import GameError, Match, bots_of
    from carnage.engine.planner import run_planner
    from carnage.engine.simulation import check_dice, check_simulation

    known = bots_of(ruleset)
    if moves:
        key = (book, digits, name, seed, number, bots, moves)
        return _record_moves(key, free, only_course=only_course)
    try:
        check_dice(seed, number)
        seated = check_simulation(ruleset, 1, tuple(bots.split(",")), seed)
    except GameError as error:
        return ReplayResult(bots=known, refusal=str(error))
    time_limit = PLANNED_TIME_LIMIT_S if PLANNER in seated else TIME_LIMIT_S
    with worker.TimeLimit(time_limit, worker.BACKGROUND_CLOCK_FACTOR):
        match = Match(ruleset, seed, number, seated)
        run_planner(match)
        if only_course:
            return _course(match, 0, known)
        return _result(recording.record_replay(match), known)


def _record_moves(key: tuple[Any, ...], free: bool, *, only_course: bool) -> ReplayResult:
    """Return the replay of a game with persons up to its last move, as all may see it, or its
    only person.
    """
    from carnage.engine import recording

    with worker.TimeLimit(REACH_TIME_LIMIT_S):
        reached = replay_to(*key, free=free)
    if isinstance(reached, str):
        return ReplayResult(refusal=reached)
    match = reached.live_game.match
    if only_course:
        with worker.TimeLimit(TIME_LIMIT_S, worker.BACKGROUND_CLOCK_FACTOR):
            return _course(match, reached.persons[0], reached.bots)
    seat = reached.persons[0] if len(reached.persons) == 1 and not match.is_over else SPECTATOR
    return _result(recording.record_replay(match, seat), reached.bots)


def _course(match: Match, seat: int, bots: tuple[str, ...]) -> ReplayResult:
    """Return the chances of a seat in the course of a game."""
    course = describe_course(match, seat)
    return ReplayResult(bots=bots, course=msgspec.json.encode(course))


def _result(recorded: Replay, bots: tuple[str, ...]) -> ReplayResult:
    return ReplayResult(
        _compress(replay.encode_replay(recorded)),
        _compress(msgspec.json.encode(render_replay(recorded))),
        bots,
    )


def _compress(content: bytes) -> bytes:
    return gzip.compress(content, GZIP_LEVEL, mtime=0)


SETTINGS = QueueSettings(
    name="replay",
    niceness=8,
    max_pending=512,
    max_per_visitor=4,
    max_results=64,
    abandon_after=20.0,  # A page that waits requests the status every two seconds.
)

# Games with a planner take a minute: no other game waits for them.
PLANNED_SETTINGS = replace(
    SETTINGS,
    niceness=12,
    max_pending=128,
    max_per_visitor=1,
    max_results=16,
    needs_compiler=True,
)
