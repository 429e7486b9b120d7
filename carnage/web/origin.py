"""Only this site's own pages may have something done: a form elsewhere is refused, whoever sends it."""

from __future__ import annotations

from flask import request

from carnage.web.errors import Trouble

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


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
            "<p>Games are rolled and playtested by the buttons of this site, such as the one on "
            '<a href="/">its first page</a>.</p>',
        )
