"""Who is next, where more is asked of one process than it can do at once: those who have had least."""

from __future__ import annotations

import asyncio
import heapq
from itertools import count

ROUND = 0.004  # seconds of work until the process looks what else has come
LONGEST = 1.0  # seconds that anybody stands in line


class TooLong(Exception):
    """This one has stood in line for as long as anybody does."""


class Line:
    """Lets those who ask do their work in an event loop, a few milliseconds of it at a time.

    In between the loop sees who has come in the meantime. Of those who stand in line the one with the least
    debt is next, so that nobody waits for a crowd that has had more already.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._left = 0  # of those that wait, who have left the line
        self._used = 0.0  # seconds of this round
        self._ends = False  # whether the end of this round is in sight

    def __len__(self) -> int:
        return len(self._waiting)

    async def turn(self, debt: float) -> None:
        """Wait until it is the turn of one who has had so much; raises TooLong."""
        if self._used < ROUND and not self._waiting:
            return
        loop = asyncio.get_running_loop()
        waiting = loop.create_future()
        heapq.heappush(self._waiting, (debt, next(self._numbers), waiting))
        self._end_round(loop)
        try:
            async with asyncio.timeout(LONGEST):
                await waiting
        except TimeoutError:
            self._left += 1
            if self._left > len(self._waiting) // 2:
                self._waiting = [each for each in self._waiting if not each[2].done()]
                heapq.heapify(self._waiting)
                self._left = 0
            raise TooLong from None

    def used(self, seconds: float) -> None:
        """So much work was done just now."""
        self._used += seconds
        self._end_round(asyncio.get_running_loop())

    def _end_round(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._ends:
            self._ends = True
            loop.call_soon(self._begin_round)

    def _begin_round(self) -> None:
        self._used, self._ends = 0.0, False
        while self._waiting:
            _, _, waiting = heapq.heappop(self._waiting)
            if not waiting.done():
                waiting.set_result(None)
                self._end_round(asyncio.get_running_loop())
                return
