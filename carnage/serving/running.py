"""Running the site: one process that has the workers, and under it those that answer visitors.

The first process opens the port, keeps the workshop and replaces whoever dies. Asked to end by SIGTERM, it
lets nobody new in, has what is under way answered, and ends with status 0.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.util import get_temp_dir
from pathlib import Path
from typing import Any

from flask import Flask
from uvicorn import Config, Server
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from carnage.engine.core import folders
from carnage.serving import journal, metrics
from carnage.serving.budgets import Budgets
from carnage.serving.connection import Connection
from carnage.serving.crowd import MOST
from carnage.serving.gateway import Gateway
from carnage.serving.settings import Settings
from carnage.web import create_app
from carnage.web.reading import books
from carnage.web.ready import prepare, warm
from carnage.worker import process, workshop
from carnage.worker.process import ending

FOLDER = "CARNAGE_SITE_FOLDER"
"""In the environment of those that answer visitors: where they find what they share."""

BACKLOG = 1024  # connections that the system keeps until they are taken
STARTING = 30  # seconds until a process has to answer, which on a busy machine takes a while to start
GRACE = 10  # seconds that are left to what is under way, once the site is asked to end
COLLECTED = (2000, 20, 10_000)  # objects that are new; rounds of young ones; rounds of older ones
SWITCH = 0.0005  # seconds until a thread that is at work lets another go on
SPARE = 100  # descriptors of a process beside its connections

# Seconds of work that a visitor may have at once, and that are paid off in a second: here, and of the
# workers.
HERE = {"saved": 0.5, "rate": 0.1}
ELSEWHERE = {"saved": 20.0, "rate": 0.5}


_log = logging.getLogger(__name__)


class CannotListen(OSError):
    """There is no listening at this address; the message says which."""


def serve(host: str, port: int, settings: Settings) -> None:
    """Serve the site until asked to end; raises CannotListen."""
    settings.write(os.environ)
    journal.set_up(os.environ, settings.access_log)
    # Found once for all processes: where nothing can be kept in it, one line says so.
    os.environ[folders.PLACE] = str(folders.base())
    listening = _bound(host, port)
    # Gone with this process, but not before the sockets in it are.
    folder = Path(get_temp_dir())
    os.environ[FOLDER] = str(folder)
    shop = workshop.opened()
    workshop.serve(shop, folder)
    if settings.metrics:
        with _listening_at(*settings.metrics):
            metrics.serve(settings.metrics, folder, shop)
    shown = f"[{host}]" if ":" in host else host
    site = _Site(settings, listening, f"http://{shown}:{listening.getsockname()[1]}")
    threading.Thread(target=workshop.warm_up, args=(shop,), daemon=True).start()
    site.run()
    for queue in shop:
        queue.close()
    for worker in multiprocessing.active_children():
        worker.terminate()


def gateway() -> Gateway:
    """What one of the processes runs that answer visitors. It ends if that cannot be made."""
    process.end_with_parent()
    try:
        return _gateway(Settings.read(os.environ))
    except Exception:
        _log.exception("The site cannot be made")
        sys.exit(STARTUP_FAILURE)


def _gateway(settings: Settings) -> Gateway:
    journal.set_up(os.environ, settings.access_log)
    folder = Path(os.environ[FOLDER])
    shop = workshop.reached(folder)
    site = create_app()
    site.config["SECURITY_CONTACT"] = settings.contact
    site.extensions.update(playtests=shop.playtests, shows=(shop.shows, shop.planned_shows), turns=shop.turns)
    prepare(site)
    raise_descriptor_limit()
    threading.Thread(target=warm, args=(site,), daemon=True).start()
    # The thread that has the connections shall not wait for all others in turn, nor while all that is kept of
    # pages is looked through for garbage, of which there is next to none.
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)

    def live() -> bool:
        return not shop.turns.look(()).known

    return Gateway(
        site,
        Budgets(folder / "here", **HERE),
        Budgets(folder / "elsewhere", **ELSEWHERE),
        journal.Journal(frozenset(books()), trusted=settings.proxies > 0),
        live,
        settings.proxies,
    )


@contextmanager
def served(site: Flask, saved: float = 1e9, rate: float = 1.0, behind: int = 0) -> Iterator[int]:
    """An application served by a thread of this process on a free port, which is given, with all that bounds
    connections. A visitor may have so many seconds of work `saved`, and pays them off at this `rate`."""
    here, elsewhere = (Budgets(None, saved=saved, rate=rate) for _ in range(2))
    gate = Gateway(site, here, elsewhere, journal.Journal(frozenset(books()), False), lambda: True, behind)
    listening = _bound("127.0.0.1", 0)
    server = Server(_config(gate))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()


def raise_descriptor_limit(wanted: int = MOST + SPARE) -> None:
    """Let this process hold as many connections as it may take, as far as the system allows."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _bound(host: str, port: int) -> socket.socket:
    with _listening_at(host, port):
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    listening.set_inheritable(True)
    return listening


@contextmanager
def _listening_at(host: str, port: int) -> Iterator[None]:
    """Say where there is no listening, if what is inside cannot; raises CannotListen."""
    try:
        yield
    except OSError as error:
        raise CannotListen(
            f"There is no listening at {host}, port {port}: {error.strerror or error}"
        ) from None


def _config(app: Any, **more: Any) -> Config:
    return Config(
        app,
        http=Connection,
        ws="none",
        lifespan="on",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE,
        timeout_worker_healthcheck=STARTING,
        **more,
    )


class _Site(Multiprocess):
    """The processes that answer visitors, replaced when they die."""

    def __init__(self, settings: Settings, listening: socket.socket, address: str) -> None:
        config = _config("carnage.serving.running:gateway", factory=True, workers=settings.processes)
        super().__init__(config, sockets=[listening])
        self._listening, self._address, self._form = listening, address, settings.log

    def init_processes(self) -> None:
        super().init_processes()
        self._answering = list(self.processes)
        threading.Thread(target=self._tell, daemon=True).start()

    def _tell(self) -> None:
        """Say where the site is, once it is there."""
        while not self.should_exit.wait(0.05):
            with suppress(OSError), socket.create_connection(self._listening.getsockname()[:2]):
                self._say(f"Carnage is at {self._address}")
                return

    def _say(self, line: str) -> None:
        """To whoever sits at the terminal, or to whoever reads the log."""
        if self._form == "text":
            print(line, file=sys.stderr, flush=True)
        else:
            _log.info(line)

    def keep_subprocess_alive(self) -> None:
        super().keep_subprocess_alive()
        for child in set(self._answering) - set(self.processes):
            level = logging.INFO if child.exitcode == -signal.SIGTERM else logging.WARNING
            _log.log(level, "Process %d, which answered visitors, %s", child.pid, ending(child.exitcode))
            metrics.forget(child.pid or 0)
        self._answering = list(self.processes)

    def handle_term(self) -> None:
        _log.info("Asked to end: nobody new is let in, what is under way is answered")
        super().handle_term()

    def handle_int(self) -> None:
        self.handle_term()

    def restart_all(self) -> None:
        _log.info("Asked for other processes: each is started before an old one ends")
        super().restart_all()

    def join_all(self) -> None:
        until = time.monotonic() + 2 * GRACE
        for child in self.processes:
            child.process.join(max(0.0, until - time.monotonic()))
            if child.process.exitcode is None:
                child.kill()
                child.join()
