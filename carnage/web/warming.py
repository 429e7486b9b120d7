"""Prepare the application before the server listens."""

from __future__ import annotations

from flask import Flask

from carnage.common.bytecode_file import BytecodeFile
from carnage.rulebook.text import ENVIRONMENT, compile_texts
from carnage.seeds import Seed
from carnage.web.atlas.views import list_atlases
from carnage.web.params import books
from carnage.web.version import compute_pages_version

PAGES = (
    "/",
    "/presets",
    "/presets.json",
    "/openapi.json",
    "/credits",
    "/privacy",
    "/help/players",
    "/help/designers",
    "/atlas",
    "/picks",
    "/shelf",
    "/robots.txt",
    "/manifest.webmanifest",
)
"""Pages without parameters."""


def prerender(site: Flask) -> None:
    """Load all templates, and render every page without parameters and one game of each book.

    Raises RuntimeError if one of them fails: such a site should not be served.
    """
    cache = BytecodeFile(compute_pages_version())
    site.jinja_env.bytecode_cache = ENVIRONMENT.bytecode_cache = cache
    for name in site.jinja_env.list_templates(extensions=["html"]):
        site.jinja_env.get_template(name)
    paths = [*PAGES, *(f"/atlas/{code}" for code in list_atlases())]
    for code, book in books().items():
        compile_texts(book)
        paths += [
            f"/{code}/",
            f"/{code}/{Seed.from_text(book.title, book.length)}",
            f"/find/{code}",
        ]
    for path in paths:
        # As browsers do: pages are cached as they are sent.
        response = site.test_client().get(path, headers={"Accept-Encoding": "gzip"})
        if response.status_code != 200:
            raise RuntimeError(f"{path} answers {response.status_code}")
    cache.save()
