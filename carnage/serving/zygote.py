"""The process that those who answer visitors are forked from.

It has imported and prepared all, so that another answers at once where one has died, and what they do not
change lies in memory once. It never has a second thread: a fork takes over the locks of all threads, but only
the one that forks.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from socket import socket
from typing import Any

from flask import Flask
from uvicorn.config import STARTUP_FAILURE

from carnage.jobs import service
from carnage.jobs.status import JobsUnavailable
from carnage.jobs.worker import describe_exit
from carnage.serving import budgets, journal, metrics
from carnage.serving.budgets import Budgets
from carnage.serving.crowd import for_connections
from carnage.serving.gateway import Gateway
from carnage.serving.refusals import Refusals
from carnage.serving.server import GRACE, Server, config
from carnage.serving.settings import Settings
from carnage.web import create_app
from carnage.web.app import use_queues
from carnage.web.warming import prepare, warm_caches

# Seconds.
SILENT = 30.0  # until a process is taken for dead whose loop does not come round
AGAIN = 1.0  # between two attempts where one has died before it listened
LOOKING = 0.1  # between two looks whether a site that is being made is still wanted
PAUSE = 0.01  # between two pages that are made before anybody asks

COLLECTED = (2000, 20, 10_000)  # objects that are new; rounds of young ones; rounds of older ones
SWITCH = 0.0005  # seconds until a thread that is at work lets another go on

_log = logging.getLogger(__name__)
_forking = multiprocessing.get_context("fork")


def run(
    settings: Settings, folder: Path, listening: socket, news: Connection, retired: Connection, haste: bool
) -> None:
    """What the process does. It tells by `news` when as many answer as are wanted, and ends with them when
    `retired` is closed at its other end.

    As long as one of them is there, `news` is open. They outlive this process, until they are retired. Where
    nobody answers yet there is need of `haste`, and pieces of pages are made beside and not before.
    """
    for each in (signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    journal.set_up(os.environ, settings.access_log)
    try:
        with _leaving(retired):
            family = _Family(settings, folder, listening, retired)
            if not haste:
                family.warm()
    except Exception:
        _log.exception("The site cannot be made")
        sys.exit(STARTUP_FAILURE)
    family.keep_up(settings.processes, news)
    family.end()


class _Child:
    """A process that answers visitors, and when its loop has last come round."""

    def __init__(self, process: ForkProcess, pulse: int) -> None:
        self.process, self.pulse = process, pulse
        self.listens = False
        self.seen = time.monotonic()

    def feel(self) -> None:
        """Note that its loop has come round."""
        self.listens = bool(os.read(self.pulse, 1000)) or self.listens
        self.seen = time.monotonic()

    def bury(self) -> None:
        """Let go of one that has ended."""
        self.process.join()
        os.close(self.pulse)
        if self.process.exitcode:
            level = logging.WARNING if self.process.exitcode < 0 else logging.ERROR
        else:
            level = logging.INFO
        pid = self.process.pid or 0
        _log.log(level, "Process %d, which answered visitors, %s", pid, describe_exit(self.process.exitcode))
        metrics.forget(pid)


class _Family:
    """The site, made, and those that were forked to answer with it."""

    def __init__(self, settings: Settings, folder: Path, listening: socket, retired: Connection) -> None:
        self._settings, self._folder, self._listening, self._retired = settings, folder, listening, retired
        self._children: dict[int, _Child] = {}  # by their sentinels
        self._not_before = 0.0  # no other is started
        self._told = False  # that as many answer as are wanted
        site = self._site = create_app(
            contact=settings.contact,
            address=settings.address,
            faults=settings.faults,
            source=settings.source,
            page_cache_bytes=settings.page_cache_bytes,
        )
        prepare(site)
        # Both import what is imported nowhere else, which would take long in a crowd.
        config(site).get_loop_factory()
        Refusals(site).prepare()
        for name in budgets.PLACES:
            budgets.make(folder / name)
        self._warming, self._warm = warm_caches(site), False
        # The thread that has the connections shall not wait for all others in turn, nor while all that is
        # kept of pages is looked through for garbage, of which there is next to none.
        sys.setswitchinterval(SWITCH)
        gc.set_threshold(*COLLECTED)
        _freeze()

    def warm(self) -> None:
        """Make all pages that are made before anybody asks."""
        while self._makes_one():
            pass

    def _makes_one(self) -> bool:
        """Make another of them; False if all are made."""
        if next(self._warming, None):
            return True
        if not self._warm:
            self._warm = True
            _freeze()
        return False

    def keep_up(self, wanted: int, news: Connection) -> None:
        """Have so many answer, until they are retired; replace those who die, and who do not get on."""
        while True:
            while len(self._children) < wanted and time.monotonic() >= self._not_before:
                self._fork()
            pause = PAUSE if self._makes_one() else 1.0
            ready = wait([self._retired, *self._children, *self._pulses()], pause)
            if self._retired in ready:
                return
            self._look_after(ready)
            if not self._told and sum(child.listens for child in self._children.values()) == wanted:
                self._told = True
                news.send("ready")

    def end(self) -> None:
        """Wait for those who answer to end by themselves, as they all do who are retired."""
        self._listening.close()
        until = time.monotonic() + 1.5 * GRACE
        for child in self._children.values():
            child.process.join(max(0.0, until - time.monotonic()))
            child.process.kill()
            child.process.join()

    def _pulses(self) -> list[int]:
        return [child.pulse for child in self._children.values()]

    def _fork(self) -> None:
        felt, pulse = os.pipe()
        first = multiprocessing.parent_process()
        process = _forking.Process(target=self._answer, args=(first, pulse))
        process.start()
        os.close(pulse)
        self._children[process.sentinel] = _Child(process, felt)

    def _look_after(self, ready: list[Any]) -> None:
        now = time.monotonic()
        for sentinel, child in list(self._children.items()):
            if child.pulse in ready:
                child.feel()
            if sentinel in ready:
                del self._children[sentinel]
                child.bury()
                if not child.listens:
                    self._not_before = now + AGAIN
                    if not self._told and child.process.exitcode == STARTUP_FAILURE:
                        for other in self._children.values():
                            other.process.kill()
                        sys.exit(STARTUP_FAILURE)
            elif now - child.seen > SILENT:
                _log.warning("Process %d has not got on for %g seconds", child.process.pid, SILENT)
                child.process.kill()

    # ---------------------------------------------------------------------------------- in those that answer

    def _answer(self, first: Any, pulse: int) -> None:
        try:
            gate = gateway(self._site, self._settings, self._folder)
        except Exception:
            _log.exception("A process cannot answer visitors")
            sys.exit(STARTUP_FAILURE)
        server = Server(config(gate), pulse)
        threading.Thread(target=_end_in_time, args=(first, self._retired, server), daemon=True).start()
        threading.Thread(target=_go_on, args=(self._warming,), daemon=True).start()
        server.run([self._listening])


@contextmanager
def _leaving(retired: Connection) -> Iterator[None]:
    """Look between times whether this process is wanted no more, and leave then, wherever it is."""

    def look(*_: object) -> None:
        if retired.poll():
            os._exit(0)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOKING, LOOKING)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0.0)


def _freeze() -> None:
    """Look for garbage once more, and never again in what is left."""
    gc.collect()
    gc.freeze()


def _end_in_time(first: Any, retired: Connection, server: Server) -> None:
    """End this process's server when it is retired, and the process when the site's first has ended."""
    wait([first.sentinel, retired])
    server.should_exit = True
    first.join()
    os._exit(0)


def _go_on(steps: Iterator[object]) -> None:
    """Go on making pages where the process had come to that this one was forked from."""
    for _ in steps:
        time.sleep(PAUSE)


def gateway(site: Flask, settings: Settings, folder: Path) -> Gateway:
    """The ASGI application of a process that shares its visitors' costs and its workers with others."""
    shop = service.connect(str(folder / "jobs"), multiprocessing.current_process().authkey)
    use_queues(site, shop)

    here, elsewhere = (Budgets(folder / name, **limits) for name, limits in budgets.PLACES.items())

    def live() -> bool:
        try:
            return not shop.turns.status(()).known
        except JobsUnavailable:
            return False

    return Gateway(
        site,
        here,
        elsewhere,
        journal.Journal(journal.places(site), trusted=settings.proxies > 0),
        live,
        settings.proxies,
        for_connections(settings.proxies),
    )
