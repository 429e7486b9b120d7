"""Prometheus metrics of the running site, at a separate address.

prometheus_client is imported only when a metric is used, because it reads the environment variable
DIRECTORY on import. Without that variable each process would have separate metrics.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prometheus_client.core import Metric

# The environment variable with the directory of the metrics of all processes.
DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class RequestMetrics:
    """The metrics of requests of a process."""

    def __init__(self) -> None:
        from prometheus_client import Counter, Histogram

        self.requests = Counter("carnage_requests", "Requests answered.", ("place", "status"))
        self.seconds = Histogram(
            "carnage_request_seconds",
            "From the head of a request to its response.",
            ("place",),
            buckets=BUCKETS_S,
        )
        self.rejections = Counter(
            "carnage_connections_cut_off",
            "Connections that were closed with an error before there was a request.",
            ("status",),
        )


@cache
def request_metrics() -> RequestMetrics:
    """Return the metrics of this process."""
    return RequestMetrics()


def count_request(place: str, status: int, seconds: float) -> None:
    """Count a response.

    Args:
        place: The first segment of the path.
        status: The status of the response.
        seconds: The time from the request to the response.
    """
    metrics = request_metrics()
    metrics.requests.labels(place, status).inc()
    metrics.seconds.labels(place).observe(seconds)


class QueueCollector:
    """A collector of the number of pending jobs in each queue, and of ended jobs."""

    def __init__(self, queues: Any) -> None:
        self._queues = queues

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        waiting = GaugeMetricFamily(
            "carnage_jobs_waiting", "Jobs that wait or are running.", labels=["queue"]
        )
        ended = CounterMetricFamily(
            "carnage_jobs", "Jobs that have ended.", labels=["queue", "how"]
        )
        for name, queue in self._queues._asdict().items():
            waiting.add_metric([name], queue.count())
            ended.add_metric([name, "done"], queue.done)
            ended.add_metric([name, "failed"], queue.failed)
        yield waiting
        yield ended


def serve_metrics(host: str, port: int, queues: Any) -> None:
    """Serve the metrics of all processes and of the job queues at http://<host>:<port>/metrics.

    Raises:
        OSError: The address cannot be bound.
    """
    from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    if DIRECTORY in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)
    registry.register(QueueCollector(queues))
    start_http_server(port, host.strip("[]"), registry)


def make_directory(path: Path) -> None:
    """Make an empty directory for the metrics of all processes that are started from now on."""
    path.mkdir(exist_ok=True)
    for file in path.glob("*.db"):
        file.unlink()
    os.environ[DIRECTORY] = str(path)
