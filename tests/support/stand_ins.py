"""A stand-in for the queues of the site, without a worker."""

from __future__ import annotations

from typing import Any


class StubQueue:
    """Accept all jobs, and do not wait; a derived class returns their status."""

    def submit(self, key: Any, visitor: str = "") -> None:
        pass

    def wait(self, key: Any, seconds: float) -> None:
        pass

    def close(self) -> None:
        pass
