"""All connections of one process: how many there may be, of whom, and how long each may keep us waiting."""

from __future__ import annotations

import sys
import time
from collections import Counter, OrderedDict
from itertools import islice
from typing import Protocol

MOST = 4000  # connections of one process
EACH = 100  # of one visitor; a browser opens six
AT_ONCE = 50  # connections that are given up in one go
SPARE = 100  # descriptors of a process beside its connections


class Waited(Protocol):
    """A connection, as the crowd sees it."""

    visitor: str

    def give_up(self) -> None:
        """End it, with a word if one can be said; asked again, at once."""


class Crowd:
    """Counts connections, and remembers until when each may leave us waiting: for a request, or to be read.

    Where there is room for no more, whoever has kept us waiting longest goes: a visitor who means it asks at
    once, so those who come get their answers however many sit around. No visitor has more than `each`, or as
    many as there may be where `each` is None: those who come through a proxy cannot be told apart here.
    """

    def __init__(self, most: int, each: int | None) -> None:
        self._most, self._each = most, most if each is None else each
        self._of: Counter[str] = Counter()
        self._away: set[Waited] = set()  # who are turned away, and have not gone yet
        self._waited: OrderedDict[Waited, float] = OrderedDict()

    def __len__(self) -> int:
        return self._of.total()

    def enter(self, connection: Waited) -> bool:
        """Count it; False if it is to be turned away: its visitor has as many as anybody may, or there is no
        room, and nobody who keeps us waiting."""
        full = len(self) + len(self._away) >= self._most
        if full and self._waited:
            next(iter(self._waited)).give_up()
            full = False
        if full or self._of[connection.visitor] >= self._each:
            self._away.add(connection)
            return False
        self._of[connection.visitor] += 1
        return True

    def leave(self, connection: Waited) -> None:
        """It is gone."""
        self._waited.pop(connection, None)
        if connection in self._away:
            self._away.remove(connection)
            return
        self._of[connection.visitor] -= 1
        if not self._of[connection.visitor]:
            del self._of[connection.visitor]

    def their_turn(self, connection: Waited, seconds: float) -> None:
        """It is the visitor's turn, for at most so long."""
        self._waited[connection] = time.monotonic() + seconds
        self._waited.move_to_end(connection)

    def our_turn(self, connection: Waited) -> None:
        """It is our turn."""
        self._waited.pop(connection, None)

    def sweep(self) -> None:
        """Give those up that have kept us waiting for too long, a few at a time: many may have come at once,
        and would come again at once."""
        now = time.monotonic()
        late = (each for each, until in self._waited.items() if until < now)
        for connection in list(islice(late, AT_ONCE)):
            connection.give_up()


def for_connections(behind: int) -> Crowd:
    """A crowd of as many connections as this process may hold, behind so many proxies."""
    return Crowd(max(1, min(MOST, raise_descriptor_limit(MOST + SPARE) - SPARE)), None if behind else EACH)


def raise_descriptor_limit(wanted: int) -> int:
    """Let this process have so many descriptors, as far as the system allows; how many it may have."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
