"""Responses to requests that are refused before the application sees them, rendered in advance."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from carnage.serving.scheduler import MAX_WAIT_S
from carnage.serving.wsgi import Request, Response
from carnage.web.errors import ADVICE, PROBLEM, Advice, by_program, error_page
from carnage.web.http import SECURITY_HEADERS

if TYPE_CHECKING:
    from flask import Flask

OVERLOADED_RETRY_S = 5
HTML = "text/html"


class ErrorResponses:
    """The error responses of one application: a page for people, and a problem document for programs."""

    def __init__(self, site: Flask) -> None:
        self._site = site
        self._page = cache(self._render_both)
        self._problems: dict[bytes, Response] = {}  # by the body of the page
        for seconds in range(1, math.ceil(MAX_WAIT_S) + 1):
            self.rate_limited(seconds)
        for render in (self.overloaded, self.too_large, self.failed):
            render()

    def adapt(self, response: Response, request: Request) -> Response:
        """Return an error response as the client reads it; any other response as it is.

        Programs get the problem document. A page that may be requested again refreshes itself: the page of a
        running playtest does so every two seconds, and would stop here otherwise.
        """
        if response.status < 400:
            return response
        if by_program(request.path, request.headers.get("accept", "")):
            return self._problems.get(response.body, response)
        seconds = dict(response.headers).get("Retry-After")
        if seconds is None or request.method != "GET":
            return response
        return response._replace(headers=[*response.headers, ("Refresh", seconds)])

    def rate_limited(self, seconds: float) -> Response:
        """429: the visitor has used up its rate limit."""
        return self._page(
            429,
            "The dice are hot",
            "You asked for a great deal in a short time. Wait a little, and ask again: nothing is lost.",
            math.ceil(seconds),
        )

    def overloaded(self) -> Response:
        """503: the site has more requests than it can answer."""
        return self._page(
            503,
            "All tables are taken",
            "A great many people are here just now. Ask again in a few seconds: nothing is lost.",
            OVERLOADED_RETRY_S,
        )

    def too_large(self) -> Response:
        """413: the body is longer than any form of the site."""
        return self._page(413, "That is too much", "No form here sends so much.", None)

    def failed(self) -> Response:
        """500: the site has a fault."""
        return self._page(500, *ADVICE[500], None)

    def _render_both(self, status: int, title: str, advice: str | Advice, retry: int | None) -> Response:
        page, problem = (self._render(form, status, title, advice, retry) for form in (HTML, PROBLEM))
        self._problems[page.body] = problem
        return page

    def _render(
        self, form: str, status: int, title: str, advice: str | Advice, retry: int | None
    ) -> Response:
        with self._site.test_request_context("/", headers={"Accept": form}):
            response = error_page(status, title, advice)
        if retry is not None:
            response.headers["Retry-After"] = str(retry)
        response.headers["Connection"] = "close"  # the client may be sending more, which nobody reads
        return Response(status, [*response.headers.items(), *SECURITY_HEADERS.items()], response.get_data())
