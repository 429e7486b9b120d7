"""What has few states is made before anybody asks: the server listens when it lies ready."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Flask
from werkzeug.test import create_environ

from carnage.seeds import Seed
from carnage.web.atlas import atlases
from carnage.web.front import Answer, Front, Kept, Page
from carnage.web.reading import books

GAMES = 300
PAGES = (
    "/",
    "/presets",
    "/presets.json",
    "/openapi.json",
    "/credits",
    "/atlas",
    "/picks",
    "/shelf",
    "/robots.txt",
    "/manifest.webmanifest",
)


def prepare(site: Flask) -> None:
    """Make every page of which there is one, and all that the pages of games share, once.

    Raises RuntimeError if one of them is not there: such a site should not be served.
    """
    front = site.wsgi_app
    assert isinstance(front, Front)
    charted = [f"/atlas/{book}" for book in atlases()]
    for path in (*PAGES, *charted, *[f"/{book}/" for book in books()]):
        answer = _answer(front, path)
        headers = dict(answer.headers)
        page = Page(headers["Content-Type"], answer.body)
        front.ready[path] = Kept(page, headers["ETag"], headers["Cache-Control"])
    for place, book in books().items():
        _answer(front, f"/{place}/{Seed.from_text(book.title, book.length)}")
        # It says how a search stands, so it is not kept; what it is made of is.
        _answer(front, f"/find/{place}")


def warming(site: Flask, games: int = GAMES) -> Iterator[str]:
    """Make pages of so many games of each book, so that most pieces that they are made of lie ready before
    somebody waits for them; gives the path of each when it is made."""
    front = site.wsgi_app
    assert isinstance(front, Front)
    for number in range(games):
        for place, book in books().items():
            path = f"/{place}/{Seed.from_text(f'{book.title} {number}', book.length)}"
            front.answer("GET", path, "")
            yield path


def _answer(front: Front, path: str) -> Answer:
    answer = front.handed(create_environ(path))
    if answer.status != 200:
        raise RuntimeError(f"{path} answers {answer.status}")
    return answer
