"""The pages of a game: its rulebook, its dice and its downloads."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template, request

from carnage.catalog import Book
from carnage.rulebook import Rulebook, build_rulebook
from carnage.rulesets.ruleset import Ruleset
from carnage.web.games.dice import ALL_DICE
from carnage.web.games.dice_page import DicePage
from carnage.web.games.downloads import check_ending, export_game
from carnage.web.games.game_input import is_made_of
from carnage.web.games.history import NO_HISTORY, UndoHistory, read_history
from carnage.web.games.links import LinkState, fault_url, game_url, read_game
from carnage.web.games.page import GamePage
from carnage.web.http import NOINDEX_HEADER, mark_noindex
from carnage.web.params import check_table, find_book, redirect_to

games = Blueprint("games", __name__)


# The error pages read the book's code from the argument `path`, and the seed from `game`.
@games.get("/<path>/<game>")
def show_game(path: str, game: str) -> Response:
    """Return the rulebook of a game; with an ending a download, with a field `die` the dice."""
    book = find_book(path)
    digits, dot, ending = game.partition(".")
    if dot:
        check_ending(ending)
    ruleset, carried = read_game(book, digits)
    if dot:
        return export_game(ruleset, carried, ending)
    if table_id := request.args.get("lock"):
        return toggle_lock(book, digits, carried, table_id)
    rulebook = build_rulebook(ruleset, carried.own, carried.world)
    trail = read_history(request.args, book)
    if "die" in request.args:
        return Response(render_dice(rulebook, carried, trail))
    response = Response(render_rules(rulebook, carried, trail, request.args.get("words", "")))
    if trail:
        response.headers.set(*NOINDEX_HEADER)
    return response


def render_rules(
    rulebook: Rulebook, carried: LinkState, trail: UndoHistory = NO_HISTORY, words: str = ""
) -> str:
    """Return the page with the rulebook of a game; `words` are shown if the game is made of
    them.
    """
    ruleset = rulebook.ruleset
    return render_template(
        "games/game.html",
        page=GamePage(rulebook, carried, trail),
        rulebook=rulebook,
        ruleset=ruleset,
        book=ruleset.book,
        words=words if is_made_of(words, ruleset.seed) else "",
        fault_url=fault_url(current_app.config["FAULTS"], ruleset.path),
    )


def render_dice(rulebook: Rulebook, carried: LinkState, trail: UndoHistory) -> str:
    """Return the page with the dice of a game; raises HttpProblem for an unknown die."""
    book, die = rulebook.ruleset.book, request.args["die"] or ALL_DICE
    if die != ALL_DICE:
        check_table(book, "die", die, "Unknown die", ALL_DICE)
    page = DicePage(rulebook, carried, trail, die)
    return render_template("games/dice.html", page=page, ruleset=rulebook.ruleset, book=book)


def toggle_lock(book: Book, digits: str, carried: LinkState, table_id: str) -> Response:
    """Redirect to the game with a rule locked or unlocked.

    Raises HttpProblem for an unknown rule.
    """
    check_table(book, "lock", table_id, "Unknown rule to lock")
    trail = read_history(request.args, book)
    url = game_url(book, digits, carried.toggled(book, table_id), table_id, **trail.fields())
    return mark_noindex(redirect_to(url), "no-store")


def respond_with_game(ruleset: Ruleset, carried: LinkState, ending: str = "") -> Response:
    """Return the page of a game or one of its forms, under names that may be too long for an
    address.
    """
    if ending:
        return export_game(ruleset, carried, ending)
    return Response(render_rules(build_rulebook(ruleset, carried.own, carried.world), carried))
