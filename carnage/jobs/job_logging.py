"""What goes wrong with jobs, written into the log under the id of the request that asked for them."""

from __future__ import annotations

import logging
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from carnage.jobs import worker
from carnage.jobs.status import UnderWay

_log = logging.getLogger(__name__)


def tell_of_death(what: str, job: UnderWay[Any]) -> None:
    """Write into the log that this job's worker died, and that it is done again."""
    how = worker.how_it_died(job.given[1]) if job.given else ""
    _log.warning("%s is done again%s", what, how, extra={"request": job.asked})


def tell_of_failure(what: str, job: UnderWay[Any], error: BaseException) -> None:
    """Write into the log that this job broke off and why; where its worker died, how that ended."""
    died = worker.how_it_died(job.given[1]) if job.given and isinstance(error, BrokenProcessPool) else ""
    _log.error("%s broke off%s", what, died, exc_info=error, extra={"request": job.asked})
