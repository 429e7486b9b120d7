"""The settings of uvicorn, for all ways of starting it."""

from __future__ import annotations

import math
from typing import Any

from carnage.serving.protocol import IDLE_S, LimitedProtocol

# Seconds that running requests get to finish when the site is stopped.
GRACE_S = 10

UVICORN_OPTIONS: dict[str, Any] = {
    "http": LimitedProtocol,
    "ws": "none",
    "lifespan": "on",
    "interface": "asgi3",
    "log_config": None,
    "access_log": False,
    "proxy_headers": False,
    "server_header": False,
    "backlog": 4096,
    "timeout_keep_alive": math.ceil(IDLE_S),
    "timeout_graceful_shutdown": GRACE_S,
}
