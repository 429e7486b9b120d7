"""Prepare the application before the server listens."""

from __future__ import annotations

from flask import Flask

from carnage.rulebook.text import compile_texts
from carnage.seeds import Seed
from carnage.web.atlas.views import atlases
from carnage.web.params import books

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
    games = [f"/{code}/{Seed.from_text(book.title, book.length)}" for code, book in books().items()]
    forms = [f"/find/{code}" for code in books()]
    for path in (*PAGES, *charts, *[f"/{code}/" for code in books()], *games, *forms):
        # As browsers do: pages are cached as they are sent.
        response = site.test_client().get(path, headers={"Accept-Encoding": "gzip"})
        if response.status_code != 200:
            raise RuntimeError(f"{path} answers {response.status_code}")
