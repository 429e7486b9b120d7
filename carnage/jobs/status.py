"""How a job stands: as whoever asks for it is told, and as its queue has it."""

from __future__ import annotations

from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic

from carnage.jobs.results import Result


class Busy(Exception):
    """As many jobs wait as may, of all visitors or of this one."""


class NoCompiler(Exception):
    """The job plays thousands of games, which takes compiled rules, and this server cannot compile them."""


@dataclass(frozen=True, slots=True)
class Standing(Generic[Result]):
    """How a job stands: it has a `result` once it is done, or has `failed`.

    While it is under way, `ahead` tells how many come before it, and `seconds` how long it may take until its
    turn comes, by how long others took. Of a job that comes in steps, `spent` are the seconds since its first
    step was done, whatever else came between.
    """

    known: bool = False
    result: Result | None = None
    failed: bool = False
    ahead: int = 0
    seconds: float | None = None
    under_way: bool = False
    spent: float = 0.0


Submitted = tuple[Future[Any], ProcessPoolExecutor]


@dataclass(eq=False, slots=True)
class UnderWay(Generic[Result]):
    """A job that waits or is being done: for whom, in which request it was asked for, since when, when
    somebody looked at it last, at which step it is, what has come of it so far, and how many seconds of it
    are paid; by which worker, as soon as it is done by one; since when its first step is done, if it is; how
    many workers have died of it."""

    visitor: str
    asked: str
    since: float
    looked_at: float
    step: int
    covered: float
    interim: Result | None
    given: Submitted | None = None
    going: float | None = None
    deaths: int = 0
