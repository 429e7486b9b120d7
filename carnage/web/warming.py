"""Prepare the application before the server listens: compile templates, fill caches."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Flask

from carnage.rulebook.text import compile_texts
from carnage.seeds import Seed
from carnage.web.atlas.views import atlases
from carnage.web.params import books

GAMES = 60
"""Games of each book that fill the caches of blocks, drawings and odds; most blocks are among them."""

PAGES = (
    "/",
    "/presets",
    "/presets.json",
    "/openapi.json",
    "/credits",
    "/privacy",
    "/atlas",
    "/picks",
    "/shelf",
    "/robots.txt",
    "/manifest.webmanifest",
)
"""Pages without parameters."""


def prepare(site: Flask) -> None:
    """Compile all templates, and render every page without parameters and one game of each book.

    Raises RuntimeError if one of them fails: such a site should not be served.
    """
    for name in site.jinja_env.list_templates(extensions=["html"]):
        site.jinja_env.get_template(name)
    for book in books().values():
        compile_texts(book)
    charts = [f"/atlas/{code}" for code in atlases()]
    games = [_make_game_path(code, "") for code in books()]
    forms = [f"/find/{code}" for code in books()]
    for path in (*PAGES, *charts, *[f"/{code}/" for code in books()], *games, *forms):
        _request(site, path)


def warm_caches(site: Flask, games: int = GAMES) -> Iterator[str]:
    """Render a number of games of each book; yield the path of each."""
    for number in range(games):
        for code in books():
            path = _make_game_path(code, f" {number}")
            _request(site, path)
            yield path


def _make_game_path(code: str, suffix: str) -> str:
    book = books()[code]
    return f"/{code}/{Seed.from_text(book.title + suffix, book.length)}"


def _request(site: Flask, path: str) -> None:
    # As browsers do: pages are cached as they are sent.
    response = site.test_client().get(path, headers={"Accept-Encoding": "gzip"})
    if response.status_code != 200:
        raise RuntimeError(f"{path} answers {response.status_code}")
