"""The public address of the site, and the check that forms come from its own pages."""

from __future__ import annotations

from flask import Response, current_app, request

from carnage.web.errors import Advice, HttpProblem

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def base_url() -> str:
    """Return the site's address: `CARNAGE_ADDRESS`, or else that of the request."""
    return str(current_app.config["ADDRESS"] or request.root_url.rstrip("/"))


def forbid_shared_cache(response: Response) -> Response:
    """Forbid caching of a response that contains the site's address, if the client sent that
    address.

    Otherwise the host name of one client would be sent to others.
    """
    if not current_app.config["ADDRESS"]:
        response.headers["Cache-Control"] = "no-store"
    return response


def check_origin() -> None:
    """Refuse a form that a page of another site sends; raises HttpProblem (403).

    Browsers name the page's site in `Sec-Fetch-Site`, older ones in `Origin`. A client that sends
    neither is a program, which no page can make send anything.
    """
    if request.method in SAFE_METHODS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        is_own = site in ("same-origin", "none")
    else:
        origin = request.headers.get("Origin")
        is_own = origin is None or origin in (f"http://{request.host}", f"https://{request.host}")
    if not is_own:
        raise HttpProblem(
            403,
            "Form from another site",
            Advice("other_site"),
        )
