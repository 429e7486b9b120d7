"""Serving: waitress, set so that slow and greedy clients do not take the site from everybody else."""

from __future__ import annotations

import os
import sys
from typing import Any

import waitress

from carnage.web.app import create_app

CONNECTIONS = 1000

SETTINGS: dict[str, Any] = {
    "threads": 4,
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


def proxy_settings(environ: dict[str, str]) -> dict[str, Any]:
    """Where CARNAGE_BEHIND_PROXY is set, the proxy's word on who the visitor is counts; else nobody's."""
    if environ.get("CARNAGE_BEHIND_PROXY", "") in ("", "0"):
        return {}
    return {
        "trusted_proxy": "*",
        "trusted_proxy_count": 1,
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
        "clear_untrusted_proxy_headers": True,
    }


def serve(host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve the site until interrupted."""
    raise_descriptor_limit()
    app = create_app()
    shown = f"[{host}]" if ":" in host else host
    print(f"Carnage is at http://{shown}:{port}", file=sys.stderr, flush=True)
    waitress.serve(app, host=host, port=port, _quiet=True, **SETTINGS, **proxy_settings(dict(os.environ)))
