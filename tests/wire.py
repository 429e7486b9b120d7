"""What tests share that speak to a server over a socket."""

from __future__ import annotations

import re
import socket

from web import GAME

REQUEST = f"GET {GAME} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def called(port: int, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(source, 0))


def rest(connection: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    answer = b""
    while True:
        try:
            more = connection.recv(1 << 16)
        except ConnectionResetError:
            return answer
        if not more:
            return answer
        answer += more


def statuses(answer: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", answer)]
