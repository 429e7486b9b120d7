"""The state of a game with persons for a page: the open question, and the last events as
drawings.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from carnage.common.intervals import Z95
from carnage.drawing.frames import reel
from carnage.matches.sessions import MAX_AUTOPLAY_MOVES, LiveGame, ReplayedGame
from carnage.replays.replay import SPECTATOR
from carnage.replays.scenes import NOBODY

if TYPE_CHECKING:
    from carnage.engine.games import Match
    from carnage.engine.question_data import Highlight

GZIP_LEVEL = 1  # The fastest, because a player waits for the response.
ADVICE_S = 1.2  # The time for the win estimates of all options together.
ROLLOUTS = 8  # The rollouts of an option in each round.


class WinEstimate(NamedTuple):
    """The share of an option's rollouts that were won, with a 95 % interval.

    A draw counts as half.
    """

    won: float
    low: float
    high: float


class Choice(NamedTuple):
    """An option of the open question.

    Attributes:
        says: The option in words.
        moves: The encoded moves of the game with this option.
        pieces: The ids of the pieces on the table that the option refers to.
        place: Its point on the table, in the table's unit.
        outlook: Its win estimate, if advice was requested.
    """

    says: str
    moves: str
    pieces: tuple[str, ...] = ()
    place: tuple[float, float] | None = None
    outlook: WinEstimate | None = None


class PlayRequest(NamedTuple):
    """The request of a play page.

    Attributes:
        alone: The seat, from 1, of the only person who sees the page; 0 if others may see it.
        advised: Calculate win estimates of the options.
        left: Let a bot play for the person until the next part of the game.
        since: The number of moves before the first event to show; -1 to begin at the person's last
            move.
    """

    alone: int = 0
    advised: bool = False
    left: bool = False
    since: int = -1


class PlayState(NamedTuple):
    """The state of a game with persons.

    Attributes:
        refusal: The reason why the game cannot be played; then all other fields are empty.
        bots: The bots that can play the game.
        seats: The players by seat.
        sides: The names of the sides by seat.
        moves: The encoded moves so far.
        back: The encoded moves before the person's last one, or before a bot played; None if there
            are none.
        since: After `left`, the number of moves before the bot played.
        trouble: The message about invalid moves, which are left out.
        over: The game is over.
        seat: The seat of the open question; NOBODY if the game is over.
        sealed: The question is answered in secret.
        private: Other persons may not see the question.
        curtain: The question is hidden, because another person may see the page.
        question: The open question.
        sampled: The rules allow more answers than the options.
        about: The ids of the pieces that the question refers to.
        rules: The tables of the rules that ask the question.
        options: The options.
        result: The lines of the report about the end.
        reel: The events since the person's last move as drawings, in gzipped JSON.
    """

    refusal: str = ""
    bots: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    moves: str = ""
    back: str | None = None
    since: int = -1
    trouble: str = ""
    over: bool = False
    seat: int = NOBODY
    sealed: bool = False
    private: bool = False
    curtain: bool = False
    question: str = ""
    sampled: bool = False
    about: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    options: tuple[Choice, ...] = ()
    result: tuple[str, ...] = ()
    reel: bytes = b""


def build_state(game: ReplayedGame, request: PlayRequest) -> PlayState:
    """Return the state of a game for a request."""
    if request.left:
        return _autoplay(game.table)
    return _state(game, request)


def _autoplay(table: LiveGame) -> PlayState:
    """Let a bot play for the person. Return only the moves."""
    before = len(table.answers)
    table.autoplay()
    return PlayState(moves=table.encoded_moves(), since=before)


def _state(reached: ReplayedGame, wanted: PlayRequest) -> PlayState:
    """Return the state of a game without playing on."""
    from carnage.engine.narration import Narrator, side_names
    from carnage.engine.question_data import question_tables
    from carnage.engine.recording import record_replay
    from carnage.engine.visibility import sees_more_than_spectator

    table, known, persons, trouble = reached
    match = table.match
    sides = side_names(match.ruleset)
    # Drawing many events takes long and blocks the worker for all players.
    lately = max(0, len(table.answers) - MAX_AUTOPLAY_MOVES)
    if lately <= wanted.since < len(table.answers):
        last = wanted.since
    else:
        last = table.before_last()
    since = table.answers[last].events if last >= 0 else 0
    shared = PlayState(
        bots=known,
        seats=match.bots,
        sides=sides,
        moves=table.encoded_moves(),
        back=table.encoded_moves(last) if last >= 0 else None,
        trouble=trouble,
        over=match.is_over,
    )
    question = match.question
    if question is None:
        seat = persons[0] if len(persons) == 1 else SPECTATOR
        shown = record_replay(match, seat, sides, since)
        return shared._replace(result=_result(shown.steps), reel=_compress(shown))
    private = len(persons) > 1 and sees_more_than_spectator(match.record, question.side)
    curtain = private and wanted.alone != question.side + 1
    seat = SPECTATOR if curtain else question.side
    shared = shared._replace(
        seat=question.side,
        sealed=table.is_sealed(),
        private=private,
        curtain=curtain,
        reel=_compress(record_replay(match, seat, sides, since)),
    )
    if curtain:
        return shared
    title, lines = Narrator(match, sides).question()
    outlooks = _win_estimates(match) if wanted.advised else [None] * len(lines)
    return shared._replace(
        question=title,
        sampled=match.family.queries[question.kind].sampled,
        options=tuple(_choices(table, lines, outlooks)),
        about=_highlights(match)[0].pieces,
        rules=question_tables(match),
    )


def _choices(
    table: LiveGame, lines: Sequence[str], outlooks: Sequence[WinEstimate | None]
) -> Iterator[Choice]:
    """Yield the options of the open question."""
    each = zip(
        lines, table.moves_by_option(len(lines)), _highlights(table.match)[1], outlooks, strict=True
    )
    for line, moves, pointer, outlook in each:
        yield Choice(line, moves, pointer.pieces, pointer.place, outlook)


def _win_estimates(match: Match) -> list[WinEstimate]:
    """Return the win estimate of each option.

    Greedy bots play rollouts with random dice, the same for each option, until ADVICE_S is over.
    """
    from carnage.engine.planner import Rollouts

    tries = Rollouts(match, int(match.record.core.n_decisions))
    assert match.question is not None
    options = range(len(match.question.options))
    results: list[list[float]] = [[] for _ in options]
    end = time.monotonic() + ADVICE_S
    while not results[0] or time.monotonic() < end:
        for option in options:
            leads = tries.results(option, len(results[option]), ROLLOUTS)
            results[option] += [
                (1.0 + (lead > 0.0) - (lead < 0.0)) / 2.0 for lead in leads.tolist()
            ]
    return [_win_estimate(each) for each in results]


def _win_estimate(results: Sequence[float]) -> WinEstimate:
    """Return the mean of results between 0 and 1 with an interval.

    The interval is at least as wide as one more result of either kind would make it.
    """
    n = len(results)
    mean = sum(results) / n
    spread = sum((each - mean) ** 2 for each in results) / n
    half = Z95 * ((spread + 0.25 / n) / n) ** 0.5
    return WinEstimate(mean, max(0.0, mean - half), min(1.0, mean + half))


def _highlights(match: Match) -> tuple[Highlight, tuple[Highlight, ...]]:
    """Return the pieces and points of the open question, and of each of its options."""
    from carnage.engine.question_data import highlights

    return highlights(match)


def _result(steps: Sequence[Any]) -> tuple[str, ...]:
    """Return the lines of the report about the end."""
    lines = steps[-1].lines if steps else ()
    heading = max((n for n, line in enumerate(lines) if line.startswith("#")), default=-1)
    return tuple(lines[heading + 1 :])


def _compress(shown: Any) -> bytes:
    """Return a replay as a reel, in gzipped JSON."""
    return gzip.compress(msgspec.json.encode(reel(shown)), GZIP_LEVEL, mtime=0)
