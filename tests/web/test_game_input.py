"""Test the input for games: seeds, addresses and texts, and the form for unclear ones."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carnage import catalog
from carnage.catalog import Book
from carnage.rulesets.address import MAX_EXTRA_DIGITS
from carnage.rulesets.presets import list_presets
from carnage.seeds import TEXT_LIMIT, Seed
from carnage.web.games.game_input import (
    MAX_SHOWN_CHARS,
    AmbiguousInput,
    FoundGame,
    parse_game_input,
)
from carnage.web.params import books
from tests.support.rulesets import BOOKS
from tests.support.web import GAME, SEED, client, soup


def submit_text(text: str, book: str = "classic", **fields: str) -> str:
    """Return the redirect address for a text on the home page."""
    answer = client().post("/roll", data={"text": text, "book": book, **fields})
    assert answer.status_code == 303, text
    return str(answer.headers["Location"])


@pytest.mark.parametrize("book", ["", "any", *BOOKS])
@pytest.mark.parametrize(
    "text",
    [
        SEED,
        f"#{SEED}",
        "24385 6987 615 781",
        "24385-6987-615-781",
        "24385.6987.615.781",
        "24385 – 6987\u00a0615_781",
        f"classic/{SEED}",
        f"/classic/{SEED}",
        f"https://carnage.example{GAME}",
        f"http://127.0.0.1:8000{GAME}.html#movement",
        f"carnage.example{GAME}.pdf",
        f"https://elsewhere.example/games/watch{GAME}?dice=3&at=321",
        f"https://carnage.example/lab{GAME}/beside?game=duel/1",
        f"https://original.example/toolkit?seed={SEED}",
        f"?seed={SEED}999",
    ],
)
def test_game_input_digits_or_address_opens_game(text: str, book: str) -> None:
    assert submit_text(text, book) == GAME


def test_game_input_address_keeps_name_and_locks() -> None:
    assert submit_text(f"https://carnage.example{GAME}?name=Last+Stand&keep=units,movement") == (
        f"{GAME}?keep=units,movement&name=Last+Stand"
    )
    assert (
        submit_text(f"https://original.example/?seed={SEED}&game_name=Last+Stand")
        == f"{GAME}?name=Last+Stand"
    )


@pytest.mark.parametrize("preset", list_presets(), ids=lambda preset: preset.code)
def test_game_input_preset_name_opens_preset(preset: object) -> None:
    for text in (
        preset.title,
        preset.title.upper(),
        preset.code,
        f" {preset.ruleset.name.lower()} ",
    ):  # type: ignore[attr-defined]
        there = urlsplit(submit_text(text, "any"))
        assert there.path == preset.ruleset.path  # type: ignore[attr-defined]
        assert soup(client().get(f"{there.path}?{there.query}").text).h1.text == preset.ruleset.name  # type: ignore[attr-defined]


def test_game_page_shows_words_of_its_seed() -> None:
    there = submit_text("Friday Night & <b>", "duel")
    page = soup(client().get(there).text)
    assert page.select_one(".words q").text == "friday night & <b>"
    assert not soup(client().get(there.partition("?")[0]).text).select(".words")
    path = there.partition("?")[0]
    assert not soup(client().get(f"{path}?words=something+else").text).select(".words"), (
        "words that do not make this seed"
    )
    assert "words" not in submit_text("x" * (MAX_SHOWN_CHARS + 1))
    assert not soup(client().get(f"{path}?words={'x' * 3000}").text).select(".words")


@pytest.mark.parametrize("text", [SEED[:-1], f"{SEED}0", "1234567890", "7" * 200])
def test_game_input_wrong_length_offers_near_seeds(text: str) -> None:
    answer = client().post("/roll", data={"text": text, "book": "classic"})
    page = soup(answer.text)
    assert answer.status_code == 400
    assert page.select_one("#text")["value"] == text
    assert page.select_one("select [selected]")["value"] == "classic"
    assert f"These are {len(text)} digits" in page.select_one("#wrong").text
    assert "15 digits for Classic" in page.select_one("#wrong").text
    near = [link["href"] for link in page.select(".near a")]
    assert [link for link in near if "classic" in link] == (
        [f"/classic/{text[:15]}", f"/classic/{text[1:]}"] if len(text) == 16 else []
    )
    assert all(1 <= len(text) - len(link.rpartition("/")[2]) <= MAX_EXTRA_DIGITS for link in near)
    for link in near:
        assert client().get(link).status_code == 200
    words = submit_text(text, "classic", **{"as": "words"})
    assert words.startswith(f"/classic/{Seed.from_text(text, 15)}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("https://example.org/", "not that of a game"),
        (f"https://example.org/nothing/{SEED}", "not that of a game"),
        (f"https://example.org/classic/{SEED}0", "Classic has 15 digits, and this one has 16"),
        (f"/duel/{SEED}", "Duel has 13 digits, and this one has 15"),
        (f"{GAME}?name=%3Cb%3E", "may not contain"),
        ("x" * (TEXT_LIMIT + 1), "at most 2,000 characters"),
    ],
)
def test_game_input_invalid_text_returns_400_with_form(text: str, told: str) -> None:
    answer = client().post("/roll", data={"text": text, "book": "any"})
    page = soup(answer.text)
    assert answer.status_code == 400
    assert answer.headers["Cache-Control"] == "private, max-age=600"
    assert told in page.select_one("#wrong").text
    assert page.select_one("#text")["value"] == text
    assert page.select_one("select [selected]")["value"] == "any"
    problem = client().post("/roll", data={"text": text}, headers={"Accept": "application/json"})
    assert problem.status_code == 400
    assert told in problem.get_json(force=True)["detail"]


def parse_or_refuse(text: str, book: Book | None) -> FoundGame | AmbiguousInput:
    """Return the parsed game, or the exception that says why it is unclear."""
    try:
        return parse_game_input(text, book)
    except AmbiguousInput as unclear:
        return unclear


@given(st.text(max_size=300))
def test_game_input_any_text_opens_game_or_asks(text: str) -> None:
    for book in (None, catalog.book("duel")):
        found = parse_or_refuse(text, book)
        if isinstance(found, AmbiguousInput):
            assert found.wrong
            assert all(len(each.seed) == each.book.length for each in found.near)
            continue
        assert len(found.seed) == found.book.length
        assert found.url.startswith(f"/{found.book.code}/{found.seed}")
        if found.words:
            assert parse_game_input(found.words, found.book, as_words=True).seed == found.seed
        assert parse_qs(urlsplit(found.url).query, keep_blank_values=True).keys() <= {
            "name",
            "keep",
            "words",
        }


def test_game_input_texts_reach_every_book() -> None:
    texts = [f"text {n}" for n in range(300)]
    picked = {text: parse_game_input(text, None).book.code for text in texts}
    assert {picked[text] for text in texts} == set(books())
