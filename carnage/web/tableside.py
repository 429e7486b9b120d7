"""At the table: a game's page to play from, on a telephone; what is counted there stays on the device.

The page is made here and read without script. With it `static/js/tableside.js` keeps the counts, and a
service worker the page, so that it is there without a network.
"""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response, make_response, render_template, request
from markupsafe import Markup, escape

from carnage.assets import static_folder
from carnage.document import Part, Rulebook
from carnage.document.crossings import led_to
from carnage.document.naming import named
from carnage.document.tallies import at_table
from carnage.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.at_table import UNLISTED
from carnage.web.links import game_url, read_carried
from carnage.web.reading import find_book

tableside = Blueprint("tableside", __name__)

WORKER = "js/tableside-worker.js"
REFERENCE = "reference"


@tableside.get("/table/<path>/<digits>")
def page(path: str, digits: str) -> Response:
    """The game of these digits, to be played from."""
    book = find_book(path)
    carried = read_carried(request.args, book)
    ruleset = resolve(book, Seed.parse(digits, book.length), carried.name)
    written = named(ruleset, carried.own)
    shown = render_template(
        "tableside.html",
        book=book,
        ruleset=ruleset,
        carried=carried,
        table=at_table(ruleset),
        said=written.said,
        reference=_reference(written, game_url(book, ruleset.seed.digits, carried)),
    )
    response = make_response(shown)
    response.headers.set(*UNLISTED)
    return response


def _reference(written: Rulebook, rules: str) -> Part:
    """The quick reference, its links leading to the game's page."""
    part = next(part for part in written.back if part.id == REFERENCE)
    return part._replace(html=Markup(led_to(part.html, escape(rules))))


@tableside.get("/table/worker.js")
def worker() -> Response:
    """The service worker. Where it stands says which pages it may answer: those at the table."""
    return Response(_worker(), content_type="text/javascript; charset=utf-8")


@cache
def _worker() -> bytes:
    return (static_folder() / WORKER).read_bytes()
