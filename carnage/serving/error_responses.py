"""Responses to requests that are refused before they reach the application."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from carnage.common.site_prefix import add_prefix
from carnage.serving.wsgi import Request, Response
from carnage.web.errors import ADVICE_BY_STATUS, PROBLEM, Advice, error_page, prefers_json
from carnage.web.http import SECURITY_HEADERS

if TYPE_CHECKING:
    from flask import Flask

OVERLOADED_RETRY_S = 5


class ErrorResponses:
    """The error responses of an application: an HTML page, or a problem document (RFC 9457) for
    programs.

    Each is rendered only once, so that a refusal costs less than a page.
    """

    def __init__(self, site: Flask) -> None:
        self._site = site
        self._render = cache(self._render_once)

    def rate_limited(self, request: Request, seconds: float) -> Response:
        """Return a 429 response: the visitor is over its rate limit for `seconds`."""
        advice = (
            "You sent many requests in a short time. Wait a few seconds, then reload the page. "
            "Nothing is lost."
        )
        return self._respond(request, 429, "Too many requests", advice, math.ceil(seconds))

    def overloaded(self, request: Request) -> Response:
        """Return a 503 response: the site has more requests than it can answer."""
        advice = (
            "The site has more requests than it can answer. Reload the page in a few seconds. "
            "Nothing is lost."
        )
        return self._respond(request, 503, "The server is busy", advice, OVERLOADED_RETRY_S)

    def too_large(self, request: Request) -> Response:
        """Return a 413 response: the body is longer than that of any form of the site."""
        advice = "The request body is larger than any form of this site. Send less text."
        return self._respond(request, 413, "Form data too large", advice)

    def failed(self, request: Request) -> Response:
        """Return a 500 response: the application has raised an exception."""
        return self._respond(request, 500, *ADVICE_BY_STATUS[500])

    def _respond(
        self, request: Request, status: int, title: str, advice: str | Advice, retry_s: int = 0
    ) -> Response:
        form = (
            PROBLEM
            if prefers_json(request.path, request.headers.get("accept", ""))
            else "text/html"
        )
        method = "GET" if request.method == "GET" else "POST"
        response = self._render(method, form, status, title, advice, retry_s)
        body = add_prefix(response.body, form, request.prefix)
        return response._replace(
            headers=[*response.headers, ("Content-Length", str(len(body)))], body=body
        )

    def _render_once(
        self, method: str, form: str, status: int, title: str, advice: str | Advice, retry_s: int
    ) -> Response:
        with self._site.test_request_context("/", method=method, headers={"Accept": form}):
            response = error_page(status, title, advice, retry_s=retry_s)
        del response.headers["Content-Length"]
        response.headers["Connection"] = "close"  # the rest of the request is not read
        return Response(
            status, [*response.headers.items(), *SECURITY_HEADERS.items()], response.get_data()
        )
