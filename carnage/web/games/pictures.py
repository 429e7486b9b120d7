"""The share image of a game, which a worker renders, and its address as a QR code."""

from __future__ import annotations

from flask import Blueprint, Response

from carnage.jobs.tasks.print import PICTURE
from carnage.printing import qr_codes
from carnage.web.errors import Trouble
from carnage.web.games.links import LinkState, game_url, read_game
from carnage.web.games.printing import submit_print
from carnage.web.jobs import RETRY_S
from carnage.web.origin import naming_where, where_it_is
from carnage.web.params import find_book

PICTURE_TYPE, CODE_TYPE = "image/png", "image/svg+xml"

pictures = Blueprint("pictures", __name__)


@pictures.get("/<path>/<digits>.svg")
def code(path: str, digits: str) -> Response:
    """Return the address of a game as a QR code."""
    book = find_book(path)
    ruleset, carried = read_game(book, digits)
    address = where_it_is() + game_url(
        book, ruleset.seed.digits, LinkState(carried.name, own=carried.own)
    )
    return naming_where(Response(qr_codes.code(address), content_type=CODE_TYPE))


@pictures.get("/<path>/<digits>.png")
def picture(path: str, digits: str) -> Response:
    """Return the share image of a game; 503 with Retry-After while it is being rendered."""
    ruleset, _ = read_game(find_book(path), digits)
    key = (ruleset.book.code, ruleset.seed.digits, ruleset.given_name, PICTURE, "", "", "")
    stands = submit_print(key)
    if stands.failed:
        raise Trouble(500, "The picture failed", "The error has been logged. Try again later.")
    if stands.result is None:
        raise Trouble(
            503,
            "The picture is not ready",
            "It is being rendered. Reload in a few seconds.",
            retry_s=RETRY_S,
        )
    return Response(stands.result, content_type=PICTURE_TYPE)
