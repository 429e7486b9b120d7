"""At the table: a game's page to play from, on a telephone; what is counted there stays on the device.

The page is made here and read without script. With it `static/js/games/companion.js` keeps the counts, and a
service worker the page, so that it is there without a network.
"""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from carnage.rulebook import build_rulebook
from carnage.rulebook.trackers import build_companion_data
from carnage.rulebook.turn import REFERENCE_ID
from carnage.web.assets import find_content_type, load_files
from carnage.web.games.links import game_url, read_game
from carnage.web.http import UNLISTED
from carnage.web.params import find_book

companion = Blueprint("companion", __name__)

WORKER = "js/games/companion-worker.js"


@companion.get("/table/<path>/<digits>")
def page(path: str, digits: str) -> Response:
    """The game of these digits, to be played from."""
    book = find_book(path)
    ruleset, carried = read_game(book, digits)
    rulebook = build_rulebook(ruleset, carried.own)
    shown = render_template(
        "games/companion.html",
        book=book,
        ruleset=ruleset,
        carried=carried,
        table=build_companion_data(ruleset),
        said=rulebook.rename,
        naming=rulebook.naming,
        reference=next(part for part in rulebook.back if part.id == REFERENCE_ID),
        rules_url=game_url(book, ruleset.seed.digits, carried),
    )
    response = make_response(shown)
    response.headers.set(*UNLISTED)
    return response


@companion.get("/table/worker.js")
def worker() -> Response:
    """The service worker. Where it stands says which pages it may answer: those at the table."""
    return Response(load_files()[WORKER], content_type=find_content_type(WORKER))
