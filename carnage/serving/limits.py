"""Limits on the connections of a process: how many there are, by visitor, and how long each may take.

Without deadlines, clients that send a byte now and then keep their connections for ever: 4,000 of them, from
40 addresses, hold all that a process may have (`bench/siege.py`, "slow heads").
"""

from __future__ import annotations

import sys
import time
from collections import Counter, OrderedDict
from itertools import islice
from typing import Protocol

MAX_CONNECTIONS = 4000  # of one process
MAX_PER_VISITOR = 100  # a browser opens six
MAX_EXPIRED_AT_ONCE = 50
"""Without this number, 99 % of the pages beside 2,000 clients whose deadlines pass together came within
574 ms, and within 50 ms with it."""

SPARE_DESCRIPTORS = 100  # of a process, beside its connections


class Limited(Protocol):
    """A connection, as its limits see it."""

    visitor: str

    def expire(self) -> None:
        """End the connection, with an error response if one can be sent."""


class ConnectionLimits:
    """Counts the open connections, and keeps a deadline for each that waits for its client.

    When there is no room for another connection, the one that has waited longest for its client is ended.

    Args:
        max_connections: Connections that may be open.
        max_per_visitor: Connections of one visitor; None if visitors cannot be told apart here, as behind a
            proxy.
    """

    def __init__(self, max_connections: int, max_per_visitor: int | None) -> None:
        self._max = max_connections
        self._max_per_visitor = max_connections if max_per_visitor is None else max_per_visitor
        self._counts: Counter[str] = Counter()
        self._deadlines: OrderedDict[Limited, float] = OrderedDict()

    def __len__(self) -> int:
        return self._counts.total()

    def admit(self, connection: Limited) -> bool:
        """Count a connection; return False if it has to be rejected."""
        full = len(self) >= self._max
        if full and self._deadlines:
            next(iter(self._deadlines)).expire()
            full = False
        self._counts[connection.visitor] += 1
        return not full and self._counts[connection.visitor] <= self._max_per_visitor

    def remove(self, connection: Limited) -> None:
        """Forget a connection that is closed."""
        self._deadlines.pop(connection, None)
        self._counts[connection.visitor] -= 1
        if not self._counts[connection.visitor]:
            del self._counts[connection.visitor]

    def set_deadline(self, connection: Limited, seconds: float) -> None:
        """Have the connection expire in so many seconds."""
        self._deadlines[connection] = time.monotonic() + seconds
        self._deadlines.move_to_end(connection)

    def clear_deadline(self, connection: Limited) -> None:
        """Let the connection take its time."""
        self._deadlines.pop(connection, None)

    def expire(self) -> None:
        """End connections whose deadlines have passed, a few at a time: all clients may reconnect at once."""
        now = time.monotonic()
        late = (each for each, deadline in self._deadlines.items() if deadline < now)
        for connection in list(islice(late, MAX_EXPIRED_AT_ONCE)):
            connection.expire()


def create_connection_limits(proxies: int) -> ConnectionLimits:
    """Return the limits of this process, as far as its descriptors allow."""
    descriptors = raise_descriptor_limit(MAX_CONNECTIONS + SPARE_DESCRIPTORS)
    most = max(1, min(MAX_CONNECTIONS, descriptors - SPARE_DESCRIPTORS))
    return ConnectionLimits(most, None if proxies else MAX_PER_VISITOR)


def raise_descriptor_limit(wanted: int) -> int:
    """Raise the limit of open descriptors as far as the system allows; return how many there may be."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
