"""What somebody sees who is sent a game: previews, pictures, files, icons; and where to tell of
a fault.
"""

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
from carnage.rulesets.presets import presets
from carnage.serving.settings import ADDRESS, CONTACT, FAULTS, SOURCE, SettingError, Settings
from carnage.web import create_app
from carnage.web.atlas.views import atlases
from carnage.web.home.featured import list_featured_games
from carnage.web.home.views import PREVIEWING, SITEMAPS
from tests.support.rulesets import BOOKS, sample
from tests.support.web import GAME, KINDS, SEED, client, soup

SITE = "https://carnage.example"
PATIENT = 120.0
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def found() -> FlaskClient:
    return create_app(address=SITE, faults="mailto:rules@example.org").test_client()


def said(page: BeautifulSoup, name: str) -> str:
    (tag,) = page.select(f'meta[property="{name}"], meta[name="{name}"]')
    return str(tag["content"])


def size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(PNG)
    wide, high = struct.unpack(">II", picture[16:24])
    return wide, high


@pytest.mark.parametrize("kind", KINDS)
def test_every_page_says_what_it_is(kind: str) -> None:
    page = soup(client().get(KINDS[kind][0]).text)
    assert len(page.title.text) > len("Carnage")
    assert page.title.text.count("Carnage") == 1
    assert said(page, "og:title")
    assert 25 <= len(said(page, "description")) <= 700
    assert not page.select('meta[property="og:image"]'), "nobody has said where it would be found"


def test_pages_are_told_apart_by_their_titles() -> None:
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


def test_a_game_that_is_sent_shows_itself(found: FlaskClient) -> None:
    page = soup(found.get(f"{GAME}?name=Last+Stand&keep=units").text)
    assert said(page, "og:title") == "Last Stand"
    assert said(page, "og:description") == soup(client().get(GAME).text).select_one(".pitch").text
    assert said(page, "og:url") == f"{SITE}{GAME}?name=Last+Stand"
    assert said(page, "og:image") == f"{SITE}{GAME}.png?name=Last+Stand"
    assert page.select_one("link[rel=canonical]")["href"] == f"{SITE}{GAME}?name=Last+Stand"
    # What is printed is what is copied.
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
    assert not soup(found.get(GAME).text).select("#sent .kept")
    home = soup(found.get("/").text)
    shown = urlsplit(said(home, "og:image"))
    assert shown.netloc == "carnage.example"
    there = client().get(shown.path)
    assert there.status_code == 200
    assert size(there.data) == (share_image.WIDTH, share_image.HEIGHT)


@pytest.fixture(scope="module")
def worker() -> Iterator[JobQueue[Printed]]:
    prints = JobQueue(print_game, SETTINGS)
    yield prints
    prints.close()


@pytest.mark.thorough
def test_the_picture_is_that_of_the_library(worker: JobQueue[Printed]) -> None:
    app = create_app(address=SITE)
    app.extensions["prints"] = worker
    asking, patient = app.test_client(), time.monotonic() + PATIENT
    while (answer := asking.get(f"{GAME}.png?name=Last+Stand")).status_code == 503:
        assert "Retry-After" in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"
        assert time.monotonic() < patient
    assert (answer.status_code, answer.content_type) == (200, "image/png")
    assert answer.data == share_image.picture(carnage.roll("classic", SEED, "Last Stand"))
    assert "max-age" in answer.headers["Cache-Control"]
    again = asking.get(
        f"{GAME}.png?name=Last+Stand", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304


@pytest.mark.parametrize("code", BOOKS)
def test_any_game_has_a_picture(code: str) -> None:
    for game in sample(2, code):
        assert size(share_image.picture(build_rulebook(game))) == (1200, 630)


@pytest.mark.parametrize("told", ["", "https://carnage.example"])
def test_a_code_leads_to_where_the_site_is_and_no_stranger_s_is_kept(told: str) -> None:
    """Whose word on that is the visitor's is answered with it, but no cache hands it on."""
    one, other = (
        create_app(address=told).test_client().get(f"{GAME}.svg", headers={"Host": host})
        for host in ("here.example", "evil.example")
    )
    assert (one.data == other.data) is bool(told)
    for answer in (one, other):
        assert ("no-store" in answer.headers["Cache-Control"]) is not bool(told)
        assert ("ETag" in answer.headers) is bool(told)


def test_a_picture_of_a_game_that_is_none(found: FlaskClient) -> None:
    assert found.get("/classic/123.png").status_code == 404
    assert found.get("/nothing/123.png").status_code == 404
    assert found.get(f"{GAME}.png?name=%3Cb%3E").status_code == 400
    assert ".png" in found.get(f"{GAME}.gif").text
    assert PICTURE not in carnage.printing.PARTS  # type: ignore[attr-defined]


def test_a_pitch_is_cut_between_sentences() -> None:
    assert share_image.shortened("One. Two. Three.", 100) == "One. Two. Three."
    assert share_image.shortened("One. Two. Three.", 12) == "One. Two."
    assert share_image.shortened("One two three four", 12) == "One two …"


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
def test_files_carry_the_game_s_name(name: str, words: str) -> None:
    for ending in ("md", "html", "json"):
        answer = client().get(f"{GAME}.{ending}", query_string={"name": name})
        assert (
            f'filename="carnage-{words}classic-{SEED}.{ending}"'
            in answer.headers["Content-Disposition"]
        )


def test_downloads_say_where_they_are_from(found: FlaskClient) -> None:
    where = f"{SITE}{GAME}?name=Last+Stand"
    assert f"- Address: <{where}>" in found.get(f"{GAME}.md?name=Last+Stand").text
    page = soup(found.get(f"{GAME}.html?name=Last+Stand").text)
    assert page.select_one(".rulebook-head .facts a")["href"] == where
    assert "Classic, edition 1" in page.select_one(".rulebook-head").text
    assert "Address" not in client().get(f"{GAME}.md").text


@pytest.mark.parametrize("kind", [kind for kind, (_, status) in KINDS.items() if status == 200])
def test_a_page_on_paper_says_where_it_is(found: FlaskClient, kind: str) -> None:
    """Games have their own line, with a code that cameras read, and their trays lead to the
    games.
    """
    path = KINDS[kind][0]
    for each, site in ((found, SITE), (client(), "")):
        page = soup(each.get(path).text)
        lines = [line.text for line in page.select(".printed")]
        if page.select(".way-back"):
            assert not lines
        else:
            where = path.partition("?")[0] if page.select(".trayed") else path
            if kind == "space":  # is told whole, whatever was left out
                where = f"{where.partition('?')[0]}?x="
            (line,) = lines
            # Pages that lie ready may be the other site's.
            assert line.removeprefix("carnage.example").startswith(where)
            if kind in ("home", "presets", "at the table", "credits"):
                assert line == site.partition("://")[2] + path


def test_what_was_sent_and_what_was_wrong_has_no_address_to_print() -> None:
    assert (
        soup(client().post("/roll", data={"text": f"{SEED}0"}).text).select_one(".printed").text
        == ""
    )
    assert not soup(client().get("/nothing/here").text).select(".printed")


def test_a_fault_can_be_told_where_somebody_hears_of_it(found: FlaskClient) -> None:
    link = soup(found.get(f"{GAME}?name=Last+Stand").text).select_one(
        '.colophon a[href^="mailto:"]'
    )
    address = urlsplit(str(link["href"]))
    assert (address.path, parse_qs(address.query)) == ("rules@example.org", {"subject": [GAME]})
    assert not soup(client().get(GAME).text).select('a[href^="mailto:"]')
    form = create_app(faults="https://example.org/new?title={where}&kind=rule").test_client()
    link = soup(form.get(GAME).text).select_one('a[href^="https://example.org/new"]')
    assert unquote(str(link["href"])) == f"https://example.org/new?title={GAME}&kind=rule"


def test_pages_lead_to_the_code_where_somebody_says_where_it_is() -> None:
    code = "https://example.org/carnage"
    assert soup(create_app(source=code).test_client().get(GAME).text).select(
        f'.colophon a[href="{code}"]'
    )
    assert not soup(client().get(GAME).text).select('.colophon a[href^="https://example.org"]')


def test_published_systems_that_are_picks_go_by_their_own_names() -> None:
    published = {preset.ruleset.path: preset.ruleset.name for preset in presets()}
    picked = {
        ruleset.path: ruleset.name
        for ruleset, _ in list_featured_games()
        if ruleset.path in published
    }
    assert picked
    assert picked == {path: published[path] for path in picked}


@pytest.mark.parametrize("place", ["/", "/picks"])
def test_and_are_led_to_by_these_names(place: str) -> None:
    asked = client()
    published = {preset.ruleset.path: preset.ruleset.name for preset in presets()}
    links = {
        str(link["href"]): link.text
        for link in soup(asked.get(place).text).select(".picks a[href]")
    }
    led = {to: text for to, text in links.items() if to.partition("?")[0] in published}
    assert led
    for to, text in led.items():
        assert text == published[to.partition("?")[0]]
        heading = soup(asked.get(to).text).select_one("h1")
        assert heading
        assert heading.text == text


def test_settings_that_have_to_be_addresses() -> None:
    kept = {
        ADDRESS: f" {SITE}/ ",
        FAULTS: "https://example.org/{where}",
        CONTACT: "",
        SOURCE: f"{SITE}/code",
    }
    read = Settings.read(kept)
    assert (read.address, read.faults, read.contact) == (SITE, "https://example.org/{where}", "")
    assert read.source == f"{SITE}/code"
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


def test_whoever_previews_a_link_may_and_crawlers_may_not() -> None:
    groups = client().get("/robots.txt").text.split("\n\n")
    assert len(groups) == 2
    previewing, others = groups
    assert re.findall("User-agent: (.*)", previewing) == list(PREVIEWING)
    assert "Disallow: /classic" not in previewing
    assert "Disallow: /roll" in previewing
    assert others.startswith("User-agent: *\n")
    assert all(f"Disallow: /{code}/{digit}" in others for code in BOOKS for digit in range(10))


@pytest.mark.thorough
def test_crawlers_are_told_of_every_page_that_has_an_end(found: FlaskClient) -> None:
    """Each stands where it says that it does, may be read, and is no copy of another."""
    told = found.get("/robots.txt").text
    assert f"Sitemap: {SITE}/sitemap.xml\n" in told
    robots = RobotFileParser()
    robots.parse([line for line in told.splitlines() if "*?" not in line])
    listed = ElementTree.fromstring(found.get("/sitemap.xml").data)
    addresses = [str(loc.text) for loc in listed.iterfind(f"{{{SITEMAPS}}}url/{{{SITEMAPS}}}loc")]
    assert len(set(addresses)) == len(addresses)
    ends = {address.removeprefix(SITE) for address in addresses}
    assert {"/", "/presets", "/picks", "/credits", "/picks?tag=greedy"} <= ends
    assert {f"/{code}/" for code in BOOKS} <= ends
    assert {
        f"/atlas{end}"
        for code in atlases()
        for end in ("", f"/{code}", f"/{code}/measure.decisions")
    } <= ends
    for end in ends:
        answer = found.get(end)
        assert answer.status_code == 200, end
        assert "X-Robots-Tag" not in answer.headers
        page = soup(answer.text)
        assert not page.select("meta[name=robots]"), end
        assert page.select_one("link[rel=canonical]")["href"] == SITE + end
        assert robots.can_fetch("crawler", SITE + end), end


def test_there_is_no_list_of_pages_where_nobody_knows_where_they_are() -> None:
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
def test_what_an_address_asks_for_makes_no_page_of_its_own(
    found: FlaskClient, path: str, one: str
) -> None:
    assert soup(found.get(path).text).select_one("link[rel=canonical]")["href"] == SITE + one


def test_the_site_can_be_put_on_a_first_screen() -> None:
    page = soup(client().get("/").text)
    answer = client().get(str(page.select_one("link[rel=manifest]")["href"]))
    assert answer.content_type.startswith("application/manifest+json")
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
    told = answer.get_json(force=True)
    assert told["start_url"] == told["scope"] == "/"
    for each in told["icons"]:
        there = client().get(each["src"])
        assert there.status_code == 200
        assert "{}x{}".format(*size(there.data)) == each["sizes"]
    touched = client().get(str(page.select_one("link[rel=apple-touch-icon]")["href"]))
    assert touched.status_code == 200
    assert size(touched.data) == (180, 180)
    assert {tag["media"] for tag in page.select("meta[name=theme-color]")} == {
        "(prefers-color-scheme: light)",
        "(prefers-color-scheme: dark)",
    }
