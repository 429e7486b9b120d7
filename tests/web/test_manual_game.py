"""Test the page of a book: its options, their variants, and a game picked by hand."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup, Tag

from carnage import catalog
from carnage.catalog import Book
from carnage.catalog.variants import list_variants
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.books.manual_game import PICK_PREFIX
from carnage.web.books.text_diff import OtherText, mark_variants
from tests.support.rulesets import BOOKS
from tests.support.web import client, soup

CLASSIC = catalog.book("classic")


def load_page(address: str, status: int = 200) -> BeautifulSoup:
    answer = client().get(address)
    assert answer.status_code == status
    return soup(answer.text)


def read_picks(page: BeautifulSoup) -> dict[str, str]:
    """Return the options that are checked on a page, by table."""
    return {
        str(radio["name"]).removeprefix(PICK_PREFIX): str(radio["value"])
        for radio in page.select("input[type=radio][checked]")
        if radio["value"]
    }


def submit_picks(book: Book, picks: dict[str, str]) -> str:
    """Return the redirect address for picks."""
    fields = {f"{PICK_PREFIX}{table.id}": picks.get(table.id, "") for table in book.rolled}
    return client().get("/roll", query_string={"book": book.code, **fields}).location


@pytest.mark.parametrize("code", BOOKS)
def test_book_page_offers_every_variant(code: str) -> None:
    book = catalog.book(code)
    page = load_page(f"/{code}/")
    form = page.select_one("form.picking")
    assert isinstance(form, Tag)
    assert (form["method"], form["action"]) == ("get", "/roll")
    for table in book.rolled:
        radios = page.select(f"#{table.id} input[type=radio]")
        assert {radio["name"] for radio in radios} == {f"{PICK_PREFIX}{table.id}"}
        assert [radio["value"] for radio in radios] == [
            "",
            *[each.lowest for each in list_variants(table)],
        ]
        assert all(radio.find_parent("label") for radio in radios)
    assert read_picks(page) == {}


@pytest.mark.parametrize("code", BOOKS)
def test_roll_picks_are_kept_and_others_random(code: str) -> None:
    book = catalog.book(code)
    one, *_, other = book.rolled
    picks = {table.id: list_variants(table)[-1].lowest for table in (one, other)}
    games = set()
    for _ in range(6):
        place, _, query = submit_picks(book, picks).partition("?")
        assert query == f"keep={one.id},{other.id}"
        game = resolve(book, Seed(place.rpartition("/")[2]))
        assert {id: game.choice(id).digits for id in picks} == picks
        games.add(game.path)
    assert len(games) == 6
    every = {table.id: list_variants(table)[0].lowest for table in book.rolled}
    digits = "".join(every[table.id] for table in book.rolled)
    assert submit_picks(book, every) == f"/{code}/{digits}"
    assert re.fullmatch(rf"/{code}/\d{{{book.length}}}", submit_picks(book, {}))


def test_book_page_picks_in_query_are_checked() -> None:
    page = load_page(f"/classic/?{PICK_PREFIX}units=4&{PICK_PREFIX}movement=0&{PICK_PREFIX}morale=")
    units = next(each for each in list_variants(CLASSIC.table("units")) if 4 in each.rolls)
    assert read_picks(page) == {"units": units.lowest, "movement": "0"}


@pytest.mark.parametrize("at", ["/classic/?", "/roll?book=classic&"])
@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (f"{PICK_PREFIX}units=x", "Units has no such option. Choose one of these: 0–"),
        (f"{PICK_PREFIX}units=12", "Units has no such option"),
        (f"{PICK_PREFIX}units=%D9%A3", "Units has no such option"),
        (f"{PICK_PREFIX}nothing=3", "The Classic book has no such table"),
        (f"{PICK_PREFIX}conventions=3", "The Classic book has no such table"),
    ],
)
def test_book_page_invalid_pick_returns_400_with_others(at: str, bad: str, told: str) -> None:
    address = f"{at}{bad}&{PICK_PREFIX}movement=0"
    page = load_page(address, 400)
    alert = page.select_one("[role=alert]")
    assert alert
    assert told in alert.get_text()
    assert read_picks(page) == {"movement": "0"}
    answer = client().get(address, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert told in answer.json["detail"]


def test_roll_unknown_book_returns_404() -> None:
    page = load_page(f"/roll?book=nothing&{PICK_PREFIX}units=1", 404)
    assert "Choose a book" in page.get_text()


@pytest.mark.parametrize("code", BOOKS)
def test_book_page_compressed_is_at_most_43_kb(code: str) -> None:
    answer = client().get(f"/{code}/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.data) <= 43_000


@pytest.mark.parametrize("code", BOOKS)
def test_book_page_marks_conditional_text(code: str) -> None:
    book = catalog.book(code)
    page = load_page(f"/{code}/")
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
            [OtherText("it rains", True, UNIT)],
            "<p>Units act. Each is set up along its edge. Then play.</p>",
        ),
        (
            UNIT,
            [OtherText("it rains", True, UNIT.replace("edge", "edge, under a roof"))],
            (
                "<p>Units act. Each is set up along its edge [if it rains: under a roof]. Then "
                "play.</p>"
            ),
        ),
        (
            UNIT,
            [
                OtherText("it rains", True, UNIT.replace("edge", "roof")),
                OtherText("it snows", True, UNIT.replace("edge", "roof")),
            ],
            (
                "<p>Units act. Each is set up along its {edge} [if it rains or it snows: roof]. Then "
                "play.</p>"
            ),
        ),
        (
            UNIT,
            [
                OtherText("it rains", True, UNIT.replace("edge", "roof")),
                OtherText("it is dry", False, UNIT.replace("edge", "wall")),
            ],
            "<p>Units act. Each is set up along its {edge} [if it rains: roof] [unless it is "
            "dry: wall]. "
            "Then play.</p>",
        ),
        (
            UNIT,
            [OtherText("it rains", True, "Units act. Then play.")],
            "<p>Units act. {Each is set up along its edge.} [not if it rains] Then play.</p>",
        ),
        (
            "One.\n\nTwo stays.",
            [OtherText("it is dry", False, "Two stays.")],
            "<p>[only if it is dry] One.</p>\n<p>Two stays.</p>",
        ),
        (
            "- **One**: a.\n- **Two**: b.",
            [
                OtherText(
                    "it rains", True, "- **One**: a.\n- **Half**: of all there is.\n- **Two**: b."
                )
            ],
            "<ul>\n<li><b>One</b>: a.</li>\n<li>[if it rains: <b>Half</b>: of all there is.]</li>\n"
            "<li><b>Two</b>: b.</li>\n</ul>",
        ),
        ("", [OtherText("it rains", True, "Get wet.")], "<p>[if it rains: Get wet.]</p>"),
    ],
)
def test_marked_texts_return_html_with_conditions(
    text: str, others: list[OtherText], html: str
) -> None:
    made = (
        str(mark_variants(text, others))
        .replace("strong>", "b>")
        .replace("<i>", "")
        .replace("</i>", "")
    )
    made = re.sub(r"<mark>(.*?)</mark>", r"{\1}", made)
    made = re.sub(r"<small>(.*?)</small>", r"\1", made)
    assert made == html


def test_marked_without_marks_returns_common_text() -> None:
    """Of a text with one thing marked: without the brackets it is the common text, with them the
    other.
    """
    text, other = UNIT, UNIT.replace("along its edge", "wherever one likes")
    html = soup(str(mark_variants(text, [OtherText("it rains", True, other)])))
    for mark in html.select("small"):
        mark.extract()
    assert re.sub(r"\s+([.,])", r"\1", html.get_text()).strip() == text
