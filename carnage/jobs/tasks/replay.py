"""Games to be watched: one game between bots as a film, and as that film drawn, in a worker."""

from __future__ import annotations

import gzip
from typing import Any, NamedTuple

import msgspec

from carnage import catalog, films
from carnage.drawing.reel import reel
from carnage.films import WATCHER, Film
from carnage.jobs import worker
from carnage.jobs.queue import Jobs
from carnage.jobs.results import Results
from carnage.jobs.tasks.play import REACH_SECONDS
from carnage.matches.sessions import reach
from carnage.ruleset import resolve
from carnage.seeds import Seed

SECONDS = 20.0  # that a game and drawing it may take
PLANNED_SECONDS = 180.0  # the same of a game in which somebody plans
WAITING, PLANNED_WAITING = 32, 8  # games that may wait for a worker, or be under way
EACH, PLANNED_EACH = 4, 1  # of these, those that one visitor asked for
PRICE = 0.1  # seconds of work that each look is charged with; what a job takes beyond that, when it is done
KEPT, PLANNED_KEPT = 64, 16
DROPPED = 20.0  # seconds; a page that waits looks again every two
AGAIN = 1  # times that a game is played once more whose worker has died
LEVEL = 6  # of compression
PLANNER = "planner"


class Show(NamedTuple):
    """A game to be watched: its film and its reel as JSON, gzipped, and which bots play such games.

    Where it could not be played as asked, `refusal` says why, and there is neither.
    """

    film: bytes = b""
    reel: bytes = b""
    bots: tuple[str, ...] = ()
    refusal: str = ""


def show(book: str, digits: str, name: str, seed: int, number: int, bots: str, moves: str) -> Show:
    """Play game `number` of dice seed `seed`, `bots` being names with commas between them. Where persons are
    among them, it is played as far as their `moves` go."""
    ruleset = resolve(catalog.book(book), Seed(digits), name)
    worker.load(ruleset.book.family)
    from carnage.engine.filming import film
    from carnage.engine.games import GameError, Match, bots_of
    from carnage.engine.planner import finish
    from carnage.engine.simulating import check, check_dice

    known = bots_of(ruleset)
    if moves:
        return _so_far((book, digits, name, seed, number, bots, moves))
    try:
        check_dice(seed, number)
        seated = check(ruleset, 1, tuple(bots.split(",")), seed)
    except GameError as error:
        return Show(bots=known, refusal=str(error))
    planned = PLANNER in seated
    with worker.Limit(PLANNED_SECONDS if planned else SECONDS, worker.VERY_CROWDED):
        match = Match(ruleset, seed, number, seated)
        finish(match)
        shown = film(match)
    return _shown(shown, known)


def _so_far(key: tuple[Any, ...]) -> Show:
    """The game that has come to these moves, as everybody may see it, or its only person while it goes on."""
    from carnage.engine.filming import film

    with worker.Limit(REACH_SECONDS):
        reached = reach(*key)
    if isinstance(reached, str):
        return Show(refusal=reached)
    match = reached.table.match
    seat = reached.persons[0] if len(reached.persons) == 1 and not match.over else WATCHER
    return _shown(film(match, seat), reached.bots)


def _shown(film: Film, bots: tuple[str, ...]) -> Show:
    return Show(_packed(films.write(film)), _packed(msgspec.json.encode(reel(film))), bots)


def _packed(written: bytes) -> bytes:
    return gzip.compress(written, LEVEL, mtime=0)


class Shows(Jobs[Show]):
    """The site's games to be watched; a key is what `show` takes."""

    def __init__(
        self,
        waiting: int = WAITING,
        each: int = EACH,
        kept: int = KEPT,
        niceness: int = worker.SHOWN,
        compiled_only: bool = False,
    ) -> None:
        results: Results[Show] = Results(kept)
        super().__init__(
            "showing",
            show,
            waiting,
            each,
            results,
            niceness,
            DROPPED,
            covered=PRICE,
            least_first=True,
            makes_room=True,
            again=AGAIN,
            compiled_only=compiled_only,
        )


class PlannedShows(Shows):
    """The same of games in which somebody plans, which take a minute: nobody else waits for them."""

    def __init__(self) -> None:
        super().__init__(PLANNED_WAITING, PLANNED_EACH, PLANNED_KEPT, worker.PLANNED, compiled_only=True)
