"""The pages that are no game: home, credits, and what crawlers and browsers ask for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import groupby

import msgspec
from flask import Blueprint, Response, abort, current_app, render_template, request

from carnage import catalog
from carnage.catalog.rolls import Choice
from carnage.presets import presets
from carnage.rulebook.markdown import render_markdown
from carnage.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.atlas.tendencies import offered
from carnage.web.atlas.views import atlases
from carnage.web.games.game_input import default_book
from carnage.web.games.links import known_url
from carnage.web.home.featured import cards, tags
from carnage.web.home.presets import describe_preset
from carnage.web.http import PUBLIC, REVALIDATE
from carnage.web.params import books, redirect_to

pages = Blueprint("pages", __name__)

# By whom links are previewed in messages and posts: each fetches the one page that somebody has sent.
PREVIEWING = (
    "facebookexternalhit",
    "meta-externalfetcher",
    "WhatsApp",
    "Twitterbot",
    "Discordbot",
    "Slackbot-LinkExpanding",
    "Slack-ImgProxy",
    "TelegramBot",
    "LinkedInBot",
    "redditbot",
    "Pinterestbot",
    "SkypeUriPreview",
    "Mastodon",
    "Bluesky Cardyb",
    "Iframely",
    "Embedly",
)
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"  # the name of the form, nothing that is fetched
SECURITY_HOLDS = timedelta(days=180)  # how long what security.txt says may be relied on


PICTURED = {
    "watch": "/watch/classic/243856987615781?dice=3",
    "at": "/watch/classic/243856987615781?dice=3&at=321",
    "play": "/play/classic/243856987615781?bots=person,greedy",
}
"""Where the game of static/table.svg can be watched, from its start and where it is pictured, and played."""


@pages.get("/")
def home() -> Response:
    """What this is, and the way in. With `seed`, a bookmark of the original toolkit: off to the same game."""
    if "seed" in request.args:
        return _from_original(request.args["seed"], request.args.get("game_name", ""))
    page = render_template(
        "home/home.html",
        book=default_book(),
        presets=presets(),
        cards=[card for card in cards() if not card.published],
        pictured=PICTURED,
    )
    return Response(page)


def policy_of_games() -> str:
    """How long a page may be kept that shows all books: as long as none of them is a draft."""
    return PUBLIC if all(book.frozen for book in books().values()) else REVALIDATE


@pages.get("/presets")
def all_presets() -> Response:
    """The published systems as games, and what in them is ours."""
    page = render_template(
        "home/presets.html",
        shown=[(preset, describe_preset(preset)) for preset in presets()],
        render_markdown=render_markdown,
    )
    return Response(page)


@pages.get("/presets.json")
def presets_json() -> Response:
    """The same for programs."""
    encoded = msgspec.json.encode([describe_preset(preset) for preset in presets()])
    text = msgspec.json.format(encoded, indent=2) + b"\n"
    return Response(text, content_type="application/json; charset=utf-8")


@pages.app_template_filter()
def groupby_chapter(choices: Iterable[Choice]) -> list[tuple[str, list[Choice]]]:
    """Choices in the groups that their tables' chapters make."""
    return [(chapter, list(run)) for chapter, run in groupby(choices, lambda choice: choice.table.chapter)]


def _from_original(digits: str, name: str) -> Response:
    """As with the original, of a longer seed the first 15 digits count. It had one book, our classic."""
    book = catalog.book("classic")
    if len(digits) > book.length:
        Seed.parse(digits, len(digits))  # all of it has to be digits, what counts and what does not
    seed = Seed.parse(digits[: book.length], book.length)
    ruleset = resolve(book, seed, name)
    return redirect_to(known_url(ruleset), 301)


@pages.get("/credits")
def credits() -> Response:
    """Every source and its licence."""
    return Response(render_template("home/credits.html", sources=catalog.sources()))


@pages.get("/privacy")
def privacy() -> Response:
    """Return the page that says what is logged and stored, and for how long."""
    return Response(render_template("home/privacy.html"))


@pages.get("/robots.txt")
def robots() -> Response:
    """There are more games than any crawler has time for: they may read the books, and no single game. Those
    that preview what somebody has sent follow no links: they may see that, and nothing that takes work."""
    text = render_template("home/robots.txt", previewing=PREVIEWING)
    return Response(text, content_type="text/plain; charset=utf-8")


@pages.get("/sitemap.xml")
def sitemap() -> Response:
    """The pages that have an end, for crawlers; only where the site's own address is known, as theirs have to
    be whole. What finds games takes work and is not among them."""
    if not current_app.config["ADDRESS"]:
        abort(404)
    measures = {code: [name for name, _ in offered(atlas)] for code, atlas in atlases().items()}
    text = render_template("home/sitemap.xml", namespace=SITEMAPS, tags=tags(), measures=measures)
    return Response(f"{text}\n", content_type="application/xml; charset=utf-8")


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a device shows of the site that somebody has put on its first screen."""
    text = render_template("home/manifest.webmanifest")
    return Response(f"{text}\n", content_type="application/manifest+json; charset=utf-8")


@pages.get("/.well-known/security.txt")
def security() -> Response:
    """Whom to tell of a hole in the site (RFC 9116), if whoever runs it has said so."""
    contact = current_app.config["SECURITY_CONTACT"]
    if not contact:
        abort(404)
    until = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + SECURITY_HOLDS
    lines = [f"Contact: {contact}", f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}", "Preferred-Languages: en"]
    response = Response("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = PUBLIC
    return response


@pages.get("/favicon.ico")
def favicon() -> Response:
    return redirect_to("/static/favicon.svg", 301)
