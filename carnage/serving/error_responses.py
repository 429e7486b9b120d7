"""Responses to requests that are refused before the application sees them."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from carnage.common.site_prefix import add_prefix
from carnage.serving.wsgi import Request, Response
from carnage.web.errors import ADVICE, PROBLEM, Advice, error_page, prefers_json
from carnage.web.http import SECURITY_HEADERS

if TYPE_CHECKING:
    from flask import Flask

OVERLOADED_RETRY_S = 5
MAX_RESPONSES = 64  # that are kept, of a site with one or two prefixes


class ErrorResponses:
    """The error responses of one application: a page for people, and a problem document for programs.

    Each is rendered once: a refusal takes less work than a page.
    """

    def __init__(self, site: Flask) -> None:
        self._site = site
        self._render = lru_cache(MAX_RESPONSES)(self._render_once)

    def rate_limited(self, request: Request, seconds: float) -> Response:
        """429: the visitor has used up its rate limit."""
        advice = "You asked for a great deal in a short time. Wait a little, and ask again: nothing is lost."
        return self._respond(request, 429, "The dice are hot", advice, math.ceil(seconds))

    def overloaded(self, request: Request) -> Response:
        """503: the site has more requests than it can answer."""
        advice = "A great many people are here just now. Ask again in a few seconds: nothing is lost."
        return self._respond(request, 503, "All tables are taken", advice, OVERLOADED_RETRY_S)

    def too_large(self, request: Request) -> Response:
        """413: the body is longer than any form of the site."""
        return self._respond(request, 413, "That is too much", "No form here sends so much.")

    def failed(self, request: Request) -> Response:
        """500: the site has a fault."""
        return self._respond(request, 500, *ADVICE[500])

    def _respond(
        self, request: Request, status: int, title: str, advice: str | Advice, retry_s: int = 0
    ) -> Response:
        form = PROBLEM if prefers_json(request.path, request.headers.get("accept", "")) else "text/html"
        method = "GET" if request.method == "GET" else "POST"
        return self._render(request.prefix, method, form, status, title, advice, retry_s)

    def _render_once(
        self, prefix: str, method: str, form: str, status: int, title: str, advice: str | Advice, retry_s: int
    ) -> Response:
        with self._site.test_request_context("/", method=method, headers={"Accept": form}):
            response = error_page(status, title, advice, retry_s=retry_s)
        response.set_data(add_prefix(response.get_data(), form, prefix))
        response.headers["Connection"] = "close"  # the client may be sending more, which nobody reads
        return Response(status, [*response.headers.items(), *SECURITY_HEADERS.items()], response.get_data())
