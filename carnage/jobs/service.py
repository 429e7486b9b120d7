"""The workshop: all the queues of a site, kept by one process for all that answer its visitors.

Each process of the site that answers visitors reaches the queues of the one that started them through a
socket of the system's, so that a playtest is one playtest whoever asks, and a worker is there once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.managers import BaseManager, BaseProxy
from pathlib import Path
from typing import Any, NamedTuple

from carnage import log
from carnage.common.user_cache import folder as cache_folder
from carnage.jobs import courtesy, libraries
from carnage.jobs.queue import Jobs, Standing
from carnage.jobs.results import Key, Ledger
from carnage.jobs.tasks.play import PlannedTurns, Turns
from carnage.jobs.tasks.playtest import KEPT, Playtests
from carnage.jobs.tasks.print import Prints
from carnage.jobs.tasks.replay import PlannedShows, Shows

SOCKET = "workshop"


class Workshop(NamedTuple):
    """The queues; those of another process are called like one's own."""

    playtests: Jobs[Any]
    shows: Jobs[Any]
    planned_shows: Jobs[Any]
    turns: Jobs[Any]
    planned_turns: Jobs[Any]
    prints: Jobs[Any]

    def charge(self, charge: Callable[[str, float], None]) -> None:
        """Have visitors charged for what their jobs take, each with so many seconds of work."""
        for queue in self:
            queue.charge = charge


def opened() -> Workshop:
    """A workshop of this process. Its workers begin with their first jobs; those that play games wait for
    `start_playing`."""
    ledger = Ledger(cache_folder() / "playtests.sqlite", KEPT)
    shop = Workshop(Playtests(results=ledger), Shows(), PlannedShows(), Turns(), PlannedTurns(), Prints())
    for queue in _that_play(shop):
        queue.hold()
    return shop


def start_playing(workshop: Workshop) -> None:
    """Build the compiled rules once for all workers, then start the jobs that play games.

    Playtests that were asked for before the server was restarted are done as well.
    """
    try:
        libraries.build()
    finally:
        workshop.playtests.resume()
        for queue in _that_play(workshop):
            queue.release()


def _that_play(workshop: Workshop) -> list[Jobs[Any]]:
    return [queue for queue in workshop if queue is not workshop.prints]


class _Queue(BaseProxy):
    """A queue of another process."""

    _exposed_ = ("start", "look", "give_it")

    def start(self, key: Key, visitor: str = "") -> None:
        self._asked("start", key, visitor, log.asked.get())

    def look(self, key: Key) -> Standing[Any]:
        standing: Standing[Any] = self._asked("look", key)
        return standing

    def give_it(self, key: Key, seconds: float) -> None:
        self._asked("give_it", key, seconds)

    def _asked(self, method: str, *arguments: Any) -> Any:
        call: Any = self._callmethod  # said to give nothing, which is not so
        with courtesy.waiting():
            return call(method, arguments)


class _Door(BaseManager):
    """What a workshop is reached through."""


class _OpenDoor(BaseManager):
    """The same on the side of the process that has it."""


for _name in Workshop._fields:
    _Door.register(_name, proxytype=_Queue)


def serve(workshop: Workshop, folder: Path) -> None:
    """Let other processes reach this workshop through a socket in the folder, for as long as this one lives.

    They have to be its children, spawned, who inherit the key to it.
    """
    for name, queue in workshop._asdict().items():
        _OpenDoor.register(name, partial(_itself, queue), exposed=_Queue._exposed_)
    server = _OpenDoor(str(folder / SOCKET)).get_server()
    threading.Thread(target=server.serve_forever, name="workshop", daemon=True).start()


def _itself(queue: Jobs[Any]) -> Jobs[Any]:
    return queue


def reached(folder: Path) -> Workshop:
    """The workshop that another process serves in this folder."""
    door: Any = _Door(str(folder / SOCKET))
    door.connect()
    return Workshop(**{name: getattr(door, name)() for name in Workshop._fields})
