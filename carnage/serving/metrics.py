"""Figures about the running site, for Prometheus, at an address of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from carnage.jobs.service import Queues
from carnage.serving.settings import Place

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""In the environment of those that answer visitors: where they leave their figures. It has to be there before
they load the library."""


class _Queues(Collector):
    """How the workers' queues stand, and what became of their jobs."""

    def __init__(self, shop: Queues) -> None:
        self._shop = shop

    def collect(self) -> Iterator[Metric]:
        waiting = GaugeMetricFamily(
            "carnage_jobs_waiting", "Jobs that wait or are under way.", labels=["queue"]
        )
        ended = CounterMetricFamily("carnage_jobs", "Jobs that have ended.", labels=["queue", "how"])
        for name, queue in self._shop._asdict().items():
            waiting.add_metric([name], queue.count())
            ended.add_metric([name, "done"], queue.done)
            ended.add_metric([name, "failed"], queue.failed)
        yield waiting
        yield ended


def serve(place: Place, folder: Path, shop: Queues) -> None:
    """Tell figures at http://<host>:<port>/metrics, those of the processes that are started after this.

    Raises OSError where there is no listening.
    """
    figures = folder / "figures"
    figures.mkdir()
    os.environ[FOLDER] = str(figures)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(_Queues(shop))
    host, port = place
    start_http_server(port, host.strip("[]"), registry)


def forget(pid: int) -> None:
    """Leave out what a process that is gone had of connections; what it has answered still counts."""
    if FOLDER in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
