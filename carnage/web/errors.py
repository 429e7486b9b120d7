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
from carnage.rulesets.house_rules import HouseRuleError
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.rulesets.world import WorldError
from carnage.seeds import TEXT_LIMIT, Seed, SeedError, TextError
from carnage.web.api.contracts import Problem
from carnage.web.http import NOINDEX_HEADER
from carnage.web.near_addresses import redirect_to_meant_game

PROBLEM = "application/problem+json"
MAX_PATH_CHARS = 500  # characters of an address that a form keeps
MAX_FORM_FIELDS = 16  # fields of an address that a form keeps
PROGRAM_SUFFIXES = (".json", ".reel")  # ends of addresses


class RetryForm(NamedTuple):
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
class HttpProblem(Exception):
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
    again: RetryForm | None = None
    field: str = ""
    right: Iterable[str] = ()
    retry_s: int = 0


REPEATABLE_FIELDS = ("keep", "bots")  # fields that may be repeated instead of a list with commas
GAME_INPUT_LABEL = "Game address, seed digits, preset name or any text"
PATH_FIELD = "place"  # the field of a HttpProblem that is about the address's own path
FIELD_LABELS = {
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
    "rules": "House rules",
    "setting": "Setting",
    "wish": "Search criteria",
    "bots": "Players",
    "moves": "Moves",
    "at": "Event",
    "game": GAME_INPUT_LABEL,
    "tag": "Tag",
    "x": "Horizontal axis",
    "y": "Vertical axis",
    "colour": "Colour by",
}
"""Labels of fields that a visitor may have typed, for a form to correct one."""


def _make_field_form(name: str, right: tuple[str, ...] = ()) -> RetryForm | None:
    """Return the form for a field, if the address has it."""
    if name == PATH_FIELD or (name == "book" and name not in request.args):
        return _make_path_form()
    return (
        make_retry_form(name, FIELD_LABELS[name], "Try again", right)
        if name in request.args
        else None
    )


def make_retry_form(name: str, label: str, button: str, right: tuple[str, ...] = ()) -> RetryForm:
    """Return the form for a field of this address, which keeps all other fields."""
    also = [pair for pair in request.args.items(multi=True) if pair[0] != name][:MAX_FORM_FIELDS]
    text = (
        ",".join(request.args.getlist(name))
        if name in REPEATABLE_FIELDS
        else request.args.get(name, "")
    )
    return RetryForm(name, label, keep_printable(text), button, tuple(also), right=right)


def _make_path_form() -> RetryForm:
    """Return the box of the first page with the path that does not exist."""
    path = keep_printable(request.path.strip("/"))[:MAX_PATH_CHARS]
    return RetryForm(
        "text",
        GAME_INPUT_LABEL,
        path,
        "Open game",
        (("book", catalog.DEFAULT_BOOK),),
        "/roll",
        "post",
    )


def keep_printable(text: str) -> str:
    """Return the characters of a text that a field can show."""
    return "".join([letter for letter in text if letter.isprintable()])


GAME_NAME_FIELDS = ("name", "game_name", "called")  # fields of addresses that are names of games

ADVICE_BY_STATUS: Mapping[int, tuple[str, str | Advice]] = {
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

INPUT_ERRORS: Mapping[type[Exception], tuple[str, str, str]] = {
    CustomNameError: ("Invalid names", "bad_own_name", "own"),
    HouseRuleError: ("Invalid house rules", "bad_house_rule", "rules"),
    WorldError: ("Unknown setting", "bad_setting", "setting"),
    InvalidCriteria: ("Invalid search criteria", "bad_wish", "wish"),
    TextError: ("Text too long", "long_text", ""),
}
"""Title, advice and field by exception."""


def prefers_json(path: str, accept: str) -> bool:
    """Return whether the client of a request prefers JSON, by its path and `Accept` header."""
    if path.endswith(PROGRAM_SUFFIXES):
        return True
    accepted = parse_accept_header(accept, MIMEAccept)
    return (
        accepted.best_match(("text/html", PROBLEM, "application/json"), "text/html") != "text/html"
    )


def error_page(
    status: int, title: str, advice: str | Advice, again: RetryForm | None = None, retry_s: int = 0
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


def _choose_example() -> Ruleset:
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


def _find_draft_successor() -> Ruleset | None:
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


def _find_requested_seed() -> str:
    """Return the requested digits, from any part of the address."""
    asked = request.view_args or {}
    places = (
        asked.get("digits"),
        asked.get("game"),
        request.args.get("seed"),
        request.args.get("from"),
    )
    return next((str(place).partition(".")[0] for place in places if place), "")


def _is_invalid_name(name: str) -> bool:
    try:
        clean_name(name)
    except GameNameError:
        return True
    return False


def install(app: Flask) -> None:
    """Add error handlers that render the error pages."""

    @app.errorhandler(HttpProblem)
    def handle_problem(error: HttpProblem) -> Response:
        if error.status == 404 and (meant := redirect_to_meant_game()):
            return meant
        again = error.again or (
            _make_field_form(error.field, tuple(error.right)) if error.field else None
        )
        response = error_page(error.status, error.title, error.advice, again, error.retry_s)
        if error.retry_s:
            response.headers.set(*NOINDEX_HEADER)
        return response

    @app.errorhandler(GameNameError)
    def handle_game_name(error: GameNameError) -> Response:
        advice = Advice("bad_name", reason=str(error))
        field = next(
            (each for each in GAME_NAME_FIELDS if _is_invalid_name(request.args.get(each, ""))), ""
        )
        again = make_retry_form(field, "Name", "Use this name") if field else None
        return error_page(400, "Invalid name", advice, again)

    @app.errorhandler(CustomNameError)
    @app.errorhandler(HouseRuleError)
    @app.errorhandler(WorldError)
    @app.errorhandler(InvalidCriteria)
    @app.errorhandler(TextError)
    def handle_input(error: Exception) -> Response:
        title, macro, field = INPUT_ERRORS[type(error)]
        return error_page(400, title, Advice(macro, reason=str(error)), _make_field_form(field))

    @app.errorhandler(SeedError)
    def handle_seed(error: SeedError) -> Response:
        successor = _find_draft_successor()
        if successor:
            named = f"?name={quote_plus(successor.given_name)}" if successor.given_name else ""
            advice = Advice(
                "draft_game",
                book=successor.book.title,
                url=successor.path + named,
                name=successor.name,
                path=successor.path,
            )
            return error_page(410, "Outdated seed", advice)
        if meant := redirect_to_meant_game():
            return meant
        shown = _choose_example()
        near = [address.path for address in getattr(error, "suggestions", ())]
        advice = Advice("bad_seed", reason=str(error), near=near, url=shown.path, seed=shown.seed)
        # A wrong path is a page that does not exist; a wrong query is a bad request.
        status = 400 if request.path in ("/", "/roll") else 404
        again = RetryForm(
            "text",
            GAME_INPUT_LABEL,
            keep_printable(_find_requested_seed()),
            "Open game",
            (("book", shown.book.code),),
            "/roll",
            "post",
        )
        return error_page(status, "Invalid seed", advice, again)

    @app.errorhandler(HTTPException)
    def handle_http(error: HTTPException) -> Response:
        status = error.code or 500
        if status == 404 and (meant := redirect_to_meant_game()):
            return meant
        title, advice = ADVICE_BY_STATUS.get(
            status, ADVICE_BY_STATUS[500 if status >= 500 else 400]
        )
        response = error_page(status, title, advice, _make_path_form() if status == 404 else None)
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response

    @app.errorhandler(Exception)
    def handle_exception(error: Exception) -> Response:
        app.logger.exception("%s of %s failed", request.method, quote(request.path))
        return handle_http(InternalServerError())
