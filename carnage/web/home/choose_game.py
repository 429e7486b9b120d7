"""The page that asks for a game before an action, such as playing it."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request

from carnage.rulesets.game_names import GameNameError
from carnage.seeds import Seed, TextError
from carnage.web.errors import MAX_FORM_FIELDS, keep_printable
from carnage.web.games.game_input import AmbiguousInput, FoundGame, default_book, parse_game_input
from carnage.web.home.featured import list_cards
from carnage.web.http import mark_noindex
from carnage.web.params import find_book, redirect_to

choose_game = Blueprint("choose_game", __name__)


class GameAction(NamedTuple):
    """An action with a game: its heading, a sentence about it, and the label of its button."""

    title: str
    told: str
    button: str


ACTIONS = {
    "play": GameAction(
        "Play a game",
        "Play a game on this site against bots or a friend, or watch bots play.",
        "Play this game",
    ),
    "watch": GameAction(
        "Watch a game",
        "Watch bots play a game step by step, with the rule for each step.",
        "Watch this game",
    ),
    "table": GameAction(
        "Table companion",
        "Counters, dice and a rules summary for your game, on one screen.",
        "Open table companion",
    ),
    "lab": GameAction(
        "Playtest a game",
        "Bots play a game many times and report if it is fair, how long it takes and what to "
        "change.",
        "Playtest this game",
    ),
    "print": GameAction(
        "Print a game",
        "Print the rulebook of a game, and cards, tokens and sheets to cut out.",
        "Print this game",
    ),
    "own": GameAction(
        "Rename sides, figures and weapons",
        "Give your own names to the sides, figures and weapons of a game.",
        "Rename its figures",
    ),
}
"""The actions by the first segment of their addresses, which the book and the seed follow."""
GAME_FIELDS = ("game", "book")  # fields that name the game; all others are kept


def show_form(way: str) -> Response:
    """Return the form; redirect to the game that was typed, or to a new game for an empty input."""
    text = request.args.get("game")
    if text is None:
        return _render_page(way)
    asked = request.args.get("book", "")
    book = find_book(asked) if asked else default_book()
    if not text.strip():
        return _redirect_to_action(way, FoundGame(book, Seed.roll(book.length)))
    try:
        return _redirect_to_action(way, parse_game_input(text, book))
    except AmbiguousInput as unclear:
        return _render_page(way, unclear.wrong, unclear.near)
    except (TextError, GameNameError) as error:
        return _render_page(way, str(error))


for _way in ACTIONS:
    choose_game.add_url_rule(
        f"/{_way}", _way, show_form, defaults={"way": _way}, strict_slashes=False
    )


def _list_other_fields() -> list[tuple[str, str]]:
    """Return the fields of the address that are not about the game, as far as a form keeps them."""
    return [pair for pair in request.args.items(multi=True) if pair[0] not in GAME_FIELDS][
        :MAX_FORM_FIELDS
    ]


def _redirect_to_action(way: str, found: FoundGame) -> Response:
    place = f"/{way}/{found.book.code}/{found.seed.digits}"
    return mark_noindex(
        redirect_to(place + found.carried.query(**dict(_list_other_fields()))), "no-store"
    )


def _render_page(way: str, wrong: str = "", near: tuple[FoundGame, ...] = ()) -> Response:
    asked = request.args.get("book", default_book().code)
    cards = [card for card in list_cards() if not card.published]
    page = render_template(
        "home/choose_game.html",
        way=way,
        ways=ACTIONS,
        wrong=wrong,
        near=near,
        typed=keep_printable(request.args.get("game", "")),
        asked=asked,
        more=_list_other_fields(),
        cards=sorted(cards, key=lambda card: card.ruleset.book.code != asked),
    )
    return mark_noindex(make_response(page, 400), "no-store") if wrong else make_response(page)
