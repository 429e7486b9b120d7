"""Reading what a visitor sent: books by their place in the URL, and text that arrived whole."""

from __future__ import annotations

from functools import cache
from urllib.parse import unquote_to_bytes, urlsplit, urlunsplit

from flask import Response, redirect, request

from carnage import catalog
from carnage.catalog import Book
from carnage.web.errors import Advice, Trouble

ANY = "any"  # what is asked for where chance shall pick the book


@cache
def books() -> dict[str, Book]:
    """Every book by its place in URLs, the one that is rolled on first."""
    return {book.code: book for book in map(catalog.book, catalog.offered(catalog.book_codes()))}


def find_book(path: str) -> Book:
    """The book at this place in URLs; raises Trouble (404) if there is none."""
    book = books().get(path)
    if book is None:
        pages = [(f"/{code}/", each.title) for code, each in books().items()]
        raise Trouble(
            404,
            "There is no page here",
            Advice("no_book", books=pages),
            field="book",
            right=books(),
        )
    return book


def find_played(path: str) -> Book:
    """The same of a book whose games bots can play; raises Trouble (404) for any other."""
    book = find_book(path)
    if not catalog.is_played(book.family):
        raise Trouble(404, "Nobody plays this yet", "Its rules are all there, and no bots that know them.")
    return book


def check_table(book: Book, field: str, table_id: str, title: str, other: str = "") -> None:
    """Raise Trouble (400) if a book does not roll the table that a field of the address names.

    Args:
        book: The book.
        field: The name of the field.
        table_id: Its value.
        title: The heading of the error page.
        other: A value besides the ids of tables, which the error page names; empty for none.
    """
    if table_id not in {table.id for table in book.rolled}:
        advice = Advice("unknown_rule", field=field, example=book.rolled[0].id, other=other)
        raise Trouble(400, title, advice, field=field)


def page_address() -> str:
    """The address within the site that was asked for, as pages on paper have it; empty for what was sent."""
    if request.method not in ("GET", "HEAD"):
        return ""
    query = request.query_string.decode("ascii", "replace")
    return f"{request.path}?{query}" if query else request.path


def redirect_to(url: str, status: int = 303) -> Response:
    """Return a redirect within the site, without the host's name, which is the visitor's word."""
    response = redirect(url, status)
    assert isinstance(response, Response)
    return response


def keep_within_site(response: Response) -> Response:
    """A redirect of Flask's own (of doubled slashes), without the host's name either; all else as it is."""
    place = urlsplit(response.location or "")
    if not place.scheme and not place.netloc:
        return response
    # Two slashes in front would make a host of what follows.
    path = "/" + place.path.lstrip("/")
    return redirect_to(urlunsplit(("", "", path, place.query, place.fragment)), response.status_code)


def check_bytes() -> None:
    """Refuse a query or form with bytes in it that are no UTF-8; raises Trouble (400)."""
    if request.environ.get("QUERY_STRING"):
        _check(request.query_string)
    if request.mimetype == "application/x-www-form-urlencoded":
        _check(request.get_data(cache=True))


def _check(sent: bytes) -> None:
    try:
        unquote_to_bytes(sent).decode("utf-8")
    except UnicodeDecodeError:
        raise Trouble(
            400,
            "That text did not arrive whole",
            Advice("no_utf8"),
        ) from None
