"""The routes that roll: a new game, one rule, or all rules that are not locked.

Responses are never cached or listed by crawlers.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, render_template, request

from carnage import catalog
from carnage.catalog import Book
from carnage.catalog.variants import list_variants
from carnage.lab.criteria import InvalidCriteria
from carnage.lab.criteria_text import criteria_from_url as wished
from carnage.lab.rulebook_search import find_random_match
from carnage.rulesets.address import parse_seed
from carnage.rulesets.game_names import GameNameError
from carnage.rulesets.ruleset import resolve
from carnage.rulesets.world import choose_rolled_setting, default_setting
from carnage.seeds import Seed, TextError
from carnage.web.books.manual_game import has_manual_choices, make_seed, read_manual_choices
from carnage.web.books.views import render_book
from carnage.web.errors import Advice, error_page, prefers_json
from carnage.web.games.dice import ALL_DICE
from carnage.web.games.game_input import (
    AmbiguousInput,
    FoundGame,
    default_book,
    parse_game_input,
    random_book,
)
from carnage.web.games.history import NO_HISTORY, TO_DICE, UndoHistory, dice_url, read_history
from carnage.web.games.links import LinkState, game_url, read_link_state
from carnage.web.http import mark_noindex
from carnage.web.params import ANY_BOOK, books, check_table, find_book, redirect_to

roll_routes = Blueprint("rolling", __name__)

TO_RULES = "rules"  # the value of `to` for scripts that keep the history themselves
TRIES = 300  # random games that are searched for one that matches a wish
STEPS = 450  # changes of one die that are tried to improve the best of them


def reroll_one(book: Book, seed: Seed, table_id: str, carried: LinkState | None = None) -> Seed:
    """Return the seed with one rule rolled again, with another result than before.

    With a wish, only the results that keep most of it are rolled. Raises KeyError for a table that
    is not rolled.
    """
    table, at = book.table(table_id), book.digit_offset(table_id)
    now = int(seed.digits[at : at + table.digits])
    others = [variant for variant in list_variants(table) if now not in variant.rolls]
    if carried and carried.wish:
        wishes = wished(carried.wish, book)
        games = [resolve(book, seed.replaced(at, each.lowest)) for each in others]
        short = [(len(wishes.unmet_by(game)), wishes.count_other_forms(game)) for game in games]
        others = [each for each, falls in zip(others, short, strict=True) if falls == min(short)]
    rolls = [roll for variant in others for roll in variant.rolls]
    roll = secrets.choice(rolls or range(10**table.digits))
    return seed.replaced(at, str(roll).zfill(table.digits))


def reroll_rest(book: Book, seed: Seed, keep: tuple[str, ...], wish: str = "") -> Seed:
    """Return the seed with all rules rolled again but the locked ones; another seed, if there is
    one.

    With a wish, it is the seed nearest to the wish that a search finds.
    """
    if len(keep) == len(book.rolled):
        return seed
    if wish:
        locked = {id: seed.digits[book.digit_offset(id) :][: book.table(id).digits] for id in keep}
        return find_random_match(book, wished(wish, book), locked, seed, TRIES, STEPS).ruleset.seed
    while True:
        fresh = Seed.roll(book.length)
        for table_id in keep:
            at, digits = book.digit_offset(table_id), book.table(table_id).digits
            fresh = fresh.replaced(at, seed.digits[at : at + digits])
        if fresh != seed:
            return fresh


@roll_routes.post("/roll")
def roll() -> Response:
    """Redirect to a new game, or to the game that was typed; ask again for an unclear input."""
    asked = request.form.get("book", "")
    text = request.form.get("text", "").strip()
    book = None if asked == ANY_BOOK else find_book(asked) if asked else default_book()
    wish = request.form.get("wish", "").strip()
    if wish and not text:
        return _redirect(_find_game_url(wish, book))
    carried = read_link_state(request.form, book) if book else LinkState()
    if not text:
        book = book or random_book()
        seed = Seed.roll(book.length)
        return _redirect(game_url(book, seed.digits, _with_rolled_setting(carried, book, seed)))
    try:
        found = parse_game_input(text, book, request.form.get("as") == "words")
    except AmbiguousInput as unclear:
        return _ask_again(text, asked, unclear.wrong, unclear.near, find=unclear.find)
    except (TextError, GameNameError) as error:
        return _ask_again(text, asked, str(error), (), wordable=isinstance(error, GameNameError))
    if not found.carried.name and not found.carried.keep and found.book is book:
        found = replace(found, carried=replace(carried, wish=""))
    return _redirect(found.url)


def _with_rolled_setting(carried: LinkState, book: Book, seed: Seed) -> LinkState:
    """Return the state with the setting that the address of a new roll names."""
    return replace(carried, setting=choose_rolled_setting(book, seed, carried.setting))


def _find_game_url(wish: str, book: Book | None) -> str:
    """Return the address of a new game that matches a wish, or comes nearest to it.

    Without a requested book it is of a random book that understands the whole wish. If no book
    does, it is the address of the page to find games.
    """
    shelf = [book] if book else secrets.SystemRandom().sample(list(books().values()), len(books()))
    for each in shelf:
        try:
            carried = read_link_state(request.form, each)
        except InvalidCriteria:
            continue
        near = find_random_match(each, wished(carried.wish, each), {}, None, TRIES, STEPS)
        seed = near.ruleset.seed
        return game_url(each, seed.digits, _with_rolled_setting(carried, each, seed))
    return f"/find/{(book or default_book()).code}?{urlencode({'wish': wish}, safe=',')}"


def _ask_again(
    text: str,
    asked: str,
    wrong: str,
    near: tuple[FoundGame, ...],
    wordable: bool = True,
    find: str = "",
) -> Response:
    """Return the box again with the input, the error and the games that may be meant."""
    if prefers_json(request.path, request.headers.get("Accept", "")):
        advice = Advice("unclear_game", reason=wrong, near=near, find=find)
        return error_page(400, "Unclear game", advice)
    chosen = asked or default_book().code
    page = render_template(
        "games/ask.html",
        text=text,
        asked=chosen,
        wrong=wrong,
        near=near,
        wordable=wordable,
        find=find,
    )
    return mark_noindex(make_response(page, 400), "private, max-age=600")  # for the Back button


@roll_routes.get("/roll")
def reroll() -> Response:
    """Redirect to a game with rules rolled again, or to a game with the results chosen on a book's
    page.

    The field `only` names the rule to roll, and `keep` the locked rules. The field `to` names the
    page to go to: the dice, or the rules with or without a list of the changes.
    """
    fields: Mapping[str, str] = request.args
    if "from" not in fields:
        return _apply_choices(fields) if has_manual_choices(fields) else _redirect("/")
    book = (
        find_book(fields["book"])
        if fields.get("book")
        else catalog.find_book_by_length(fields["from"])
    )
    seed = parse_seed(fields["from"], book)
    carried: LinkState = read_link_state(fields, book)
    only, to = fields.get("only", ""), fields.get("to", "")
    trail = read_history(fields, book).on(seed.digits) if to != TO_RULES else NO_HISTORY
    if not only:
        fresh, onwards = (
            reroll_rest(book, seed, carried.keep, carried.wish),
            carried.rolled_on(book),
        )
        if carried.setting == default_setting(book, seed):
            # A roll wrote this setting for the noun of the game, which has another noun now.
            onwards = _with_rolled_setting(replace(onwards, setting=""), book, fresh)
        lost = carried.name if carried.name != onwards.name and trail.was else ""
        trail = UndoHistory(trail.was, lost)
        if to == TO_DICE:
            return _redirect(dice_url(book, fresh.digits, ALL_DICE, onwards, trail))
        return _redirect(game_url(book, fresh.digits, onwards, **trail.fields()))
    check_table(book, "only", only, "Unknown rule to roll")
    fresh = reroll_one(book, seed, only, carried)
    if to == TO_DICE:
        return _redirect(dice_url(book, fresh.digits, only, carried, trail))
    return _redirect(game_url(book, fresh.digits, carried, only, **trail.fields()))


def _apply_choices(fields: Mapping[str, str]) -> Response:
    """Redirect to a game with the chosen results; return the page of the book if they are invalid.

    The chosen rules are locked if any other rule was rolled.
    """
    book = find_book(fields["book"]) if fields.get("book") else default_book()
    picks = read_manual_choices(fields, book)
    if picks.refused:
        return render_book(book, picks)
    keep = tuple(table.id for table in book.rolled if table.id in picks.digits)
    carried = LinkState("", keep if len(keep) < len(book.rolled) else ())
    return _redirect(game_url(book, make_seed(book, picks.digits).digits, carried))


def _redirect(url: str) -> Response:
    return mark_noindex(redirect_to(url), "no-store")
