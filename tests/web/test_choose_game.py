"""Test the page that asks for a game, and its redirects to the page that was opened."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from carnage import catalog
from carnage.engine.simulation import DICE_SEED_LIMIT, MAX_GAMES
from carnage.seeds import Seed
from carnage.web.home.choose_game import ACTIONS
from carnage.web.matches.watch_address import MAX_NUMBERS
from tests.support.browser import DESKTOP, PHONE, check_page, open_page, serve
from tests.support.marks import list_script_cases
from tests.support.web import GAME, SEED, client, soup


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve() as address:
        yield address


@pytest.mark.parametrize("way", ACTIONS)
def test_choose_game_page_has_form_and_picks(way: str) -> None:
    for path in (f"/{way}", f"/{way}/"):
        answer = client().get(path)
        page = soup(answer.text)
        assert answer.status_code == 200
        assert page.h1.text == ACTIONS[way].title
        assert page.select_one("input[name=game]")["value"] == ""
        # Buttons lead to all other pages.
        assert {each["formaction"] for each in page.select("[formaction]")} == {
            f"/{other}" for other in ACTIONS if other != way
        }
    for card in page.select(".picks h3 a"):
        assert str(card["href"]).startswith(f"/{way}/")
    answer = client().get(str(page.select_one(".picks h3 a")["href"]))
    assert answer.status_code in (200, 303)


@pytest.mark.parametrize("way", ACTIONS)
def test_choose_game_input_redirects_to_page(way: str) -> None:
    for typed in (SEED, "24385 6987 615 781", f"https://carnage.example{GAME}"):
        there = client().get(f"/{way}", query_string={"game": typed})
        assert (there.status_code, there.headers["Location"]) == (303, f"/{way}{GAME}")
        assert there.headers["Cache-Control"] == "no-store"
    named = (
        client()
        .get(f"/{way}", query_string={"game": f"{GAME}?name=Last+Stand"})
        .headers["Location"]
    )
    assert named == f"/{way}{GAME}?name=Last+Stand"
    words = client().get(f"/{way}", query_string={"game": "Friday  Night", "book": "duel"})
    assert words.headers["Location"] == f"/{way}/duel/{Seed.from_text('friday night', 13)}"


def test_choose_game_empty_input_rolls_new_game() -> None:
    games = {
        client().get("/lab", query_string={"game": " ", "book": "gamble"}).headers["Location"]
        for _ in range(5)
    }
    assert len(games) > 1
    for each in games:
        assert (
            len(Seed.parse(each.removeprefix("/lab/gamble/"), catalog.book("gamble").length)) == 12
        )


def test_choose_game_query_is_preserved() -> None:
    form = soup(client().get("/play?bots=person,random&dice=3").text).select_one("form.own")
    hidden = {each["name"]: each["value"] for each in form.select("[type=hidden]")}
    assert hidden == {"bots": "person,random", "dice": "3"}
    there = urlsplit(
        client().get("/play", query_string=hidden | {"game": SEED}).headers["Location"]
    )
    assert (there.path, parse_qs(there.query)) == (
        f"/play{GAME}",
        {"bots": ["person,random"], "dice": ["3"]},
    )


def test_choose_game_invalid_input_returns_400() -> None:
    answer = client().get("/watch?game=2438569876157811")
    page = soup(answer.text)
    assert answer.status_code == 400
    assert "These are 16 digits" in page.select_one("[role=alert]").text
    assert f"/watch{GAME}" in [each["href"] for each in page.select(".near a")]
    assert client().get("/watch?game=" + "x" * 3_000).status_code == 400


def test_choose_game_limits_match_engine() -> None:
    assert MAX_NUMBERS == {"dice": DICE_SEED_LIMIT - 1, "game": MAX_GAMES - 1}


def test_menu_links_have_titles() -> None:
    for path in ("/", GAME, "/credits", "/nothing"):
        menu = soup(client().get(path).text).select_one("nav[aria-label=Site]")
        hints = {
            str(each["href"]).partition("?")[0]: each.get("title", "") for each in menu.select("a")
        }
        assert "watch" in hints["/play"]
        for place in ("/find", "/presets", "/atlas"):
            assert hints.get(place, "it has an atlas")


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_menu_fits_width(browser: Browser, site: str, width: int) -> None:
    """Check that the menu takes two lines on a phone and one on a desktop."""
    with open_page(browser, site, viewport={"width": width, "height": 800}) as page:
        page.goto(GAME)
        tops = page.locator(".masthead nav li:not(.of)").evaluate_all(
            "items => items.map(item => Math.round(item.getBoundingClientRect().top))"
        )
        assert len(set(tops)) == (1 if width > 800 else 2)
        assert page.locator(".masthead").bounding_box()["height"] <= (80 if width > 800 else 156)  # type: ignore[index]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("scheme", "viewport", "scripts"), list_script_cases([("light", PHONE), ("dark", DESKTOP)])
)
def test_choose_game_from_menu_opens_companion(visitor: Page, scripts: bool) -> None:
    page = visitor
    page.goto(GAME)
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Play").click()
    page.get_by_label("Game address, seed digits").fill(f"{SEED}1")
    page.get_by_role("button", name="Open table companion").click()
    page.get_by_text("These are 16 digits").wait_for()
    assert page.locator("h1").inner_text() == "Table companion"
    if scripts:
        check_page(page, "a way without a game")
    page.get_by_label("Game address, seed digits").fill(SEED)
    page.get_by_role("button", name="Open table companion").click()
    page.wait_for_url(f"**/table{GAME}")


def test_play_page_keeps_the_book_that_one_came_from() -> None:
    page = soup(client().get("/duel/").text)
    button = page.select_one(".title-page a.button")
    assert (button.text, button["href"]) == ("Play against the computer", "/play?book=duel")
    assert page.select_one('nav a[href="/play?book=duel"]').text == "Play"
    page = soup(client().get(str(button["href"])).text)
    assert page.select_one("select[name=book] [selected]")["value"] == "duel"
    assert page.select_one(".picks .tags").text.startswith("Duel ·")
