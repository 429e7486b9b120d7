"""The one box: what somebody may type to get to a game, and what is asked where it is unclear."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carnage import catalog
from carnage.catalog import Book
from carnage.rulesets.address import MAX_EXTRA_DIGITS
from carnage.rulesets.presets import presets
from carnage.seeds import TEXT_LIMIT, Seed
from carnage.web.games.game_input import SHOWN, AmbiguousInput, FoundGame, parse_game_input
from carnage.web.params import books
from tests.support.rulesets import BOOKS
from tests.support.web import GAME, SEED, client, soup


def typed(text: str, book: str = "classic", **fields: str) -> str:
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
def test_a_game_is_known_by_its_digits_and_by_its_address(text: str, book: str) -> None:
    assert typed(text, book) == GAME


def test_an_address_brings_its_name_and_its_locks() -> None:
    assert typed(f"https://carnage.example{GAME}?name=Last+Stand&keep=units,movement") == (
        f"{GAME}?keep=units,movement&name=Last+Stand"
    )
    assert (
        typed(f"https://original.example/?seed={SEED}&game_name=Last+Stand")
        == f"{GAME}?name=Last+Stand"
    )


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.code)
def test_a_published_system_is_known_by_its_name(preset: object) -> None:
    for text in (
        preset.title,
        preset.title.upper(),
        preset.code,
        f" {preset.ruleset.name.lower()} ",
    ):  # type: ignore[attr-defined]
        there = urlsplit(typed(text, "any"))
        assert there.path == preset.ruleset.path  # type: ignore[attr-defined]
        assert soup(client().get(f"{there.path}?{there.query}").text).h1.text == preset.ruleset.name  # type: ignore[attr-defined]


def test_a_game_says_what_words_it_is_made_of() -> None:
    there = typed("Friday Night & <b>", "duel")
    page = soup(client().get(there).text)
    assert page.select_one(".words q").text == "friday night & <b>"
    assert not soup(client().get(there.partition("?")[0]).text).select(".words")
    path = there.partition("?")[0]
    assert not soup(client().get(f"{path}?words=something+else").text).select(".words"), (
        "anybody could say so"
    )
    assert "words" not in typed("x" * (SHOWN + 1))
    assert not soup(client().get(f"{path}?words={'x' * 3000}").text).select(".words")


@pytest.mark.parametrize("text", [SEED[:-1], f"{SEED}0", "1234567890", "7" * 200])
def test_digits_that_are_no_seed_are_asked_about(text: str) -> None:
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
    words = typed(text, "classic", **{"as": "words"})
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
def test_what_cannot_be_right_is_said_and_nothing_is_lost(text: str, told: str) -> None:
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


def understood(text: str, book: Book | None) -> FoundGame | AmbiguousInput:
    try:
        return parse_game_input(text, book)
    except AmbiguousInput as unclear:
        return unclear


@given(st.text(max_size=300))
def test_whatever_is_typed_leads_to_a_game_or_is_asked_about(text: str) -> None:
    for book in (None, catalog.book("duel")):
        found = understood(text, book)
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


def test_a_new_book_takes_few_texts_over() -> None:
    texts = [f"text {n}" for n in range(300)]
    picked = {text: parse_game_input(text, None).book.code for text in texts}
    assert {picked[text] for text in texts} == set(books())
