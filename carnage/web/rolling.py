"""Rolling: a new game, one rule anew, or all but those that are kept. Never cached; crawlers keep off."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping

from flask import Blueprint, Response, redirect, request

from carnage import catalog
from carnage.catalog import Book
from carnage.catalog.variants import variants
from carnage.seeds import Seed, normalised
from carnage.web.errors import Trouble
from carnage.web.links import Carried, game_url, read_carried
from carnage.web.reading import books, find_book

rolling = Blueprint("rolling", __name__)

ANY = "any"  # what is asked for where chance shall pick the book


def reroll_one(book: Book, seed: Seed, table_id: str) -> Seed:
    """The same game with one rule rolled anew, among the rolls that give another result than it has.

    Raises KeyError for a table that is not rolled.
    """
    table, at = book.table(table_id), book.place(table_id)
    now = int(seed.digits[at : at + table.digits])
    others = [roll for variant in variants(table) if now not in variant.rolls for roll in variant.rolls]
    roll = secrets.choice(others or range(10**table.digits))
    return seed.replaced(at, str(roll).zfill(table.digits))


def reroll_rest(book: Book, seed: Seed, keep: tuple[str, ...]) -> Seed:
    """A game with these tables as they are and all others rolled anew; another seed, if there is a choice."""
    if len(keep) == len(book.rolled):
        return seed
    while True:
        fresh = Seed.roll(book.length)
        for table_id in keep:
            at, digits = book.place(table_id), book.table(table_id).digits
            fresh = fresh.replaced(at, seed.digits[at : at + digits])
        if fresh != seed:
            return fresh


@rolling.post("/roll")
def roll() -> Response:
    """A new seed, or the seed of what was typed; then its game."""
    asked = request.form.get("book", "")
    text = request.form.get("text", "").strip()
    book = _any_book(text) if asked == ANY else find_book(asked) if asked else default_book()
    carried = read_carried(request.form, book)
    book, seed = _typed(text, book)
    return _to(game_url(book, seed.digits, carried))


def _any_book(text: str) -> Book:
    """One of all books, each as likely as any other; where something was typed, the one that this picks.

    So the same text gives the same game. Every book draws a number for it, and the highest wins: a new book
    takes a few texts over and moves none from one of the old books to another. Digits are a seed of a book
    that they fit, if there is one.
    """
    shelf = list(books().values())
    if not text:
        return secrets.choice(shelf)
    digits = _grouped(text)
    fitting = [book for book in shelf if digits and book.length == len(digits)]
    drawn_for = digits if fitting else normalised(text)
    return max(fitting or shelf, key=lambda book: _drawn(book, drawn_for))


def _drawn(book: Book, text: str) -> bytes:
    return hashlib.sha256(f"carnage/any/1/{book.code}/{text}".encode()).digest()


def _grouped(text: str) -> str:
    """The digits of a text that is nothing else, however they are grouped; or nothing.

    The original prints a seed as #243…; typed in like that it is still a seed.
    """
    digits = re.sub(r"[#\s-]+", "", text)
    return digits if digits.isascii() and digits.isdigit() else ""


def _typed(text: str, book: Book) -> tuple[Book, Seed]:
    """The seed of what was typed; a fresh roll if that is nothing. Digits may be another book's seed."""
    if not text:
        return book, Seed.roll(book.length)
    digits = _grouped(text)
    if digits and len(digits) != book.length:
        other = catalog.book_for(digits)
        if other.length == len(digits):
            return other, Seed(digits)
    if text.startswith("#") and len(digits) == book.length:
        return book, Seed(digits)
    return book, Seed.from_any(text, book.length)


@rolling.get("/roll")
def reroll() -> Response:
    """From a game: one rule anew (`only`), or all that are not in `keep`. Without a game, home."""
    fields: Mapping[str, str] = request.args
    if "from" not in fields:
        return _to("/")
    book = find_book(fields["book"]) if fields.get("book") else catalog.book_for(fields["from"])
    seed = Seed.parse(fields["from"], book.length)
    carried: Carried = read_carried(fields, book)
    only = fields.get("only", "")
    if not only:
        return _to(game_url(book, reroll_rest(book, seed, carried.keep).digits, carried))
    if only not in {table.id for table in book.rolled}:
        raise Trouble(
            400,
            "No such rule to roll",
            f"<p>What stands after <code>only=</code> is one rule of this book, such as "
            f"<code>only={book.rolled[0].id}</code>.</p>",
        )
    return _to(game_url(book, reroll_one(book, seed, only).digits, carried, anchor=only))


def _to(url: str) -> Response:
    response = redirect(url, 303)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    assert isinstance(response, Response)
    return response


def default_book() -> Book:
    """The book that a roll is made in where none is asked for."""
    return catalog.book(catalog.DEFAULT_BOOK)
