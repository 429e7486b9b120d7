"""Finding a game on the site: wishes answered at once, and games that playtests find no fault with."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import jobs
import pytest
from flask import Flask
from web import soup

from carnage import catalog
from carnage.document.rosters import muster
from carnage.playtest import searching, worded
from carnage.playtest.looks import FIND
from carnage.playtest.nearing import look
from carnage.playtest.searching import hunt
from carnage.playtest.wishing import WishError, Wishes, nearest, read, rolls, spelt
from carnage.playtest.worded import fields
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web import create_app
from carnage.worker.jobs import Busy, Standing

SKIRMISH = catalog.book("skirmish")
GAMBLE = catalog.book("gamble")


class Search:
    """A worker whose searches stand as they are told to."""

    def __init__(self, stands: Standing[Any] | None = None, busy: bool = False) -> None:
        self.stands, self.busy = stands or Standing(), busy
        self.asked: list[Any] = []

    def start(self, key: Any, visitor: str = "") -> None:
        if self.busy:
            raise Busy
        self.asked.append(key)

    def give_it(self, key: Any, seconds: float) -> None:
        pass

    def look(self, key: Any) -> Standing[Any]:
        return self.stands if key in self.asked or not self.asked else Standing()


@pytest.fixture
def app() -> Flask:
    app = create_app()
    app.extensions["playtests"] = Search()
    return app


def shown(page: Any) -> list[Ruleset]:
    """The games of the list that are as wished."""
    return [
        resolve(SKIRMISH, Seed(link["href"].rpartition("/")[2]))
        for link in page.select("#report ~ .games-list h3 a")
    ]


# ------------------------------------------------------------------------------------------------ wishes


@pytest.mark.parametrize(
    "wishes",
    [
        Wishes(),
        Wishes(minutes=75, feet=3, figures=16, seed=4),
        Wishes(players=2, kept={"damage": "doomed"}, needs=("loot", "squads"), lacks=("facing",)),
    ],
)
def test_wishes_are_read_as_they_are_spelt(wishes: Wishes) -> None:
    assert read(parse_qs(spelt(wishes, SKIRMISH)), SKIRMISH) == wishes


def test_wishes_are_always_spelt_alike() -> None:
    one = read(
        {"with": ["squads", "loot"], "minutes": [" 60 "], "keep": ["", "damage=doomed"], "more": ["x"]},
        SKIRMISH,
    )
    other = read(
        {"keep": ["damage=doomed"], "with": ["loot", "squads", "loot"], "minutes": ["060"]}, SKIRMISH
    )
    assert (
        spelt(one, SKIRMISH)
        == spelt(other, SKIRMISH)
        == "minutes=60&keep=damage=doomed&with=loot&with=squads"
    )


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"minutes": ["an hour"]}, "minutes is one whole number from 0 to 9999, not 'an hour'"),
        ({"minutes": ["30", "40"]}, "one whole number"),
        ({"figures": ["9" * 5000]}, "from 0 to 9999"),
        ({"figures": ["0" * 9 + "12345"]}, "from 0 to 9999"),
        ({"figures": ["0" * 5000 + "10000"]}, "from 0 to 9999"),
        ({"feet": ["٣"]}, "whole number"),
        ({"keep": ["damage"]}, "write a table and an option"),
        ({"keep": ["dammage=doomed"]}, "it rolls golden-rule"),
        ({"keep": ["damage=dooomed"]}, "it has certain-death"),
        ({"with": ["wings"]}, "knows nothing of 'wings'"),
        ({"with": ["loot"], "without": ["loot"]}, "both has and lacks 'loot'"),
    ],
)
def test_what_cannot_be_wished_for_is_said(fields: dict[str, list[str]], complaint: str) -> None:
    with pytest.raises(WishError, match=complaint):
        read(fields, SKIRMISH)


def test_where_nothing_is_as_wished_the_nearest_are_given() -> None:
    near = nearest(SKIRMISH, Wishes(minutes=1), 3, tries=60)
    shortest = sorted(
        muster.minutes(ruleset)[1] for ruleset, _ in zip(rolls(SKIRMISH, Wishes()), range(60), strict=False)
    )
    assert [each.misses for each in near] == [("minutes",)] * 3
    assert [muster.minutes(each.ruleset)[1] for each in near] == shortest[:3]


EXAMPLE = "30 minutes, two feet, no measuring, not phased, four figures"


@pytest.mark.parametrize(
    ("text", "code", "wanted"),
    [
        (EXAMPLE, "skirmish", "minutes=30&figures=4&feet=2&with=measureless&without=phased"),
        (
            "Half an hour; FIVE minis a side and The Tower",
            "skirmish",
            "minutes=30&figures=10&keep=damage=the-tower",
        ),
        ("an hour, without loot, no loot", "skirmish", "minutes=60&without=loot"),
        ("doomed", "classic", "keep=damage=doomed"),
        ("for three players", "gamble", "players=3"),
        ("no phases", "classic", "without=phased"),
        ("", "duel", ""),
        (" , ; and", "duel", ""),
    ],
)
def test_wishes_are_understood_in_words(app: Flask, text: str, code: str, wanted: str) -> None:
    book = catalog.book(code)
    assert spelt(read(fields(text, book), book), book) == wanted
    if wanted:
        answer = app.test_client().get(f"/find/{code}", query_string={"wish": text, "minutes": ""})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/find/{code}?{wanted}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no talent", "no talents"),
        ("heros", "heroes"),
        ("something nice", "is no wish that"),
        ("minutes", "is no wish that"),
        ("12345 minutes", "is no wish that"),
        ("x" * 301, "at most 300 characters; this one has 301"),
        ("<b>", "“<b>” is no wish"),
    ],
)
def test_words_that_say_nothing_are_told_and_kept(app: Flask, text: str, told: str) -> None:
    code = "gamble" if text == "heros" else "skirmish"
    sent = {"wish": text, "players": "2"}
    for answer in (
        app.test_client().get(f"/find/{code}", query_string=sent),
        app.test_client().post(f"/find/{code}", data=sent),
    ):
        page = soup(answer.text)
        assert answer.status_code == 400
        assert told in page.select_one("[role=alert]").text
        assert page.select_one("input[name=wish]")["value"] == text
        assert page.select_one("input[name=players]")["value"] == "2"


def test_every_word_for_a_wish_is_of_some_book() -> None:
    known = {phrase for code in catalog.book_codes() for phrase in worded._known(code)}
    for entry in worded.read(catalog.TABLES, "wishes.toml", worded._File).wish:
        assert set(entry.said) <= known, entry
        assert bool(entry.has) != bool(entry.lacks)


def test_what_cannot_be_had_is_said_with_what_is_nearest(app: Flask) -> None:
    """The wish that the finder was asked for with: there are no four figures, and all the rest there is."""
    page = soup(app.test_client().get("/find", query_string={"wish": EXAMPLE}, follow_redirects=True).text)
    assert "come nearest" in page.select("h2")[-1].text
    assert page.select_one(".limit").text == (
        "No game of Skirmish that was looked at has so few figures: the fewest are 8, 4 a side."
    )
    first = page.select_one(".games-list li")
    assert "Not as wished: 8 figures." in first.text
    game = resolve(SKIRMISH, Seed(first.a["href"].rpartition("/")[2]))
    assert game.has("measureless")
    assert not game.has("phased")
    assert muster.minutes(game)[1] <= 30


def test_rare_wishes_are_granted_by_changing_dice() -> None:
    """Rolling would take thousands of games."""
    wishes = Wishes(feet=2, minutes=40, needs=("loot", "dynamite", "bag", "talents"), lacks=("tower",))
    assert not any(not each.misses for each in nearest(SKIRMISH, wishes, 6, 300))
    found = look(SKIRMISH, wishes, 6, 300, 450)
    assert not found.limits
    granted = [each.ruleset for each in found.near if not each.misses]
    assert granted
    assert all(wishes.granted(game) for game in granted)
    assert len({game.answers for game in granted}) == len(granted)
    kept = Wishes(feet=2, kept={"table": "4"})
    (limit,) = look(SKIRMISH, kept, 6, 300, 450).limits
    assert limit == "The tables that were looked at are 4 feet wide."


# ---------------------------------------------------------------------------------------------- searching


def test_a_hunt_ends_when_there_are_enough_or_too_many_were_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "TRIED", 60)
    monkeypatch.setattr(searching, "WANTED", 2)
    told = list(hunt(GAMBLE, Wishes()))
    assert [each["judged"] for each in told] == list(range(1, len(told) + 1))
    assert [each["complete"] for each in told] == [False] * (len(told) - 1) + [True]
    assert len(told[-1]["found"]) == 2
    monkeypatch.setattr(searching, "JUDGED", 1)
    (only,) = hunt(GAMBLE, Wishes())
    assert (only["judged"], only["complete"]) == (1, True)


def test_a_hunt_for_what_there_is_not_ends() -> None:
    assert list(hunt(GAMBLE, Wishes(players=99))) == [{"found": [], "judged": 0, "complete": True}]


# --------------------------------------------------------------------------------------------- the page


def test_wishes_alone_are_answered_at_once(app: Flask) -> None:
    page = soup(app.test_client().get("/find/skirmish?minutes=75&with=squads&without=facing").text)
    games = shown(page)
    assert games
    assert all(game.has("squads") and not game.has("facing") for game in games)
    assert all(muster.minutes(game)[1] <= 75 for game in games)
    assert not app.extensions["playtests"].asked
    box = page.select_one("input[name=minutes]")
    assert box is not None
    assert box["value"] == "75"
    assert page.select_one("input[name=with][value=squads][checked]") is not None
    assert "units are squads" in page.select("summary")[1].text
    (others,) = page.find_all("a", string="Roll others")
    assert shown(soup(app.test_client().get(others["href"]).text)) != games


@pytest.mark.parametrize("code", catalog.book_codes())
def test_every_book_has_a_page_that_crawlers_leave_alone(app: Flask, code: str) -> None:
    answer = app.test_client().get(f"/find/{code}")
    assert answer.status_code == 200
    assert (answer.headers["X-Robots-Tag"], answer.headers["Cache-Control"]) == ("noindex", "no-store")
    assert f"Disallow: /{FIND}" in app.test_client().get("/robots.txt").text


def test_find_leads_to_the_book_that_is_rolled_on_first(app: Flask) -> None:
    answer = app.test_client().get("/find")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/find/skirmish")
    assert app.test_client().get("/find/chess").status_code == 404


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_bad_wish_is_said_and_nothing_that_was_typed_is_lost(app: Flask, method: str) -> None:
    sent = {"minutes": "an hour", "players": "2", "keep": "damage=doomed"}
    ask = getattr(app.test_client(), method)
    answer = ask("/find/skirmish", **({"query_string": sent} if method == "get" else {"data": sent}))
    page = soup(answer.text)
    assert answer.status_code == 400
    alert = page.select_one("[role=alert]")
    assert alert is not None
    assert "whole number" in alert.text
    assert {box["name"]: box["value"] for box in page.select(".numbers input")} == {
        "minutes": "an hour",
        "players": "2",
        "figures": "",
        "feet": "",
    }
    assert page.select_one("option[value='damage=doomed'][selected]") is not None
    assert not app.extensions["playtests"].asked


def test_good_ones_are_asked_for_by_post(app: Flask) -> None:
    answer = app.test_client().post("/find/skirmish", data={"minutes": "75", "with": "squads", "keep": ""})
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/find/skirmish?minutes=75&with=squads"
    assert app.extensions["playtests"].asked == [("skirmish", FIND, "minutes=75&with=squads")]
    app.extensions["playtests"] = Search(busy=True)
    answer = app.test_client().post("/find/skirmish", data={})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


@pytest.mark.parametrize(
    ("stands", "said"),
    [
        (Standing(True, ahead=2, under_way=True), "2 others come first"),
        (Standing(True, warm=False, under_way=True), "being made ready"),
        (Standing(True, failed=True), "broke off"),
        (Standing(True, {"found": [], "judged": 3, "complete": False}, under_way=True), "0 of 3 games"),
        (Standing(True, {"found": [], "judged": 40, "complete": True}), "Wish for less"),
    ],
)
def test_the_page_says_how_a_search_stands(app: Flask, stands: Standing[Any], said: str) -> None:
    app.extensions["playtests"] = Search(stands)
    page = soup(app.test_client().get("/find/gamble").text)
    status = page.select_one("#report [role=status]")
    assert status is not None
    assert said in " ".join(status.text.split())
    assert (page.select_one("noscript meta[http-equiv=refresh]") is not None) == stands.under_way


def test_what_was_found_is_shown_with_why(app: Flask) -> None:
    ruleset = next(rolls(GAMBLE, Wishes()))
    row = {
        "id": ruleset.path,
        "name": ruleset.name,
        "games": 500,
        "shares": jobs.FIGURES["shares"],
        "skill": 0.7,
        "blemishes": ["It drags on."],
    }
    app.extensions["playtests"] = Search(Standing(True, {"found": [row], "judged": 3, "complete": True}))
    page = soup(app.test_client().get("/find/gamble").text)
    (item,) = page.select("#report li")
    told = " ".join(item.text.split())
    assert ruleset.name in told
    assert "5% drawn" in told
    assert "70% against random ones" in told
    assert "It drags on." in told
    links = [urlsplit(link["href"]).path for link in item.select("a")]
    assert links == [ruleset.path, f"/lab{ruleset.path}"]


@pytest.mark.thorough
def test_the_worker_searches() -> None:
    from carnage.worker.playtesting import playtest

    told: dict[str, Any] = {}
    for step in range(searching.JUDGED):
        told = playtest("gamble", FIND, "players=2", step)
        if told["complete"]:
            break
    assert told["found"]
    book = catalog.book("gamble")
    for row in told["found"]:
        assert resolve(book, Seed(row["id"].rpartition("/")[2])).players == 2
