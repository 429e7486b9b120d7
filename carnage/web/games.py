"""A game's page, its downloads, and a book's own page."""

from __future__ import annotations

import json
from functools import cache

from flask import Blueprint, Response, render_template, request

from carnage import document, ruleset
from carnage.seeds import Seed
from carnage.web.errors import Trouble
from carnage.web.links import read_carried
from carnage.web.reading import find_book, moved
from carnage.web.sheet import Sheet
from carnage.web.tables import questions

games = Blueprint("games", __name__)

TYPES = {"md": "text/markdown", "json": "application/json", "html": "text/html"}


@cache
def sheet(path: str) -> Sheet:
    """The page of this book's games, all that does not change from game to game made ready."""
    book = find_book(path)
    return Sheet(book, render_template("game.html", book=book))


@cache
def length(path: str) -> int:
    """How many digits a seed of this book has."""
    return find_book(path).length


@games.get("/<path>/<game>")
def game(path: str, game: str) -> Response:
    """`<seed>` is the rulebook; `<seed>.md`, `.json` and `.html` the same to take away."""
    book = find_book(path)
    digits, dot, ending = game.partition(".")
    if dot and ending not in TYPES:
        listed = ", ".join(f"<code>.{known}</code>" for known in TYPES)
        raise Trouble(404, "There is no such form of a game", f"<p>A game can be had as {listed}.</p>")
    seed = Seed.parse(digits, length(path))
    carried = read_carried(request.args, book)
    rules = ruleset.resolve(book, seed, carried.name)
    rulebook = document.rulebook(rules)
    if not ending:
        page = sheet(path).page(rulebook, carried)
        return Response(page, content_type="text/html; charset=utf-8")
    if ending == "md":
        text = rulebook.markdown()
    elif ending == "json":
        text = json.dumps(rulebook.json(), ensure_ascii=False, indent=2) + "\n"
    else:
        text = rulebook.html()
    response = Response(text, content_type=f"{TYPES[ending]}; charset=utf-8")
    kind = "inline" if ending == "json" else "attachment"
    response.headers["Content-Disposition"] = f'{kind}; filename="carnage-{book.path}-{seed}.{ending}"'
    return response


@games.get("/<path>", strict_slashes=False)
def without_slash(path: str) -> Response:
    """A book's page stands at its folder; anything else that has no slash is no page."""
    return moved(f"/{find_book(path).path}/")


@games.get("/<path>/")
def tables(path: str) -> Response:
    """The book: all its tables with digits and texts, to read or to roll by hand."""
    return Response(_tables(find_book(path).path))


@cache
def _tables(path: str) -> str:
    book = find_book(path)
    return render_template("book.html", book=book, chapters=questions(book))
