"""Security headers, entity tags, and the server itself, asked over real sockets."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from web import GAME, KINDS, client, site
from werkzeug.test import EnvironBuilder

from carnage.web.front import PUBLIC, REVALIDATE, Front

PURE = [
    "/",
    GAME,
    f"{GAME}?name=Last+Stand",
    f"{GAME}.md",
    f"{GAME}.json",
    f"{GAME}.html",
    "/classic/",
    "/credits",
]


@pytest.mark.parametrize(
    "path",
    [*(path for path, _ in KINDS.values()), "/roll", "/static/site.css", "/static/js/game.js", "/robots.txt"],
)
def test_every_answer_has_the_security_headers(path: str) -> None:
    headers = client().get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize("path", PURE)
def test_a_page_is_a_function_of_its_url(path: str) -> None:
    first, second = client().get(path), client().get(path)
    assert first.data == second.data
    tag = first.headers["ETag"]
    assert re.fullmatch(r'"[0-9a-f]{24}"', tag)
    assert second.headers["ETag"] == tag
    for sent in (tag, f"W/{tag}", f'"other", {tag}'):
        again = client().get(path, headers={"If-None-Match": sent})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
        assert again.headers["X-Content-Type-Options"] == "nosniff"
    for sent in ('"other"', "nonsense", tag.strip('"')):
        assert client().get(path, headers={"If-None-Match": sent}).status_code == 200


def test_tags_differ_where_pages_differ() -> None:
    tags = [client().get(path).headers["ETag"] for path in PURE]
    assert len(set(tags)) == len(PURE)
    front = site().wsgi_app
    assert isinstance(front, Front)
    other = Front(front.app, "another version", front.policies)
    assert other.tag(GAME, "") != front.tag(GAME, "")


def test_only_what_is_frozen_is_cached_for_all() -> None:
    front = Front(site().wsgi_app, "1", {"classic": PUBLIC, "draft": REVALIDATE})
    assert front.policies["classic"] == "public, max-age=3600"
    assert front.policies["draft"] == "no-cache"


NAMES = [
    "",
    "?name=Last+Stand",
    "?name=%C3%86ther%20%26%20%22Sons%22&keep=units,movement",
    "?keep=golden-rule",
]
PLAIN = [
    *[f"{game}{query}" for game in (GAME, "/classic/000000000000000") for query in NAMES],
    f"{GAME}?keep=&name=",
    f"{GAME}?name=First&name=Second&unheard-of=1",
    f"{GAME}?name",
    f"{GAME}?name=a;keep=units",
    f"{GAME}?&&name=a%2Bb%25+c",
    *[f"{GAME}.{ending}?name=Last+Stand" for ending in ("md", "json", "html")],
    f"{GAME}?die=all",
    f"{GAME}?die=movement&was=000000000000000,111111111111111&called=Last+Stand&keep=units&name=A",
]
UNUSUAL = [
    f"{GAME}?name=%3Cb%3E",
    f"{GAME}?name=%FF",
    f"{GAME}?name=%ED%A0%80",
    f"{GAME}?%FF=1",
    f"{GAME}?name=\xe9",
    f"{GAME}?name={'x' * 100}",
    f"{GAME}?keep=nothing",
    f"{GAME}?die=nothing",
    f"{GAME}?die=all&was=123",
    f"{GAME}?die=all&called=%3Cb%3E",
    f"{GAME}/",
    f"{GAME}.",
    f"{GAME}.gif",
    f"{GAME[:-1]}",
    f"{GAME}0",
    f"{GAME[:-1]}\xb9",
    f"{GAME[:-1]}%0A",
    "/classic//243856987615781",
    "//classic/243856987615781",
    "/classic",
    "/classic/",
    "/nothing/243856987615781",
    "/",
]


def asked(app: Any, method: str, url: str) -> tuple[str, list[tuple[str, str]], bytes]:
    """Status, headers in an order of ours, and body, as WSGI has them."""
    path, _, query = url.partition("?")
    environ = EnvironBuilder(method=method).get_environ()
    environ["PATH_INFO"] = unquote_to_bytes(path.encode("latin-1")).decode("latin-1")
    environ["QUERY_STRING"] = query
    begun: list[Any] = []
    body = app(environ, lambda status, headers, exc_info=None: begun.extend((status, headers)))
    return begun[0], sorted(begun[1]), b"".join(body)


def test_what_is_wrong_has_no_tag() -> None:
    for path in ("/classic/1", "/nothing/", f"{GAME}?name=%3C", "/roll"):
        response = client().get(path)
        assert "ETag" not in response.headers
        assert response.headers["Cache-Control"] == "no-store"
