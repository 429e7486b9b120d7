"""The share image of a game, which a worker renders, and its address as a QR code."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response

from carnage.jobs.tasks.print import PICTURE
from carnage.printing import qr_codes
from carnage.rulesets.house_rules import job_digits
from carnage.web.errors import HttpProblem
from carnage.web.games.links import game_url, read_game
from carnage.web.games.printing import submit_print
from carnage.web.jobs import RETRY_S
from carnage.web.origin import base_url, forbid_shared_cache
from carnage.web.params import find_book

PICTURE_TYPE, CODE_TYPE = "image/png", "image/svg+xml"

pictures = Blueprint("pictures", __name__)


@pictures.get("/<path>/<digits>.svg")
def show_qr_code(path: str, digits: str) -> Response:
    """Return the address of a game as a QR code."""
    book = find_book(path)
    ruleset, carried = read_game(book, digits)
    address = base_url() + game_url(book, ruleset.seed.digits, replace(carried, keep=(), wish=""))
    return forbid_shared_cache(Response(qr_codes.render_qr_code(address), content_type=CODE_TYPE))


@pictures.get("/<path>/<digits>.png")
def show_share_image(path: str, digits: str) -> Response:
    """Return the share image of a game; 503 with Retry-After while it is being rendered."""
    ruleset, carried = read_game(find_book(path), digits)
    key = (
        ruleset.book.code,
        job_digits(ruleset, ruleset.seed.digits),
        ruleset.given_name,
        PICTURE,
        "",
        "",
        "",
        *([(), carried.own, carried.setting] if carried.own or carried.setting else []),
    )
    stands = submit_print(key)
    if stands.failed:
        raise HttpProblem(500, "The picture failed", "The error has been logged. Try again later.")
    if stands.result is None:
        raise HttpProblem(
            503,
            "The picture is not ready",
            "It is being rendered. Reload in a few seconds.",
            retry_s=RETRY_S,
        )
    return Response(stands.result, content_type=PICTURE_TYPE)
