"""A game with persons in it as its page needs it: the open question, and what has happened since the last."""

from __future__ import annotations

import gzip
import math
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from carnage import catalog
from carnage.drawing.reel import reel
from carnage.films import WATCHER
from carnage.intervals import Z95
from carnage.jobs import worker
from carnage.jobs.queue import Jobs
from carnage.jobs.results import Results
from carnage.matches.sessions import MOST_LEFT, Reached, Table, Unfinished, reach
from carnage.scenes import NOBODY

if TYPE_CHECKING:
    from carnage.engine.describing import Pointer
    from carnage.engine.games import Match

REACH_SECONDS = 30.0  # that one step to where the moves lead may take: a planner's answer takes one at most
SECONDS = 10.0  # that making a page's parts may take
STEP = 0.25  # of going to where a game's moves lead, until it is somebody else's turn
WAITING, EACH = 32, 2  # decisions that may wait or be under way, and of these, those of one visitor
PLANNED_WAITING = 16  # the same of those that somebody plans
PRICE = 0.1  # seconds of work that each look is charged with; what a job takes beyond that, when it is done
KEPT = 256  # pages' parts
DROPPED = 20.0  # seconds; a page that waits looks again every two
LEVEL = 1  # of compression: somebody waits
ADVICE_SECONDS = 1.2  # for all options together
TRIES = 8  # of each option at a time


class Outlook(NamedTuple):
    """How often a planner's tries with an option were won, with a 95 per cent interval; draws count half."""

    won: float
    low: float
    high: float


class Choice(NamedTuple):
    """An option of the open question: what it is in words, the moves with it, where it shows on the table,
    and how it has gone when it was tried."""

    says: str
    moves: str
    pieces: tuple[str, ...] = ()
    place: tuple[float, float] | None = None
    outlook: Outlook | None = None


class Wanted(NamedTuple):
    """What somebody wants to see of a game, or have done there. `alone` is a seat, from 1, if nobody else
    sees the page, `advised` that this one wants to know what a planner thinks of the options. `left` leaves
    the game to a bot until its next part, and of what has happened is told what did `since` so many answers,
    or, if that is -1, since a person's last.
    """

    alone: int = 0
    advised: bool = False
    left: bool = False
    since: int = -1


class Turn(NamedTuple):
    """How a game stands. `refusal` says why there is no such game; all else is empty then.

    `moves` are the answers so far, `back` those before the person's last, or before a bot took over, null if
    there was none; where one has, `since` is how many there were then. `trouble`
    says what was wrong with the moves that were asked for: the game is what was sound of them. `reel` is what
    happened since the person's last answer, as JSON, gzipped. `seat` is whose the open question is, -1 once
    the game is over, `sealed` that it is answered in secret, and `private` that of several persons no other
    may look then; with `curtain`, someone else may be looking, and nothing of the question is told.
    `rules` are the tables that have the rules from which the question comes; `sampled` says that these allow
    more answers than its options.
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


def turn(
    book: str,
    digits: str,
    name: str,
    seed: int,
    number: int,
    bots: str,
    moves: str,
    wanted: Wanted,
    *,
    seconds: float = math.inf,
) -> Turn:
    """How a game stands (`sessions.reach` says which), as far as somebody wants to know. Raises Unfinished
    where so many `seconds` are not enough."""
    worker.load(catalog.family_code(book))
    with worker.Limit(REACH_SECONDS):
        reached = reach(book, digits, name, seed, number, bots, moves, seconds)
    if isinstance(reached, str):
        return Turn(refusal=reached)
    with worker.Limit(SECONDS):
        return _left(reached.table) if wanted.left else _turn(reached, wanted)


def in_steps(*asked: Any) -> Turn | None:
    """The same as a job that comes in steps, whose number is its last argument: None until it is done."""
    try:
        return turn(*asked[:-1], seconds=STEP)
    except Unfinished:
        return None


def unfinished(turn: Turn | None) -> bool:
    """Whether there is another step."""
    return turn is None


def _left(table: Table) -> Turn:
    """Where a bot has brought the game to, for whoever was asked."""
    before = len(table.answers)
    table.leave()
    return Turn(moves=table.packed(), since=before)


def _turn(reached: Reached, wanted: Wanted) -> Turn:
    from carnage.engine.describing import rules_asked_by
    from carnage.engine.filming import film
    from carnage.engine.observing import knows_more
    from carnage.engine.telling import Teller, side_names

    table, known, persons, trouble = reached
    match = table.match
    sides = side_names(match.ruleset)
    # What happened since long ago takes long to be drawn, and everybody at play waits for that.
    lately = max(0, len(table.answers) - MOST_LEFT)
    last = wanted.since if lately <= wanted.since < len(table.answers) else table.before_last()
    since = table.answers[last].events if last >= 0 else 0
    shared = Turn(
        bots=known,
        seats=match.bots,
        sides=sides,
        moves=table.packed(),
        back=table.packed(last) if last >= 0 else None,
        trouble=trouble,
        over=match.over,
    )
    question = match.question
    if question is None:
        seat = persons[0] if len(persons) == 1 else WATCHER
        shown = film(match, seat, sides, since)
        return shared._replace(result=_result(shown.steps), reel=_packed(shown))
    private = len(persons) > 1 and knows_more(match.record, question.side)
    curtain = private and wanted.alone != question.side + 1
    seat = WATCHER if curtain else question.side
    shared = shared._replace(
        seat=question.side,
        sealed=table.is_sealed(),
        private=private,
        curtain=curtain,
        reel=_packed(film(match, seat, sides, since)),
    )
    if curtain:
        return shared
    title, lines = Teller(match, sides).question()
    outlooks = _outlooks(match) if wanted.advised else [None] * len(lines)
    return shared._replace(
        question=title,
        sampled=match.family.queries[question.kind].sampled,
        options=tuple(_choices(table, lines, outlooks)),
        about=_pointers(match)[0].pieces,
        rules=rules_asked_by(match),
    )


def _choices(table: Table, lines: Sequence[str], outlooks: Sequence[Outlook | None]) -> Iterator[Choice]:
    """The options of the open question."""
    each = zip(lines, table.ways_on(len(lines)), _pointers(table.match)[1], outlooks, strict=True)
    for line, moves, pointer, outlook in each:
        yield Choice(line, moves, pointer.pieces, pointer.place, outlook)


def _outlooks(match: Match) -> list[Outlook]:
    """What becomes of each option: it is played on to the end by greedy bots with dice that nobody knows, the
    same for every option, as often as there is time for."""
    from carnage.engine.planner import Tries

    tries = Tries(match, int(match.record.core.n_decisions))
    assert match.question is not None
    options = range(len(match.question.options))
    results: list[list[float]] = [[] for _ in options]
    end = time.monotonic() + ADVICE_SECONDS
    while not results[0] or time.monotonic() < end:
        for option in options:
            leads = tries.leads(option, len(results[option]), TRIES)
            results[option] += [(1.0 + (lead > 0.0) - (lead < 0.0)) / 2.0 for lead in leads.tolist()]
    return [_outlook(each) for each in results]


def _outlook(results: Sequence[float]) -> Outlook:
    """The mean of results between 0 and 1, with an interval that is never narrower than one result more of
    either kind would make it."""
    n = len(results)
    mean = sum(results) / n
    spread = sum((each - mean) ** 2 for each in results) / n
    half = Z95 * ((spread + 0.25 / n) / n) ** 0.5
    return Outlook(mean, max(0.0, mean - half), min(1.0, mean + half))


def _pointers(match: Match) -> tuple[Pointer, tuple[Pointer, ...]]:
    from carnage.engine.describing import pointers

    return pointers(match)


def _result(steps: Sequence[Any]) -> tuple[str, ...]:
    """What the report says of the end."""
    lines = steps[-1].lines if steps else ()
    heading = max((n for n, line in enumerate(lines) if line.startswith("#")), default=-1)
    return tuple(lines[heading + 1 :])


def _packed(shown: Any) -> bytes:
    return gzip.compress(msgspec.json.encode(reel(shown)), LEVEL, mtime=0)


class Turns(Jobs[Turn]):
    """The site's games with persons in them; a key is what `turn` takes."""

    def __init__(
        self, waiting: int = WAITING, niceness: int = worker.PLAY, compiled_only: bool = False
    ) -> None:
        results: Results[Turn] = Results(KEPT)
        super().__init__(
            "turn",
            in_steps,
            waiting,
            EACH,
            results,
            niceness,
            DROPPED,
            unfinished,
            covered=PRICE,
            least_first=True,
            makes_room=True,
            compiled_only=compiled_only,
        )


class PlannedTurns(Turns):
    """Those in which somebody plans, or wants to know what a planner thinks, which takes a second or many:
    nobody else waits for them."""

    def __init__(self, waiting: int = PLANNED_WAITING) -> None:
        super().__init__(waiting, worker.PLANNED, compiled_only=True)
