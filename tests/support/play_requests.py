"""Requests of games at play, and their states without the site."""

from __future__ import annotations

import time

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from carnage.jobs.tasks.play import load_state
from carnage.matches.state import PlayRequest, PlayState
from carnage.rulesets.ruleset import Ruleset

LONG = 240.0


def request_page(client: FlaskClient, address: str) -> TestResponse:
    """Return the page once the worker has played."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        answer = client.get(address)
        if "reloads automatically" not in answer.text:
            return answer
        time.sleep(0.2)
    raise AssertionError("it took too long")


def load_position(
    ruleset: Ruleset, moves: str = "", bots: str = "person,greedy", alone: int = 0
) -> PlayState:
    """Return the state of a game without the site."""
    return load_state(
        ruleset.book.code, ruleset.seed.digits, "", 0, 0, bots, moves, PlayRequest(alone)
    )
