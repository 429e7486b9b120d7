"""The world of a game on its page: names, the first part, links, and a new roll."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from carnage import catalog
from carnage.catalog import worlds
from carnage.rulesets.world import default_setting
from carnage.seeds import Seed
from carnage.web import create_app
from tests.support.web import soup

SKIRMISH = "/skirmish/419001008541567882660305237"
SETTING = {"setting": "smugglers"}


def page(path: str, **query: str) -> str:
    return create_app().test_client().get(path, query_string=query).text


def test_game_page_in_setting_begins_with_its_world() -> None:
    told = soup(page(SKIRMISH, **SETTING))
    part = told.select_one("#world")
    assert part is not None
    main = " ".join(told.select_one("main").text.split())
    assert "Everybody in Low Water is asleep, and everybody is out on the quay." in main
    assert "This time: The Wrong Side." in main
    assert "Your Turn in Five Lines" in main
    assert "The Odd Rule of This Game" in main
    assert "Lamplight Crew" in main
    assert "Side 1" not in main.partition("Credits")[0]
    assert "Boss" not in main.partition("Credits")[0]


def test_game_page_without_setting_shows_that_of_its_noun() -> None:
    usual = default_setting(catalog.book("skirmish"), Seed(SKIRMISH.rpartition("/")[2]))
    without = soup(page(SKIRMISH)).select_one("#world")
    named = soup(page(SKIRMISH, setting=usual)).select_one("#world")
    assert without is not None
    assert without.text == named.text
    assert page(SKIRMISH) == page(SKIRMISH, setting="")


def test_game_page_setting_none_is_the_plain_book() -> None:
    told = soup(page(SKIRMISH, setting="none"))
    assert told.select_one("#world") is None
    assert "Boss" in told.select_one("main").text


def test_game_page_offers_worlds_and_the_plain_book() -> None:
    choices = soup(page(SKIRMISH)).select("#setting option")
    usual = default_setting(catalog.book("skirmish"), Seed(SKIRMISH.rpartition("/")[2]))
    title = worlds.setting("battle", usual).title
    assert choices[0].text == f"{title} (of its name)"
    assert [choices[1]["value"], choices[1].text] == ["none", "The plain book"]
    classic = soup(page("/classic/243856987615781")).select("#setting option")
    assert [classic[0]["value"], classic[0].text] == ["", "The plain book"]


def test_game_page_own_names_win_over_setting() -> None:
    told = soup(page(SKIRMISH, own="side-1~Orks", **SETTING)).select_one("main").text
    assert "Orks" in told
    assert "Toll House" in told


@pytest.mark.parametrize("path", [SKIRMISH, "/classic/243856987615781", "/duel/1041689922952"])
def test_unknown_setting_lists_settings(path: str) -> None:
    answer = create_app().test_client().get(path, query_string={"setting": "mars"})
    assert answer.status_code == 400
    assert "has no setting 'mars'; it has " in soup(answer.text).text


def test_links_of_page_keep_setting() -> None:
    links = [
        str(link["href"])
        for link in soup(page(SKIRMISH, **SETTING)).select("main a[href]")
        if SKIRMISH in str(link["href"])
    ]
    assert links
    assert [link for link in links if "setting=smugglers" not in link] == []


def test_json_has_world() -> None:
    told = create_app().test_client().get(f"{SKIRMISH}.json", query_string=SETTING).json
    assert told["world"] == {"setting": "smugglers", "scenario": "toll"}
    plain = create_app().test_client().get(f"{SKIRMISH}.json", query_string={"setting": "none"})
    assert plain.json["world"] is None


def test_new_roll_of_classic_writes_setting_of_its_noun() -> None:
    answer = create_app().test_client().post("/roll", data={"book": "classic"})
    asked = parse_qs(urlsplit(answer.headers["Location"]).query)
    path = urlsplit(answer.headers["Location"]).path
    seed = Seed(path.rpartition("/")[2])
    assert asked["setting"] == [default_setting(catalog.book("classic"), seed)]
    assert soup(page(path, setting=asked["setting"][0])).select_one("#world") is not None


def test_new_roll_of_skirmish_writes_no_setting() -> None:
    answer = create_app().test_client().post("/roll", data={"book": "skirmish"})
    assert urlsplit(answer.headers["Location"]).query == ""
    assert soup(page(answer.headers["Location"])).select_one("#world") is not None


def test_reroll_of_classic_writes_setting_of_the_new_noun() -> None:
    book = catalog.book("classic")
    digits = "678214235112018"
    written = default_setting(book, Seed(digits))
    query = {"from": digits, "book": "classic", "setting": written}
    answer = create_app().test_client().get("/roll", query_string=query)
    there = urlsplit(answer.headers["Location"])
    seed = Seed(there.path.rpartition("/")[2])
    assert parse_qs(there.query)["setting"] == [default_setting(book, seed)]


def test_reroll_keeps_setting() -> None:
    query = {"from": SKIRMISH.rpartition("/")[2], "book": "skirmish", **SETTING}
    answer = create_app().test_client().get("/roll", query_string=query)
    assert parse_qs(urlsplit(answer.headers["Location"]).query)["setting"] == ["smugglers"]
