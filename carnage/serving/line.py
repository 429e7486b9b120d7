"""Who is next, where more is asked of one process than it can do at once: those who have had least."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

LONGEST = 1.0  # seconds that anybody stands in line, in all lines together


class TooLong(Exception):
    """This one has stood in line for as long as anybody does, or would have to."""


def _nothing() -> None: ...


class _Standing:
    """Those who stand in line, each with a debt, which may grow while they do: a visitor can stand here more
    than once. `in_vain` is called where it was somebody's turn who had just left."""

    def __init__(self, in_vain: Callable[[], None] = _nothing) -> None:
        self._heap: list[tuple[float, int, asyncio.Future[None], Callable[[], float]]] = []
        self._numbers = count()
        self._there = 0
        self._in_vain = in_vain

    def __len__(self) -> int:
        return self._there

    async def stand(self, debt: Callable[[], float], until: float) -> None:
        """Stand in line until it is one's turn, or this time of the monotonic clock; raises TooLong."""
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._heap, (debt(), next(self._numbers), turn, debt))
        self._there += 1
        try:
            async with asyncio.timeout_at(until):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._in_vain()
            if isinstance(error, TimeoutError):
                raise TooLong from None
            raise
        finally:
            self._there -= 1
            if len(self._heap) > 2 * self._there:
                self._heap = [each for each in self._heap if not each[2].done()]
                heapq.heapify(self._heap)

    def next(self) -> bool:
        """Have the one with the least debt take its turn; False if nobody stands in line."""
        while self._heap:
            owed, number, turn, debt = heapq.heappop(self._heap)
            if turn.done():
                continue
            owes = debt()
            if self._heap and owes > max(owed, self._heap[0][0]):
                heapq.heappush(self._heap, (owes, number, turn, debt))
                continue
            turn.set_result(None)
            return True
        return False

    def make_room(self, most: int, debt: float) -> bool:
        """Whether there is room for one more with this debt. Where as many as may stand in line, whoever has
        the highest is sent away, if that is higher."""
        there = [each for each in self._heap if not each[2].done()]
        if len(there) < most:
            return True
        worst = max(there, default=None)
        if worst is None or worst[0] <= debt:
            return False
        worst[2].set_exception(TooLong())
        return True


class Places:
    """So many do their work beside the event loop at once, and so many more stand in line for that.

    Of these the one with the least debt is next; where there is room for no more, the one with the highest
    is sent away.
    """

    def __init__(self, places: int, more: int) -> None:
        self.free, self._more = places, more
        self._standing = _Standing(self._leave)

    @contextmanager
    def left_at_last(self) -> Iterator[None]:
        """Whoever has taken a place does its work in here."""
        try:
            yield
        finally:
            self._leave()

    async def take(self, debt: Callable[[], float], until: float) -> None:
        """Wait for a place for one who has had so much, or until it is so late; raises TooLong."""
        if self.free:
            self.free -= 1
            return
        if len(self._standing) >= self._more and not self._standing.make_room(self._more, debt()):
            raise TooLong
        await self._standing.stand(debt, until)

    def _leave(self) -> None:
        if not self._standing.next():
            self.free += 1
