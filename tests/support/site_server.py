"""The server of the site in a thread, for tests that need HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from flask import Flask

from carnage.serving.app import SiteApp
from carnage.serving.limits import create_connection_limits
from carnage.serving.rate_limit import Limit, RateLimiter
from carnage.serving.server import bind
from carnage.serving.uvicorn_config import UVICORN_OPTIONS

UNLIMITED = Limit(burst_s=1e9, rate=1.0)


@contextmanager
def serve_in_thread(site: Flask, limit: Limit = UNLIMITED, proxies: int = 0) -> Iterator[int]:
    """Serve an application in a thread of this process, and yield its port.

    Args:
        site: The application.
        limit: The rate limit of each visitor.
        proxies: The number of trusted reverse proxies.
    """
    limits = create_connection_limits(proxies)
    app = SiteApp(site, RateLimiter(limit), lambda: True, limits, proxies)
    listener = bind("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, **UVICORN_OPTIONS))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
