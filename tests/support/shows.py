"""Watched games that are played within the request, without a worker."""

from __future__ import annotations

import threading
from functools import cache

from flask import Flask

from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus
from carnage.jobs.tasks.play import load_state
from carnage.jobs.tasks.replay import ReplayResult, make_replay_result
from carnage.matches.state import PlayState
from carnage.web import create_app
from carnage.web.matches.watch_address import read_address
from tests.support.stand_ins import StubQueue

# A short game of each book in which something happens.
GAMES = {
    "classic": "/watch/classic/243856987615781",
    "skirmish": "/watch/skirmish/352703280070955070044085537",
    "duel": "/watch/duel/5898888888888",
    "gamble": "/watch/gamble/908040050000",
}

_lock = threading.Lock()


class InlineReplays(StubQueue):
    """Stand in for the queue of replays, and play each game at once."""

    def status(self, key: Key) -> JobStatus[ReplayResult]:
        with _lock:
            return JobStatus(True, play_replay(*key))


class InlineTurns(StubQueue):
    """Stand in for the queue of turns, and play each turn at once."""

    def status(self, key: Key) -> JobStatus[PlayState]:
        with _lock:
            return JobStatus(True, load_state(*key))


@cache
def play_replay(*key: object) -> ReplayResult:
    """Return the replay of a game."""
    return make_replay_result(*key)  # type: ignore[arg-type]


@cache
def site() -> Flask:
    """Return the application with such games."""
    app = create_app()
    app.extensions["replays"] = InlineReplays(), InlineReplays()
    return app


def estimate_courses() -> None:
    """Estimate the courses of GAMES, which takes longer than a request within a page may."""
    for code, address in GAMES.items():
        with site().test_request_context(address):
            play_replay(*read_address(code, address.rpartition("/")[2]).course_key)
