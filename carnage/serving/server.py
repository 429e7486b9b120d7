"""Start the site: under gunicorn, or in one process without gunicorn."""

from __future__ import annotations

import os
import signal
import socket
import sys

import uvicorn
from flask import Flask

from carnage.common import memory, user_cache
from carnage.common.log import LOG
from carnage.jobs.service import Queues, open_queues, start_queues
from carnage.serving import metrics
from carnage.serving.access_log import configure_logging
from carnage.serving.app import SiteApp
from carnage.serving.limits import create_connection_limits
from carnage.serving.rate_limit import RateLimiter
from carnage.serving.settings import Settings
from carnage.serving.uvicorn_config import UVICORN_OPTIONS
from carnage.web import create_app
from carnage.web.app import use_queues
from carnage.web.warming import prerender

# The socket buffer for responses that a client does not read. The default can be megabytes. Linux
# doubles this value.
SEND_BUFFER_BYTES = 128 * 1024

# The environment variable with the descriptors that an arbiter of gunicorn passes to its successor.
INHERITED = "GUNICORN_FD"


class BindError(OSError):
    """The address cannot be bound; the message contains it."""


def serve(host: str, port: int, settings: Settings) -> None:
    """Serve the site until a signal stops it. Raise BindError if an address cannot be bound."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # until the server has its own handler
    memory.limit_arenas()
    os.environ[LOG] = settings.log  # for the engine workers
    configure_logging(os.environ, settings.access_log)
    # Chosen here for all processes, so that a warning about an unusable folder is logged only once.
    os.environ[user_cache.FOLDER] = str(user_cache.folder())
    if settings.metrics:
        bind(*settings.metrics).close()
    listener = None if INHERITED in os.environ else bind(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    if sys.platform == "win32":
        assert listener is not None
        _serve_in_one_process(listener, settings, address)
        return
    from carnage.serving.arbiter import SiteApplication

    SiteApplication(settings, listener.detach() if listener else None, address).run()


def create_site(settings: Settings, queues: Queues) -> Flask:
    """Return the application with all templates compiled. Raise RuntimeError if a page fails."""
    site = create_app(
        contact=settings.contact,
        address=settings.address,
        faults=settings.faults,
        source=settings.source,
        page_cache_bytes=settings.page_cache_bytes,
    )
    prerender(site)  # before the job process exists
    use_queues(site, queues)
    return site


def start_jobs(queues: Queues, settings: Settings) -> None:
    """Serve the metrics of the queues, and start the queues."""
    if settings.metrics:
        metrics.serve_metrics(*settings.metrics, queues)
    start_queues(queues)


def _serve_in_one_process(listener: socket.socket, settings: Settings, address: str) -> None:
    """Serve the site in this process, on systems without gunicorn."""
    queues = open_queues()
    site = create_site(settings, queues)
    start_jobs(queues, settings)
    limits = create_connection_limits(settings.proxies)
    app = SiteApp(site, RateLimiter(), lambda: True, limits, settings.proxies)
    print(f"Carnage is at {address}, in one process: this system has no gunicorn.", file=sys.stderr)
    try:
        uvicorn.Server(uvicorn.Config(app, **UVICORN_OPTIONS)).run([listener])
    finally:
        queues.close()


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to the address. Raise BindError if that fails."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        listener.bind(address)
    except OSError as error:
        message = f"The address {host}, port {port}, cannot be used: {error.strerror or error}"
        raise BindError(message) from None
    return listener
