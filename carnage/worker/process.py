"""A worker process: how it begins, gets the engine ready, and ends.

The engine is imported in here, family by family, and nowhere else on the site's side, so that the site itself
never loads it.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import MutableSequence

LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
AFTER_OTHERS = 10  # in Unix's own measure
WARM_SECONDS = 300.0  # compiling takes some forty; past this something is wrong
DONE, TOTAL, WARM = 0, 1, 2  # places in what the worker shows of its warming up

_log = logging.getLogger(__name__)
_shown: MutableSequence[int] = [0, 0, 0]
_warmed: set[str] = set()  # families


class NotWarm(Exception):
    """The rules could not be made ready, and may never be in this process: another one may have more luck."""


def begin(shown: MutableSequence[int], after_others: bool) -> None:
    """Set a new worker up; what it shows of its warming up it writes into `shown`.

    One that comes `after_others` leaves the processors to whoever else wants them.
    """
    global _shown
    _shown = shown
    if after_others and hasattr(os, "nice"):
        os.nice(AFTER_OTHERS)
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


def warm(family: str) -> None:
    """Make the rules of this family's games ready, once; raises NotWarm."""
    with Limit(WARM_SECONDS):
        try:
            _warm(family)
        except Exception as error:
            raise NotWarm(f"the rules of {family} games could not be made ready") from error


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


class Limit:
    """Ends the process unless what is inside is done in so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def _end(self) -> None:
        _log.error("A job has taken more than %g seconds: its worker ends", self._seconds)
        os._exit(1)

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
