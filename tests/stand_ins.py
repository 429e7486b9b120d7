"""What stands in for the site's queues of jobs where no worker is wanted."""

from __future__ import annotations

from typing import Any


class Queue:
    """Takes whatever is asked of it, and has nobody wait; how jobs stand is said by what derives from it."""

    def start(self, key: Any, visitor: str = "") -> None:
        pass

    def give_it(self, key: Any, seconds: float) -> None:
        pass
