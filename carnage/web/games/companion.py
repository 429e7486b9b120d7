"""The companion page for play at a table, made for telephones.

The page can be read without script. `static/js/games/companion.js` keeps the counts on the device,
and a service worker keeps the page for use without a network.
"""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from carnage.rulebook import build_rulebook
from carnage.rulebook.trackers import build_companion_data
from carnage.rulebook.turn import REFERENCE_ID
from carnage.web.assets import find_content_type, load_files
from carnage.web.games.links import game_url, read_game
from carnage.web.http import NOINDEX_HEADER
from carnage.web.params import find_book

companion = Blueprint("companion", __name__)

WORKER = "js/games/companion-worker.js"


@companion.get("/table/<path>/<digits>")
def show_companion(path: str, digits: str) -> Response:
    """Return the companion page of a game."""
    book = find_book(path)
    ruleset, carried = read_game(book, digits)
    rulebook = build_rulebook(ruleset, carried.own, carried.world)
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
    response.headers.set(*NOINDEX_HEADER)
    return response


@companion.get("/table/worker.js")
def show_service_worker() -> Response:
    """Return the service worker, whose path limits it to companion pages."""
    return Response(load_files()[WORKER], content_type=find_content_type(WORKER))
