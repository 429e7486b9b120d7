"""The worker time that a request is charged beforehand."""

from __future__ import annotations

from carnage.playtest.looks import BESIDE, MEND
from carnage.worker import playing, showing

PLAYTEST = 6.0  # seconds of work; so long takes a playtest, or two games beside each other
TRIAL = 12.0  # the other answers to one table
IN_LAB = {MEND: 36.0, BESIDE: PLAYTEST}  # those to every table, and another game
FIND = 12.0  # forty games of some hundred games each
PRINT = 1.0


def cost_elsewhere(method: str, path: str) -> float:
    """Return the seconds of worker time that a request is charged; most requests cost none.

    Polling the state of a job costs none. Requests to play or watch a game have a fixed price, and the worker
    bills the time beyond it (`worker.jobs`).
    """
    place = path[1:].partition("/")[0]
    if path.endswith((".pdf", ".png")) or (place == "own" and method == "POST"):
        return PRINT
    if place in ("lab", "find"):
        if method != "POST":
            return 0.0
        if place == "find":
            return FIND
        tried = path.removesuffix(".json").split("/")[4:]
        return IN_LAB.get(tried[0], TRIAL) if tried else PLAYTEST
    if path.count("/") < 2:
        return 0.0  # which game, is asked there
    return {"watch": showing.PRICE, "play": playing.PRICE}.get(place, 0.0)
