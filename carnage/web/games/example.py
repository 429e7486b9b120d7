"""Examples of play, which a worker chooses from games between bots, and their pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, make_response, render_template

from carnage.jobs.queue import JobQueue
from carnage.jobs.status import JobLimit, JobStatus
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulebook.examples import DEFAULT_BOT, Example, build_example_part, find_example
from carnage.rulesets.ruleset import Ruleset
from carnage.web.errors import HttpProblem
from carnage.web.games.links import game_url, read_game
from carnage.web.http import mark_noindex
from carnage.web.jobs import RETRY_S, limit_error, submit_and_wait
from carnage.web.params import find_playable_book

WAIT_S = 2.0  # seconds that a request waits for its example
POLL_S = 2  # seconds until a page that waits loads again

example_pages = Blueprint("example_pages", __name__)


def example_queue() -> JobQueue[dict[str, Any]]:
    """Return the site's queue of examples of play."""
    queue: JobQueue[dict[str, Any]] = current_app.extensions["examples"]
    return queue


def request_example(ruleset: Ruleset) -> JobStatus[Example]:
    """Return the example of a game, or the status of the job that chooses it, after WAIT_S.

    Raises HttpProblem (429 or 503) for a limit.
    """
    recorded = find_example(ruleset)
    if recorded is not None:
        return JobStatus(known=True, result=recorded)
    key = (ruleset.book.code, ruleset.rules_key)
    try:
        status = submit_and_wait(example_queue(), key, WAIT_S)
    except JobLimit as limit:
        raise limit_error(limit, "examples of play", RETRY_S) from None
    if status.result is None:
        return JobStatus(known=status.known, failed=status.failed, under_way=status.under_way)
    return JobStatus(known=True, result=msgspec.convert(status.result, Example))


@example_pages.get("/<path>/<digits>/example")
def show_example(path: str, digits: str) -> Response:
    """Return the page with the example of play of a game; 202 while a worker chooses it.

    The page of the rulebook takes the section of the example from it. No cache keeps the page: its
    entity tag would stand for the version of the pages, and the example depends on the engine.
    """
    book = find_playable_book(path)
    ruleset, carried = read_game(book, digits)
    status = request_example(ruleset)
    if status.failed:
        raise HttpProblem(500, "The example failed", "The error has been logged. Try again later.")
    given = replace(carried, keep=(), wish="")
    values: dict[str, Any] = {
        "ruleset": ruleset,
        "book": book,
        "rules_url": game_url(book, ruleset.seed.digits, carried),
        "seconds": POLL_S,
        "part": None,
    }
    if status.result is None:
        response = make_response(render_template("games/example.html", **values), 202)
        response.headers["Retry-After"] = str(POLL_S)
        return mark_noindex(response, "no-store")
    shown = status.result
    number, event = str(shown.number), str(shown.event)
    bots = "" if shown.bot == DEFAULT_BOT else shown.bot
    names = carried.names(ruleset)
    values |= {
        "part": build_example_part(ruleset, shown),
        "naming": NameReplacer(ruleset, names) if names else None,
        "watch_url": f"/watch{ruleset.path}{given.query(bots=bots, game=number, at=event)}",
    }
    page = make_response(render_template("games/example.html", **values))
    return mark_noindex(page, "no-store")
