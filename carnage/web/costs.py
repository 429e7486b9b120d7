"""What requests cost beside the time that answering them takes: the work that they give the workers."""

from __future__ import annotations

from carnage.jobs.tasks import play, replay
from carnage.playtest.looks import BESIDE, MEND

PLAYTEST = 6.0  # seconds of work; so long takes a playtest, or two games beside each other
TRIAL = 12.0  # the other answers to one table
IN_LAB = {MEND: 36.0, BESIDE: PLAYTEST}  # those to every table, and another game
FIND = 12.0  # forty games of some hundred games each
PRINT = 1.0


def cost_elsewhere(method: str, path: str) -> float:
    """How many seconds of a worker's time such a request may take; most take none.

    A page that only looks how a playtest stands takes none. At the table, what lies ready and what has to be
    played are not told apart: what a game takes beyond this, such as a planner in it, the worker says when it
    is done (`jobs.queue`).
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
    return {"watch": replay.PRICE, "play": play.PRICE}.get(place, 0.0)
