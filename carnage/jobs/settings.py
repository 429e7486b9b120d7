"""The settings of a job queue; each task module has those of its queues."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class QueueSettings:
    """The limits of a queue, and how it runs its jobs.

    Attributes:
        name: The name of a job in the log.
        niceness: The niceness of the worker process: pages have 0, turns of players a little more.
        max_pending: Jobs that may wait or run at a time.
        max_per_visitor: The same of one visitor.
        max_results: Results that are kept in memory.
        abandon_after: Seconds without a request for its status after which a waiting job is
            dropped.
        needs_compiler: Jobs are refused where rules are not compiled.
        has_more_steps: Returns whether there is a step after the one with this result. A task with
            steps gets the number of the step as its last argument.
    """

    name: str
    niceness: int
    max_pending: int
    max_per_visitor: int
    max_results: int
    abandon_after: float = math.inf
    needs_compiler: bool = False
    has_more_steps: Callable[[Any], bool] | None = None
