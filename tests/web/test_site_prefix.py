"""Test the site under a path of a bigger site: the prefix of every address, and forged prefixes."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client, TestResponse

from carnage.common.site_prefix import MAX_PREFIX_LENGTH, add_prefix, find_prefix, read_prefix
from carnage.jobs.status import JobStatus
from carnage.printing import qr_codes
from carnage.serving.wsgi import Request
from carnage.web import create_app
from tests.support.prose import tags
from tests.support.raw_http import exchange
from tests.support.site_server import serve_in_thread
from tests.support.stand_ins import StubQueue
from tests.support.web import GAME, KINDS, SEED, client, site, soup

PREFIX = "/an/under-path"
GAME_IDS = {"id", "other", "path"}
"""Fields of JSON that name a game by its path, the same on every site."""

LINKS = {"href", "src", "action", "formaction"}
"""Attributes that are always an address."""

NO_ADDRESS = {"data-own", "value", "data-before"}
"""Attributes that may begin with a slash and are no address: a key of the shelf, input, and a path
to which the script adds the prefix.
"""

STARTS = [
    "/",
    "/manifest.webmanifest",
    "/presets.json",
    "/openapi.json",
    "/robots.txt",
    "/favicon.ico",
]
JOBS = re.compile(rf"{PREFIX}/(watch|play|lab)/|.*\.(pdf|png)$")
"""Paths that may answer 503 while a job is not done, or 429 while others are not, with
Retry-After.
"""

REQUIRED_KINDS = {
    "atlas",
    "classic",
    "credits",
    "find",
    "help",
    "lab",
    "own",
    "picks",
    "play",
    "presets",
    "print",
}
REQUIRED_KINDS |= {"privacy", "roll", "shelf", "static", "table", "watch", "manifest.webmanifest"}


@cache
def under_prefix() -> Client:
    """Return a client of the site behind a proxy that removes the prefix, and that has nothing
    else.
    """
    return Client(DispatcherMiddleware(NotFound(), {PREFIX: site().wsgi_app}))


class PendingQueue(StubQueue):
    """Stand in for a queue whose jobs are never done."""

    def status(self, key: Any) -> JobStatus[Any]:
        return JobStatus(True)


def create_crawled() -> Client:
    """Return a client of the site under the prefix that plays and prints no games."""
    app = create_app()
    queue = PendingQueue()
    app.extensions.update(
        replays=(queue, queue),
        turns=(queue, queue),
        prints=queue,
        playtests=queue,
        examples=queue,
    )
    return Client(DispatcherMiddleware(NotFound(), {PREFIX: app.wsgi_app}))


def list_addresses(response: TestResponse) -> Iterator[str]:
    """Yield every address from the root in a response, and those that are relative in links."""
    kind = response.content_type.partition(";")[0]
    if kind == "text/html":
        for _, attributes in tags(response.text):
            for name, value in attributes.items():
                if name == "content" and ";url=" in value:
                    yield value.partition("url=")[2]
                elif name in LINKS or (re.match(r"/[^/]", value) and name not in NO_ADDRESS):
                    yield value
    elif kind in ("application/json", "application/manifest+json"):
        yield from list_json_addresses(json.loads(response.text))
    elif kind == "text/css":
        yield from re.findall(r"url\(\"?([^)\"]+)\"?\)", response.text)
    elif kind == "text/plain":
        yield from re.findall(r"^Disallow: (/.*)$", response.text, re.MULTILINE)
    if response.location:
        yield response.location


def list_form_targets(response: TestResponse) -> Iterator[str]:
    """Yield the addresses to which forms of a page post, which may refuse a GET request."""
    if response.content_type.partition(";")[0] == "text/html":
        for form in soup(response.text).select("form[method=post]"):
            yield str(form["action"])


def list_json_addresses(told: object) -> Iterator[str]:
    """Yield every text in JSON that is an address; the paths of the API description and ids are
    none.
    """
    if isinstance(told, dict):
        for key, value in told.items():
            if (
                isinstance(value, str)
                and re.match(r"/[^/]|/\Z", value)
                and (key not in GAME_IDS or "scope" in told)
            ):
                yield value
            elif key != "paths":
                yield from list_json_addresses(value)
    elif isinstance(told, list):
        for each in told:
            yield from list_json_addresses(each)


def name_kind(path: str) -> str:
    """Return a path without digits and with the names of its fields, which is the same for all
    pages of a kind.
    """
    place = urlsplit(path)
    if JOBS.match(place.path):
        return re.sub(r"\d+", "#", place.path)
    fields = sorted(re.findall(r"(?:^|&)([a-z]+)[-a-z0-9]*=", place.query))
    return re.sub(r"\d+", "#", re.sub(r"[0-9a-f]{12}", "#", place.path)) + "?" + "&".join(fields)


def is_followed(path: str) -> bool:
    """Return whether a path is worth a request: of files and of rules of a game one is like
    another.
    """
    return not re.search(r"/(skirmish|duel|gamble)/.*\?|/lab/[^?]*/#?[a-z-]+/\d+/[a-z]", path)


@pytest.mark.thorough
def test_addresses_have_prefix() -> None:
    starts = [PREFIX + path for path in (*STARTS, *(path for path, _ in KINDS.values()))]
    queue, met, kinds = deque(starts), {name_kind(path) for path in starts}, set()
    expected = {PREFIX + path: status for path, status in KINDS.values()}
    form_targets: set[str] = set()
    get = create_crawled().get
    while queue:
        path = queue.popleft()
        response = get(path)
        kinds.add(urlsplit(path).path.removeprefix(PREFIX).strip("/").partition("/")[0])
        waits = (
            response.status_code in (429, 503)
            and JOBS.match(path)
            and "Retry-After" in response.headers
        )
        is_form_target = response.status_code == 405 and path in form_targets
        assert (
            response.status_code == expected[path]
            if path in expected
            else response.status_code < 400 or waits or is_form_target
        ), path
        form_targets |= {urljoin(path, action) for action in list_form_targets(response)}
        for address in list_addresses(response):
            if re.match(r"[a-z]+:", address):
                continue
            whole = urljoin(path, address).partition("#")[0]
            assert whole.startswith((f"{PREFIX}/", f"{PREFIX}?")), (path, address)
            assert PREFIX + PREFIX not in whole, (path, address)
            # Disallowed paths need not be pages.
            is_page = response.content_type.partition(";")[0] != "text/plain"
            if is_page and name_kind(whole) not in met and is_followed(whole):
                met.add(name_kind(whole))
                queue.append(whole)
    assert kinds >= REQUIRED_KINDS


@pytest.mark.parametrize("path", [f"/watch{GAME}?dice=3", f"/play{GAME}?bots=person,greedy&dice=1"])
def test_addresses_of_matches_have_prefix(path: str) -> None:
    for _ in range(600):
        response = under_prefix().get(PREFIX + path)
        page = soup(response.text)
        reel = page.select_one("[data-reel], [data-state]")
        if reel is not None:
            break
        time.sleep(0.1)
    drawn = str(reel.get("data-reel") or reel["data-state"])
    assert drawn.startswith(f"{PREFIX}/")
    assert page.select_one("[data-rules]")["data-rules"].startswith(f"{PREFIX}{GAME}")
    as_json = under_prefix().get(drawn, headers={"Accept-Encoding": "gzip"})
    assert as_json.status_code == 200
    state = json.loads(gzip.decompress(as_json.data))
    assert all(address.startswith(f"{PREFIX}/") for address in list_json_addresses(state))
    tag = response.headers.get("ETag")
    assert tag is None or tag != client().get(path).headers.get("ETag")


@pytest.mark.parametrize("kind", KINDS)
def test_page_with_prefix_differs_only_in_addresses(kind: str) -> None:
    path, _ = KINDS[kind]
    plain, prefixed = client().get(path), under_prefix().get(PREFIX + path)
    assert PREFIX.encode() not in plain.data
    assert prefixed.data.replace(PREFIX.encode(), b"") == plain.data
    assert prefixed.status_code == plain.status_code


def test_page_tag_depends_on_prefix() -> None:
    """`/table` + `/classic/1` and `/table/classic/1` are different pages, too."""
    prefixed = Client(DispatcherMiddleware(NotFound(), {"/table": site().wsgi_app})).get(
        f"/table{GAME}"
    )
    plain, table = client().get(GAME), client().get(f"/table{GAME}")
    assert len({page.headers["ETag"] for page in (prefixed, plain, table)}) == 3
    assert len({page.data for page in (prefixed, plain, table)}) == 3
    again = under_prefix().get(PREFIX + GAME, headers={"If-None-Match": plain.headers["ETag"]})
    assert again.status_code == 200


def test_page_cached_has_prefix_once() -> None:
    first, second = (under_prefix().get(f"{PREFIX}/credits") for _ in range(2))
    assert first.data == second.data
    assert f'href="{PREFIX}/privacy"' in second.text


def test_add_prefix_ignores_input_of_visitors() -> None:
    name = ' href="/classic'
    page = soup(under_prefix().get(PREFIX + GAME, query_string={"name": name}).text)
    assert page.h1.text == name.strip()
    body = b'{"name": "\\"url\\": \\"/a"}'
    assert add_prefix(body, "application/json", PREFIX) == body


def test_redirect_has_prefix_once_and_no_host() -> None:
    get = under_prefix().get
    assert get(f"{PREFIX}/find").location == f"{PREFIX}/find/skirmish"
    assert get(f"{PREFIX}/classic").location == f"{PREFIX}/classic/"
    assert get(f"{PREFIX}{GAME}.").location == PREFIX + GAME
    assert get(PREFIX).location == f"{PREFIX}/"
    assert get(f"{PREFIX}//evil.example/").location in (None, f"{PREFIX}/evil.example/")


def test_svg_encodes_address_with_prefix() -> None:
    assert under_prefix().get(f"{PREFIX}{GAME}.svg").text == qr_codes.render_qr_code(
        f"http://localhost{PREFIX}{GAME}"
    )


# ----------------------------------------------------------------------------------------- requests

NO_PREFIXES = [
    "//evil.example",
    "/..",
    "/a/../b",
    "/.",
    "games",
    "/a b",
    "/a?b",
    "/%2e%2e",
    "/a//b",
    "/ä",
]
NO_PREFIXES += [
    "https://evil.example",
    '/"><script>',
    "/a,/b",
    "/" + MAX_PREFIX_LENGTH * "a",
    "\\evil",
    "/a\\b",
]


@pytest.mark.parametrize("text", NO_PREFIXES)
def test_read_prefix_invalid_returns_none(text: str) -> None:
    assert read_prefix(text) is None


@pytest.mark.parametrize(
    ("text", "prefix"), [("", ""), ("/", ""), ("/games", "/games"), ("/~a/b.c_d-e/", "/~a/b.c_d-e")]
)
def test_read_prefix_drops_trailing_slash(text: str, prefix: str) -> None:
    assert read_prefix(text) == prefix


@pytest.mark.parametrize(
    ("path", "sent", "proxies", "known", "found"),
    [
        ("/atlas", None, 0, None, ("", "/atlas")),
        ("/atlas", "/games", 0, None, ("", "/atlas")),
        ("/atlas", "/games", 1, None, ("/games", "/atlas")),
        ("/atlas", "/games/", 1, None, ("/games", "/atlas")),
        ("/atlas", "//evil.example", 1, None, ("", "/atlas")),
        ("/games/atlas", None, 0, "/games", ("/games", "/atlas")),
        ("/games", None, 0, "/games", ("/games", "")),
        ("/gamesome", None, 0, "/games", ("/games", "/gamesome")),
        ("/atlas", None, 0, "/games", ("/games", "/atlas")),
        ("/play/x", "/play", 1, "/play", ("/play", "/play/x")),
        ("/atlas", "/evil", 1, "/games", ("/games", "/atlas")),
        ("/atlas", "/evil", 1, "", ("", "/atlas")),
        ("/games/atlas", "/games", 0, "/games", ("/games", "/atlas")),
    ],
)
def test_find_prefix_trusts_proxy_and_site_address(
    path: str, sent: str | None, proxies: int, known: str | None, found: tuple[str, str]
) -> None:
    headers = [] if sent is None else [(b"x-forwarded-prefix", sent.encode("latin-1"))]
    assert find_prefix(path, headers, proxies, known) == found


def test_find_prefix_uses_last_header() -> None:
    headers = [(b"x-forwarded-prefix", b"/evil"), (b"x-forwarded-prefix", b"/games")]
    assert find_prefix("/", headers, 1, None) == ("/games", "/")


def request_page(port: int, path: str, *headers: str) -> tuple[int, dict[str, str], str]:
    """Return the status, the headers and the body of a response of the real server."""
    lines = [f"GET {path} HTTP/1.1", "Host: x", "Connection: close", *headers]
    received = exchange(port, "\r\n".join([*lines, "", ""]).encode("latin-1"))
    head, _, body = received.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    fields = [line.split(": ", 1) for line in rest]
    return int(first.split()[1]), {name.title(): value for name, value in fields}, body.decode()


@pytest.fixture(scope="module")
def direct_port() -> Iterator[int]:
    """Serve the site without a proxy, and yield its port."""
    with serve_in_thread(create_app()) as port:
        yield port


@pytest.fixture(scope="module")
def proxied_port() -> Iterator[int]:
    """Serve the site as behind a proxy, and yield its port."""
    with serve_in_thread(create_app(), proxies=1) as port:
        yield port


@pytest.mark.parametrize("forged", ["/evil", *NO_PREFIXES])
def test_server_without_proxy_ignores_prefix_header(direct_port: int, forged: str) -> None:
    header = f"X-Forwarded-Prefix: {forged}"
    for path in ("/credits", "/find", "/presets.json", "/nothing"):
        first, plain, again = (
            request_page(direct_port, path, header),
            request_page(direct_port, path),
            request_page(direct_port, path, header),
        )
        assert [each[0] for each in (first, plain, again)] == [plain[0]] * 3
        assert first[2] == plain[2] == again[2]
        assert first[1].get("Location") == plain[1].get("Location")
        assert "evil" not in plain[2] + str(plain[1])


@pytest.mark.parametrize("forged", NO_PREFIXES)
def test_server_behind_proxy_ignores_invalid_prefix(proxied_port: int, forged: str) -> None:
    for path in ("/credits", "/find", "/nothing"):
        status, headers, body = request_page(proxied_port, path, f"X-Forwarded-Prefix: {forged}")
        plain_status, plain_headers, plain_body = request_page(proxied_port, path)
        assert (status, body, headers.get("Location")) == (
            plain_status,
            plain_body,
            plain_headers.get("Location"),
        )


def test_server_caches_page_by_prefix() -> None:
    """Keep the prefix that one visitor sends through a proxy out of the pages of others."""
    with serve_in_thread(create_app(), proxies=1) as port:
        _, evil_headers, evil = request_page(port, "/credits", "X-Forwarded-Prefix: /evil")
        _, headers, plain = request_page(port, "/credits")
        _, _, games = request_page(port, "/credits", "X-Forwarded-Prefix: /games")
    assert 'href="/evil/privacy"' in evil
    assert "X-Forwarded-Prefix" in evil_headers["Vary"]
    assert "/evil" not in plain + games + str(headers)
    assert evil_headers["Etag"] != headers["Etag"]


def test_server_with_site_address_ignores_prefix_header() -> None:
    for address, link in (
        ("https://example.org", "/privacy"),
        ("https://example.org/games", "/games/privacy"),
    ):
        with serve_in_thread(create_app(address=address), proxies=1) as port:
            _, _, page = request_page(port, "/credits", "X-Forwarded-Prefix: /evil")
        assert f'href="{link}"' in page
        assert "evil" not in page


@pytest.mark.parametrize(
    "path", ["/games/credits", "/credits", "/games/find", "/games", "/games/healthz", "/healthz"]
)
def test_server_address_with_path_answers_with_and_without(
    path: str,
) -> None:
    with serve_in_thread(create_app(address="https://example.org/games")) as port:
        status, headers, page = request_page(port, path)
    assert status in (200, 303, 308)
    assert headers.get("Location", "/games/").startswith("/games/")
    if path.endswith("credits"):
        assert '<link rel="canonical" href="https://example.org/games/credits">' in page
        assert 'href="/games/privacy"' in page


def test_server_error_links_have_prefix() -> None:
    with serve_in_thread(create_app(address="https://example.org/games")) as port:
        request = "POST /games/roll HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n"
        received = exchange(port, request.encode()).decode()
    head, _, body = received.partition("\r\n\r\n")
    assert " 413 " in head
    assert f"content-length: {len(body.encode())}" in head.lower()
    assert 'href="/games/atlas"' in body


def test_request_splits_prefix_and_path() -> None:
    scope = {
        "method": "GET",
        "raw_path": f"/games/play/classic/{SEED}".encode(),
        "query_string": b"",
        "http_version": "1.1",
        "headers": [],
        "client": ("192.0.2.7", 1),
        "server": None,
    }
    request = Request.from_scope(scope, 0, "https://example.org/games")
    environ = request.environ(b"")
    assert (request.place, request.prefix) == ("play", "/games")
    assert (environ["SCRIPT_NAME"], environ["PATH_INFO"]) == ("/games", f"/play/classic/{SEED}")
