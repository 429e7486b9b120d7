"""Uvicorn as the site runs it: its settings, and a server that shows that it gets on."""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn

from carnage.serving import connection
from carnage.serving.connection import Connection

BACKLOG = 4096  # connections that the system keeps until they are taken
GRACE = 10  # seconds that are left to what is under way, once the site is asked to end
BEAT = 5  # of uvicorn's ticks, ten a second


def config(app: Any) -> uvicorn.Config:
    """How an ASGI application is served."""
    return uvicorn.Config(
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
        timeout_keep_alive=math.ceil(connection.IDLE),
        timeout_graceful_shutdown=GRACE,
    )


class Server(uvicorn.Server):
    """A server in a process of its own, which writes a byte into `pulse` twice a second as long as its loop
    comes round, the first when it listens."""

    def __init__(self, config: uvicorn.Config, pulse: int) -> None:
        super().__init__(config)
        self._pulse = pulse
        os.set_blocking(pulse, False)

    async def on_tick(self, counter: int) -> bool:
        if counter % BEAT == 0:
            with suppress(OSError):
                os.write(self._pulse, b".")
        return await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Asked to end, it ends well. Ctrl-C is for the site's first process, who asks in its turn."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, self.handle_exit)
        yield
