"""The tray: a game changed by its dice, and what is said of what became of it."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup
from rulesets import BOOKS, sample
from web import GAME, SEED, client, soup

from carnage import catalog
from carnage.catalog.variants import variants
from carnage.document import rulebook
from carnage.document.texts import inline_html
from carnage.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.answers import Answers
from carnage.web.changes import changes, line, sections
from carnage.web.tray import TRAIL

CLASSIC = catalog.book("classic")


def tray(path: str, **fields: str) -> BeautifulSoup:
    answer = client().get(path, query_string=fields) if fields else client().get(path)
    assert answer.status_code == 200
    return soup(answer.text)


@pytest.mark.parametrize("code", BOOKS)
def test_every_answer_to_every_table_can_be_chosen_and_is_what_it_says(code: str) -> None:
    book = catalog.book(code)
    digits = "7" * book.length
    for table in book.rolled:
        at, page = (
            book.place(table.id),
            tray(f"/{code}/{digits}", die=table.id, name="Last Stand", keep=table.id),
        )
        chosen = page.select(".answers a")
        others = [each for each in variants(table) if int("7" * table.digits) not in each.rolls]
        for link, variant in zip(chosen, others, strict=True):
            address = urlsplit(str(link["href"]))
            seed = address.path.rpartition("/")[2]
            assert seed == digits[:at] + variant.lowest + digits[at + table.digits :]
            assert parse_qs(address.query) == {
                "die": [table.id],
                "was": [digits],
                "keep": [table.id],
                "name": ["Last Stand"],
            }
            assert variant.label in link.text
            assert link.select_one(".line").text.strip()
        assert page.select_one(".answers [aria-current]")
        last = tray(str(chosen[-1]["href"]))
        assert others[-1].label in last.select_one(".answers [aria-current] b").text


@pytest.mark.parametrize("code", BOOKS)
def test_lines_of_answers_read_as_the_games_that_have_them(code: str) -> None:
    """Made once for many games, each line is that of the rulebook of the game that it leads to."""
    book = catalog.book(code)
    kept = Answers(book)
    for game in sample(12, code):
        for table in book.rolled:
            for answer in kept.of(game, table):
                there = rulebook(resolve(book, Seed(answer.digits)))
                section = sections(there)[table.id]
                assert answer.idle is not section.used
                if section.used:
                    assert answer.does == inline_html(section.does)


def test_a_die_is_locked_and_let_go() -> None:
    page = tray(GAME, die="movement", keep="units")
    lock = urlsplit(str(page.select_one(".lock")["href"]))
    assert parse_qs(lock.query) == {"die": ["movement"], "keep": ["units,movement"]}
    there = tray(f"{GAME}?{lock.query}")
    assert {die["data-die"] for die in there.select(".seed .locked")} == {"units", "movement"}
    assert there.select_one(".tray-bar [data-roll]").text == "Roll the other 13"
    assert there.select_one(".lock").text == "Locked: unlock it"
    assert parse_qs(urlsplit(str(there.select_one(".lock")["href"])).query)["keep"] == ["units"]
    everything = tray(GAME, die="all", keep=",".join(table.id for table in CLASSIC.rolled))
    assert everything.select_one(".tray-full").text == "All locked"
    assert not everything.select(".tray-bar [data-roll]")
    assert parse_qs(urlsplit(str(everything.select_one("[data-locks]")["href"])).query) == {"die": ["all"]}


def test_a_roll_comes_back_to_the_tray_with_the_way_that_was_come_by() -> None:
    page = tray(GAME, die="movement", name="Last Stand", was="0" * 15)
    roll = page.select_one(".die-acts [data-roll]")["href"]
    there = urlsplit(client().get(str(roll)).headers["Location"])
    assert parse_qs(there.query) == {
        "die": ["movement"],
        "was": [f"{SEED},{'0' * 15}"],
        "name": ["Last Stand"],
    }
    told = tray(f"{there.path}?{there.query}")
    assert told.h1.text == "Last Stand"
    assert "Movement: Restricted Movement → " in told.select_one(".changes-told").text
    assert told.select_one(".tray-told").text.startswith(told.select_one(".changes-told summary").text)
    undo = urlsplit(str(told.select_one(".tray-undo")["href"]))
    assert (undo.path, parse_qs(undo.query)["was"]) == (GAME, ["0" * 15])
    assert [each.text for each in told.select(".trail .digits")] == [SEED, "0" * 15]


def test_a_name_stays_with_the_rules_that_it_was_given_to() -> None:
    """A single rule may change under it; of a game rolled anew it is taken off, and undone it is back."""
    page = tray(GAME, die="all", name="Last Stand", keep="units")
    there = urlsplit(client().get(str(page.select_one(".tray-bar [data-roll]")["href"])).headers["Location"])
    query = parse_qs(there.query)
    assert "name" not in query
    assert (query["was"], query["called"], query["keep"]) == ([SEED], ["Last Stand"], ["units"])
    undo = tray(str(tray(f"{there.path}?{there.query}").select_one(".tray-undo")["href"]))
    assert undo.h1.text == "Last Stand"
    most = ",".join(table.id for table in CLASSIC.rolled[:8])
    kept = client().get("/roll", query_string={"book": "classic", "from": SEED, "keep": most, "name": "A"})
    assert "name=A" in kept.headers["Location"]


def test_what_changed_is_what_reads_otherwise() -> None:
    before = rulebook(resolve(CLASSIC, Seed(SEED)))
    for table in CLASSIC.rolled:
        at = CLASSIC.place(table.id)
        for variant in variants(table):
            after = rulebook(resolve(CLASSIC, before.ruleset.seed.replaced(at, variant.lowest)))
            texts = [
                {id: (section.html, section.used) for id, section in sections(each).items()}
                for each in (before, after)
            ]
            differ = {
                id
                for id in texts[0].keys() | texts[1].keys()
                if texts[0].get(id) != texts[1].get(id) and any(id in each and each[id][1] for each in texts)
            }
            told = changes(before, after)
            assert {change.id for change in told} == differ
            if told and before.ruleset.uses(table) and table.id in differ:
                assert told[0].id == table.id, "what was asked for comes first"
    assert line(()) == "No rule changed."
    assert not changes(before, before)


def test_a_trail_has_an_end() -> None:
    games = [str(n) * 15 for n in range(10)] * 2
    page = tray(GAME, die="all", was=",".join(games))
    assert [each.text for each in page.select(".trail .digits")] == games[:TRAIL]
    onwards = parse_qs(urlsplit(str(page.select_one(".tray-bar [data-roll]")["href"])).query)["was"][0]
    assert onwards.split(",") == [SEED, *games[: TRAIL - 1]]


@pytest.mark.parametrize(
    ("query", "status", "hint"),
    [
        ("die=nothing", 404, "die=golden-rule"),
        ("die=all&was=123", 404, "243856987615781"),
        ("die=all&called=%3Cb%3E", 400, "name"),
        ("die=conventions", 404, "die=all"),
    ],
)
def test_bad_trays(query: str, status: int, hint: str) -> None:
    answer = client().get(f"{GAME}?{query}")
    assert answer.status_code == status
    assert hint in answer.text
