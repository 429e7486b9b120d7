"""HTTP over plain sockets, for requests that no HTTP client would send."""

from __future__ import annotations

import re
import socket

from tests.support.web import GAME

PAGE_REQUEST = f"GET {GAME} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def connect(port: int, source: str = "127.0.0.1") -> socket.socket:
    """Return a connection to a port of this machine, from an address of the loopback interface."""
    return socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(source, 0))


def read_all(connection: socket.socket) -> bytes:
    """Return everything that the server sends until it closes the connection."""
    received = b""
    while True:
        try:
            data = connection.recv(1 << 16)
        except ConnectionResetError:
            return received
        if not data:
            return received
        received += data


def exchange(port: int, data: bytes, source: str = "127.0.0.1") -> bytes:
    """Send data over a connection of its own, and return everything until the server closes it."""
    with connect(port, source) as connection:
        connection.sendall(data)
        return read_all(connection)


def parse_statuses(received: bytes) -> list[int]:
    """Return the statuses of all responses."""
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", received)]
