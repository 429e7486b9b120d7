"""Running the site: one process that has the workers, and under it those that answer visitors.

The first process opens the port, keeps the workshop and replaces whoever dies. Asked to end by SIGTERM, it
lets nobody new in, has what is under way answered, and ends with status 0.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.util import get_temp_dir
from pathlib import Path

import uvicorn
from flask import Flask

from carnage.common import user_cache
from carnage.jobs import service
from carnage.serving import journal, metrics
from carnage.serving.budgets import ELSEWHERE, Budgets
from carnage.serving.crowd import for_connections
from carnage.serving.gateway import SHARING, Gateway
from carnage.serving.generations import Generations
from carnage.serving.server import config
from carnage.serving.settings import Settings

JOBS_SOCKET = "jobs"  # Beside the other files of the site while it runs.
UNREAD = 128 * 1024  # bytes of a connection's answers that the system keeps; Linux takes twice as much


class CannotListen(OSError):
    """There is no listening at this address; the message says which."""


def serve(host: str, port: int, settings: Settings) -> None:
    """Serve the site until asked to end; raises CannotListen."""
    settings.write(os.environ)
    journal.set_up(os.environ, settings.access_log)
    # Found once for all processes: where nothing can be kept in it, one line says so.
    os.environ[user_cache.FOLDER] = str(user_cache.folder())
    listening = _bound(host, port)
    # Gone with this process, but not before the sockets in it are.
    folder = Path(get_temp_dir())
    shop = service.open_queues()
    try:
        service.start_queues(shop)
        service.serve_queues(shop, str(folder / JOBS_SOCKET), multiprocessing.current_process().authkey)
        charging(shop, folder / "elsewhere")
        if settings.metrics:
            with _listening_at(*settings.metrics):
                metrics.serve(settings.metrics, folder, shop)
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}"
        status = Generations(settings, folder, listening, address).run()
    finally:
        for queue in shop:
            queue.close()
        for worker in multiprocessing.active_children():
            worker.terminate()
    if status:
        sys.exit(status)


def charging(shop: service.Queues, place: Path) -> None:
    """Have visitors charged, in the database at this place, for what their jobs take."""
    budgets = Budgets(place, **ELSEWHERE)
    for queue in shop:
        queue.charge = budgets.charge

    def share() -> None:
        while True:
            time.sleep(SHARING)
            budgets.share()

    threading.Thread(target=share, name="charges", daemon=True).start()


@contextmanager
def served(site: Flask, saved: float = 1e9, rate: float = 1.0, behind: int = 0) -> Iterator[int]:
    """An application served by a thread of this process on a free port, which is given, with all that bounds
    connections. A visitor may have so many seconds of work `saved`, and pays them off at this `rate`."""
    here, elsewhere = (Budgets(None, saved=saved, rate=rate) for _ in range(2))
    noted = journal.Journal(journal.places(site), trusted=False)
    gate = Gateway(site, here, elsewhere, noted, lambda: True, behind, for_connections(behind))
    listening = _bound("127.0.0.1", 0)
    server = uvicorn.Server(config(gate))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()


def _bound(host: str, port: int) -> socket.socket:
    with _listening_at(host, port):
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Taken over by each connection; left to itself the system keeps megabytes for who does not read them.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        listening.bind(address)
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
