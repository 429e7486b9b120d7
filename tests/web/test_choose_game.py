"""What can be done with a game, asked for without one: the box, and on from there."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from carnage import catalog
from carnage.engine.simulation import MOST_GAMES, SEEDS
from carnage.seeds import Seed
from carnage.web.home.choose_game import WAYS
from carnage.web.matches.watch_address import MOST
from tests.support.browser import DESKTOP, PHONE, check, opened, served
from tests.support.web import GAME, SEED, client, soup


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.mark.parametrize("way", WAYS)
def test_a_way_asks_which_game_and_goes_on_to_it(way: str) -> None:
    for path in (f"/{way}", f"/{way}/"):
        answer = client().get(path)
        page = soup(answer.text)
        assert answer.status_code == 200
        assert page.h1.text == WAYS[way].title
        assert page.select_one("input[name=game]")["value"] == ""
        # All other ways are a button away, too.
        assert {each["formaction"] for each in page.select("[formaction]")} == {
            f"/{other}" for other in WAYS if other != way
        }
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
    for card in page.select(".picks h3 a"):
        assert str(card["href"]).startswith(f"/{way}/")
    answer = client().get(str(page.select_one(".picks h3 a")["href"]))
    assert answer.status_code in (200, 303)


def test_nothing_typed_is_a_new_game_of_the_book() -> None:
    games = {
        client().get("/lab", query_string={"game": " ", "book": "gamble"}).headers["Location"]
        for _ in range(5)
    }
    assert len(games) > 1
    for each in games:
        assert (
            len(Seed.parse(each.removeprefix("/lab/gamble/"), catalog.book("gamble").length)) == 12
        )


def test_what_else_was_asked_goes_along() -> None:
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


def test_what_names_no_game_is_asked_about() -> None:
    answer = client().get("/watch?game=2438569876157811")
    page = soup(answer.text)
    assert answer.status_code == 400
    assert "These are 16 digits" in page.select_one("[role=alert]").text
    assert f"/watch{GAME}" in [each["href"] for each in page.select(".near a")]
    assert client().get("/watch?game=" + "x" * 3_000).status_code == 400


def test_the_largest_numbers_are_those_of_the_engine() -> None:
    assert MOST == {"dice": SEEDS - 1, "game": MOST_GAMES - 1}


def test_every_menu_leads_to_play_and_says_what_is_behind_it() -> None:
    for path in ("/", GAME, "/credits", "/nothing"):
        menu = soup(client().get(path).text).select_one("nav[aria-label=Site]")
        hints = {str(each["href"]): each.get("title", "") for each in menu.select("a")}
        assert "watch" in hints["/play"]
        for place in ("/find", "/presets", "/atlas"):
            assert hints.get(place, "it has an atlas")


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_menu_has_room(browser: Browser, site: str, width: int) -> None:
    """A line for books and one for games on a phone, one for all beside the button at a desk."""
    with opened(browser, site, viewport={"width": width, "height": 800}) as page:
        page.goto(GAME)
        tops = page.locator(".masthead nav li:not(.of)").evaluate_all(
            "items => items.map(item => Math.round(item.getBoundingClientRect().top))"
        )
        assert len(set(tops)) == (1 if width > 800 else 2)
        assert page.locator(".masthead").bounding_box()["height"] <= (80 if width > 800 else 156)  # type: ignore[index]


@pytest.mark.browser
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
@pytest.mark.parametrize(
    ("scheme", "viewport"), [("light", PHONE), ("dark", DESKTOP)], ids=["phone", "desk"]
)
def test_from_the_menu_to_what_is_done_with_a_game(visitor: Page, scripts: bool) -> None:
    page = visitor
    page.goto(GAME)
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Play").click()
    page.get_by_label("Game address, seed digits").fill(f"{SEED}1")
    page.get_by_role("button", name="Open table companion").click()
    page.get_by_text("These are 16 digits").wait_for()
    assert page.locator("h1").inner_text() == "Table companion"
    if scripts:
        check(page, "a way without a game")
    page.get_by_label("Game address, seed digits").fill(SEED)
    page.get_by_role("button", name="Open table companion").click()
    page.wait_for_url(f"**/table{GAME}")
