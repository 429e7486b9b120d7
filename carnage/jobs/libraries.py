"""Build the compiled rules of a server once, in a process of its own, before its workers play."""

from __future__ import annotations

import logging
import os
import signal
import sys
from functools import cache

from carnage import catalog
from carnage.jobs.worker import Worker

NICENESS = 12  # That of the worker that builds.

_log = logging.getLogger(__name__)


@cache
def can_compile(book: str) -> bool:
    """Return whether the games of a book run compiled on this server."""
    from carnage.engine.compiling import library

    return library.can_compile(catalog.family_code(book))


def build() -> None:
    """Build the libraries of all families that have none.

    Without a C compiler, processes that are started later play uncompiled, and one line of the log
    says so.
    """
    worker = Worker("compilation", NICENESS)
    outcome = worker.run(build_all, ())
    worker.stop()
    if outcome.result is False:
        os.environ["CARNAGE_UNCOMPILED"] = "1"


def build_all() -> bool:
    """Build the libraries in this process, and return whether there is a compiler."""
    # An exit by exception ends the compiler and removes its temporary files.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    from carnage.engine import games
    from carnage.engine.compiling import build, library

    for family in games.families():
        try:
            if not library.load(family):
                return False
        except build.CompilerError:
            _log.exception("The rules of %s games cannot be compiled", family)
    return True
