"""Games without a roll: featured games with their tags, the game of the day, and the visitor's
shelf.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request
from markupsafe import Markup, escape

from carnage import catalog
from carnage.catalog.toml import Entry, read_toml
from carnage.rulebook.markdown import render_inline
from carnage.rulebook.summary import choose_tags
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.errors import Advice, HttpProblem
from carnage.web.games.game_input import parse_game_input
from carnage.web.games.links import named_game_url
from carnage.web.home.presets import describe_preset
from carnage.web.http import mark_noindex
from carnage.web.params import redirect_to

featured = Blueprint("featured", __name__)

DAILY_TEXT = "game of the day {:%Y-%m-%d}"  # the text that becomes the seed


class _FeaturedGame(Entry, frozen=True):
    book: str
    seed: str
    why: str


class _FeaturedGames(Entry, frozen=True):
    pick: tuple[_FeaturedGame, ...]


@cache
def list_featured_games() -> tuple[tuple[Ruleset, str], ...]:
    """Return the games of `tables/picks.toml` with a reason for each, the default book's first."""
    entries = read_toml(catalog.TABLES, "picks.toml", _FeaturedGames).pick
    in_order = sorted(entries, key=lambda pick: pick.book != catalog.DEFAULT_BOOK)
    return tuple((_resolve_game(pick), pick.why) for pick in in_order)


def _resolve_game(pick: _FeaturedGame) -> Ruleset:
    book = catalog.book(pick.book)
    # A published system has its own name here, too.
    seed = Seed.parse(pick.seed, book.length)
    published = {
        (each.ruleset.book.code, each.ruleset.seed): each.ruleset for each in list_presets()
    }
    return published.get((book.code, seed)) or resolve(book, seed)


class Card(NamedTuple):
    """A game on the page of featured games, with a reason to look at it and its tags."""

    ruleset: Ruleset
    url: str
    title: str
    why: Markup
    tags: tuple[str, ...]
    published: bool


@cache
def list_cards() -> tuple[Card, ...]:
    """Return the featured games, then all other published systems."""
    found = [
        Card(game, named_game_url(game), game.name, escape(why), choose_tags(game), False)
        for game, why in list_featured_games()
    ]
    there = {card.ruleset.canonical_seed for card in found}
    for preset in list_presets():
        if preset.ruleset.canonical_seed not in there:
            shown, game = describe_preset(preset), preset.ruleset
            why = render_inline(shown.intro.split("\n\n")[0])
            found.append(Card(game, shown.rules, preset.title, why, choose_tags(game), True))
    return tuple(found)


@cache
def count_tags() -> dict[str, int]:
    """Return the tags of these games with the number of games that have each."""
    counted = Counter(tag for card in list_cards() for tag in card.tags)
    return dict(sorted(counted.items()))


@featured.get("/picks")
def show_featured() -> Response:
    """Return the page of featured games, all of them or those with a tag."""
    tag = request.args.get("tag", "")
    if tag and tag not in count_tags():
        pages = [(f"/picks?tag={each}", each) for each in count_tags()]
        raise HttpProblem(
            404, "Unknown tag", Advice("tags", pages=pages), field="tag", right=count_tags()
        )
    shown = [card for card in list_cards() if not tag or tag in card.tags]
    return make_response(
        render_template(
            "home/featured.html", tag=tag, tags=count_tags(), cards=shown, of=len(list_cards())
        )
    )


@featured.get("/today")
def redirect_to_daily_game() -> Response:
    """Redirect to the game of this day (UTC), the same for everybody."""
    now = datetime.now(UTC)
    midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
    seconds = min(3600, int((midnight - now).total_seconds()))
    return mark_noindex(redirect_to(daily_game_url(now.date())), f"public, max-age={seconds}")


def daily_game_url(day: date) -> str:
    """Return the address of the game of a day, which is made of words with the date."""
    return parse_game_input(DAILY_TEXT.format(day), None, as_words=True).url


@featured.get("/shelf")
def show_shelf() -> Response:
    """Return the page of the visitor's shelf, which is stored on the device alone."""
    return make_response(render_template("home/shelf.html"))
