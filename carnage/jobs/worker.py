"""A worker process: how it begins, loads the engine, and ends.

The engine is imported in here and nowhere else on the site's side, so that the site itself never loads it.
"""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from carnage import log

# How far workers stand back from the processes that answer visitors, in Unix's own measure: whoever calls up
# a page waits for nobody's game, whoever is at play for nobody's show, and nobody for a playtest.
PLAY, SHOWN, PRINTED, PLANNED, PLAYTESTED = 4, 8, 10, 12, 12
NAP = 0.01  # seconds
# Times as long as alone a job may take where others want the processors: a decision, and what stands further
# back.
CROWDED, VERY_CROWDED = 3.0, 10.0
ENDING = 1.0  # seconds until the system says how a process ended that is gone

_log = logging.getLogger(__name__)
_late = ctypes.c_byte(0)  # Shared with the site: 1 if this process ended itself since a job took too long.
_loading_s = 0.0  # seconds of the processor that loading rules took


def begin(late: ctypes.c_byte, niceness: int) -> None:
    """Set a new worker up. It sets `late` to 1 if it ends itself since a job took too long.

    By its `niceness` it leaves the processors to whoever else wants them.
    """
    global _late
    _late = late
    if hasattr(os, "nice"):
        os.nice(niceness)
    log.set_up(os.environ)
    # Interrupted together with the site, it goes without a word.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_parent()


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


def load(family: str) -> None:
    """Load the rules of a family, before the time limit of a job begins."""
    global _loading_s
    began = time.process_time()
    from carnage.engine import games

    games.load_family(family)
    _loading_s += time.process_time() - began


class Measured(NamedTuple):
    """What a job comes to, and how many seconds of the processor it took."""

    result: Any
    seconds: float


def measured(job: Callable[..., Any], *given: Any) -> Measured:
    """Do a job. Its seconds do not include loading rules, which is done once, for all visitors."""
    began = time.process_time() - _loading_s
    result = job(*given)
    return Measured(result, time.process_time() - _loading_s - began)


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
                        _late.value = 1
                        os._exit(1)
                    self._ends[limit] = end._replace(look=now + left)
                soonest = min((end.look for end in self._ends.values()), default=None)
                self._changed.wait(None if soonest is None else soonest - now)


_watch = _Watch()
