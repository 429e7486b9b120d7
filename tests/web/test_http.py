"""Test headers, entity tags, compression and the page cache, of a small application and of the
site.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from carnage.web import create_app, http
from carnage.web.assets import compute_fingerprint, make_url
from carnage.web.warming import PAGES, prerender
from tests.support.rulesets import sample
from tests.support.web import GAME, KINDS, LONG
from tests.support.web import client as site_client

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
MAX_PAGE_BYTES = 27_000
"""Bytes of a game's page on the wire."""


# ------------------------------------------------------------------------------ a small application


@pytest.fixture
def rendered() -> list[str]:
    """Return the list of pages that the view renders."""
    return []


@pytest.fixture
def client(rendered: list[str]) -> FlaskClient:
    app = Flask("test")
    http.install(app, "version 1", {"book": http.PUBLIC, "book/draft": http.REVALIDATE})

    @app.get("/<folder>/<page>")
    def show(folder: str, page: str) -> Response:
        rendered.append(page)
        response = Response("<p>page</p>" * 100, status=404 if page == "missing" else 200)
        response.cache_control.no_store = page == "private" or None
        if page == "tagged":
            response.set_etag("own")
        return response

    return app.test_client()


def test_page_requested_twice_is_rendered_once(client: FlaskClient, rendered: list[str]) -> None:
    first, second = client.get("/book/1"), client.get("/book/1")

    assert rendered == ["1"]
    assert first.data == second.data
    assert dict(first.headers) == dict(second.headers)


def test_page_with_another_query_is_rendered_again(
    client: FlaskClient, rendered: list[str]
) -> None:
    tags = {client.get(f"/book/1{query}").headers["ETag"] for query in ("", "?name=A", "?name=B")}

    assert rendered == ["1", "1", "1"]
    assert len(tags) == 3


def test_page_known_tag_returns_304_without_rendering(
    client: FlaskClient, rendered: list[str]
) -> None:
    tag = client.get("/book/1").headers["ETag"]
    rendered.clear()

    response = client.get("/book/1", headers={"If-None-Match": tag})

    assert response.status_code == 304
    assert response.headers["Cache-Control"] == http.PUBLIC
    assert response.headers["Vary"] == "Accept-Encoding"
    assert not rendered


def test_page_missing_with_any_tag_returns_404(client: FlaskClient) -> None:
    response = client.get("/book/missing", headers={"If-None-Match": "*"})

    assert response.status_code == 404


@pytest.mark.parametrize("path", ["/book/missing", "/book/private", "/other/1"])
def test_page_not_cacheable_has_no_tag(client: FlaskClient, path: str) -> None:
    assert "ETag" not in client.get(path).headers


def test_page_with_own_policy_has_its_cache_control(client: FlaskClient) -> None:
    assert client.get("/book/draft").headers["Cache-Control"] == http.REVALIDATE


def test_page_compressed_has_own_tag(client: FlaskClient) -> None:
    plain, compressed = client.get("/book/1"), client.get("/book/1", headers=GZIP)

    assert gzip.decompress(compressed.data) == plain.data
    assert compressed.headers["ETag"] != plain.headers["ETag"]


def test_head_returns_length_without_body(client: FlaskClient) -> None:
    response = client.head("/book/1")

    assert response.data == b""
    assert response.headers["Content-Length"] == str(len(client.get("/book/1").data))


@pytest.mark.parametrize(("headers", "tag"), [({}, '"own"'), (GZIP, '"own-gz"')])
def test_page_tag_of_view_is_compared(
    client: FlaskClient, headers: dict[str, str], tag: str
) -> None:
    assert client.get("/other/tagged", headers=headers).headers["ETag"] == tag

    again = client.get("/other/tagged", headers={**headers, "If-None-Match": tag})

    assert (again.status_code, again.data) == (304, b"")


def test_page_cache_full_evicts_least_recently_used() -> None:
    cache = http.PageCache(max_bytes=20)
    for key in ("a", "b", "c"):
        cache.set(key, Response(b"0123456789"))

    assert cache.get("a") is None
    assert cache.get("b") is not None


def test_page_cache_too_large_page_is_ignored() -> None:
    cache = http.PageCache(max_bytes=5)

    cache.set("a", Response(b"0123456789"))

    assert cache.get("a") is None


@pytest.mark.parametrize(
    ("header", "is_accepted"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.001", True),
        ("gzip;q=0", False),
        ("*", True),
        ("*;q=0", False),
        ("*;q=0, gzip", True),
        ("deflate, br", False),
        ("identity, gzip;q=0.5", False),
        ("identity;q=0, gzip;q=0.1", True),
        ("gzipped", False),
        (";;,,;q=", False),
    ],
)
def test_is_gzip_accepted_reads_quality_values(header: str, is_accepted: bool) -> None:
    with Flask("test").test_request_context(headers={"Accept-Encoding": header}):
        assert http.is_gzip_accepted() is is_accepted


# ----------------------------------------------------------------------------------- the whole site

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
    [
        *(path for path, _ in KINDS.values()),
        "/roll",
        "/static/css/components/base.css",
        "/static/js/games/game.js",
        "/robots.txt",
    ],
)
def test_responses_have_security_headers(path: str) -> None:
    headers = site_client().get(path).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize("path", [*PURE, *PAGES])
def test_page_requested_again_is_identical(path: str) -> None:
    for headers in ({}, GZIP):
        first, second = (
            site_client().get(path, headers=headers),
            site_client().get(path, headers=headers),
        )
        assert first.data == second.data
        tag = first.headers["ETag"]
        assert re.fullmatch(r'"[0-9a-f]{24}(-gz)?"', tag)
        assert second.headers["ETag"] == tag
        assert first.headers.get_all("Vary") == ["Accept-Encoding"]
        for sent in (tag, f"W/{tag}", f'"other", {tag}'):
            again = site_client().get(path, headers={**headers, "If-None-Match": sent})
            assert (again.status_code, again.data) == (304, b"")
            assert again.headers["ETag"] == tag
            assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
            assert again.headers["X-Content-Type-Options"] == "nosniff"
        for sent in ('"other"', "nonsense"):
            response = site_client().get(path, headers={**headers, "If-None-Match": sent})
            assert response.status_code == 200


def test_doubled_slashes_are_redirected() -> None:
    site_client().get("/")

    assert site_client().get("//classic//243856987615781").status_code == 308


def test_tags_of_different_pages_differ() -> None:
    tags = [site_client().get(path).headers["ETag"] for path in PURE]

    assert len(set(tags)) == len(PURE)


def test_tag_depends_on_site_address() -> None:
    here, there = create_app(), create_app(address="https://carnage.example")

    assert (
        here.test_client().get(GAME).headers["ETag"]
        != there.test_client().get(GAME).headers["ETag"]
    )


def test_errors_have_no_tag() -> None:
    for path in ("/classic/1", "/nothing/", f"{GAME}?name=%3C", "/roll"):
        response = site_client().get(path)
        assert "ETag" not in response.headers
        assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/nothing/here", "/classic/1", f"{GAME}?name=%3Cb%3E"])
def test_errors_are_compressed_and_never_304(path: str) -> None:
    plain = site_client().get(path)
    packed = site_client().get(path, headers={**GZIP, "If-None-Match": "*"})
    assert plain.status_code == packed.status_code >= 400
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert "ETag" not in packed.headers
    assert int(packed.headers["Content-Length"]) == len(packed.data)


def test_redirects_and_fonts_are_not_compressed() -> None:
    moved = site_client().get("/classic", headers=GZIP)
    assert moved.status_code == 301
    assert "Content-Encoding" not in moved.headers
    face = site_client().get("/static/fonts/vollkorn.woff2", headers=GZIP)
    assert face.content_type == "font/woff2"
    assert "Content-Encoding" not in face.headers
    assert "Vary" not in face.headers


@pytest.mark.thorough
def test_game_pages_stay_below_size_limit() -> None:
    for game in sample(100, "skirmish"):
        assert len(site_client().get(game.path, headers=GZIP).data) <= MAX_PAGE_BYTES
    assert len(site_client().get(f"/skirmish/{LONG}", headers=GZIP).data) <= MAX_PAGE_BYTES


def test_prepare_compiles_templates() -> None:
    app = create_app()
    prerender(app)
    compiled = {name for _, name in app.jinja_env.cache or ()}

    assert {"find/find.html", "games/game.html", "errors/error.html"} <= compiled


def test_prepare_broken_page_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app()
    monkeypatch.setitem(app.view_functions, "pages.show_credits", lambda: 1 / 0)

    with pytest.raises(RuntimeError, match="answers 500"):
        prerender(app)


# ------------------------------------------------------------------------------------- static files


def test_static_file_with_fingerprint_is_immutable() -> None:
    css = site_client().get(make_url("css/components/base.css"))
    assert css.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for unsure in (
        "/static/css/components/base.css",
        "/static/css/components/base.css?v=1",
        "/static/0123456789ab/css/components/base.css",
    ):
        answer = site_client().get(unsure)
        assert answer.data == css.data
        assert answer.headers["Cache-Control"] == "public, max-age=3600", unsure
    for wrong in (
        "/static/",
        make_url(""),
        "/static/0123456789ab/0123456789ab/css/components/base.css",
    ):
        assert site_client().get(wrong).status_code == 404


def test_static_references_have_fingerprint() -> None:
    """Follow references of pages, and relative ones of style sheets and scripts."""
    wanted = {
        reference
        for path in (GAME, "/", "/credits")
        for reference in _list_references(site_client().get(path))
    }
    assert len(wanted) >= 6
    followed: set[str] = set()
    while wanted:
        address = wanted.pop()
        followed.add(address)
        assert re.match(rf"/static/{compute_fingerprint()}/", address), address
        answer = site_client().get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["Cache-Control"]
        if address.endswith((".css", ".js")):
            folder = address.rpartition("/")[0]
            for relative in re.findall(r'(?:url\(|from )"([^"]+)"', answer.text):
                there = f"{folder}/{relative}".replace("/./", "/")
                while "/../" in there:
                    there = re.sub(r"/[^/]+/\.\./", "/", there, count=1)
                wanted |= {there} - followed
    assert any(address.endswith("contents_highlight.js") for address in followed)
    assert any(address.endswith("vollkorn-italic.woff2") for address in followed)


def _list_references(page: TestResponse) -> Iterator[str]:
    for element in re.findall(r"<(?:link|script) [^>]*>", page.text):
        match = re.search(r'(?:href|src)="(/static/[^"]+)"', element)
        if match:
            yield match[1]
