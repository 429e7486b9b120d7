"""A book's page: every option once, its variants marked, and a game picked from them by hand."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup, Tag

from carnage import catalog
from carnage.catalog import Book
from carnage.catalog.variants import variants
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.books.manual_game import PICKED
from carnage.web.books.text_diff import Other, marked
from tests.support.rulesets import BOOKS
from tests.support.web import client, soup

CLASSIC = catalog.book("classic")


def page_of(address: str, status: int = 200) -> BeautifulSoup:
    answer = client().get(address)
    assert answer.status_code == status
    return soup(answer.text)


def picked(page: BeautifulSoup) -> dict[str, str]:
    return {
        str(radio["name"]).removeprefix(PICKED): str(radio["value"])
        for radio in page.select("input[type=radio][checked]")
        if radio["value"]
    }


def sent(book: Book, picks: dict[str, str]) -> str:
    fields = {f"{PICKED}{table.id}": picks.get(table.id, "") for table in book.rolled}
    return client().get("/roll", query_string={"book": book.code, **fields}).location


@pytest.mark.parametrize("code", BOOKS)
def test_every_answer_can_be_picked(code: str) -> None:
    book = catalog.book(code)
    page = page_of(f"/{code}/")
    form = page.select_one("form.picking")
    assert isinstance(form, Tag)
    assert (form["method"], form["action"]) == ("get", "/roll")
    for table in book.rolled:
        radios = page.select(f"#{table.id} input[type=radio]")
        assert {radio["name"] for radio in radios} == {f"{PICKED}{table.id}"}
        assert [radio["value"] for radio in radios] == [
            "",
            *[each.lowest for each in variants(table)],
        ]
        assert all(radio.find_parent("label") for radio in radios)
    assert picked(page) == {}


@pytest.mark.parametrize("code", BOOKS)
def test_what_is_picked_is_the_game_and_the_rest_is_chance(code: str) -> None:
    book = catalog.book(code)
    one, *_, other = book.rolled
    picks = {table.id: variants(table)[-1].lowest for table in (one, other)}
    games = set()
    for _ in range(6):
        place, _, query = sent(book, picks).partition("?")
        assert query == f"keep={one.id},{other.id}"
        game = resolve(book, Seed(place.rpartition("/")[2]))
        assert {id: game.choice(id).digits for id in picks} == picks
        games.add(game.path)
    assert len(games) == 6
    every = {table.id: variants(table)[0].lowest for table in book.rolled}
    digits = "".join(every[table.id] for table in book.rolled)
    assert sent(book, every) == f"/{code}/{digits}"
    assert re.fullmatch(rf"/{code}/\d{{{book.length}}}", sent(book, {}))


def test_a_page_with_picks_has_an_address() -> None:
    page = page_of(f"/classic/?{PICKED}units=4&{PICKED}movement=0&{PICKED}morale=")
    units = next(each for each in variants(CLASSIC.table("units")) if 4 in each.rolls)
    assert picked(page) == {"units": units.lowest, "movement": "0"}


@pytest.mark.parametrize("at", ["/classic/?", "/roll?book=classic&"])
@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (f"{PICKED}units=x", "Units has no such option. Choose one of these: 0–"),
        (f"{PICKED}units=12", "Units has no such option"),
        (f"{PICKED}units=%D9%A3", "Units has no such option"),
        (f"{PICKED}nothing=3", "The Classic book has no such table"),
        (f"{PICKED}conventions=3", "The Classic book has no such table"),
    ],
)
def test_what_cannot_be_picked_is_said_and_the_rest_is_not_lost(
    at: str, bad: str, told: str
) -> None:
    address = f"{at}{bad}&{PICKED}movement=0"
    page = page_of(address, 400)
    alert = page.select_one("[role=alert]")
    assert alert
    assert told in alert.get_text()
    assert picked(page) == {"movement": "0"}
    answer = client().get(address, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert told in answer.json["detail"]


def test_a_book_that_is_none() -> None:
    page = page_of(f"/roll?book=nothing&{PICKED}units=1", 404)
    assert "Choose a book" in page.get_text()


@pytest.mark.parametrize("code", BOOKS)
def test_a_book_is_sent_small(code: str) -> None:
    answer = client().get(f"/{code}/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.data) <= 40_000


@pytest.mark.parametrize("code", BOOKS)
def test_what_changes_in_a_text_is_marked_where_it_stands(code: str) -> None:
    book = catalog.book(code)
    page = page_of(f"/{code}/")
    assert not re.search("[\ue000-\uf8ff]", page.get_text())
    marks = page.select(".question small")
    assert marks
    for mark in marks:
        text = mark.get_text()
        assert text.startswith("["), text
        assert text.endswith("]"), text
        assert re.match(r"(if|unless|not if|only if) ", mark.i.get_text()), text  # type: ignore[union-attr]
    assert len(page.select(".question details > ul, .question details > p")) > len(book.tables)


UNIT = "Units act. Each is set up along its edge. Then play."


@pytest.mark.parametrize(
    ("text", "others", "html"),
    [
        (UNIT, [], "<p>Units act. Each is set up along its edge. Then play.</p>"),
        (
            UNIT,
            [Other("it rains", True, UNIT)],
            "<p>Units act. Each is set up along its edge. Then play.</p>",
        ),
        (
            UNIT,
            [Other("it rains", True, UNIT.replace("edge", "edge, under a roof"))],
            (
                "<p>Units act. Each is set up along its edge [if it rains: under a roof]. Then "
                "play.</p>"
            ),
        ),
        (
            UNIT,
            [
                Other("it rains", True, UNIT.replace("edge", "roof")),
                Other("it snows", True, UNIT.replace("edge", "roof")),
            ],
            (
                "<p>Units act. Each is set up along its {edge} [if it rains or it snows: roof]. Then "
                "play.</p>"
            ),
        ),
        (
            UNIT,
            [
                Other("it rains", True, UNIT.replace("edge", "roof")),
                Other("it is dry", False, UNIT.replace("edge", "wall")),
            ],
            "<p>Units act. Each is set up along its {edge} [if it rains: roof] [unless it is "
            "dry: wall]. "
            "Then play.</p>",
        ),
        (
            UNIT,
            [Other("it rains", True, "Units act. Then play.")],
            "<p>Units act. {Each is set up along its edge.} [not if it rains] Then play.</p>",
        ),
        (
            "One.\n\nTwo stays.",
            [Other("it is dry", False, "Two stays.")],
            "<p>[only if it is dry] One.</p>\n<p>Two stays.</p>",
        ),
        (
            "- **One**: a.\n- **Two**: b.",
            [Other("it rains", True, "- **One**: a.\n- **Half**: of all there is.\n- **Two**: b.")],
            "<ul>\n<li><b>One</b>: a.</li>\n<li>[if it rains: <b>Half</b>: of all there is.]</li>\n"
            "<li><b>Two</b>: b.</li>\n</ul>",
        ),
        ("", [Other("it rains", True, "Get wet.")], "<p>[if it rains: Get wet.]</p>"),
    ],
)
def test_marks(text: str, others: list[Other], html: str) -> None:
    made = str(marked(text, others)).replace("strong>", "b>").replace("<i>", "").replace("</i>", "")
    made = re.sub(r"<mark>(.*?)</mark>", r"{\1}", made)
    made = re.sub(r"<small>(.*?)</small>", r"\1", made)
    assert made == html


def test_each_game_reads_what_its_marks_say() -> None:
    """Of a text with one thing marked: without the brackets it is the common text, with them the
    other.
    """
    text, other = UNIT, UNIT.replace("along its edge", "wherever one likes")
    html = soup(str(marked(text, [Other("it rains", True, other)])))
    for mark in html.select("small"):
        mark.extract()
    assert re.sub(r"\s+([.,])", r"\1", html.get_text()).strip() == text
