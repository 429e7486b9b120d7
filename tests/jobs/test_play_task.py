"""Test the task of the play page: planners in steps, and workers that end between turns."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from carnage.engine import planner
from carnage.jobs.queue import JobQueue
from carnage.jobs.tasks import play
from carnage.jobs.tasks.play import load_state, load_state_in_steps
from carnage.matches import sessions
from carnage.matches.state import PlayRequest, PlayState
from carnage.rulesets.ruleset import Ruleset
from carnage.web import create_app
from tests.support.job_queues import turn_queues, until
from tests.support.play_requests import load_position, request_page
from tests.support.raw_http import connect, parse_statuses, read_all
from tests.support.rulesets import rolled
from tests.support.site_server import serve_in_thread

SMALLEST = "gamble"


@pytest.fixture
def queues() -> Iterator[tuple[JobQueue[PlayState], JobQueue[PlayState]]]:
    queues = turn_queues()
    yield queues
    for queue in queues:
        queue.close()


def make_key(ruleset: Ruleset, bots: str = "planner,person", moves: str = "") -> tuple[Any, ...]:
    return ruleset.book.code, ruleset.seed.digits, "", 0, 0, bots, moves, PlayRequest()


def test_turns_accept_move_after_places_that_player_tried(
    queues: tuple[JobQueue[PlayState], JobQueue[PlayState]],
) -> None:
    turns = queues[0]
    turns.pause()
    key = make_key(rolled(SMALLEST), "person,greedy")
    for east in range(4):
        tried = PlayRequest(point=(float(east), 0.0), only_point=True)
        turns.submit((*key[:-1], tried), "192.0.2.1")
    turns.submit(key, "192.0.2.1")
    assert turns.count() == 5


@pytest.mark.thorough
def test_turn_beside_many_planners_takes_a_second_at_most(
    queues: tuple[JobQueue[PlayState], JobQueue[PlayState]],
) -> None:
    ruleset = rolled(SMALLEST)
    address = f"/play/{SMALLEST}/{ruleset.seed.digits}?bots=person,greedy"
    app = create_app()
    app.extensions["turns"] = queues
    for warm in (address, f"{address}&advice=1"):
        request_page(app.test_client(), warm)
    click = address + "&moves=" + load_position(ruleset).options[1].moves
    with serve_in_thread(app) as port:
        heavy = []
        for n in range(32):
            heavy.append(connect(port, f"127.0.0.{2 + n % 4}"))
            planned = f"{address}&advice=1" if n % 8 < 4 else address.replace("greedy", "planner")
            heavy[-1].sendall(f"GET {planned}&dice={n + 1} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        until(lambda: queues[1].count() == 8)  # Of 32: two of each visitor.
        began = time.monotonic()
        with closing(connect(port, "127.0.0.9")) as fifth:
            fifth.sendall(f"GET {click} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            answer = read_all(fifth)
        took = time.monotonic() - began
        assert parse_statuses(answer) == [200]
        assert b'class="option' in answer
        assert took < 1.0
        assert queues[1].count()
        for connection in heavy:
            connection.close()


def test_load_state_in_steps_of_two_visitors_alternates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Continue each step where the last one of its visitor ended, with those of others between
    them.
    """
    ruleset = rolled("duel")
    sessions._games.clear()
    first = load_state(*make_key(ruleset))
    keys = [make_key(ruleset, moves=option.moves) for option in first.options[:2]]
    ends = []
    for key in keys:
        sessions._games.clear()
        ends.append(load_state(*key))
    sessions._games.clear()
    sessions._unfinished_games.clear()
    monkeypatch.setattr(play, "STEP_S", 1e-6)
    states: dict[int, PlayState] = {}
    for step in range(400):
        for n, key in enumerate(keys):
            if n not in states and (state := load_state_in_steps(*key, step)) is not None:
                states[n] = state
    assert [states[0], states[1]] == ends
    assert step > 1
    assert not sessions._unfinished_games


def test_load_state_again_does_not_plan_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = rolled("duel")
    state = load_state(*make_key(ruleset))
    monkeypatch.setattr(planner, "plan", lambda match: pytest.fail("it was planned again"))
    assert load_state(*make_key(ruleset)) == state


@pytest.mark.thorough
def test_worker_killed_between_turns_restores_game(
    queues: tuple[JobQueue[PlayState], JobQueue[PlayState]],
) -> None:
    ruleset = rolled(SMALLEST)
    turns = queues[0]
    before = make_key(ruleset, "person,greedy")
    turns.submit(before, "a")
    state = until(lambda: turns.status(before).result)
    assert turns._worker.process is not None
    turns._worker.process.kill()
    after = make_key(ruleset, "person,greedy", state.options[0].moves)
    turns.submit(after, "a")
    assert until(lambda: turns.status(after).result) == load_state(*after)
