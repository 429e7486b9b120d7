"""The page of a book: its tables, and a form to pick a game from them."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request

from carnage.catalog import Book
from carnage.web.books.book_view import build_table_views
from carnage.web.books.manual_game import PICK_PREFIX, ManualChoices, read_manual_choices
from carnage.web.errors import error_page, prefers_json
from carnage.web.http import mark_noindex
from carnage.web.params import find_book, redirect_to

books = Blueprint("books", __name__)


@books.get("/<path>", strict_slashes=False)
def redirect_to_folder(path: str) -> Response:
    """Redirect to the page of a book; raises HttpProblem (404) for any other address without a
    slash.
    """
    return redirect_to(f"/{find_book(path).code}/", 301)


@books.get("/<path>/")
def show_book(path: str) -> Response:
    """Return all tables of a book, with the picks that the address carries."""
    book = find_book(path)
    return render_book(book, read_manual_choices(request.args, book))


def render_book(book: Book, picks: ManualChoices) -> Response:
    """Return the page with these choices; 400 if some are invalid."""
    if picks.refused and prefers_json(request.path, request.headers.get("Accept", "")):
        return error_page(400, "Invalid choice", " ".join(picks.refused))
    page = render_template(
        "books/book.html",
        book=book,
        chapters=build_table_views(book),
        picks=picks.shown,
        refused=picks.refused,
        PICKED=PICK_PREFIX,
    )
    if not picks.refused:
        return Response(page)
    return mark_noindex(make_response(page, 400), "private, max-age=600")  # for the Back button
