"""What is sent compressed, to whom, under which tag; what lies ready; files that are kept for good."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator

import pytest
from rulesets import sample
from web import GAME, LONG, client
from werkzeug.test import TestResponse

from carnage.web import files
from carnage.web.coding import quickly, takes_gzip, within
from carnage.web.front import Answer, Front
from carnage.web.ready import PAGES

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
DUEL = "/duel/2569533333333"


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        ("", False),
        ("gzip", True),
        ("x-gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.001", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0, *", False),
        ("*", True),
        ("*;q=0", False),
        ("*;q=0, gzip", True),
        ("deflate, br", False),
        ("identity, gzip;q=0.5", False),
        ("identity;q=0.5, gzip;q=0.5", True),
        ("identity;q=0, gzip;q=0.1", True),
        ("gzip;q=nonsense", False),
        ("gzip;q=nan", False),
        ("gzip;q=7", False),
        ("gzipped", False),
        (";;,,;q=", False),
    ],
)
def test_who_takes_gzip(header: str, taken: bool) -> None:
    assert takes_gzip(header) is taken


PUBLIC_PAGES = [
    *PAGES,
    *[f"/{book}/" for book in ("classic", "skirmish", "duel", "gamble")],
    *[f"{game}{ending}" for game in (GAME, f"/skirmish/{LONG}") for ending in ("", ".md", ".json", ".html")],
    f"{GAME}?name=Last+Stand&keep=units",
    f"{GAME}?unheard-of",
    "/?unheard-of",
]
STATIC = ["/static/site.css", "/static/favicon.svg", files.address("js/game.js")]


@pytest.mark.parametrize("path", [*PUBLIC_PAGES, *STATIC])
def test_each_coding_has_a_tag_of_its_own(path: str) -> None:
    plain, packed = client().get(path), client().get(path, headers=GZIP)
    assert plain.status_code == packed.status_code == 200
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data)
    tags = [answer.headers["ETag"] for answer in (plain, packed)]
    assert len({*tags}) == 2
    for answer, headers in ((plain, {}), (packed, GZIP)):
        tag = answer.headers["ETag"]
        assert answer.headers.get_all("Vary") == ["Accept-Encoding"]
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        head = client().head(path, headers=headers)
        assert head.data == b""
        assert dict(head.headers) == dict(answer.headers)
        for sent in (tag, f"W/{tag}", f'"other", {tag}', f'W/"other",{tag}', "*", " * "):
            again = client().get(path, headers={**headers, "If-None-Match": sent})
            assert (again.status_code, again.data) == (304, b""), sent
            assert again.headers["ETag"] == tag
            assert again.headers.get_all("Vary") == ["Accept-Encoding"]
            assert again.headers["Cache-Control"] == answer.headers["Cache-Control"]
            assert "Content-Type" not in again.headers
        other = next(each for each in tags if each != tag)
        for sent in (other, '"*"', "nonsense", tag.strip('"')):
            assert client().get(path, headers={**headers, "If-None-Match": sent}).status_code == 200, sent


@pytest.mark.parametrize("path", ["/nothing/here", "/classic/1", f"{GAME}?name=%3Cb%3E"])
def test_errors_are_compressed_and_never_unchanged(path: str) -> None:
    plain, packed = client().get(path), client().get(path, headers={**GZIP, "If-None-Match": "*"})
    assert plain.status_code == packed.status_code >= 400
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert "ETag" not in packed.headers
    assert int(packed.headers["Content-Length"]) == len(packed.data)


def test_nothing_tiny_and_no_type_face_is_compressed() -> None:
    moved = client().get("/classic", headers=GZIP)
    assert moved.status_code == 301
    assert "Content-Encoding" not in moved.headers
    face = client().get("/static/fonts/vollkorn.woff2", headers=GZIP)
    assert face.content_type == "font/woff2"
    assert "Content-Encoding" not in face.headers
    assert "Vary" not in face.headers


def test_a_tag_of_the_applications_own_is_marked_where_it_is_sent_compressed() -> None:
    body = b"<p>A page that its own application tags.</p>" * 40

    def application(environ: dict[str, str], start: Callable[..., object]) -> list[bytes]:
        unchanged = '"own"' in environ["HTTP_IF_NONE_MATCH"]
        start(
            "304 Not Modified" if unchanged else "200 OK", [("ETag", '"own"'), ("Content-Type", "text/html")]
        )
        return [] if unchanged else [body]

    front = Front(application, "1", {})  # type: ignore[arg-type]

    def ask(**headers: str) -> Answer:
        asked = {"REQUEST_METHOD": "GET", "PATH_INFO": "/watch/x", "HTTP_IF_NONE_MATCH": "", **headers}
        return front.handed(asked)

    plain, packed = ask(), ask(HTTP_ACCEPT_ENCODING="gzip")
    assert (dict(plain.headers)["ETag"], plain.body) == ('"own"', body)
    assert (dict(packed.headers)["ETag"], gzip.decompress(packed.body)) == ('"own-gz"', body)
    for tag, coding in (('"own"', ""), ('"own-gz"', "gzip")):
        again = ask(HTTP_ACCEPT_ENCODING=coding, HTTP_IF_NONE_MATCH=tag)
        assert (again.status, dict(again.headers)["ETag"], again.body) == (304, tag, b"")


def test_no_page_of_a_game_is_longer_than_it_may_be() -> None:
    """Hardly one in twenty is too long when quickly compressed, and that is done again, slower."""
    plain = []
    for game in sample(200, "skirmish"):
        page = client().get(game.path, headers=GZIP)
        assert len(page.data) <= 25_000
        plain.append(gzip.decompress(page.data))
        assert plain[-1] == client().get(game.path).data
    short = [page for page in plain if len(quickly(page)) <= 25_000]
    assert len(short) >= 0.95 * len(plain)
    longest = max(short, key=len)
    quick = len(quickly(longest))
    assert gzip.decompress(within(longest, quick - 1)) == longest
    assert len(within(longest, quick - 1)) < quick == len(within(longest))


# -------------------------------------------------------------------------------------------- static files


def test_a_fingerprinted_address_is_kept_for_good() -> None:
    css = client().get(files.address("site.css"))
    assert css.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for unsure in ("/static/site.css", "/static/site.css?v=1", "/static/0123456789ab/site.css"):
        answer = client().get(unsure)
        assert answer.data == css.data
        assert answer.headers["Cache-Control"] == "public, max-age=3600", unsure
    for wrong in ("/static/", files.address(""), "/static/0123456789ab/0123456789ab/site.css"):
        assert client().get(wrong).status_code == 404


def test_all_that_pages_and_files_refer_to_is_fingerprinted() -> None:
    """The files by relative addresses, which stay in their folder."""
    wanted = {reference for path in (GAME, "/", "/credits") for reference in _references(client().get(path))}
    assert len(wanted) >= 6
    followed: set[str] = set()
    while wanted:
        address = wanted.pop()
        followed.add(address)
        assert re.match(rf"/static/{files.fingerprint()}/", address), address
        answer = client().get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["Cache-Control"]
        if address.endswith((".css", ".js")):
            folder = address.rpartition("/")[0]
            for relative in re.findall(r'(?:url\(|from )"([^"]+)"', answer.text):
                there = f"{folder}/{relative}".replace("/./", "/")
                while "/../" in there:
                    there = re.sub(r"/[^/]+/\.\./", "/", there, count=1)
                wanted |= {there} - followed
    assert any(address.endswith("follow.js") for address in followed)
    assert any(address.endswith("vollkorn-italic.woff2") for address in followed)


def _references(page: TestResponse) -> Iterator[str]:
    for element in re.findall(r"<(?:link|script) [^>]*>", page.text):
        match = re.search(r'(?:href|src)="(/static/[^"]+)"', element)
        if match:
            yield match[1]
