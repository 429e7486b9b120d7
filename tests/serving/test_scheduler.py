"""Test the order in which requests get a slot: the visitor with the least debt is next."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter

import pytest

from carnage.serving.scheduler import Debt, FairScheduler, WaitTooLong


def no_debt(now: float) -> float:
    """Return the debt of a visitor that has none."""
    return 0.0


def constant_debt(debt_s: float) -> Debt:
    """Return a debt that does not change."""
    return lambda now: debt_s


async def hold(scheduler: FairScheduler, debt_s: Debt, name: str, order: list[str]) -> None:
    """Wait for a slot up to a minute, and append the name once it is there."""
    async with scheduler.slot(debt_s, time.monotonic() + 60.0):
        order.append(name)


async def start_all(*requests: asyncio.Task[None]) -> None:
    """Let tasks run until they wait."""
    for _ in range(3 * len(requests) + 3):
        await asyncio.sleep(0)


def test_slot_goes_to_visitor_with_least_debt() -> None:
    order: list[str] = []

    async def run() -> None:
        scheduler = FairScheduler(1, 10)
        async with scheduler.slot(no_debt, time.monotonic() + 60.0):
            debts = {"most": 9.0, "least": 0.0, "more": 5.0, "less": 1.0}
            tasks = [
                asyncio.create_task(hold(scheduler, constant_debt(debt), name, order))
                for name, debt in debts.items()
            ]
            await start_all(*tasks)
        await asyncio.gather(*tasks)

    asyncio.run(run())
    assert order == ["least", "less", "more", "most"]


def decaying_debt(now: float) -> float:
    """Return a debt of one visitor that decreases with time."""
    return 1e9 - now


def test_slot_goes_to_first_request_of_visitor() -> None:
    order: list[str] = []

    async def run() -> None:
        scheduler = FairScheduler(1, 10)
        async with scheduler.slot(decaying_debt, time.monotonic() + 60.0):
            tasks = [
                asyncio.create_task(hold(scheduler, decaying_debt, name, order)) for name in "abc"
            ]
            await start_all(*tasks)
        await asyncio.gather(*tasks)

    asyncio.run(run())
    assert order == ["a", "b", "c"]


def test_scheduler_full_rejects_latest_request() -> None:
    order: list[str] = []

    async def run() -> None:
        scheduler = FairScheduler(1, 2)
        async with scheduler.slot(decaying_debt, time.monotonic() + 60.0):
            requests = [("first", decaying_debt), ("second", decaying_debt), ("modest", no_debt)]
            tasks = [
                asyncio.create_task(hold(scheduler, debt_s, name, order))
                for name, debt_s in requests
            ]
            await start_all(*tasks)
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())
    assert order == ["modest", "first"]


def test_slot_not_free_until_deadline_raises() -> None:
    async def run() -> int:
        scheduler = FairScheduler(1, 10)
        async with scheduler.slot(no_debt, time.monotonic() + 60.0):
            with pytest.raises(WaitTooLong):
                async with scheduler.slot(no_debt, time.monotonic() + 0.01):
                    pass
        return scheduler.free

    assert asyncio.run(run()) == 1


def test_scheduler_full_rejects_most_debt() -> None:
    order: list[str] = []

    async def run() -> list[type[BaseException] | None]:
        scheduler = FairScheduler(1, 2)
        async with scheduler.slot(no_debt, time.monotonic() + 60.0):
            tasks = [
                asyncio.create_task(hold(scheduler, constant_debt(debt), name, order))
                for name, debt in {"more": 5.0, "most": 9.0, "least": 0.0, "even more": 7.0}.items()
            ]
            await start_all(*tasks)
        results = await asyncio.gather(*tasks, return_exceptions=True)
        return [type(result) if isinstance(result, BaseException) else None for result in results]

    assert asyncio.run(run()) == [None, WaitTooLong, None, WaitTooLong]
    assert order == ["least", "more"]


def test_slot_request_rejected_and_cancelled_frees_none() -> None:
    """Reject a request for another, and cancel it before it resumes."""

    async def run() -> int:
        scheduler = FairScheduler(1, 1)
        order: list[str] = []
        async with scheduler.slot(no_debt, time.monotonic() + 60.0):
            rejected = asyncio.create_task(hold(scheduler, constant_debt(5.0), "rejected", order))
            await start_all(rejected)
            other = asyncio.create_task(hold(scheduler, no_debt, "other", order))
            asyncio.get_running_loop().call_soon(
                rejected.cancel
            )  # after the other has taken its place
            await start_all(rejected, other)
        await asyncio.gather(rejected, other, return_exceptions=True)
        assert order == ["other"]
        return scheduler.free

    assert asyncio.run(run()) == 1


def test_scheduler_full_ignores_cancelled_request() -> None:
    """Cancel a request whose task runs only after the next request has arrived."""
    order: list[str] = []

    async def run() -> int:
        scheduler = FairScheduler(1, 1)
        async with scheduler.slot(no_debt, time.monotonic() + 1.0):
            cancelled = asyncio.create_task(hold(scheduler, constant_debt(5.0), "cancelled", order))
            await start_all(cancelled)
            other = asyncio.create_task(hold(scheduler, no_debt, "other", order))
            cancelled.cancel()
            await start_all(cancelled, other)
        await asyncio.gather(cancelled, other, return_exceptions=True)
        return scheduler.free

    assert asyncio.run(run()) == 1
    assert order == ["other"]


@pytest.mark.thorough
def test_scheduler_random_requests_keep_number_of_slots() -> None:
    """End requests by a response, a deadline, a rejection or a cancellation."""
    chance = random.Random(3)
    outcomes: Counter[str] = Counter()

    async def request(scheduler: FairScheduler) -> None:
        await asyncio.sleep(chance.uniform(0.0, 2.0))
        debt_s = chance.random()
        try:
            async with scheduler.slot(constant_debt(debt_s), time.monotonic() + 0.01):
                await asyncio.sleep(chance.uniform(0.0, 0.01))
                outcomes["answered"] += 1
        except WaitTooLong:
            outcomes["rejected"] += 1

    async def run() -> int:
        scheduler = FairScheduler(3, 10)
        tasks = [asyncio.create_task(request(scheduler)) for _ in range(2400)]
        for task in chance.sample(tasks, 240):
            asyncio.get_running_loop().call_later(chance.uniform(0.0, 2.0), task.cancel)
        await asyncio.gather(*tasks, return_exceptions=True)
        return scheduler.free

    assert asyncio.run(run()) == 3
    assert outcomes["answered"] > 100
    assert outcomes["rejected"] > 100
