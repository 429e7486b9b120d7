"""What a worker process does: warm the engine once, then play games for whoever asks.

The engine is imported in here, family by family, and nowhere else on the site's side, so that the site itself
never loads it.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import MutableSequence
from typing import Any

from carnage import catalog
from carnage.ruleset import resolve
from carnage.seeds import Seed

LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
WARM_SECONDS = 300.0  # compiling takes some forty; past this something is wrong
DONE, TOTAL, WARM = 0, 1, 2  # places in what the worker shows of its warming up

_log = logging.getLogger(__name__)
_shown: MutableSequence[int] = [0, 0, 0]
_warmed: set[str] = set()  # families


class NotWarm(Exception):
    """The rules could not be made ready, and may never be in this process: another one may have more luck."""


def begin(shown: MutableSequence[int]) -> None:
    """Set a new worker up; what it shows of its warming up it writes into `shown`."""
    global _shown
    _shown = shown
    logging.basicConfig(format=LOG_FORMAT)
    # Interrupted together with the site, it goes without a word.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _end_with_parent()


def _end_with_parent() -> None:
    """Leave when the site is gone, however it went: an orphan would wait for work for ever."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def play(book: str, digits: str, games: int, seconds: float) -> dict[str, Any]:
    """Simulate so many greedy games; what `carnage simulate --json` prints.

    The worker ends itself, and the site finds it gone, if they take longer than so many seconds. Raises
    NotWarm.
    """
    ruleset = resolve(catalog.book(book), Seed(digits))
    family = ruleset.book.family
    with _Limit(WARM_SECONDS):
        try:
            _warm(family)
        except Exception as error:
            raise NotWarm(f"the rules of {family} games could not be made ready") from error
    from carnage.engine.simulating import simulate

    with _Limit(seconds):
        return simulate(ruleset, games, threads=1).json()


def _warm(family: str) -> None:
    from carnage.engine import games
    from carnage.engine.core import warming

    def tell(done: int, total: int) -> None:
        _shown[DONE], _shown[TOTAL] = done, total

    if family not in _warmed:
        _shown[WARM] = 0
        games.family_of(family)
        warming.load(family, tell)
        _warmed.add(family)
    _shown[WARM] = 1


class _Limit:
    """Ends the process unless what is inside is done in so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def _end(self) -> None:
        _log.error("A playtest has taken more than %g seconds: its worker ends", self._seconds)
        os._exit(1)

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
