"""Limits on the connections of a process: their number, the number for each visitor, and deadlines.

Without deadlines, a client that sends a byte now and then keeps its connection for ever. 4,000 such
connections from 40 addresses use up the limit of a process (`bench/siege.py`, "slow heads").
"""

from __future__ import annotations

import sys
import time
from collections import Counter, OrderedDict
from typing import Protocol

MAX_CONNECTIONS = 4000  # of one process
MAX_PER_VISITOR = 100  # a browser opens six
SPARE_DESCRIPTORS = 100  # for all other files of a process


class Limited(Protocol):
    """The interface of a connection with limits."""

    visitor: str

    def expire(self) -> None:
        """Close the connection, with an error response if one can be sent."""


class ConnectionLimits:
    """Counts open connections, and keeps a deadline for each connection that waits for its client.

    If the limit is reached, the connection that has waited longest for its client is closed for a
    new one.

    Args:
        max_connections: The maximum number of open connections.
        max_per_visitor: The maximum for one visitor; None if visitors cannot be distinguished, as
            behind a proxy.
    """

    def __init__(self, max_connections: int, max_per_visitor: int | None) -> None:
        self._max = max_connections
        self._max_per_visitor = max_connections if max_per_visitor is None else max_per_visitor
        self._counts: Counter[str] = Counter()
        self._deadlines: OrderedDict[Limited, float] = OrderedDict()

    def __len__(self) -> int:
        return self._counts.total()

    def admit(self, connection: Limited) -> bool:
        """Count a connection. Return False if it must be rejected."""
        self._counts[connection.visitor] += 1
        if self._counts[connection.visitor] > self._max_per_visitor:
            return False
        full = len(self) > self._max
        if full and self._deadlines:
            next(iter(self._deadlines)).expire()
            full = False
        return not full

    def remove(self, connection: Limited) -> None:
        """Remove a connection that was closed."""
        self._deadlines.pop(connection, None)
        self._counts[connection.visitor] -= 1
        if not self._counts[connection.visitor]:
            del self._counts[connection.visitor]

    def set_deadline(self, connection: Limited, seconds: float) -> None:
        """Set the deadline of a connection to `seconds` from now."""
        self._deadlines[connection] = time.monotonic() + seconds
        self._deadlines.move_to_end(connection)

    def clear_deadline(self, connection: Limited) -> None:
        """Remove the deadline of a connection."""
        self._deadlines.pop(connection, None)

    def expire(self) -> None:
        """Close the connections whose deadlines have passed."""
        now = time.monotonic()
        for connection in [each for each, deadline in self._deadlines.items() if deadline < now]:
            connection.expire()


def create_connection_limits(proxies: int) -> ConnectionLimits:
    """Return the limits of this process, within its limit of open file descriptors."""
    descriptors = raise_descriptor_limit(MAX_CONNECTIONS + SPARE_DESCRIPTORS)
    most = max(1, min(MAX_CONNECTIONS, descriptors - SPARE_DESCRIPTORS))
    return ConnectionLimits(most, None if proxies else MAX_PER_VISITOR)


def raise_descriptor_limit(wanted: int) -> int:
    """Raise the limit of open file descriptors to `wanted`, or as far as possible.

    Return the new limit.
    """
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
