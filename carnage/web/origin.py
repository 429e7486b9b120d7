"""Where the site is, and that only its own pages may have something done: a form elsewhere is refused,
whoever sends it."""

from __future__ import annotations

from flask import Response, current_app, request

from carnage.web.errors import Advice, Trouble

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def where_it_is() -> str:
    """The address at which the site is found: what it was told (`CARNAGE_ADDRESS`) or else, as at home, what
    the visitor calls it."""
    return str(current_app.config["ADDRESS"] or request.host_url.rstrip("/"))


def naming_where(response: Response) -> Response:
    """What has the site's address in it: kept by nobody where that is but the visitor's word, or a stranger's
    would be handed on to others."""
    if not current_app.config["ADDRESS"]:
        response.headers["Cache-Control"] = "no-store"
    return response


def check_origin() -> None:
    """Refuse what another site's page has had sent; raises Trouble (403).

    Browsers say where a form comes from, by one header or, older ones, by another; programs say nothing and
    nobody is led to send something with them.
    """
    if request.method in SAFE:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        own = site in ("same-origin", "none")
    else:
        origin = request.headers.get("Origin")
        own = origin is None or origin in (f"http://{request.host}", f"https://{request.host}")
    if not own:
        raise Trouble(
            403,
            "That was sent from elsewhere",
            Advice("other_site"),
        )
