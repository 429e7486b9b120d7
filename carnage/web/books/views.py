"""The page of a book."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response, current_app, request

from carnage.web.books.page import book_page, picking_page
from carnage.web.books.picking import asks_for_picks, read_picks
from carnage.web.params import find_book, redirect_to

books = Blueprint("books", __name__)


@books.get("/<path>", strict_slashes=False)
def redirect_to_folder(path: str) -> Response:
    """Redirect to the page of a book; raises Trouble (404) for any other address without a slash."""
    return redirect_to(f"/{find_book(path).code}/", 301)


@books.get("/<path>/")
def show_book(path: str) -> Response:
    """Return all tables of a book, with the picks that the address carries."""
    book = find_book(path)
    if not asks_for_picks(request.args):
        return Response(_render_book(path, current_app.config["ADDRESS"]))
    return picking_page(book, read_picks(request.args, book))


@cache
def _render_book(path: str, address: str) -> str:
    """Return the page of a book, which depends on the address of the site."""
    return book_page(find_book(path))
