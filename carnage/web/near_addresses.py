"""Addresses that are nearly those of a game."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from flask import Response, make_response, redirect, request

from carnage.rulesets.address import AddressError, read_address

GAME_PAGES = (
    "watch",
    "play",
    "table",
    "lab",
    "print",
    "own",
    "workbench",
)  # first segments of addresses with a game


def redirect_to_meant_game() -> Response | None:
    """Return a redirect to the page of the game that a misspelt address means; None if it means
    none.
    """
    try:
        address = read_address(request.path)
    except AddressError:
        return None
    # An address with an ending or a further segment is a form or a part of a game, which programs
    # request.
    is_part = re.search(r"[./][A-Za-z]+$", request.path)
    if address is None or is_part or request.method not in ("GET", "HEAD"):
        return None
    page = request.path.strip("/").partition("/")[0].casefold()
    path = f"/{page}{address.path}" if page in GAME_PAGES else address.path
    if path == request.path:
        return None
    query = request.query_string.decode("latin-1") or urlencode(address.fields)
    return make_response(redirect(f"{path}?{query}" if query else path))
