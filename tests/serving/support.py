"""Helpers of the tests of the server."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


def until(look: Callable[[], Value], seconds: float = 60.0) -> Value:
    """Return the first true value that a function returns; raise AssertionError after some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = look()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} s")


def find_free_port() -> int:
    """Return a port of the loopback interface that is not in use."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port
