"""Test the site with several books: the default one, drafts, and their caching."""

from __future__ import annotations

import json
import re

import pytest

import carnage
from carnage import catalog
from carnage.catalog.variants import list_variants
from carnage.common.text_format import percent
from carnage.web.params import books
from tests.support.rulesets import BOOKS
from tests.support.web import GAME, LONG, SEED, client, soup

CLASSIC = catalog.book("classic")
LONGEST = catalog.book("skirmish").length


def roll(**fields: str) -> str:
    return str(client().post("/roll", data=fields).headers["Location"])


def test_roll_default_book_is_skirmish() -> None:
    assert roll().startswith("/skirmish/")
    page = soup(client().get("/").text)
    asked = [choice["value"] for choice in page.select("form.roll input[name=book]")]
    assert asked == [*books(), "any"]
    assert asked[0] == page.select_one("form.roll input[checked]")["value"] == "skirmish"
    labels = [label.text for label in page.select("form.roll fieldset label")]
    for label, book in zip(labels, books().values(), strict=False):
        assert {book.title, str(book.length)} <= set(label.split()), label
        assert book.sheet.nouns.kind in label
    assert [choice["value"] for choice in page.select(".own option")] == asked
    assert page.select_one(".own option[selected]")["value"] == "skirmish"


def test_roll_any_book_reaches_every_book() -> None:
    rolled_on = {roll(book="any").split("/")[1] for _ in range(200)}
    assert rolled_on == set(books())


def test_roll_text_chooses_same_book_each_time() -> None:
    paths = [roll(book="any", text=f"game {n}") for n in range(60)]
    assert {path.split("/")[1] for path in paths} == set(books())
    assert paths == [roll(book="any", text=f" game {n} ") for n in range(60)]
    for n, path in enumerate(paths):
        # The seed is the same as if that book had been chosen.
        assert roll(book=path.split("/")[1], text=f"game {n}") == path


def test_roll_digits_for_any_book_choose_book_by_length() -> None:
    assert roll(book="any", text=SEED) == roll(book="any", text=f"#{SEED[:5]} {SEED[5:]}") == GAME
    for path, book in books().items():
        if sum(other.length == book.length for other in books().values()) == 1:
            assert roll(book="any", text="7" * book.length) == f"/{path}/{'7' * book.length}"
    assert re.fullmatch(r"/\w+/\d+\?words=7+", roll(book="any", text="7" * 8))


def test_roll_digits_of_other_book_open_its_game() -> None:
    assert roll(text=SEED) == roll(book="skirmish", text=f"#{SEED}") == GAME
    assert roll(book="classic", text="7" * LONGEST) == f"/skirmish/{'7' * LONGEST}"
    assert client().get(f"/roll?from={SEED}").headers["Location"].startswith("/classic/")


def test_draft_books_are_marked() -> None:
    for code in catalog.book_codes():
        book = catalog.book(code)
        for path in (f"/{book.code}/", f"/{book.code}/{'0' * book.length}"):
            assert bool(soup(client().get(path).text).select(".draft")) is not book.frozen, path
    shelf = soup(client().get("/").text).select(".shelf li")
    drafts = [entry.h3.a["href"] for entry in shelf if entry.select(".draft")]
    assert drafts == [f"/{book.code}/" for book in books().values() if not book.frozen]


def test_book_page_names_options_with_many_draws() -> None:
    page = soup(client().get("/classic/").text)
    drawn = CLASSIC.norms and CLASSIC.norms.drawn
    assert drawn
    assert (
        f"In {percent(drawn.share)} of these rulesets, more than 20% of games are draws"
        in page.find("header", "title-page").text
    )
    said = {
        entry.dt.text.split(maxsplit=1)[1].strip()
        for entry in page.select("dl.results > div")
        if "more than 20% of games are draws" in entry.text
    }
    often, having = drawn.option["objectives.points-removal"]
    assert "Points removal" in said
    assert "Positional objectives" not in said
    assert (
        f"In {percent(often / having)} of rulesets with this option"
        in page.find(id="objectives").text
    )


def test_cache_control_drafts_are_revalidated() -> None:
    assert client().get("/credits").headers["Cache-Control"] == "public, max-age=3600"
    drafts = not all(book.frozen for book in books().values())
    for path in ("/", "/presets", "/presets.json"):
        policy = client().get(path).headers["Cache-Control"]
        assert policy == ("no-cache" if drafts else "public, max-age=3600"), (
            "a page that shows a draft may change"
        )
    for path, book in books().items():
        for page in (f"/{path}/", f"/{path}/{'0' * book.length}"):
            policy = client().get(page).headers["Cache-Control"]
            assert policy == ("public, max-age=3600" if book.frozen else "no-cache"), page


def test_roll_in_library_uses_default_book() -> None:
    assert carnage.roll().ruleset.book.code == catalog.DEFAULT_BOOK == "skirmish"
    assert carnage.roll(seed=SEED).ruleset.path == GAME
    assert carnage.roll(seed=LONG).ruleset.path == f"/skirmish/{LONG}"


@pytest.mark.parametrize("code", BOOKS)
def test_game_page_groups_dice_by_chapter(code: str) -> None:
    book = catalog.book(code)
    digits = "7" * book.length
    page = soup(client().get(f"/{book.code}/{digits}").text)
    groups = page.select(".title-page .seed .group")
    assert [group.select_one(".group-name").text for group in groups] == list(
        dict.fromkeys(table.chapter for table in book.rolled)
    )
    assert [sum(len(die.text) for die in group.select(".die")) for group in groups] == list(
        book.groups
    )


@pytest.mark.parametrize("code", BOOKS)
def test_book_page_lists_tables_and_variants(code: str) -> None:
    book = catalog.book(code)
    page = soup(client().get(f"/{book.code}/").text)
    assert [each["href"] for each in page.select(".by-hand-seed .entry")] == [
        f"#{t.id}" for t in book.rolled
    ]
    for table in book.rolled:
        entries = page.select(f"#{table.id} .results dt")
        assert len(entries) == len(list_variants(table)), table.id
    assert not re.search(r"\{\{|\{%", page.main.text)


def test_robots_txt_disallows_games_of_every_book() -> None:
    lines = client().get("/robots.txt").text.splitlines()
    assert all(f"Disallow: /{path}/{digit}" in lines for path in books() for digit in range(10))


@pytest.mark.parametrize("code", BOOKS)
def test_downloads_match_library(code: str) -> None:
    book = catalog.book(code)
    path = f"/{book.code}/{'4' * book.length}"
    game = carnage.roll(code, "4" * book.length)
    assert client().get(f"{path}.md").text == game.markdown()
    assert client().get(f"{path}.html").text == game.html()
    assert json.loads(client().get(f"{path}.json").text) == game.json()
    assert (
        f"{book.title}, edition {book.edition}{'' if book.frozen else ' (draft)'}"
        in game.markdown()
    )


@pytest.mark.parametrize("code", BOOKS)
def test_home_page_has_picks_of_every_book(code: str) -> None:
    links = [link["href"] for link in soup(client().get("/").text).select(".picks a")]
    assert any(link.startswith(f"/{code}/") for link in links), (
        f"tables/picks.toml names no game of {code}"
    )
