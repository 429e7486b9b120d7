"""What can be done with a game, where nobody has said with which: the box that asks, and games to take."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request

from carnage.game_names import GameNameError
from carnage.seeds import Seed, TextError
from carnage.web.errors import MOST_FIELDS, keep_printable
from carnage.web.games.game_input import AmbiguousInput, FoundGame, default_book, parse_game_input
from carnage.web.home.featured import cards
from carnage.web.http import unlisted
from carnage.web.params import find_book, redirect_to

choose_game = Blueprint("choose_game", __name__)


class GameAction(NamedTuple):
    """Something that is done with a game: its heading, what that is in a sentence, what its button says."""

    title: str
    told: str
    button: str


WAYS = {
    "play": GameAction(
        "Play a game",
        "Take a side yourself, on this site, against bots or each other; or watch bots play.",
        "Play it",
    ),
    "watch": GameAction(
        "Watch a game",
        "Bots play it on a table, step by step, each with the rule that it goes by.",
        "Watch it",
    ),
    "table": GameAction(
        "At the table", "What is counted, thrown and looked up in a game, on one screen.", "At the table"
    ),
    "lab": GameAction(
        "Playtest a game",
        "Bots play it many times, and what that shows of its rules is said.",
        "Playtest it",
    ),
    "print": GameAction(
        "On paper", "The rulebook of a game, and cards, tokens and sheets to cut out.", "Print it"
    ),
    "own": GameAction(
        "Names of your own", "A game’s sides, figures and weapons under other names.", "Name its figures"
    ),
}
"""By the first part of its addresses, which go on with the book and the seed."""
OURS = ("game", "book")  # fields that say which game; all others are the way's own


def ask(way: str) -> Response:
    """Ask which game; once that is said, redirect to it, or to a new game if nothing is typed."""
    text = request.args.get("game")
    if text is None:
        return _page(way)
    asked = request.args.get("book", "")
    book = find_book(asked) if asked else default_book()
    if not text.strip():
        return _on(way, FoundGame(book, Seed.roll(book.length)))
    try:
        return _on(way, parse_game_input(text, book))
    except AmbiguousInput as unclear:
        return _page(way, unclear.wrong, unclear.near)
    except (TextError, GameNameError) as error:
        return _page(way, str(error))


for _way in WAYS:
    choose_game.add_url_rule(f"/{_way}", _way, ask, defaults={"way": _way}, strict_slashes=False)


def _more() -> list[tuple[str, str]]:
    """What the address asks for beside a game, as far as a form gives it back."""
    return [pair for pair in request.args.items(multi=True) if pair[0] not in OURS][:MOST_FIELDS]


def _on(way: str, found: FoundGame) -> Response:
    place = f"/{way}/{found.book.code}/{found.seed.digits}"
    return unlisted(redirect_to(place + found.carried.query(**dict(_more()))), "no-store")


def _page(way: str, wrong: str = "", near: tuple[FoundGame, ...] = ()) -> Response:
    page = render_template(
        "home/choose_game.html",
        way=way,
        ways=WAYS,
        wrong=wrong,
        near=near,
        typed=keep_printable(request.args.get("game", "")),
        asked=request.args.get("book", default_book().code),
        more=_more(),
        cards=[card for card in cards() if not card.published],
    )
    return unlisted(make_response(page, 400), "no-store") if wrong else make_response(page)
