"""Error responses: the right status, and an example of a right request.

People get a page with a form that keeps their input; programs get the same words as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import quote, quote_plus

import msgspec
from flask import Flask, Response, current_app, make_response, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.http import parse_accept_header

from carnage import catalog
from carnage.catalog.draft_seeds import migrate_seed
from carnage.lab.criteria import InvalidCriteria
from carnage.rulesets.custom_names import CustomNameError
from carnage.rulesets.game_names import GameNameError, clean_name
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import TEXT_LIMIT, Seed, SeedError, TextError
from carnage.web.api.contracts import Problem
from carnage.web.http import UNLISTED
from carnage.web.near_addresses import redirect_to_meant_game

PROBLEM = "application/problem+json"
LONGEST_PLACE = 500  # characters of an address that a form keeps
MOST_FIELDS = 16  # fields of an address that a form keeps
FOR_PROGRAMS = (".json", ".reel")  # ends of addresses


class Again(NamedTuple):
    """A form to correct a wrong field; it sends the fields in `also`, too.

    `right` are all values, if few.
    """

    name: str
    label: str
    value: str
    button: str
    also: tuple[tuple[str, str], ...] = ()
    action: str = ""  # this address itself, if empty
    method: str = "get"
    right: tuple[str, ...] = ()


class Advice:
    """A message of an error page: a macro in `templates/errors/advice.html` and the values that
    it takes.
    """

    def __init__(self, macro: str, /, **values: Any) -> None:
        self.macro, self.values = macro, values

    def render(self) -> Markup:
        """Return the message as HTML."""
        messages = current_app.jinja_env.get_template("errors/advice.html").module
        rendered: Markup = getattr(messages, self.macro)(**self.values)
        return rendered


@dataclass(eq=False)
class Trouble(Exception):
    """A request that cannot be answered.

    Attributes:
        status: The HTTP status.
        title: The heading of the error page.
        advice: An example of a right request: a sentence, or a message with markup.
        again: A form with the input.
        field: The field of the address that has to be put right, for which a form is made.
        right: All values that the field may have, where they are few.
        retry_s: Seconds after which the same request may be answered; 0 if that does not matter.
    """

    status: int
    title: str
    advice: str | Advice
    again: Again | None = None
    field: str = ""
    right: Iterable[str] = ()
    retry_s: int = 0


SEVERAL = ("keep", "bots")  # fields that may be repeated instead of a list with commas
BOX = "Game address, seed digits, preset name or any text"
PLACE = "place"  # the field of a Trouble that is about the address's own path
FIELDS = {
    "book": "Book",
    "keep": "Locked rules",
    "lock": "Rule to lock or unlock",
    "only": "Rule to roll",
    "die": "Die",
    "was": "Previous games",
    "undone": "Undone games",
    "part": "Part to print",
    "paper": "Paper size",
    "sheet": "Sheet layout",
    "own": "Your own names",
    "wish": "Search criteria",
    "bots": "Players",
    "moves": "Moves",
    "at": "Event",
    "game": BOX,
    "tag": "Tag",
    "x": "Horizontal axis",
    "y": "Vertical axis",
    "colour": "Colour by",
}
"""Labels of fields that a visitor may have typed, for a form to correct one."""


def _field_again(name: str, right: tuple[str, ...] = ()) -> Again | None:
    """Return the form for a field, if the address has it."""
    if name == PLACE or (name == "book" and name not in request.args):
        return _place_again()
    return asked_again(name, FIELDS[name], "Try again", right) if name in request.args else None


def asked_again(name: str, label: str, button: str, right: tuple[str, ...] = ()) -> Again:
    """Return the form for a field of this address, which keeps all other fields."""
    also = [pair for pair in request.args.items(multi=True) if pair[0] != name][:MOST_FIELDS]
    said = ",".join(request.args.getlist(name)) if name in SEVERAL else request.args.get(name, "")
    return Again(name, label, keep_printable(said), button, tuple(also), right=right)


def _place_again() -> Again:
    """Return the box of the first page with the path that does not exist."""
    said = keep_printable(request.path.strip("/"))[:LONGEST_PLACE]
    return Again("text", BOX, said, "Open game", (("book", catalog.DEFAULT_BOOK),), "/roll", "post")


def keep_printable(text: str) -> str:
    """Return the characters of a text that a field can show."""
    return "".join([letter for letter in text if letter.isprintable()])


NAMES = ("name", "game_name", "called")  # fields of addresses that are names of games

ADVICE: Mapping[int, tuple[str, str | Advice]] = {
    400: (
        "Invalid address",
        "Check that the address was copied completely.",
    ),
    404: ("Page not found", Advice("no_page")),
    405: (
        "Method not allowed",
        "This page can only be read. Use the forms and links of the site.",
    ),
    413: ("Text too long", f"A text seed has at most {TEXT_LIMIT:,} characters. Send less text."),
    500: (
        "Server error",
        "The error has been logged. Try again in a few minutes.",
    ),
}  # title and advice by status

UNUSABLE: Mapping[type[Exception], tuple[str, str, str]] = {
    CustomNameError: ("Invalid names", "bad_own_name", "own"),
    InvalidCriteria: ("Invalid search criteria", "bad_wish", "wish"),
    TextError: ("Text too long", "long_text", ""),
}
"""Title, advice and field by exception."""


def prefers_json(path: str, accept: str) -> bool:
    """Return whether the client of a request prefers JSON, by its path and `Accept` header."""
    if path.endswith(FOR_PROGRAMS):
        return True
    accepted = parse_accept_header(accept, MIMEAccept)
    return (
        accepted.best_match(("text/html", PROBLEM, "application/json"), "text/html") != "text/html"
    )


def error_page(
    status: int, title: str, advice: str | Advice, again: Again | None = None, retry_s: int = 0
) -> Response:
    """Return a page that explains an error; for a program, a problem in the same words (RFC 9457).

    It may not be cached. With `retry_s` it loads itself again after so many seconds, as a running
    job does.
    """
    phrase = HTTPStatus(status).phrase
    message = (advice if isinstance(advice, Advice) else Advice("text", message=advice)).render()
    if prefers_json(request.path, request.headers.get("Accept", "")):
        problem = Problem(phrase, status, f"{title}. {message.striptags()}")
        response = Response(msgspec.json.encode(problem), status, content_type=PROBLEM)
    else:
        page = render_template(
            "errors/error.html",
            status=status,
            phrase=phrase,
            title=title,
            advice=message,
            again=again,
        )
        response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    if retry_s:
        response.headers["Retry-After"] = str(retry_s)
        if request.method == "GET" and response.content_type != PROBLEM:
            response.headers["Refresh"] = str(retry_s)
    return response


def _example() -> Ruleset:
    """Return an example game of the requested book: a published one, if there is any."""
    wanted = (request.view_args or {}).get("path") or request.args.get("book")
    if not wanted:
        wanted = catalog.DEFAULT_BOOK if request.path == "/roll" else "classic"
    games = [preset.ruleset for preset in list_presets()]
    if wanted not in catalog.book_codes():
        return games[0]
    book = catalog.book(wanted)
    published = next((game for game in games if game.book.code == wanted), None)
    return published or resolve(book, Seed.from_text(book.title, book.length))


def _of_draft() -> Ruleset | None:
    """Return the nearest game to one of a book's draft, if such a game was requested."""
    asked = request.view_args or {}
    if asked.get("path") not in catalog.book_codes():
        return None
    book = catalog.book(asked["path"])
    for value in asked.values():
        digits = migrate_seed(book, str(value).partition(".")[0])
        if digits:
            return resolve(book, Seed(digits), request.args.get("name", ""))
    return None


def _asked_seed() -> str:
    """Return the requested digits, from any part of the address."""
    asked = request.view_args or {}
    places = (
        asked.get("digits"),
        asked.get("game"),
        request.args.get("seed"),
        request.args.get("from"),
    )
    return next((str(place).partition(".")[0] for place in places if place), "")


def _is_bad(name: str) -> bool:
    try:
        clean_name(name)
    except GameNameError:
        return True
    return False


def install(app: Flask) -> None:
    """Add error handlers that render the error pages."""

    @app.errorhandler(Trouble)
    def _trouble(error: Trouble) -> Response:
        if error.status == 404 and (meant := redirect_to_meant_game()):
            return meant
        again = error.again or (
            _field_again(error.field, tuple(error.right)) if error.field else None
        )
        response = error_page(error.status, error.title, error.advice, again, error.retry_s)
        if error.retry_s:
            response.headers.set(*UNLISTED)
        return response

    @app.errorhandler(GameNameError)
    def _name(error: GameNameError) -> Response:
        advice = Advice("bad_name", reason=str(error))
        field = next((each for each in NAMES if _is_bad(request.args.get(each, ""))), "")
        again = asked_again(field, "Name", "Use this name") if field else None
        return error_page(400, "Invalid name", advice, again)

    @app.errorhandler(CustomNameError)
    @app.errorhandler(InvalidCriteria)
    @app.errorhandler(TextError)
    def _unusable(error: CustomNameError | InvalidCriteria | TextError) -> Response:
        title, macro, field = UNUSABLE[type(error)]
        return error_page(400, title, Advice(macro, reason=str(error)), _field_again(field))

    @app.errorhandler(SeedError)
    def _seed(error: SeedError) -> Response:
        drafted = _of_draft()
        if drafted:
            named = f"?name={quote_plus(drafted.given_name)}" if drafted.given_name else ""
            advice = Advice(
                "draft_game",
                book=drafted.book.title,
                url=drafted.path + named,
                name=drafted.name,
                path=drafted.path,
            )
            return error_page(410, "Outdated seed", advice)
        if meant := redirect_to_meant_game():
            return meant
        shown = _example()
        near = [address.path for address in getattr(error, "suggestions", ())]
        advice = Advice("bad_seed", reason=str(error), near=near, url=shown.path, seed=shown.seed)
        # A wrong path is a page that does not exist; a wrong query is a bad request.
        status = 400 if request.path in ("/", "/roll") else 404
        again = Again(
            "text",
            BOX,
            keep_printable(_asked_seed()),
            "Open game",
            (("book", shown.book.code),),
            "/roll",
            "post",
        )
        return error_page(status, "Invalid seed", advice, again)

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Response:
        status = error.code or 500
        if status == 404 and (meant := redirect_to_meant_game()):
            return meant
        title, advice = ADVICE.get(status, ADVICE[500 if status >= 500 else 400])
        response = error_page(status, title, advice, _place_again() if status == 404 else None)
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response

    @app.errorhandler(Exception)
    def _broken(error: Exception) -> Response:
        app.logger.exception("%s of %s failed", request.method, quote(request.path))
        return _http(InternalServerError())
