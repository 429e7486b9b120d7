"""The pages without a game, and the files that crawlers and browsers request."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import groupby
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, abort, current_app, render_template, request

from carnage import catalog
from carnage.catalog.rolls import Choice
from carnage.rulebook.markdown import render_markdown
from carnage.rulesets.address import read_address
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import resolve
from carnage.seeds import SeedError
from carnage.web.atlas.tendencies import list_measures
from carnage.web.atlas.views import list_atlases
from carnage.web.games.game_input import default_book
from carnage.web.games.links import named_game_url
from carnage.web.home.featured import count_tags, list_cards
from carnage.web.home.presets import describe_preset
from carnage.web.http import PUBLIC, REVALIDATE
from carnage.web.params import books, redirect_to

pages = Blueprint("pages", __name__)

# Crawlers that preview links in messages and posts: each fetches a single page.
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
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"  # a namespace, which nobody fetches
SECURITY_HOLDS = timedelta(days=180)  # until security.txt expires


PICTURED = {
    "watch": "/watch/classic/243856987615781?dice=3",
    "at": "/watch/classic/243856987615781?dice=3&at=321",
    "play": "/play/classic/243856987615781",
}
"""Addresses of the game of static/table.svg: its start, the pictured event, and the same game to
play.
"""


@pages.get("/")
def show_home() -> Response | str:
    """Return the first page; with `seed`, redirect a bookmark of the original toolkit to the
    same game.
    """
    if "seed" in request.args:
        return _redirect_original()
    return render_template(
        "home/home.html",
        book=default_book(),
        presets=list_presets(),
        cards=[card for card in list_cards() if not card.published],
        pictured=PICTURED,
    )


def policy_of_games() -> str:
    """Return the `Cache-Control` of pages that show all books: revalidate if one is a draft."""
    return PUBLIC if all(book.frozen for book in books().values()) else REVALIDATE


@pages.get("/presets")
def show_presets() -> str:
    """Return the page of published systems as games, with the differences of each."""
    return render_template(
        "home/presets.html",
        shown=[(preset, describe_preset(preset)) for preset in list_presets()],
        render_markdown=render_markdown,
    )


@pages.get("/presets.json")
def show_presets_as_json() -> Response:
    """Return the presets as JSON."""
    encoded = msgspec.json.encode([describe_preset(preset) for preset in list_presets()])
    text = msgspec.json.format(encoded, indent=2) + b"\n"
    return Response(text, content_type="application/json; charset=utf-8")


@pages.app_template_filter()
def groupby_chapter(choices: Iterable[Choice]) -> list[tuple[str, list[Choice]]]:
    """Return choices in groups by the chapters of their tables."""
    return [
        (chapter, list(run))
        for chapter, run in groupby(choices, lambda choice: choice.table.chapter)
    ]


def _redirect_original() -> Response:
    """Redirect a bookmark of the original toolkit to the same game of `classic`."""
    address = read_address(f"?{urlencode({'seed': request.args['seed']})}")
    if address is None:
        raise SeedError(
            f"A seed of Classic has {catalog.book('classic').length} digits, each 0 to 9."
        )
    ruleset = resolve(address.book, address.seed, request.args.get("game_name", ""))
    return redirect_to(named_game_url(ruleset), 301)


@pages.get("/credits")
def show_credits() -> Response:
    """Return the page of sources and their licences."""
    return Response(render_template("home/credits.html", sources=catalog.sources()))


@pages.get("/privacy")
def show_privacy() -> Response:
    """Return the page that lists the data that the site logs and stores."""
    return Response(render_template("home/privacy.html"))


@pages.get("/help/players", defaults={"audience": "players"})
@pages.get("/help/designers", defaults={"audience": "designers"})
def show_help(audience: str) -> Response:
    """Return the help page for players or for designers."""
    return Response(render_template(f"home/help_{audience}.html"))


@pages.get("/robots.txt")
def show_robots() -> Response:
    """Return robots.txt.

    There are too many games to crawl, so crawlers may read books but no single game. Previews of
    links fetch one page each, so they may read games but not pages that take work.
    """
    text = render_template("home/robots.txt", previewing=PREVIEWING)
    return Response(text, content_type="text/plain; charset=utf-8")


@pages.get("/sitemap.xml")
def show_sitemap() -> Response:
    """Return the sitemap; 404 if the site's address is unknown, because its addresses are absolute.

    It lists every page without a game, except for pages that take work.
    """
    if not current_app.config["ADDRESS"]:
        abort(404)
    measures = {
        code: [name for name, _ in list_measures(atlas)] for code, atlas in list_atlases().items()
    }
    text = render_template(
        "home/sitemap.xml", namespace=SITEMAPS, tags=count_tags(), measures=measures
    )
    return Response(f"{text}\n", content_type="application/xml; charset=utf-8")


@pages.get("/manifest.webmanifest")
def show_manifest() -> Response:
    """Return the web app manifest."""
    text = render_template("home/manifest.webmanifest")
    return Response(f"{text}\n", content_type="application/manifest+json; charset=utf-8")


@pages.get("/.well-known/security.txt")
def show_security() -> Response:
    """Return security.txt (RFC 9116); 404 without a contact."""
    contact = current_app.config["SECURITY_CONTACT"]
    if not contact:
        abort(404)
    until = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + SECURITY_HOLDS
    lines = [
        f"Contact: {contact}",
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en",
    ]
    response = Response("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = PUBLIC
    return response


@pages.get("/favicon.ico")
def show_favicon() -> Response:
    return redirect_to("/static/favicon.svg", 301)
