"""The threads that answer requests, and calls that pause."""

from __future__ import annotations

import asyncio
import math
import threading

import pytest

from carnage.serving.scheduler import WaitTooLong
from carnage.serving.thread_pool import Pause, ThreadPool
from carnage.serving.wsgi import Response

WAIT_S = 10.0


def no_debt(now: float) -> float:
    return 0.0


class Call:
    """A call that pauses until `proceed` is set, and notes in a list when it resumes."""

    def __init__(self, resumed: list[str] | None = None) -> None:
        self.paused, self.proceed = threading.Event(), threading.Event()
        self._resumed = [] if resumed is None else resumed

    def __call__(self, pause: Pause) -> Response:
        with pause():
            self.paused.set()
            assert self.proceed.wait(WAIT_S)
        self._resumed.append("paused call")
        return Response(200, [], b"paused")


def answer(pause: Pause) -> Response:
    return Response(200, [], b"answered")


async def until(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, WAIT_S)


def test_pause_lets_another_call_work() -> None:
    async def run() -> None:
        pool, call = ThreadPool("test", 2, 1, 8), Call()
        paused = asyncio.create_task(pool.run(call, no_debt, math.inf))
        await until(call.paused)
        assert (await pool.run(answer, no_debt, math.inf)).body == b"answered"
        assert not paused.done()
        call.proceed.set()
        assert (await paused).body == b"paused"
        pool.stop()

    asyncio.run(run())


def test_resumed_call_works_before_waiting_calls() -> None:
    order: list[str] = []
    begun, end = threading.Event(), threading.Event()

    def work(pause: Pause) -> Response:
        begun.set()
        assert end.wait(WAIT_S)
        return Response(200, [], b"")

    def wait(pause: Pause) -> Response:
        order.append("waiting call")
        return Response(200, [], b"")

    async def run() -> None:
        pool, call = ThreadPool("test", 3, 1, 8), Call(order)
        paused = asyncio.create_task(pool.run(call, no_debt, math.inf))
        await until(call.paused)
        working = asyncio.create_task(pool.run(work, no_debt, math.inf))
        await until(begun)
        waiting = asyncio.create_task(pool.run(wait, no_debt, math.inf))
        await asyncio.sleep(0.05)  # it is in the queue
        call.proceed.set()
        await asyncio.sleep(0.2)  # the paused call is in the queue too
        end.set()
        await asyncio.gather(paused, working, waiting)
        pool.stop()

    asyncio.run(run())
    assert order == ["paused call", "waiting call"]


def test_call_without_turn_in_time_is_refused() -> None:
    async def run() -> None:
        pool, call = ThreadPool("test", 2, 1, 8), Call()
        begun, end = threading.Event(), threading.Event()

        def work(pause: Pause) -> Response:
            begun.set()
            assert end.wait(WAIT_S)
            return Response(200, [], b"")

        working = asyncio.create_task(pool.run(work, no_debt, math.inf))
        await until(begun)
        with pytest.raises(WaitTooLong):
            await pool.run(call, no_debt, asyncio.get_running_loop().time() + 0.05)
        end.set()
        await working
        pool.stop()

    asyncio.run(run())
