"""A worker process: how it begins, gets the engine ready, and ends.

The engine is imported in here, family by family, and nowhere else on the site's side, so that the site itself
never loads it.
"""

from __future__ import annotations

import bisect
import logging
import math
import os
import signal
import threading
import time
from collections.abc import Callable, MutableSequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from carnage import catalog, log

# How far workers stand back from the processes that answer visitors, in Unix's own measure: whoever calls up
# a page waits for nobody's game, whoever is at play for nobody's show, and nobody for a playtest.
PLAY, SHOWN, PRINTED, PLANNED, PLAYTESTED = 4, 8, 10, 12, 12
NAP = 0.01  # seconds
# Times as long as alone a job may take where others want the processors: a decision, and what stands further
# back.
CROWDED, VERY_CROWDED = 3.0, 10.0
ENDING = 1.0  # seconds until the system says how a process ended that is gone
STUCK_SECONDS = 300.0  # without one more rule compiled: the longest takes ten, so something is wrong
SHOWN_NUMBERS = 6  # that the worker shows of itself, and their places
DONE, TOTAL, WARM, LEFT, LATE, FAMILY = range(SHOWN_NUMBERS)

_log = logging.getLogger(__name__)
_shown: MutableSequence[int] = [0] * SHOWN_NUMBERS
_warmed: set[str] = set()  # families
_warming = 0.0  # seconds of the processor that making rules ready took


class NotWarm(Exception):
    """The rules could not be made ready, and may never be in this process: another one may have more luck."""


def begin(shown: MutableSequence[int], niceness: int) -> None:
    """Set a new worker up; what it shows of itself it writes into `shown`: of its warming up how many rules
    are compiled, of how many, whether it is done, and in how many seconds it will be; whether it ended itself
    since a job took too long; which family it is warming up (`number_of`).

    By its `niceness` it leaves the processors to whoever else wants them.
    """
    global _shown
    _shown = shown
    if hasattr(os, "nice"):
        os.nice(niceness)
    log.set_up(os.environ)
    # Interrupted together with the site, it goes without a word.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_parent()


@cache
def number_of(family: str) -> int:
    """What stands for a family, from 1."""
    families = sorted(set(map(catalog.family_code, catalog.book_codes())))
    return families.index(family) + 1


def left_for(book: Any, shown: MutableSequence[int]) -> int:
    """In how many seconds a worker that shows this will be ready for the games of the book with this code; 0
    if nobody knows, as while it is made ready for others: those of this book come after them."""
    known = book in catalog.book_codes()
    others = known and shown[FAMILY] not in (0, number_of(catalog.family_code(book)))
    return 0 if others else shown[LEFT]


def ending(status: int | None) -> str:
    """How a process ended, by its exit status as `multiprocessing` has it."""
    if status is None:
        return "does not say how it ended"
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def how_ended(worker: BaseProcess) -> str:
    """The same of a worker that has just died. Its pool asks too; the system tells one of both, and the other
    knows once that has noted it."""
    patient = time.monotonic() + ENDING
    while worker.exitcode is None and time.monotonic() < patient:
        time.sleep(NAP)
    return ending(worker.exitcode)


def how_it_died(pool: ProcessPoolExecutor) -> str:
    """The same of the only worker of a pool that is broken; empty where it has none any more."""
    workers = pool._processes or {}
    return "".join(f": its worker {how_ended(worker)}" for worker in workers.values())


def end_with_parent() -> None:
    """Leave when the site is gone, however it went: an orphan would wait for work for ever."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def warm(family: str) -> None:
    """Make the rules of this family's games ready, once; raises NotWarm."""
    with Limit(STUCK_SECONDS) as limit:
        try:
            _warm(family, limit)
        except Exception as error:
            raise NotWarm(f"the rules of {family} games could not be made ready") from error


class Measured(NamedTuple):
    """What a job comes to, and how many seconds of the processor it took."""

    result: Any
    seconds: float


def measured(job: Callable[..., Any], *given: Any) -> Measured:
    """Do a job. What making rules ready takes is no part of it: that is done once, for everybody."""
    began = time.process_time() - _warming
    result = job(*given)
    return Measured(result, time.process_time() - _warming - began)


def _warm(family: str, limit: Limit) -> None:
    global _warming
    course, used = Course(), time.process_time()
    from carnage.engine import games

    def tell(done: int, total: int) -> None:
        if done != _shown[DONE]:
            limit.renew()
        _shown[DONE], _shown[TOTAL], _shown[LEFT] = done, total, round(course.left(done, total))

    if family not in _warmed:
        _shown[WARM], _shown[FAMILY] = 0, number_of(family)
        games.load_family(family, tell)
        _warmed.add(family)
    _warming += time.process_time() - used
    _shown[WARM] = 1


class Course:
    """How compiling has gone, and how long the rest may take."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, int]] = [(time.monotonic(), 0)]

    def left(self, done: int, total: int) -> float:
        """How many seconds it may be until all of these are done, now that so many are; 0 if nobody knows.

        Where processors are free half of the time is gone when a quarter is done, since nothing goes side by
        side before most of what others ask is there. Where they are not, it goes on as it went of late. The
        truth lies between.
        """
        now = time.monotonic()
        self._seen.append((now, done))
        spent = now - self._seen[0][0]
        late = bisect.bisect_left(self._seen, (now - spent / 2, 0))
        then, before = self._seen[min(late, len(self._seen) - 2)]
        if done <= before or now <= then:
            return 0.0
        as_of_late = (total - done) * (now - then) / (done - before)
        quicker = spent * (math.sqrt(total / done) - 1.0)
        return math.sqrt(as_of_late * quicker)


def at_hand() -> None:
    """Show that this worker is warm: it does what needs no engine."""
    _shown[WARM] = 1


class Limit:
    """Ends the process unless what is inside is done, or says that it gets on, in so many seconds of the
    processor, and `crowded` times as many by the clock: others may want it too."""

    def __init__(self, seconds: float, crowded: float = CROWDED) -> None:
        self.seconds, self.crowded = seconds, crowded

    def renew(self) -> None:
        """So many seconds from now."""
        _watch.begin(self)

    def __enter__(self) -> Limit:
        self.renew()
        return self

    def __exit__(self, *_: object) -> None:
        _watch.lift(self)


class _End(NamedTuple):
    """When to look whether a limit is reached, by the clock; when it is, by seconds that the process has used
    and, at the latest, by the clock."""

    look: float
    used: float
    last: float


class _Watch:
    """One thread that looks after all limits of a process: to start one for each would hold up whoever is
    at play several times in a decision."""

    def __init__(self) -> None:
        self._ends: dict[Limit, _End] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def begin(self, limit: Limit) -> None:
        now = time.monotonic()
        with self._changed:
            sooner = all(now + limit.seconds < other.look for other in self._ends.values())
            self._ends[limit] = _End(
                now + limit.seconds,
                time.process_time() + limit.seconds,
                now + limit.crowded * limit.seconds,
            )
            if self._thread is None or not self._thread.is_alive():  # the thread of a process stays in it
                self._thread = threading.Thread(target=self._look, name="limits", daemon=True)
                self._thread.start()
            elif sooner:
                self._changed.notify()

    def lift(self, limit: Limit) -> None:
        with self._changed:
            self._ends.pop(limit, None)

    def _look(self) -> None:
        with self._changed:
            while True:
                now = time.monotonic()
                for limit, end in self._ends.items():
                    if end.look > now:
                        continue
                    left = min(end.used - time.process_time(), end.last - now)
                    if left <= 0.0:
                        _log.error("A job has taken more than %g seconds: its worker ends", limit.seconds)
                        _shown[LATE] = 1
                        os._exit(1)
                    self._ends[limit] = end._replace(look=now + left)
                soonest = min((end.look for end in self._ends.values()), default=None)
                self._changed.wait(None if soonest is None else soonest - now)


_watch = _Watch()
