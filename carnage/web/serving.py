"""Serving: waitress, set so that slow and greedy clients do not take the site from everybody else."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping
from typing import Any

import waitress
from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from carnage.web.app import create_app
from carnage.web.ready import prepare
from carnage.worker.process import LOG_FORMAT

CONNECTIONS = 1000

SETTINGS: dict[str, Any] = {
    "threads": 12,
    "asyncore_use_poll": True,  # select() cannot watch descriptors over 1023
    "connection_limit": CONNECTIONS,
    "backlog": 1024,
    "channel_timeout": 30,  # seconds that a silent connection is kept
    "cleanup_interval": 5,
    "max_request_header_size": 32 * 1024,
    "max_request_body_size": 1024 * 1024,  # the application refuses far less, with a page of its own
    "ident": "",
}


def raise_descriptor_limit(wanted: int = 4 * CONNECTIONS) -> None:
    """Let this process hold as many connections as waitress is told to, as far as the system allows."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def proxy_settings(environ: Mapping[str, str]) -> dict[str, Any]:
    """Where CARNAGE_BEHIND_PROXY is set, the proxy's word on who the visitor is counts; else nobody's."""
    if environ.get("CARNAGE_BEHIND_PROXY", "") in ("", "0"):
        return {}
    return {
        "trusted_proxy": "*",
        "trusted_proxy_count": 1,
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
        "clear_untrusted_proxy_headers": True,
    }


class _Held:
    """Stands in for a task's channel and holds what is written to it."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.pieces: list[bytes] = []
        self.write_soon = self.pieces.append


class KeepingTask(WSGITask):  # type: ignore[misc]
    """Waitress hangs up after every answer without a body; after a 304 there is no reason to. It sends an
    answer's head by itself; each send lets another thread go first, so that two cost far more than one."""

    channel: Any

    def write(self, data: bytes) -> None:
        if self.wrote_header or not data:
            super().write(data)
            return
        channel, held = self.channel, _Held(self.channel.server)
        self.channel = held
        try:
            super().write(data)
        finally:
            self.channel = channel
        channel.write_soon(b"".join(held.pieces))

    def set_close_on_finish(self) -> None:
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.status.startswith("304") and self.version == "1.1" and asked != "close":
            return
        super().set_close_on_finish()


def create_server(app: Any, host: str, port: int) -> Any:
    """A server for any WSGI application with this site's settings; `run()` serves until interrupted."""
    HTTPChannel.task_class = KeepingTask
    # It would say so each time that a request has to wait for a thread, which is what a queue is for.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    return waitress.create_server(app, host=host, port=port, **SETTINGS, **proxy_settings(os.environ))


def serve(host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve the site until interrupted."""
    logging.basicConfig(format=LOG_FORMAT)
    raise_descriptor_limit()
    site = create_app()
    prepare(site)
    server = create_server(site, host, port)
    shown = f"[{host}]" if ":" in host else host
    print(f"Carnage is at http://{shown}:{port}", file=sys.stderr, flush=True)
    server.run()
