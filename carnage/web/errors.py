"""Answers to what goes wrong: the right status, and what a right one looks like; nothing of the visitor's.

People get a page, programs the same words as JSON.
"""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import quote

import msgspec
from flask import Flask, Response, make_response, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.http import parse_accept_header

from carnage import catalog
from carnage.game_names import GameNameError
from carnage.presets import presets
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import TEXT_LIMIT, Seed, SeedError, TextError
from carnage.web.contracts import Problem

PROBLEM = "application/problem+json"
FOR_PROGRAMS = (".json", ".reel")  # ends of addresses


class Trouble(Exception):
    """A request that cannot be answered. `advice` is our own HTML and never holds what the visitor sent."""

    def __init__(self, status: int, title: str, advice: str) -> None:
        super().__init__(title)
        self.status = status
        self.title = title
        self.advice = Markup(advice)


ADVICE = {
    400: (
        "This address cannot be read",
        "<p>Something in it is not as it should be. Check how it was copied.</p>",
    ),
    404: (
        "There is no page here",
        "<p>A game’s address is its book and its seed, such as "
        '<a href="/classic/243856987615781">/classic/243856987615781</a>.</p>',
    ),
    405: ("That cannot be done here", "<p>This page can be read, and nothing else can be done with it.</p>"),
    413: ("That is too much", f"<p>A text to make a seed from has at most {TEXT_LIMIT:,} characters.</p>"),
    500: (
        "Something broke",
        "<p>That is our fault and not yours. It has been noted; try again in a while.</p>",
    ),
}
"""Title and advice, as HTML, by status."""


def by_program(path: str, accept: str) -> bool:
    """Whether a request, of this path and with this header, comes from a program that reads JSON."""
    if path.endswith(FOR_PROGRAMS):
        return True
    accepted = parse_accept_header(accept, MIMEAccept)
    return accepted.best_match(("text/html", PROBLEM, "application/json"), "text/html") != "text/html"


def error_page(status: int, title: str, advice: Markup) -> Response:
    """A page that says what is wrong; for a program, a problem in the same words (RFC 9457). Nobody may cache
    it: it may be right in a moment."""
    phrase = HTTPStatus(status).phrase
    if by_program(request.path, request.headers.get("Accept", "")):
        problem = Problem(phrase, status, f"{title}. {advice.striptags()}")
        response = Response(msgspec.json.encode(problem), status, content_type=PROBLEM)
    else:
        page = render_template("error.html", status=status, phrase=phrase, title=title, advice=advice)
        response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def _example() -> Ruleset:
    """A game of the book whose seed was wanted, a published one if it has any; at the home page that is the
    original's."""
    wanted = (request.view_args or {}).get("path") or request.args.get("book")
    if not wanted:
        wanted = catalog.DEFAULT_BOOK if request.path == "/roll" else "classic"
    games = [preset.ruleset for preset in presets()]
    if wanted not in catalog.book_codes():
        return games[0]
    book = catalog.book(wanted)
    published = next((game for game in games if game.book.code == wanted), None)
    return published or resolve(book, Seed.from_text(book.title, book.length))


def install(app: Flask) -> None:
    """Answer every error of this application with a page of its own."""

    @app.errorhandler(Trouble)
    def _trouble(error: Trouble) -> Response:
        return error_page(error.status, error.title, error.advice)

    @app.errorhandler(GameNameError)
    def _name(error: GameNameError) -> Response:
        advice = Markup(
            "<p>{} Something like <a href='/classic/243856987615781?name=Last+Stand'>"
            "<code>?name=Last+Stand</code></a> is right.</p>"
        ).format(str(error))
        return error_page(400, "That name cannot be used", advice)

    @app.errorhandler(SeedError)
    def _seed(error: SeedError) -> Response:
        shown = _example()
        advice = Markup("<p>{} One such seed is <a href='{}'><code>{}</code></a>.</p>").format(
            str(error), shown.path, shown.seed
        )
        # In a path there is no such page; in a query there is one, and what it was asked is wrong.
        return error_page(400 if request.path in ("/", "/roll") else 404, "That is no seed", advice)

    @app.errorhandler(TextError)
    def _text(error: TextError) -> Response:
        advice = Markup(
            "<p>{} A line such as <code>friday night</code> is right. "
            "Go back, and what you typed is still there.</p>"
        ).format(str(error))
        return error_page(400, "That text is too long", advice)

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Response:
        status = error.code or 500
        title, advice = ADVICE.get(status, ADVICE[500 if status >= 500 else 400])
        response = error_page(status, title, Markup(advice))
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response

    @app.errorhandler(Exception)
    def _broken(error: Exception) -> Response:
        app.logger.exception("%s of %s failed", request.method, quote(request.path))
        return _http(InternalServerError())
