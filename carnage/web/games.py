"""A game's page, its downloads, and a book's own page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from urllib.parse import parse_qsl

import msgspec
from flask import Blueprint, Response, render_template, request

from carnage import document
from carnage.document import Rulebook
from carnage.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.errors import Trouble
from carnage.web.front import HTML, Page
from carnage.web.game_page import GamePage
from carnage.web.links import read_carried
from carnage.web.reading import find_book, moved
from carnage.web.tables import questions

games = Blueprint("games", __name__)

TYPES = {"md": "text/markdown", "json": "application/json", "html": "text/html"}


_pages: dict[str, GamePage] = {}
"""The page of each book's games by the book's place in URLs, made ready when Flask first answers with one."""


@cache
def length(path: str) -> int:
    """How many digits a seed of this book has."""
    return find_book(path).length


def game_page(path: str) -> GamePage:
    """The page of this book's games, all that does not change from game to game made ready."""
    ready = _pages.get(path)
    if ready is None:
        book = find_book(path)
        ready = _pages[path] = GamePage(book, render_template("game.html", book=book))
    return ready


def form(game_page: GamePage, game: str, fields: Mapping[str, str]) -> Page:
    """What stands at `<seed>`, the rulebook, or at `<seed>.md`, `.json` and `.html`, the same to take away,
    with what the query's fields carry.

    Raises SeedError, GameNameError or Trouble for what cannot be right.
    """
    book = game_page.book
    digits, dot, ending = game.partition(".")
    if dot and ending not in TYPES:
        listed = ", ".join(f"<code>.{known}</code>" for known in TYPES)
        raise Trouble(404, "There is no such form of a game", f"<p>A game can be had as {listed}.</p>")
    carried = read_carried(fields, book)
    ruleset = resolve(book, Seed.parse(digits, length(book.code)), carried.name)
    rulebook = document.rulebook(ruleset)
    if not dot:
        return Page(HTML, game_page.page(rulebook, carried))
    kind = "inline" if ending == "json" else "attachment"
    name = f"carnage-{book.code}-{ruleset.seed}.{ending}"
    return Page(
        f"{TYPES[ending]}; charset=utf-8",
        _FORMS[ending](rulebook),
        (("Content-Disposition", f'{kind}; filename="{name}"'),),
    )


_FORMS: Mapping[str, Callable[[Rulebook], bytes]] = {
    "md": lambda rulebook: rulebook.markdown().encode(),
    "json": lambda rulebook: msgspec.json.format(msgspec.json.encode(rulebook.json()), indent=2) + b"\n",
    "html": lambda rulebook: rulebook.html().encode(),
}


def plain_page(path: str, query: str) -> Page | None:
    """What is at this URL (its parts as WSGI gives them) if it is plainly a game; None for all that is
    anything else, unusual or wrong, which is Flask's to answer: it has pages and a log for errors."""
    place, _, game = path[1:].partition("/")
    ready = _pages.get(place)
    if ready is None or not query.isascii():
        return None
    try:
        pairs = parse_qsl(query, keep_blank_values=True, errors="strict") if query else []
        return form(ready, game, dict(reversed(pairs)))  # of a field sent twice the first counts
    except Exception:
        return None


@games.get("/<path>/<game>")
def game(path: str, game: str) -> Response:
    """A game in one of its forms."""
    page = form(game_page(path), game, request.args)
    return Response(page.body, content_type=page.type, headers=list(page.headers))


@games.get("/<path>", strict_slashes=False)
def without_slash(path: str) -> Response:
    """A book's page stands at its folder; anything else that has no slash is no page."""
    return moved(f"/{find_book(path).code}/")


@games.get("/<path>/")
def tables(path: str) -> Response:
    """The book: all its tables with digits and texts, to read or to roll by hand."""
    return Response(_tables(path))


@cache
def _tables(path: str) -> str:
    book = find_book(path)
    return render_template("book.html", book=book, chapters=questions(book))
