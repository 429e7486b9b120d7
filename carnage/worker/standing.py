"""How a job stands, as whoever asks for it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from carnage.worker.results import Result


class Busy(Exception):
    """As many jobs wait as may, of all visitors or of this one."""


@dataclass(frozen=True, slots=True)
class Standing(Generic[Result]):
    """How a job stands: it has a `result` once it is done, or has `failed`.

    While it is under way, `ahead` tells how many come before it; while the worker is not warm yet,
    `compiled` of `to_compile` tell how far it has come. `seconds` is how long it may take until this job's
    turn comes, by how long others took; None if nobody knows. Of a job that comes in steps, `spent` are the
    seconds since its first step was done, whatever else came between.
    """

    known: bool = False
    result: Result | None = None
    failed: bool = False
    ahead: int = 0
    warm: bool = True
    compiled: int = 0
    to_compile: int = 0
    seconds: float | None = None
    under_way: bool = False
    spent: float = 0.0
