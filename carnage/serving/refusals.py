"""What those are told who are turned away before the application hears of them: answers that lie ready."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from carnage.serving.application import Answer
from carnage.serving.line import LONGEST
from carnage.serving.requests import Request
from carnage.web.errors import ADVICE, PROBLEM, Advice, by_program, error_page
from carnage.web.http import SECURITY_HEADERS

if TYPE_CHECKING:
    from flask import Flask


HTML = "text/html"


class Refusals:
    """The refusals of one application, each made once: a page for people, and the same for programs."""

    def __init__(self, site: Flask) -> None:
        self._site = site
        self._page = cache(self._made)
        self._for_programs: dict[bytes, Answer] = {}  # by the bodies of pages

    def prepare(self) -> None:
        """Make all of them, so that none is made while many are refused."""
        for seconds in range(1, math.ceil(LONGEST) + 1):
            self.over_budget(seconds)
        for make in (self.busy, self.too_long, self.broken):
            make()

    def worded(self, answer: Answer, request: Request) -> Answer:
        """This answer as whoever sent the request reads it, if it is a refusal; any other as it is.

        Programs read theirs as JSON. A page that was turned away for now asks again by itself: one that waits
        for a game, and looks every two seconds, would else end here, where nobody looks at it any more.
        """
        if answer.status < 400:
            return answer
        if by_program(request.path, request.headers.get("accept", "")):
            return self._for_programs.get(answer.body, answer)
        seconds = dict(answer.headers).get("Retry-After")
        if seconds is None or request.method != "GET":
            return answer
        return answer._replace(headers=[*answer.headers, ("Refresh", seconds)])

    def over_budget(self, seconds: float) -> Answer:
        """This visitor has asked for a great deal, and may ask again after so many seconds."""
        return self._page(
            429,
            "The dice are hot",
            "That was a great deal in a short time. Wait a little, and ask again: nothing is lost.",
            math.ceil(seconds),
        )

    def busy(self) -> Answer:
        """More is being asked than can be done."""
        return self._page(
            503,
            "All tables are taken",
            "A great many people are here just now. Ask again in a few seconds: nothing is lost.",
            5,
        )

    def too_long(self) -> Answer:
        """The body is longer than any form here sends."""
        return self._page(413, "That is too much", "No form here sends so much.", None)

    def broken(self) -> Answer:
        """Something here has a fault."""
        return self._page(500, *ADVICE[500], None)

    def _made(self, status: int, title: str, advice: str | Advice, retry: int | None) -> Answer:
        page, problem = (self._answer(form, status, title, advice, retry) for form in (HTML, PROBLEM))
        self._for_programs[page.body] = problem
        return page

    def _answer(self, form: str, status: int, title: str, advice: str | Advice, retry: int | None) -> Answer:
        with self._site.test_request_context("/", headers={"Accept": form}):
            response = error_page(status, title, advice)
        if retry is not None:
            response.headers["Retry-After"] = str(retry)
        # Whoever is turned away may have more to send, which nobody will read.
        response.headers["Connection"] = "close"
        return Answer(status, [*response.headers.items(), *SECURITY_HEADERS.items()], response.get_data())
