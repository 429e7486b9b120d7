"""Parsing of requests: books, pages and text in UTF-8."""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import unquote_to_bytes, urlsplit, urlunsplit

from flask import Response, make_response, redirect, request

from carnage import catalog
from carnage.catalog import Book
from carnage.web.errors import Advice, HttpProblem

ANY_BOOK = "any"  # the code that asks for a random book


@cache
def books() -> dict[str, Book]:
    """Return every book by its code in URLs, the default book first."""
    return {
        book.code: book
        for book in map(catalog.book, catalog.sort_for_display(catalog.book_codes()))
    }


def find_book(path: str) -> Book:
    """Return the book with this code; raises HttpProblem (404)."""
    book = books().get(path)
    if book is None:
        pages = [(f"/{code}/", each.title) for code, each in books().items()]
        raise HttpProblem(
            404,
            "Page not found",
            Advice("no_book", books=pages),
            field="book",
            right=books(),
        )
    return book


def find_playable_book(path: str) -> Book:
    """Return the book with this code if bots can play its games; raises HttpProblem (404)."""
    book = find_book(path)
    if not catalog.is_played(book.family):
        raise HttpProblem(
            404, "No bots for this book", "You can read and print its rules, but not simulate it."
        )
    return book


def check_table(book: Book, field: str, table_id: str, title: str, other: str = "") -> None:
    """Raise HttpProblem (400) if a book does not roll the table that a field of the address names.

    Args:
        book: The book.
        field: The name of the field.
        table_id: Its value.
        title: The heading of the error page.
        other: A value besides the ids of tables, which the error page names; empty for none.
    """
    if table_id not in {table.id for table in book.rolled}:
        advice = Advice("unknown_rule", field=field, example=book.rolled[0].id, other=other)
        raise HttpProblem(400, title, advice, field=field)


def page_address() -> str:
    """Return the requested address within the site, for printing; empty for POST."""
    if request.method not in ("GET", "HEAD"):
        return ""
    query = request.query_string.decode("ascii", "replace")
    return f"{request.path}?{query}" if query else request.path


def redirect_to(url: str, status: int = 303) -> Response:
    """Return a redirect within the site, without the host name, which the client may choose."""
    return make_response(redirect(url, status))


def keep_within_site(response: Response) -> Response:
    """Return a redirect by Flask without the host name; any other response unchanged."""
    location = urlsplit(response.location or "")
    if not location.scheme and not location.netloc:
        return response
    # After two slashes the first segment would be a host name.
    path = "/" + location.path.removeprefix(request.script_root).lstrip("/")
    return redirect_to(
        urlunsplit(("", "", path, location.query, location.fragment)), response.status_code
    )


def check_encoding() -> None:
    """Raise HttpProblem (400) for a query or form that is not UTF-8."""
    _check_utf8(request.query_string)
    if request.mimetype == "application/x-www-form-urlencoded":
        _check_utf8(request.get_data(cache=True))


def _check_utf8(sent: bytes) -> None:
    # A byte that is cut off at the end, such as %C, is none.
    whole = re.sub(rb"%[0-9A-Fa-f]?$", b"\xff", sent)
    try:
        unquote_to_bytes(whole).decode("utf-8")
    except UnicodeDecodeError:
        raise HttpProblem(
            400,
            "Damaged text",
            Advice("no_utf8"),
        ) from None
