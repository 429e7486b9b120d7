"""The compiled rules of a server: built once, by a process of their own, before its workers play."""

from __future__ import annotations

import ctypes
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from functools import cache

from carnage import catalog
from carnage.jobs import worker

NO_COMPILER = 3  # Exit status of the process that builds.

_log = logging.getLogger(__name__)


@cache
def can_compile(book: str) -> bool:
    """Return whether the games of a book run compiled on this server."""
    from carnage.engine.compiling import library

    return library.can_compile(catalog.family_code(book))


def families() -> Iterator[str]:
    """Yield the families whose games are played, starting with that of the default book."""
    codes = catalog.offered(catalog.book_codes())
    yield from filter(catalog.is_played, dict.fromkeys(map(catalog.family_code, codes)))


def build() -> None:
    """Build the libraries of all families that have none.

    Without a C compiler, processes that are started later play uncompiled, and one line of the log says so.
    """
    # Forked, it would inherit the locks of every web thread in whatever state they are.
    builder = multiprocessing.get_context("spawn").Process(target=_build_all, name="builder")
    builder.start()
    builder.join()
    if builder.exitcode == NO_COMPILER:
        os.environ["CARNAGE_UNCOMPILED"] = "1"


def _build_all() -> None:
    worker.begin(ctypes.c_byte(0), worker.PLAYTESTED)
    # An exit by exception ends the compiler and removes its temporary files.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    from carnage.engine.compiling import build, library

    for family in families():
        try:
            is_compiled = library.load(family)
        except build.CompilerError:
            _log.exception("The rules of %s games cannot be compiled", family)
        else:
            if not is_compiled:
                sys.exit(NO_COMPILER)
