"""Generations of the processes that answer visitors: the one that does, and the next that takes its place.

A generation is a process that others are forked from (`zygote.py`), and these. It is known to be there by a
pipe that all of it hold the end of, and retired by closing one; so nothing hangs on who of it has died.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from pathlib import Path
from socket import socket
from typing import Any

from uvicorn.config import STARTUP_FAILURE

from carnage.jobs.worker import describe_exit
from carnage.serving import zygote
from carnage.serving.server import GRACE
from carnage.serving.settings import Settings

_log = logging.getLogger(__name__)
_spawning = multiprocessing.get_context("spawn")


class _Generation:
    """A process that others are forked from, and these."""

    def __init__(self, settings: Settings, folder: Path, listening: socket, haste: bool) -> None:
        self.news, telling = _spawning.Pipe(duplex=False)
        retired, self._open = _spawning.Pipe(duplex=False)
        self.zygote = _spawning.Process(
            target=zygote.run, args=(settings, folder, listening, telling, retired, haste)
        )
        self.zygote.start()
        telling.close()
        retired.close()
        self.forks = self.is_left = True  # its zygote; any of it
        self.answers = False

    @property
    def retired(self) -> bool:
        return self._open.closed

    def retire(self) -> None:
        """Have all of it end, when what is under way is answered."""
        self._open.close()

    def hear(self) -> None:
        """Take its news in: that it answers, or that nothing of it is left."""
        try:
            self.answers = bool(self.news.recv())
        except EOFError:
            self.is_left = False

    def join(self, until: float) -> None:
        """Wait for all of it to end, until this time of the monotonic clock and no longer."""
        while self.is_left and wait([self.news], max(0.0, until - time.monotonic())):
            self.hear()
        self.zygote.kill()
        self.zygote.join()


class Generations:
    """Those that answer visitors, kept up, renewed, and asked to end.

    `address` is told when they are there.
    """

    def __init__(self, settings: Settings, folder: Path, listening: socket, address: str) -> None:
        self._settings, self._folder, self._listening, self._address = settings, folder, listening, address
        self._there: list[_Generation] = []  # the last is to answer, those before it until it does
        self._ended = False

    def run(self) -> int:
        """Keep them up until a signal asks to end, or they cannot be made; the status to end with."""
        # What is forked inherits the sentinel of what it is forked from: only a signal tells who has died.
        with _signals(signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD) as signals:
            self._begin()
            while not self._ended:
                news: dict[Any, _Generation] = {each.news: each for each in self._there if each.is_left}
                for ready in wait([signals, *news]):
                    if ready == signals:
                        self._obey(set(os.read(signals, 1000)))
                    else:
                        self._hear(news[ready])
                self._there = [each for each in self._there if each.is_left or each.forks]
        return 0 if self._there else STARTUP_FAILURE

    def _begin(self) -> None:
        haste = not any(each.answers for each in self._there)
        self._there.append(_Generation(self._settings, self._folder, self._listening, haste))

    def _obey(self, asked: set[int]) -> None:
        """Do what these signals ask for."""
        if asked & {signal.SIGINT, signal.SIGTERM}:
            self._end()
            return
        for each in [each for each in self._there if each.forks and each.zygote.exitcode is not None]:
            self._replace(each)
        if signal.SIGHUP in asked:
            _log.info("Asked for other processes: they are started before the old ones end")
            self._begin()

    def _end(self) -> None:
        """Let nobody new in, and wait until what is under way is answered."""
        _log.info("Asked to end: nobody new is let in, what is under way is answered")
        self._ended = True
        self._listening.close()
        for each in self._there:
            each.retire()
        until = time.monotonic() + 2 * GRACE
        for each in self._there:
            each.join(until)

    def _hear(self, generation: _Generation) -> None:
        """Retire those before a generation that answers."""
        generation.hear()
        if generation.answers and not generation.retired:
            for old in self._there[: self._there.index(generation)]:
                old.retire()
            self._say()

    def _replace(self, generation: _Generation) -> None:
        """Begin another generation in the place of one whose zygote has died, if nothing is to come after it
        yet. None is begun in the place of one that could not be made, where another is whole."""
        generation.forks = False
        status = generation.zygote.exitcode
        if generation.retired:
            return
        if status != STARTUP_FAILURE:
            _log.warning(
                "Process %d, which others are forked from, %s", generation.zygote.pid, describe_exit(status)
            )
        others = [each for each in self._there if each is not generation and not each.retired]
        if status == STARTUP_FAILURE and not others:
            self._there.clear()
            self._ended = True
        elif status == STARTUP_FAILURE and others[-1].forks:
            _log.error("The processes that were to be replaced stay")
        elif generation is self._there[-1]:
            self._begin()

    def _say(self) -> None:
        """Tell where the site is, once: whoever sits at the terminal, or whoever reads the log."""
        line, self._address = self._address and f"Carnage is at {self._address}", ""
        if line and self._settings.log == "text":
            print(line, file=sys.stderr, flush=True)
        elif line:
            _log.info(line)


@contextmanager
def _signals(*wanted: signal.Signals) -> Iterator[int]:
    """A descriptor from which the numbers of these signals are read as they come."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    for each in wanted:
        signal.signal(each, lambda *_: None)
    signal.set_wakeup_fd(write)
    yield read
    signal.set_wakeup_fd(-1)
