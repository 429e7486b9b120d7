"""Test the shelf of saved games, the game of the day and the picks by tag."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from carnage.catalog import book_codes
from carnage.web.home.featured import count_tags, daily_game_url, list_cards
from tests.support.browser import DESKTOP, PHONE, check_page, measure_layout_shift, open_page, serve
from tests.support.marks import soak_all_but
from tests.support.web import GAME, client, soup

OTHER = "/duel/8000000000000"


# ------------------------------------------------------------------------- the day, and the gallery


def test_game_of_day_is_unique_and_constant() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(200)]
    games = [daily_game_url(day) for day in days]
    assert games == [daily_game_url(day) for day in days]
    assert len(set(games)) == len(days)
    books = {url.split("/")[1] for url in games}
    assert books == set(book_codes())
    # Its page shows its words, and the same words typed give the same game.
    page = soup(client().get(games[0]).text)
    assert page.select_one(".words q").text.strip("“”") == "game of the day 2026-01-01"
    typed = client().post("/roll", data={"text": "Game of the day 2026-01-01", "book": "any"})
    assert typed.headers["Location"] == games[0]


def test_today_redirects_to_game_of_day() -> None:
    before = datetime.now(UTC).date()
    response = client().get("/today")
    assert response.status_code == 303
    assert response.headers["Location"] in {
        daily_game_url(before),
        daily_game_url(datetime.now(UTC).date()),
    }
    assert int(re.fullmatch(r"public, max-age=(\d+)", response.headers["Cache-Control"])[1]) <= 3600
    assert soup(client().get("/").text).select_one('a[href="/today"]') is not None
    assert "Disallow: /today" in client().get("/robots.txt").text


@pytest.mark.thorough
def test_picks_page_tag_lists_its_games() -> None:
    whole = soup(client().get("/picks").text)
    assert len(whole.select(".cards > li")) == len(list_cards()) >= 14
    for tag, count in count_tags().items():
        page = soup(client().get("/picks", query_string={"tag": tag}).text)
        shown = page.select(".cards > li")
        assert len(shown) == count >= 1
        for card in shown:
            game = soup(client().get(card.select_one("h2 a")["href"]).text)
            assert tag in [each.text for each in game.select(".title-page .tags li")]
        assert page.select_one("[aria-current]").text.split()[0] == tag
        assert tag in page.title.text
    wrong = client().get("/picks?tag=%3Cb%3E")
    assert wrong.status_code == 404
    assert "<b>" not in wrong.text
    assert f"/picks?tag={next(iter(count_tags()))}" in wrong.text


# -------------------------------------------------------------------------------------- in Chromium


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve() as address:
        yield address


def list_titles(page: Page, name: str = "own") -> list[str]:
    return page.locator(f"[data-list={name}] [data-title]").all_inner_texts()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("scheme", "viewport"),
    soak_all_but([("dark", PHONE)], [("dark", PHONE), ("light", DESKTOP)]),
)
def test_shelf_keeps_rating_and_notes(
    browser: Browser, site: str, scheme: str, viewport: dict[str, int], tmp_path: Path
) -> None:
    """Also export the shelf to a file, clear it, and import the file."""
    with open_page(browser, site, viewport=viewport, color_scheme=scheme) as page:
        page.goto(f"{GAME}?name=Last+Stand")
        page.get_by_role("button", name="Save this game", exact=True).click()
        page.get_by_role("button", name="Saved").wait_for()
        page.goto(OTHER)
        duel = page.locator("h1").inner_text()
        page.get_by_role("link", name="Saved games").click()
        page.wait_for_url("**/shelf")
        assert (list_titles(page), list_titles(page, "seen")) == (["Last Stand"], [duel])
        check_page(page, "my shelf")
        page.get_by_role("combobox", name="Rating: Last Stand").select_option("4")
        page.get_by_role("textbox", name="Notes: Last Stand").fill(
            "Played twice.\n<b>Anna</b> won."
        )
        page.get_by_role("textbox", name="Notes: Last Stand").blur()
        page.get_by_text("Saved.").wait_for()
        page.reload()
        assert page.get_by_role("combobox", name="Rating: Last Stand").input_value() == "4"
        notes = page.get_by_role("textbox", name="Notes: Last Stand")
        assert notes.input_value() == "Played twice.\n<b>Anna</b> won."

        # Export, remove, undo, clear, import.
        with page.expect_download() as download:
            page.get_by_role("button", name="Export saved games").click()
        assert download.value.suggested_filename == "carnage-shelf.json"
        file = tmp_path / "carnage-shelf.json"
        download.value.save_as(file)
        said = json.loads(file.read_text(encoding="utf-8"))
        assert said["games"][GAME]["address"] == f"{GAME}?name=Last+Stand"
        assert page.get_by_role("button", name="Restore the removed game").count() == 0, (
            "nothing was taken off"
        )
        page.get_by_role("button", name="Remove: Last Stand").click()
        assert list_titles(page) == []
        page.get_by_role("button", name="Restore the removed game").click()
        assert list_titles(page) == ["Last Stand"]
        page.evaluate("localStorage.clear()")
        page.reload()
        assert list_titles(page) == []
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_text("Games imported: 2").wait_for()
        assert notes.input_value() == "Played twice.\n<b>Anna</b> won."
        page.get_by_role("link", name="Last Stand").click()
        page.wait_for_url(f"**{GAME}?name=Last+Stand")
        assert page.get_by_role("button", name="Saved").get_attribute("aria-pressed") == "true"
        page.get_by_role("button", name="Saved").click()
        page.get_by_role("button", name="Save this game", exact=True).wait_for()


BAD = {
    "broken": ('{"carnage": "shelf", "games": {', "not valid JSON"),
    "empty": ("", "not valid JSON"),
    "list": ("[]", "no saved games"),
    "null": ("null", "no saved games"),
    "another": ('{"book": "classic"}', "no saved games"),
    "games": ('{"carnage": "shelf", "version": 1, "games": 7}', "no saved games"),
    "newer": ('{"carnage": "shelf", "version": 2, "games": {}}', "a format version"),
    "bytes": (b"\xff\xfe\x00\x01", "not valid JSON"),
}


@pytest.mark.browser
@pytest.mark.parametrize("kind", soak_all_but([*BAD][:1], BAD))
def test_shelf_invalid_file_is_refused(
    browser: Browser, site: str, tmp_path: Path, kind: str
) -> None:
    text, told = BAD[kind]
    file = tmp_path / "shelf.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with open_page(browser, site) as page:
        page.goto(GAME)
        page.get_by_role("button", name="Save this game", exact=True).click()
        page.goto("/shelf")
        page.locator("input[type=file]").set_input_files(file)
        page.locator(".shelf-told.wrong").get_by_text(told).wait_for()
        assert list_titles(page) == ["Ruinous Throne"]
        page.reload()
        assert list_titles(page) == ["Ruinous Throne"]


@pytest.mark.browser
def test_shelf_import_merges_entries(browser: Browser, site: str, tmp_path: Path) -> None:
    game = {
        "title": "Theirs",
        "kept": False,
        "rating": 2,
        "notes": "Too long.",
        "seen": "2020-01-01T00:00:00Z",
    }
    bad = [
        {"address": "javascript:alert(1)", "kept": True},
        {"address": "https://elsewhere.example/classic/243856987615781", "kept": True},
        {"address": "/credits", "kept": True},
        {"kept": True},
        7,
        None,
    ]
    good = {"address": GAME, **game, "changed": "2020-01-01T00:00:00Z"}
    hostile = {
        "address": f"{OTHER}?name=%3Cb%3E&keep=dice",
        "title": "<img src=x>",
        "kept": True,
        "rating": 99,
    }
    said = {"carnage": "shelf", "version": 1, "games": dict(enumerate([good, hostile, *bad]))}
    file = tmp_path / "shelf.json"
    file.write_text(json.dumps(said))
    with open_page(browser, site) as page:
        page.goto(GAME)
        page.get_by_role("button", name="Save this game", exact=True).click()
        page.goto("/shelf")
        page.get_by_role("textbox", name="Notes: Ruinous Throne").fill("Good.")
        page.get_by_role("combobox", name="Rating: Ruinous Throne").select_option("5")
        page.get_by_text("Saved.").wait_for()
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_text("skipped: 6").wait_for()
        # The latest rating counts, and notes are joined.
        assert list_titles(page) == ["Ruinous Throne", "<img src=x>"]
        notes = page.get_by_role("textbox", name="Notes: Ruinous Throne")
        assert notes.input_value() == "Good.\nToo long."
        assert page.get_by_role("combobox", name="Rating: Ruinous Throne").input_value() == "5"
        assert page.locator("[data-list] img").count() == 0
        links = page.evaluate(
            "[...document.querySelectorAll('[data-list] a')].map(each => each.getAttribute('href'))"
        )
        assert all(re.match(r"(/table)?/(classic|duel)/\d+", link) for link in links)
        # A second import changes nothing.
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_text("skipped: 6").wait_for()
        assert notes.input_value() == "Good.\nToo long."


@pytest.mark.browser
def test_shelf_unreadable_storage_is_kept_aside(browser: Browser, site: str) -> None:
    with open_page(browser, site) as page:
        page.goto("/credits")
        page.evaluate('localStorage.setItem(\'carnage.shelf\', \'{"carnage": "shelf", "games\')')
        page.goto(GAME)
        page.get_by_role("button", name="Save this game", exact=True).click()
        page.goto("/shelf")
        assert list_titles(page) == ["Ruinous Throne"]
        assert (
            page.evaluate("localStorage.getItem('carnage.shelf.unread')")
            == '{"carnage": "shelf", "games'
        )


@pytest.mark.browser
def test_shelf_visited_games_are_limited(browser: Browser, site: str) -> None:
    with open_page(browser, site) as page:
        page.goto("/shelf")
        place = page.locator("script[type=module]").get_attribute("src")
        assert place
        seen, kept = page.evaluate(
            """async place => {
                const saved = place.replace("home/shelf.js", "shared/saved_games.js");
                const { change, games, see } = await import(saved);
                for (let n = 100; n < 110; n++) change(`/classic/${n}`, { kept: true });
                for (let n = 200; n < 300; n++) see(`/classic/${n}`, "Seen");
                const all = Object.values(games());
                return [all.filter(each => !each.kept).length, all.filter(each => each.kept).length];
            }""",
            place,
        )
        assert (seen, kept) == (60, 10)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("viewport", "is_kept"),
    soak_all_but([(PHONE, False), (PHONE, True)], product([PHONE, DESKTOP], [False, True])),
)
def test_shelf_layout_is_stable(
    browser: Browser, site: str, viewport: dict[str, int], is_kept: bool
) -> None:
    """Measure cumulative layout shift with a slow network."""
    games = {
        path: {
            "address": path,
            "title": "Last Stand",
            "kept": is_kept,
            "seen": f"2026-11-0{n}T00:00:00Z",
        }
        for n, path in enumerate((GAME, OTHER, "/gamble/908040050000"), 1)
    }
    with open_page(browser, site, viewport=viewport) as page:
        page.goto("/credits")
        page.evaluate(
            "text => localStorage.setItem('carnage.shelf', text)",
            json.dumps({"carnage": "shelf", "version": 1, "games": games}),
        )
        gate = page.context.new_cdp_session(page)
        gate.send("Network.enable")
        latency = {
            "offline": False,
            "latency": 150,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        }
        gate.send("Network.emulateNetworkConditions", latency)
        page.goto("/shelf")
        page.locator("[data-title]").nth(2).wait_for()
        assert measure_layout_shift(page) < 0.02


@pytest.mark.browser
def test_shelf_storage_full_button_says_so(browser: Browser, site: str) -> None:
    with open_page(browser, site) as page:
        page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('', "
            "'QuotaExceededError'); };"
        )
        page.goto(GAME)
        page.get_by_role("button", name="Save this game", exact=True).click()
        page.get_by_role("button", name="Cannot save: storage is blocked").wait_for()


@pytest.mark.browser
@pytest.mark.parametrize("viewport", soak_all_but([PHONE], [PHONE, DESKTOP]))
def test_shelf_without_script_hides_controls(
    browser: Browser, site: str, viewport: dict[str, int]
) -> None:
    with open_page(browser, site, viewport=viewport, java_script_enabled=False) as page:
        page.goto(GAME)
        expect(page.get_by_role("button", name="Save this game", exact=True)).to_be_hidden()
        expect(page.locator(".address .copy")).to_be_hidden()
        assert page.locator(".rename input").evaluate("field => field.clientWidth") >= 200
        page.goto("/shelf")
        expect(page.get_by_text("Saving needs JavaScript")).to_be_visible()
        expect(page.get_by_role("button", name="Export saved games")).to_be_hidden()
        page.goto("/")
        page.get_by_role("link", name="See all picks by tag").click()
        page.get_by_role("navigation", name="Tags").get_by_role(
            "link", name=next(iter(count_tags()))
        ).click()
        page.locator(".cards h2 a").first.click()
        page.locator(".rulebook").wait_for()
        page.goto("/")
        page.get_by_role("link", name="game of the day").click()
        page.locator(".words q").get_by_text("game of the day").wait_for()
