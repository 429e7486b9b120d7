"""The search for games as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, request

from carnage.catalog import Book, is_played
from carnage.lab.criteria import Near, Wishes, spelt
from carnage.lab.criteria_text import said, unclear_told
from carnage.lab.rulebook_search import look, told
from carnage.web.find.views import (
    SHOWN,
    STEPS,
    TRIES,
    describe_game,
    place_of,
    search_key,
    wishes_of,
)
from carnage.web.lab.playtests import as_json, begun, passing, workers
from carnage.web.params import find_book, find_played

search_api = Blueprint("search_api", __name__)


@search_api.route("/find/<path>.json", methods=("GET", "POST"))
def find_as_json(path: str) -> Response:
    """Return the wish, the games that match it and the state of a search; POST starts a search."""
    is_search = request.method == "POST"
    book = find_played(path) if is_search else find_book(path)
    sent = request.args.to_dict(flat=False) | request.form.to_dict(flat=False)
    wishes, unclear, _ = wishes_of(sent, book)
    if is_search:
        query = spelt(wishes, book)
        return begun(search_key(book, query), place_of(book, query, form=".json"), f"/{book.code}/")
    seen = look(book, wishes, SHOWN, TRIES, STEPS)
    found = {
        "book": book.code,
        "wish": said(replace(wishes, seed=0), book),
        "unclear": unclear_told(unclear, book),
        "page": place_of(book, spelt(wishes, book)),
        "games": [_describe_near(near) for near in seen.near],
        "limits": list(seen.limits),
        "search": _describe_search(book, wishes) if is_played(book.family) else None,
    }
    return passing(as_json(found, 200))


def _describe_near(near: Near) -> dict[str, Any]:
    game = describe_game(near.ruleset)
    return {**game, "missed": told(near) if near.misses else ""}


def _describe_search(book: Book, wishes: Wishes) -> dict[str, Any] | None:
    """Return how the search stands; None where nobody has asked for one."""
    stands = workers().status(search_key(book, spelt(wishes, book)))
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
