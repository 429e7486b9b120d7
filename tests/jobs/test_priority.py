"""Test the order of jobs and the limit of use."""

from __future__ import annotations

from itertools import count

import pytest

from carnage.jobs import priority
from carnage.jobs.priority import HALF_LIFE_S, DecayingUsage
from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key
from carnage.jobs.settings import QueueSettings
from tests.support.job_queues import TimedWorker

BUSY_ADDRESSES = 40
SIMULATIONS = 8
SIMULATION_STEPS_S = (1.0, 2.0, 3.0)
BUSY_PLAYERS = 16
NEW_GAME_S = 0.04  # Seconds of work for the first page of a game, and for a move.
MOVE_S = 0.01
MOVE_PAUSE_S = 1.0
MOVES = 60
DEADLINE_S = 780.0  # Under the former order, none of these simulations was done by then.


def test_seconds_used_half_life_later_is_half() -> None:
    usage = DecayingUsage()
    usage.record("a", 4.0, now=0.0)
    assert usage.seconds_used("a", HALF_LIFE_S) == pytest.approx(2.0)
    assert usage.seconds_used("b", HALF_LIFE_S) == 0.0


def test_record_too_many_visitors_forgets_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(priority, "MAX_VISITORS", 2)
    usage = DecayingUsage()
    for visitor in ("a", "b", "c"):
        usage.record(visitor, 1.0, now=0.0)
    assert [usage.seconds_used(visitor, 0.0) for visitor in ("a", "b", "c")] == [0.0, 1.0, 1.0]


def test_rank_less_used_comes_first() -> None:
    usage = DecayingUsage()
    for visitor, seconds in (("heavy", 6.0), ("medium", 3.0), ("light", 0.1)):
        usage.record(visitor, seconds, now=0.0)
    order = sorted(
        ("heavy", "medium", "light"), key=lambda visitor: usage.rank(visitor, 0.0, 0, now=0.0)
    )
    assert order == ["light", "medium", "heavy"]


def test_rank_little_used_alternates() -> None:
    usage = DecayingUsage()
    usage.record("player", 0.9 * priority.MIN_SECONDS, now=0.0)
    first, second = (usage.rank("new", 0.0, number, now=2.0) for number in range(2))
    assert first == usage.rank("player", 0.0, 0, now=2.0) < second


def test_rank_own_seconds_count_from_a_limit() -> None:
    usage = DecayingUsage()
    usage.record("a", 2.0 * priority.OWN_SECONDS, now=0.0)
    used_by_others, *_ = usage.rank("a", 0.0, 0, now=0.0)
    used_by_itself, *_ = usage.rank("a", 2.0 * priority.OWN_SECONDS, 0, now=0.0)
    assert used_by_others == 2.0 * priority.OWN_SECONDS
    assert used_by_itself == priority.OWN_SECONDS


def run_simulations_beside(busy: int, submit_new: bool = False) -> dict[str, float]:
    """Return the seconds until each simulation of a visitor was done, beside busy addresses.

    Each busy address always has two short jobs pending, from a minute before the simulations are
    submitted. With `submit_new`, other addresses submit one short job each, so that there are
    always fifty of these.
    """
    worker = TimedWorker()
    settings = QueueSettings(
        "job",
        niceness=0,
        max_pending=10_000,
        max_per_visitor=2,
        max_results=20_000,
        has_more_steps=lambda seconds: seconds in SIMULATION_STEPS_S[:-1],
    )

    def task(visitor: str, number: int, step: int) -> float:
        return SIMULATION_STEPS_S[step] if visitor.startswith("simulation") else 0.5

    queue = JobQueue(task, settings, clock=worker.clock)
    queue._worker = worker  # type: ignore[assignment]
    queue._thread = object()  # type: ignore[assignment]  # Jobs are run by this test.
    number = 0
    began = worker.now + 60.0
    simulations = [(f"simulation {n}", 0) for n in range(SIMULATIONS)]
    done: dict[str, float] = {}

    def submit(visitor: str) -> None:
        nonlocal number
        number += 1
        queue.submit((visitor, number), visitor)

    for n in range(2 * busy):
        submit(f"busy {n % busy}")
    is_begun = False
    while worker.now < began + DEADLINE_S and len(done) < SIMULATIONS:
        if worker.now >= began and not is_begun:
            is_begun = True
            for key in simulations:
                queue.submit(key, key[0])
        while submit_new and queue.count() < 2 * busy + 50:
            submit(f"new {number}")
        assert queue.run_next()
        last: Key = worker.keys[-1]
        if last[0].startswith("busy"):
            submit(last[0])
        elif last[:2] in simulations and not queue.status(last[:2]).under_way:
            done[last[0]] = worker.now - began
    return done


def test_job_order_busy_addresses_starve_no_simulation() -> None:
    done = run_simulations_beside(BUSY_ADDRESSES)
    assert len(done) == SIMULATIONS
    assert (
        max(done.values()) < 60.0
    )  # Taking turns with the busy addresses, the last one is done after 128 s.


def test_job_order_new_addresses_starve_no_simulation() -> None:
    done = run_simulations_beside(BUSY_ADDRESSES, submit_new=True)
    assert len(done) == SIMULATIONS


def test_job_order_new_games_of_busy_addresses_delay_no_move() -> None:
    worker = TimedWorker()
    settings = QueueSettings("turn", niceness=0, max_pending=64, max_per_visitor=2, max_results=64)
    queue = JobQueue(lambda visitor, number, seconds: seconds, settings, clock=worker.clock)
    queue._worker = worker  # type: ignore[assignment]
    queue._thread = object()  # type: ignore[assignment]  # Jobs are run by this test.
    numbers = count()
    waits_s: list[float] = []

    def submit(visitor: str, seconds: float) -> Key:
        key = visitor, next(numbers), seconds
        queue.submit(key, visitor)
        return key

    def run_next() -> None:
        queue.run_next()
        visitor = worker.keys[-1][0]
        if visitor != "player":
            submit(visitor, NEW_GAME_S)

    for n in range(2 * BUSY_PLAYERS):
        submit(f"busy {n % BUSY_PLAYERS}", NEW_GAME_S)
    for _ in range(MOVES):
        pause_ends = worker.now + MOVE_PAUSE_S
        while worker.now < pause_ends:
            run_next()
        submitted_at = worker.now
        move = submit("player", MOVE_S)
        while queue.status(move).under_way:
            run_next()
        waits_s.append(worker.now - submitted_at)
    assert max(waits_s[MOVES // 2 :]) < 2 * NEW_GAME_S
