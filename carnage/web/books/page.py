"""A book's page: its tables, and a form to pick a game from them."""

from __future__ import annotations

from functools import cache

from flask import Response, make_response, render_template, request

from carnage.catalog import Book
from carnage.web.books.picking import PICKED, Picks
from carnage.web.books.tables import Question, questions
from carnage.web.errors import by_program, error_page
from carnage.web.params import find_book

NOTHING_PICKED = Picks({}, {}, ())


def book_page(book: Book, picks: Picks = NOTHING_PICKED) -> str:
    """The page with these answers picked, and what is wrong with others said."""
    return render_template(
        "books/page.html",
        book=book,
        chapters=_chapters(book.code),
        picks=picks.shown,
        refused=picks.refused,
        PICKED=PICKED,
    )


def picking_page(book: Book, picks: Picks) -> Response:
    """The page with these answers picked; with what is wrong, if anything is, as a bad request."""
    if not picks.refused:
        return Response(book_page(book, picks))
    if by_program(request.path, request.headers.get("Accept", "")):
        return error_page(400, "That cannot be picked", " ".join(picks.refused))
    response = make_response(book_page(book, picks), 400)
    response.headers["Cache-Control"] = "private, max-age=600"  # for whoever comes back to it
    return response


@cache
def _chapters(code: str) -> dict[str, list[Question]]:
    return questions(find_book(code))
