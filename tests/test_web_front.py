"""Security headers, entity tags, and the server itself, asked over real sockets."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web import GAME, KINDS, SEED, client, site
from werkzeug.test import EnvironBuilder

from carnage.web.front import PUBLIC, REVALIDATE, Front
from carnage.web.serving import create_server, proxy_settings, raise_descriptor_limit
from carnage.web.version import texts_version

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
]
UNUSUAL = [
    f"{GAME}?name=%3Cb%3E",
    f"{GAME}?name=%FF",
    f"{GAME}?name=%ED%A0%80",
    f"{GAME}?%FF=1",
    f"{GAME}?name=\xe9",
    f"{GAME}?name={'x' * 100}",
    f"{GAME}?keep=nothing",
    f"{GAME}/",
    f"{GAME}.",
    f"{GAME}.pdf",
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


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_short_way_to_a_game_gives_what_flask_gives(method: str) -> None:
    short = site().wsgi_app
    assert isinstance(short, Front)
    assert short.make is not None
    through = Front(short.app, texts_version(), short.policies)
    asked(through, "GET", GAME)  # the first page is always Flask's
    for url in (*PLAIN, *UNUSUAL):
        path, _, query = url.partition("?")
        assert (short.make(path, query) is not None) is (url in PLAIN), url
        assert asked(short, method, url) == asked(through, method, url), url
    status, headers, body = asked(short, method, GAME)
    assert status == "200 OK"
    assert bool(body) is (method == "GET")
    assert int(dict(headers)["Content-Length"]) > 20_000


@settings(max_examples=300, deadline=None)
@given(
    seed=st.text("0123456789", min_size=14, max_size=16) | st.text(max_size=16),
    query=st.text(max_size=40)
    | st.lists(
        st.tuples(
            st.sampled_from(["name", "keep", "x"]), st.sampled_from(["units", "a%20b", "%C3", "", "<", "+"])
        )
    ).map(lambda pairs: "&".join(f"{key}={value}" for key, value in pairs)),
)
def test_no_url_tells_the_short_way_from_the_long(seed: str, query: str) -> None:
    short = site().wsgi_app
    assert isinstance(short, Front)
    through = Front(short.app, texts_version(), short.policies)
    url = f"/classic/{seed.replace('?', '')}?{query}".encode().decode("latin-1")
    assert asked(short, "GET", url) == asked(through, "GET", url)


def test_what_is_wrong_has_no_tag() -> None:
    for path in ("/classic/1", "/nothing/", f"{GAME}?name=%3C", "/roll"):
        response = client().get(path)
        assert "ETag" not in response.headers
        assert response.headers["Cache-Control"] == "no-store"


def test_only_the_proxy_that_is_there_is_trusted() -> None:
    assert proxy_settings({}) == proxy_settings({"CARNAGE_BEHIND_PROXY": "0"}) == {}
    assert proxy_settings({"CARNAGE_BEHIND_PROXY": "1"})["trusted_proxy_count"] == 1


def test_the_descriptor_limit_is_raised_at_most_to_what_is_allowed() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    raise_descriptor_limit(10**9)
    after = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert after[1] == before[1]
    assert after[0] >= before[0] or after[0] == resource.RLIM_INFINITY
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


# ------------------------------------------------------------------------------------------ over a socket


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = create_server(site(), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server.effective_port
    server.close()


def ask(port: int, data: bytes, answers: int = 1) -> bytes:
    """Everything that comes back until the server hangs up, or falls silent after so many answers."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(data)
        answer = b""
        while answer.count(b"HTTP/1.") < answers or not answer.endswith(
            (b"\r\n\r\n", b"</html>", b"</html>\n")
        ):
            try:
                got = connection.recv(1 << 16)
            except ConnectionResetError:  # it hung up on what it did not care to read
                return answer or b"HTTP/1.1 000 "
            if not got:
                break
            answer += got
    return answer


def statuses(answer: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", answer)]


def test_a_connection_stays_open_after_a_304(port: int) -> None:
    tag = client().get(GAME).headers["ETag"]
    request = f"GET {GAME} HTTP/1.1\r\nHost: x\r\nIf-None-Match: {tag}\r\n\r\n".encode()
    answer = ask(port, request * 3, answers=3)
    assert statuses(answer) == [304, 304, 304]
    assert b"Connection: close" not in answer
    closing = request.replace(b"Host: x", b"Host: x\r\nConnection: close")
    assert b"Connection: close" in ask(port, closing)


ATTACKS = {
    "two lengths": (
        b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
        {400},
    ),
    "length and chunks": (
        b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        {303, 400},
    ),
    "odd encoding": (
        b"POST /roll HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        {400, 501},
    ),
    "bad chunk": (b"POST /roll HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", {400}),
    "negative length": (b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", {400}),
    "folded header": (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n two\r\n\r\n", {200, 400}),
    "space before colon": (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", {400}),
    "nul in path": (b"GET /classic/\x00 HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404}),
    "raw bytes in path": (b"GET /classic/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404}),
    "raw bytes in query": (b"GET /classic/243856987615781?name=\xff HTTP/1.1\r\nHost: x\r\n\r\n", {400}),
    "bad escapes": (b"GET /classic/%zz%1?name=%zz HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404}),
    "split name": (b"GET /?seed=243856987615781&game_name=a%0d%0aX: HTTP/1.1\r\nHost: x\r\n\r\n", {400}),
    "huge header": (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 40_000 + b"\r\n\r\n", {0, 431}),
    "huge query": (b"GET /?seed=" + b"1" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", {301}),
    "huger query": (b"GET /?seed=" + b"1" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", {0, 431}),
    "huge body": (b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", {413}),
    "no method": (b"\r\n\r\n / HTTP/1.1\r\n\r\n", {400}),
    "nonsense": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", {400}),
    "old version": (b"GET / HTTP/1.0\r\n\r\n", {200}),
    "whole address": (b"GET http://elsewhere/credits HTTP/1.1\r\nHost: x\r\n\r\n", {200}),
    "climbing": (b"GET /static/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", {404}),
    "climbing in code": (b"GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", {404}),
    "host": (b"GET /classic HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", {301}),
    "trace": (b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", {405}),
    "unknown method": (b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n", {405}),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks(port: int, name: str) -> None:
    data, allowed = ATTACKS[name]
    # Asked to hang up, so that whatever was smuggled behind would have to be answered first.
    answer = ask(port, data.replace(b"Host: x\r\n", b"Host: x\r\nConnection: close\r\n"))
    seen = statuses(answer)
    assert len(seen) == 1
    assert set(seen) <= allowed
    assert b"Traceback" not in answer
    assert b"evil.example" not in answer
    assert b"root:" not in answer
    assert b"\r\nX:" not in answer


def test_a_smuggled_request_is_not_answered(port: int) -> None:
    smuggled = b"GET /credits HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    data = b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(
        smuggled
    )
    assert statuses(ask(port, data + smuggled)) == [303]
    both = data.replace(b"Connection", b"Transfer-Encoding: chunked\r\nConnection")
    assert len(statuses(ask(port, both + b"0\r\n\r\n" + smuggled))) == 1


def test_the_server_does_not_name_itself(port: int) -> None:
    answer = ask(port, b"GET /credits HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert b"waitress" not in answer.lower()
    assert b"werkzeug" not in answer.lower()
    assert SEED.encode() not in answer
