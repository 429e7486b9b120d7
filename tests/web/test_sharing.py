"""Test shared games: previews, share images, downloads, icons, sitemap and contact links."""

from __future__ import annotations

import re
import struct
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from urllib.parse import parse_qs, unquote, urlsplit
from urllib.robotparser import RobotFileParser

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

import carnage
from carnage.jobs.queue import JobQueue
from carnage.jobs.tasks.print import PICTURE, SETTINGS, Printed, print_game
from carnage.printing import share_image
from carnage.rulebook import build_rulebook
from carnage.rulesets.presets import list_presets
from carnage.serving.settings import ADDRESS, CONTACT, FAULTS, SOURCE, SettingError, Settings
from carnage.web import create_app
from carnage.web.atlas.views import list_atlases
from carnage.web.home.featured import list_featured_games
from carnage.web.home.views import PREVIEWING, SITEMAPS
from tests.support.rulesets import BOOKS, sample
from tests.support.web import GAME, KINDS, SEED, client, soup

SITE = "https://carnage.example"
TIMEOUT_S = 120.0
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def public_client() -> FlaskClient:
    return create_app(address=SITE, faults="mailto:rules@example.org").test_client()


def read_meta(page: BeautifulSoup, name: str) -> str:
    (tag,) = page.select(f'meta[property="{name}"], meta[name="{name}"]')
    return str(tag["content"])


def read_image_size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(PNG)
    wide, high = struct.unpack(">II", picture[16:24])
    return wide, high


@pytest.mark.parametrize("kind", KINDS)
def test_pages_have_title_and_description(kind: str) -> None:
    page = soup(client().get(KINDS[kind][0]).text)
    assert len(page.title.text) > len("Carnage")
    assert page.title.text.count("Carnage") == 1
    assert read_meta(page, "og:title")
    assert 25 <= len(read_meta(page, "description")) <= 700
    assert not page.select('meta[property="og:image"]'), "the site has no known address"


def test_pages_have_distinct_titles() -> None:
    paths = [
        "/",
        "/presets",
        "/credits",
        "/help/players",
        "/help/designers",
        *(f"/{code}/" for code in BOOKS),
        "/find/classic",
        GAME,
        f"{GAME}?die=all",
    ]
    titles = [soup(client().get(path).text).title.text for path in paths]
    assert len(set(titles)) == len(paths)


def test_game_page_has_preview_and_permalink(public_client: FlaskClient) -> None:
    page = soup(public_client.get(f"{GAME}?name=Last+Stand&keep=units").text)
    assert read_meta(page, "og:title") == "Last Stand"
    assert (
        read_meta(page, "og:description") == soup(client().get(GAME).text).select_one(".pitch").text
    )
    assert read_meta(page, "og:url") == f"{SITE}{GAME}?name=Last+Stand"
    assert read_meta(page, "og:image") == f"{SITE}{GAME}.png?name=Last+Stand"
    assert page.select_one("link[rel=canonical]")["href"] == f"{SITE}{GAME}?name=Last+Stand"
    # The printed address is the copied one.
    link = page.select_one(".permalink")
    assert link["href"] == f"{GAME}?keep=units&name=Last+Stand#sent"
    assert link.text == f"carnage.example{link['href']}"
    kept = page.select_one("#sent .kept").text
    assert kept == "Locked rules: Units, Squads."
    assert [each["href"] for each in page.select("#sent a")] == [
        "#rules",
        f"/table{GAME}?keep=units&name=Last+Stand",
    ]
    assert page.select_one(".rulebook")["id"] == "rules"
    assert not soup(public_client.get(GAME).text).select("#sent .kept")


def test_home_page_has_share_image(public_client: FlaskClient) -> None:
    home = soup(public_client.get("/").text)
    shown = urlsplit(read_meta(home, "og:image"))
    assert shown.netloc == "carnage.example"
    there = client().get(shown.path)
    assert there.status_code == 200
    assert read_image_size(there.data) == (share_image.WIDTH_PX, share_image.HEIGHT_PX)


@pytest.fixture(scope="module")
def worker() -> Iterator[JobQueue[Printed]]:
    prints = JobQueue(print_game, SETTINGS)
    yield prints
    prints.close()


@pytest.mark.thorough
def test_share_image_of_site_matches_library(worker: JobQueue[Printed]) -> None:
    app = create_app(address=SITE)
    app.extensions["prints"] = worker
    site_client, deadline = app.test_client(), time.monotonic() + TIMEOUT_S
    while (answer := site_client.get(f"{GAME}.png?name=Last+Stand")).status_code == 503:
        assert "Retry-After" in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"
        assert time.monotonic() < deadline
    assert (answer.status_code, answer.content_type) == (200, "image/png")
    assert answer.data == share_image.render_share_image(
        carnage.roll("classic", SEED, "Last Stand")
    )
    assert "max-age" in answer.headers["Cache-Control"]
    again = site_client.get(
        f"{GAME}.png?name=Last+Stand", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304


@pytest.mark.parametrize("code", BOOKS)
def test_share_image_has_standard_size(code: str) -> None:
    for game in sample(2, code):
        assert read_image_size(share_image.render_share_image(build_rulebook(game))) == (1200, 630)


@pytest.mark.parametrize("told", ["", "https://carnage.example"])
def test_svg_host_unknown_is_not_cached(told: str) -> None:
    """Encode the client's host if the site has no address of its own, but forbid caching."""
    one, other = (
        create_app(address=told).test_client().get(f"{GAME}.svg", headers={"Host": host})
        for host in ("here.example", "evil.example")
    )
    assert (one.data == other.data) is bool(told)
    for answer in (one, other):
        assert ("no-store" in answer.headers["Cache-Control"]) is not bool(told)
        assert ("ETag" in answer.headers) is bool(told)


def test_share_image_invalid_address_is_refused(public_client: FlaskClient) -> None:
    assert public_client.get("/classic/123.png").status_code == 404
    assert public_client.get("/nothing/123.png").status_code == 404
    assert public_client.get(f"{GAME}.png?name=%3Cb%3E").status_code == 400
    assert ".png" in public_client.get(f"{GAME}.gif").text
    assert PICTURE not in carnage.printing.PARTS  # type: ignore[attr-defined]


def test_shortened_ends_at_sentence() -> None:
    assert share_image.shorten_pitch("One. Two. Three.", 100) == "One. Two. Three."
    assert share_image.shorten_pitch("One. Two. Three.", 12) == "One. Two."
    assert share_image.shorten_pitch("One two three four", 12) == "One two …"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Last Stand", "last-stand-"),
        ("Æther & Söhne’s “Café”", "ther-sohnes-cafe-"),
        ("東京", ""),
        ("../../etc/passwd", "etc-passwd-"),
        ('a"; b', "a-b-"),
    ],
)
def test_downloads_file_name_has_game_name(name: str, words: str) -> None:
    for ending in ("md", "html", "json"):
        answer = client().get(f"{GAME}.{ending}", query_string={"name": name})
        assert (
            f'filename="carnage-{words}classic-{SEED}.{ending}"'
            in answer.headers["Content-Disposition"]
        )


def test_downloads_have_address(public_client: FlaskClient) -> None:
    where = f"{SITE}{GAME}?name=Last+Stand"
    assert f"- Address: <{where}>" in public_client.get(f"{GAME}.md?name=Last+Stand").text
    page = soup(public_client.get(f"{GAME}.html?name=Last+Stand").text)
    assert page.select_one(".rulebook-foot .facts a")["href"] == where
    assert "Classic, edition 1" in page.select_one(".rulebook-foot").text
    assert "Address" not in client().get(f"{GAME}.md").text


@pytest.mark.parametrize("kind", [kind for kind, (_, status) in KINDS.items() if status == 200])
def test_pages_printed_have_address(public_client: FlaskClient, kind: str) -> None:
    """Leave out games, which have a line with a QR code; the dice editor prints the address of its
    game.
    """
    path = KINDS[kind][0]
    for each, site in ((public_client, SITE), (client(), "")):
        page = soup(each.get(path).text)
        lines = [line.text for line in page.select(".printed")]
        if page.select(".way-back"):
            assert not lines
        else:
            where = path.partition("?")[0] if page.select(".trayed") else path
            if kind == "space":  # has a full query
                where = f"{where.partition('?')[0]}?x="
            (line,) = lines
            # Cached pages may be the other site's.
            assert line.removeprefix("carnage.example").startswith(where)
            if kind in ("home", "presets", "at the table", "credits"):
                assert line == site.partition("://")[2] + path


def test_error_pages_have_no_printed_address() -> None:
    assert (
        soup(client().post("/roll", data={"text": f"{SEED}0"}).text).select_one(".printed").text
        == ""
    )
    assert not soup(client().get("/nothing/here").text).select(".printed")


def test_pages_link_to_configured_fault_address(public_client: FlaskClient) -> None:
    link = soup(public_client.get(f"{GAME}?name=Last+Stand").text).select_one(
        '.colophon a[href^="mailto:"]'
    )
    address = urlsplit(str(link["href"]))
    assert (address.path, parse_qs(address.query)) == ("rules@example.org", {"subject": [GAME]})
    assert not soup(client().get(GAME).text).select('a[href^="mailto:"]')
    form = create_app(faults="https://example.org/new?title={where}&kind=rule").test_client()
    link = soup(form.get(GAME).text).select_one('a[href^="https://example.org/new"]')
    assert unquote(str(link["href"])) == f"https://example.org/new?title={GAME}&kind=rule"


def test_pages_link_to_configured_source() -> None:
    code = "https://example.org/carnage"
    assert soup(create_app(source=code).test_client().get(GAME).text).select(
        f'.colophon a[href="{code}"]'
    )
    assert not soup(client().get(GAME).text).select('.colophon a[href^="https://example.org"]')


def test_featured_games_presets_have_their_names() -> None:
    published = {preset.ruleset.path: preset.ruleset.name for preset in list_presets()}
    picked = {
        ruleset.path: ruleset.name
        for ruleset, _ in list_featured_games()
        if ruleset.path in published
    }
    assert picked
    assert picked == {path: published[path] for path in picked}


@pytest.mark.parametrize("place", ["/", "/picks"])
def test_picks_link_to_presets_by_name(place: str) -> None:
    visitor = client()
    published = {preset.ruleset.path: preset.ruleset.name for preset in list_presets()}
    links = {
        str(link["href"]): link.text
        for link in soup(visitor.get(place).text).select(".picks a[href]")
    }
    led = {to: text for to, text in links.items() if to.partition("?")[0] in published}
    assert led
    for to, text in led.items():
        assert text == published[to.partition("?")[0]]
        heading = soup(visitor.get(to).text).select_one("h1")
        assert heading
        assert heading.text == text


def test_settings_addresses_are_normalised() -> None:
    kept = {
        ADDRESS: f" {SITE}/ ",
        FAULTS: "https://example.org/{where}",
        CONTACT: "",
        SOURCE: f"{SITE}/code",
    }
    read = Settings.read(kept)
    assert (read.address, read.faults, read.contact) == (SITE, "https://example.org/{where}", "")
    assert read.source == f"{SITE}/code"


def test_settings_invalid_address_raises() -> None:
    for name, wrong in (
        (ADDRESS, "carnage.example"),
        (ADDRESS, f"{SITE}/games?x=1"),
        (ADDRESS, f"{SITE}/../games"),
        (ADDRESS, 'https://a"b'),
        (FAULTS, "rules@example.org"),
        (SOURCE, "ftp://example.org"),
    ):
        with pytest.raises(SettingError, match=name):
            Settings.read({name: wrong})


def test_robots_txt_allows_previews_of_games() -> None:
    groups = client().get("/robots.txt").text.split("\n\n")
    assert len(groups) == 2
    previewing, others = groups
    assert re.findall("User-agent: (.*)", previewing) == list(PREVIEWING)
    assert "Disallow: /classic" not in previewing
    assert "Disallow: /roll" in previewing
    assert others.startswith("User-agent: *\n")
    assert all(f"Disallow: /{code}/{digit}" in others for code in BOOKS for digit in range(10))


@pytest.mark.thorough
def test_sitemap_lists_canonical_crawlable_pages(public_client: FlaskClient) -> None:
    """Check that each page exists, may be crawled, and is no copy of another."""
    told = public_client.get("/robots.txt").text
    assert f"Sitemap: {SITE}/sitemap.xml\n" in told
    robots = RobotFileParser()
    robots.parse([line for line in told.splitlines() if "*?" not in line])
    listed = ElementTree.fromstring(public_client.get("/sitemap.xml").data)
    addresses = [str(loc.text) for loc in listed.iterfind(f"{{{SITEMAPS}}}url/{{{SITEMAPS}}}loc")]
    assert len(set(addresses)) == len(addresses)
    ends = {address.removeprefix(SITE) for address in addresses}
    assert {"/", "/presets", "/picks", "/credits", "/picks?tag=greedy"} <= ends
    assert {f"/{code}/" for code in BOOKS} <= ends
    assert {
        f"/atlas{end}"
        for code in list_atlases()
        for end in ("", f"/{code}", f"/{code}/measure.decisions")
    } <= ends
    for end in ends:
        answer = public_client.get(end)
        assert answer.status_code == 200, end
        assert "X-Robots-Tag" not in answer.headers
        page = soup(answer.text)
        assert not page.select("meta[name=robots]"), end
        assert page.select_one("link[rel=canonical]")["href"] == SITE + end
        assert robots.can_fetch("crawler", SITE + end), end


def test_sitemap_without_site_address_returns_404() -> None:
    assert client().get("/sitemap.xml").status_code == 404
    assert "Sitemap" not in client().get("/robots.txt").text


@pytest.mark.parametrize(
    ("path", "one"),
    [
        ("/?x=1", "/"),
        ("/classic/?pick-units=4&pick-movement=0", "/classic/"),
        ("/find/skirmish?minutes=45", "/find/skirmish"),
        ("/presets?x=1", "/presets"),
        (f"{GAME}?keep=units&was=243856987015781", GAME),
    ],
)
def test_canonical_link_has_no_query(public_client: FlaskClient, path: str, one: str) -> None:
    assert (
        soup(public_client.get(path).text).select_one("link[rel=canonical]")["href"] == SITE + one
    )


def test_manifest_has_icons_of_stated_sizes() -> None:
    page = soup(client().get("/").text)
    answer = client().get(str(page.select_one("link[rel=manifest]")["href"]))
    assert answer.content_type.startswith("application/manifest+json")
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
    told = answer.get_json(force=True)
    assert told["start_url"] == told["scope"] == "/"
    for each in told["icons"]:
        there = client().get(each["src"])
        assert there.status_code == 200
        assert "{}x{}".format(*read_image_size(there.data)) == each["sizes"]
    touched = client().get(str(page.select_one("link[rel=apple-touch-icon]")["href"]))
    assert touched.status_code == 200
    assert read_image_size(touched.data) == (180, 180)
    assert {tag["media"] for tag in page.select("meta[name=theme-color]")} == {
        "(prefers-color-scheme: light)",
        "(prefers-color-scheme: dark)",
    }
