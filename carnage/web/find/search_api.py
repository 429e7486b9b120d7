"""The search for games as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, request

from carnage.catalog import Book, is_played
from carnage.lab.criteria import Criteria, NearMatch, to_query
from carnage.lab.criteria_text import format_criteria, format_errors
from carnage.lab.rulebook_search import describe_misses, search_rulebooks
from carnage.web.find.views import (
    MAX_SHOWN_GAMES,
    STEPS,
    TRIES,
    describe_game,
    parse_wishes,
    search_key,
    search_url,
)
from carnage.web.lab.playtests import (
    mark_transient,
    playtest_queue,
    respond_with_json,
    submit_and_redirect,
)
from carnage.web.params import find_book, find_playable_book

search_api = Blueprint("search_api", __name__)


@search_api.route("/find/<path>.json", methods=("GET", "POST"))
def find_as_json(path: str) -> Response:
    """Return the wish, the games that match it and the state of a search; POST starts a search."""
    is_search = request.method == "POST"
    book = find_playable_book(path) if is_search else find_book(path)
    sent = request.args.to_dict(flat=False) | request.form.to_dict(flat=False)
    wishes, unclear, _ = parse_wishes(sent, book)
    if is_search:
        query = to_query(wishes, book)
        return submit_and_redirect(
            search_key(book, query), search_url(book, query, form=".json"), f"/{book.code}/"
        )
    seen = search_rulebooks(book, wishes, MAX_SHOWN_GAMES, TRIES, STEPS)
    found = {
        "book": book.code,
        "wish": format_criteria(replace(wishes, seed=0), book),
        "unclear": format_errors(unclear, book),
        "page": search_url(book, to_query(wishes, book)),
        "games": [_describe_near(near) for near in seen.near],
        "limits": list(seen.limits),
        "search": _describe_search(book, wishes) if is_played(book.family) else None,
    }
    return mark_transient(respond_with_json(found, 200))


def _describe_near(near: NearMatch) -> dict[str, Any]:
    game = describe_game(near.ruleset)
    return {**game, "missed": describe_misses(near) if near.unmet else ""}


def _describe_search(book: Book, wishes: Criteria) -> dict[str, Any] | None:
    """Return how the search stands; None where nobody has asked for one."""
    stands = playtest_queue().status(search_key(book, to_query(wishes, book)))
    if not stands.known:
        return None
    result = stands.result or {}
    return {
        "under_way": stands.under_way,
        "failed": stands.failed,
        "judged": result.get("judged", 0),
        "found": result.get("found", []),
        "fell": result.get("fell", []),
    }
