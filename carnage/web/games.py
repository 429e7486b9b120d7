"""A game's page, its downloads, and a book's own page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from urllib.parse import parse_qsl

import msgspec
from flask import Blueprint, Response, current_app, render_template, request

from carnage import document
from carnage.catalog import Book
from carnage.document import Rulebook
from carnage.document.naming import named
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.at_table import UNLISTED, unlisted
from carnage.web.book_page import book_page, picking_page
from carnage.web.errors import Trouble
from carnage.web.front import HTML, Page
from carnage.web.game_page import GamePage
from carnage.web.links import Carried, file_name, game_url, read_carried
from carnage.web.picking import asks_for_picks, read_picks
from carnage.web.reading import find_book, led_on, moved
from carnage.web.tray import NO_TRAIL, Trail, read_trail, trailed
from carnage.web.tray_page import TrayPage
from carnage.web.typed import made_of

games = Blueprint("games", __name__)

TYPES = {"md": "text/markdown", "json": "application/json", "html": "text/html"}


@cache
def length(path: str) -> int:
    """How many digits a seed of this book has."""
    return find_book(path).length


class Shelf:
    """The pages of each book's games, by the book's place in URLs: ready when Flask first answers with one.

    `address` is where the site is found, empty if nobody has said it.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._pages: dict[str, tuple[GamePage, TrayPage]] = {}

    def pages(self, path: str) -> tuple[GamePage, TrayPage]:
        """Those of this book, with all that does not change from game to game; raises Trouble."""
        ready = self._pages.get(path)
        if ready is None:
            book = find_book(path)
            ready = self._pages[path] = (
                GamePage(book, render_template("game.html", book=book), current_app.config["FAULTS"]),
                TrayPage(book, render_template("tray.html", book=book)),
            )
        return ready

    def plain_page(self, path: str, query: str) -> Page | None:
        """What is at this URL (its parts as WSGI gives them) if it is plainly a game; None for all that is
        anything else, unusual or wrong, which is Flask's to answer: it has pages and a log for errors."""
        place, _, game = path[1:].partition("/")
        ready = self._pages.get(place)
        if ready is None or not query.isascii():
            return None
        try:
            pairs = parse_qsl(query, keep_blank_values=True, errors="strict") if query else []
            # Of a field that was sent twice the first counts.
            return self.form(ready, game, dict(reversed(pairs)))
        except Exception:
            return None

    def form(self, ready: tuple[GamePage, TrayPage], game: str, fields: Mapping[str, str]) -> Page:
        """What stands at `<seed>`, the rulebook, with `die` among the fields its tray, or at `<seed>.md`,
        `.json` and `.html`, the same to take away, with what the query's fields carry.

        Raises SeedError, GameNameError or Trouble for what cannot be right.
        """
        page, tray = ready
        book = page.book
        digits, dot, ending = game.partition(".")
        if dot and ending not in TYPES:
            listed = ", ".join(f"<code>.{known}</code>" for known in (*TYPES, "pdf", "png"))
            raise Trouble(404, "There is no such form of a game", f"<p>A game can be had as {listed}.</p>")
        carried = read_carried(fields, book)
        ruleset = resolve(book, Seed.parse(digits, length(book.code)), carried.name)
        if fields.get("lock") and not dot:
            raise Elsewhere(_locked(book, digits, carried, fields["lock"], read_trail(fields, book)))
        if "die" in fields and not dot:
            row = partial(page.dice, ruleset, carried.keep, named=True)
            return Page(HTML, tray.page(document.rulebook(ruleset), carried, row, fields))
        words = fields.get("words", "")
        trail = read_trail(fields, book) if not dot and trailed(fields) else NO_TRAIL
        return self.made(page, ruleset, carried, ending, words if made_of(words, ruleset.seed) else "", trail)

    def made(
        self,
        page: GamePage,
        ruleset: Ruleset,
        carried: Carried,
        ending: str = "",
        words: str = "",
        trail: Trail = NO_TRAIL,
    ) -> Page:
        """The page of this game, made of these words if it is, for whoever came by these games, or with an
        ending one of its forms."""
        if not ending:
            listed = (UNLISTED,) if trail else ()
            return Page(HTML, page.page(document.rulebook(ruleset), carried, words, trail), listed)
        where = self.address + game_url(
            ruleset.book, ruleset.seed.digits, Carried(ruleset.given_name, own=carried.own)
        )
        kind = "inline" if ending == "json" else "attachment"
        return Page(
            f"{TYPES[ending]}; charset=utf-8",
            _FORMS[ending](named(ruleset, carried.own), where if self.address else ""),
            (("Content-Disposition", f'{kind}; filename="{file_name(ruleset, f".{ending}")}"'),),
        )


class Elsewhere(Exception):
    """What was asked for is to be seen at another address, `url`."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url


def _locked(book: Book, digits: str, carried: Carried, table_id: str, trail: Trail) -> str:
    """The game, at this rule, once that is locked or let go; raises Trouble."""
    if table_id not in {table.id for table in book.rolled}:
        raise Trouble(
            400,
            "No such rule to lock",
            f"<p>What stands after <code>lock=</code> is one rule of this book, such as "
            f"<code>lock={book.rolled[0].id}</code>.</p>",
            field="lock",
        )
    return game_url(book, digits, carried.toggled(book, table_id), table_id, **trail.fields())


_FORMS: Mapping[str, Callable[[Rulebook, str], bytes]] = {
    "md": lambda rulebook, where: rulebook.markdown(where).encode(),
    "json": lambda rulebook, _: msgspec.json.format(msgspec.json.encode(rulebook.json()), indent=2) + b"\n",
    "html": lambda rulebook, where: rulebook.as_file(where),
}


def shelf() -> Shelf:
    """Of the application that answers."""
    there: Shelf = current_app.extensions["shelf"]
    return there


def answered(ruleset: Ruleset, carried: Carried, ending: str = "") -> Response:
    """The page of this game, or with an ending one of its forms, whatever its address would be."""
    rulebooks, _ = shelf().pages(ruleset.book.code)
    page = shelf().made(rulebooks, ruleset, carried, ending)
    return Response(page.body, content_type=page.type, headers=list(page.headers))


@games.get("/<path>/<game>")
def game(path: str, game: str) -> Response:
    """A game in one of its forms."""
    try:
        page = shelf().form(shelf().pages(path), game, request.args)
    except Elsewhere as there:
        return unlisted(led_on(there.url), "no-store")
    return Response(page.body, content_type=page.type, headers=list(page.headers))


@games.get("/<path>", strict_slashes=False)
def without_slash(path: str) -> Response:
    """A book's page stands at its folder; anything else that has no slash is no page."""
    return moved(f"/{find_book(path).code}/")


@games.get("/<path>/")
def tables(path: str) -> Response:
    """The book: all its tables with digits and texts, to read, to roll by hand or to pick a game from; with
    picks in its address, these are picked."""
    book = find_book(path)
    if not asks_for_picks(request.args):
        return Response(_tables(path, current_app.config["ADDRESS"]))
    return picking_page(book, read_picks(request.args, book))


@cache
def _tables(path: str, address: str) -> str:
    """A book's page, which says where it stands by the `address` of the site."""
    return book_page(find_book(path))
