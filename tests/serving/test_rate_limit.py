"""Test rate limits in seconds of work, shared by processes."""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Callable

import pytest

from carnage.serving import rate_limit
from carnage.serving.rate_limit import Limit, RateLimiter

LIMIT = Limit(burst_s=2.0, rate=0.5)


class ManualClock:
    """Stand in for the module `time`, with a time that the test sets."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """Replace the clock of all rate limits."""
    clock = ManualClock()
    monkeypatch.setattr(rate_limit, "time", clock)
    return clock


def test_wait_within_burst_is_zero(clock: ManualClock) -> None:
    limiter = RateLimiter(LIMIT)
    limiter.charge("a", 2.0)
    assert limiter.wait_s("a") == 0.0


def test_wait_beyond_burst_follows_rate(clock: ManualClock) -> None:
    limiter = RateLimiter(LIMIT)
    limiter.charge("a", 2.5)
    assert limiter.wait_s("a") == pytest.approx(1.0)
    clock.now += 1.0
    assert limiter.wait_s("a") == pytest.approx(0.0)


def test_debt_decreases_with_time(clock: ManualClock) -> None:
    limiter = RateLimiter(LIMIT)
    limiter.charge("a", 2.5)
    assert limiter.debt("a")(clock.now) == pytest.approx(2.5)
    clock.now += 1.0
    assert limiter.debt("a")(clock.now) == pytest.approx(2.0)
    clock.now += 100.0
    assert limiter.debt("a")(clock.now) == 0.0


def test_charge_affects_one_visitor(clock: ManualClock) -> None:
    limiter = RateLimiter(LIMIT)
    limiter.charge("a", 2.5)
    assert limiter.wait_s("b") == limiter.debt("b")(clock.now) == 0.0


def test_charge_after_idle_time_saves_burst_at_most(clock: ManualClock) -> None:
    limiter = RateLimiter(LIMIT)
    limiter.charge("a", 1.0)
    clock.now += 3600.0
    limiter.charge("a", 3.0)
    assert limiter.wait_s("a") == pytest.approx(2.0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_charges_of_forked_processes_are_summed() -> None:
    limiter = RateLimiter(Limit(burst_s=2.0, rate=1e-6))
    limiter.charge("a", 1.5)
    pid = os.fork()
    if not pid:
        limiter.charge("a", 1.5)
        os._exit(0)
    os.waitpid(pid, 0)
    assert limiter.debt("a")(time.monotonic()) == pytest.approx(3.0, abs=0.01)
    assert limiter.wait_s("a") > 0.0


def test_debt_of_new_visitor_beside_many_is_zero(clock: ManualClock) -> None:
    limiter = RateLimiter(LIMIT)
    for n in range(10_000):
        limiter.charge(f"10.0.{n >> 8}.{n & 255}", 10.0)
    fresh = (f"192.0.{n >> 8}.{n & 255}" for n in range(1000))
    assert sum(limiter.debt(visitor)(clock.now) > 0.0 for visitor in fresh) < 10


@pytest.mark.thorough
def test_charge_of_new_visitors_takes_no_memory() -> None:
    limiter = RateLimiter(LIMIT)
    limiter.charge("192.0.2.1", 1.0)
    tracemalloc.start()
    for n in range(100_000):
        limiter.charge(f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}", 1000.0)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 10_000


def test_charge_beside_many_visitors_is_as_fast() -> None:
    limiter = RateLimiter(LIMIT)

    def request() -> None:
        limiter.charge("192.0.2.1", 0.001)
        limiter.wait_s("192.0.2.1")

    alone = measure_shortest_time(request)
    for n in range(100_000):
        limiter.charge(f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}", 1000.0)
    assert measure_shortest_time(request) < 3 * alone


def measure_shortest_time(function: Callable[[], None]) -> float:
    """Return the seconds of the fastest hundred calls of several thousand."""
    times = []
    for _ in range(50):
        began = time.perf_counter()
        for _ in range(100):
            function()
        times.append(time.perf_counter() - began)
    return min(times)
