"""The task of the play page: it replays the moves of a game with persons and returns its state."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from carnage.jobs import worker
from carnage.jobs.settings import QueueSettings
from carnage.matches.live_game import TimeSliceExpired
from carnage.matches.sessions import replay_to
from carnage.matches.state import PlayRequest, PlayState, build_state

REACH_TIME_LIMIT_S = 30.0  # Of one step to the last move; a planner's move takes a second.
STATE_TIME_LIMIT_S = 10.0  # Of making the parts of a page.
STEP_S = 0.25  # The length of a step to the last move, after which other jobs run.


def load_state(
    book: str,
    digits: str,
    name: str,
    seed: int,
    number: int,
    bots: str,
    moves: str,
    request: PlayRequest,
    *,
    seconds: float = math.inf,
) -> PlayState:
    """Return the state of a game after its moves. Raise TimeSliceExpired if `seconds` are not
    enough.

    Args:
        book: The code of the book.
        digits: The seed of the rules.
        name: The name that the visitor gave the game, or ''.
        seed: The dice seed.
        number: The number of the game with these dice.
        bots: The names of the players, with commas between them.
        moves: The encoded moves.
        request: The request of the page.
        seconds: The time slice for replaying the moves; called again, it continues.
    """
    with worker.TimeLimit(REACH_TIME_LIMIT_S):
        reached = replay_to(
            book,
            digits,
            name,
            seed,
            number,
            bots,
            moves,
            seconds,
            free=request.free,
            topics=request.topics,
            tapped=request.tapped,
        )
    if isinstance(reached, str):
        return PlayState(refusal=reached)
    with worker.TimeLimit(STATE_TIME_LIMIT_S):
        return build_state(reached, request)


def load_state_in_steps(*arguments: Any) -> PlayState | None:
    """Return the same as a task with steps, whose number is its last argument:

    None until it is done.
    """
    try:
        return load_state(*arguments[:-1], seconds=STEP_S)
    except TimeSliceExpired:
        return None


def has_more_steps(state: PlayState | None) -> bool:
    """Return whether the job has another step."""
    return state is None


SETTINGS = QueueSettings(
    name="turn",
    niceness=1,
    max_pending=512,
    # A move, and places of the table that its player tried before it: with two jobs, moves were
    # refused beside all attacks of `bench/siege.py`.
    max_per_visitor=8,
    max_results=256,
    abandon_after=20.0,  # A page that waits requests the status every two seconds.
    has_more_steps=has_more_steps,
)

# Planners and advice take a second or many: no other game waits for them.
PLANNED_SETTINGS = replace(
    SETTINGS, niceness=12, max_pending=128, max_per_visitor=2, needs_compiler=True
)
