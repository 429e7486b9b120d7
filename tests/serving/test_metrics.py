"""Test metrics for Prometheus."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import prometheus_client
import pytest

from carnage.serving import metrics
from serving.support import find_free_port
from tests.support.raw_http import exchange
from tests.support.site_server import serve_in_thread
from tests.support.web import site


class StubQueues(NamedTuple):
    """Stand in for the job queues, of which the metrics read three numbers."""

    playtests: SimpleNamespace
    prints: SimpleNamespace


def make_queues() -> StubQueues:
    """Return queues in which some jobs wait, and some have ended."""
    return StubQueues(
        playtests=SimpleNamespace(count=lambda: 2, done=5, failed=1),
        prints=SimpleNamespace(count=lambda: 0, done=0, failed=0),
    )


def read_metrics(port: int) -> dict[str, float]:
    """Return the served values by name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as response:
        lines = response.read().decode().splitlines()
    pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in pairs}


def test_connection_closed_with_error_is_counted() -> None:
    def count() -> float:
        name, labels = "carnage_connections_cut_off_total", {"status": "400"}
        return prometheus_client.REGISTRY.get_sample_value(name, labels) or 0.0

    before = count()
    with serve_in_thread(site()) as port:
        assert exchange(port, b"this is no request\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    assert count() == before + 1


def test_serve_metrics_has_requests_and_queues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(metrics.DIRECTORY, raising=False)
    port = find_free_port()
    metrics.count_request("classic", 299, 0.004)
    metrics.serve_metrics("127.0.0.1", port, make_queues())
    values = read_metrics(port)
    assert values['carnage_requests_total{place="classic",status="299"}'] == 1
    assert values['carnage_jobs_waiting{queue="playtests"}'] == 2
    assert values['carnage_jobs_total{how="done",queue="playtests"}'] == 5
    assert values['carnage_jobs_total{how="failed",queue="playtests"}'] == 1


COUNT = """
import os
from carnage.serving import metrics
for place in ("classic", "classic", "elsewhere"):
    metrics.count_request(place, 200, 0.004)
metrics.request_metrics().rejections.labels(408).inc()
print(os.getpid())
"""


@pytest.fixture
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the ids of two processes whose metrics are in a directory."""
    monkeypatch.setenv(metrics.DIRECTORY, "")
    metrics.make_directory(tmp_path / "metrics")
    command = [sys.executable, "-c", COUNT]
    return [int(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(2)]


@pytest.fixture
def read(processes: list[int]) -> Callable[[], dict[str, float]]:
    """Return a function that reads the metrics of all processes."""
    port = find_free_port()
    metrics.serve_metrics("127.0.0.1", port, make_queues())
    return lambda: read_metrics(port)


@pytest.mark.thorough
def test_serve_metrics_sums_requests_of_processes(
    read: Callable[[], dict[str, float]],
) -> None:
    values = read()
    assert values['carnage_requests_total{place="classic",status="200"}'] == 4
    assert values['carnage_requests_total{place="elsewhere",status="200"}'] == 2
    assert values['carnage_connections_cut_off_total{status="408"}'] == 2
    assert values['carnage_request_seconds_bucket{le="0.005",place="classic"}'] == 4
    assert values['carnage_request_seconds_bucket{le="0.0025",place="classic"}'] == 0


def test_make_directory_deletes_old_metrics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(metrics.DIRECTORY, "")
    (tmp_path / "counter_1.db").touch()
    metrics.make_directory(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert os.environ[metrics.DIRECTORY] == str(tmp_path)
