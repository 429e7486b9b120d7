"""The site with several books: which one is rolled on, which are drafts, and what that means for
caches.
"""

from __future__ import annotations

import json
import re

import pytest

import carnage
from carnage import catalog
from carnage.catalog.variants import variants
from carnage.common.text_format import percent
from carnage.web.params import books
from tests.support.rulesets import BOOKS
from tests.support.web import GAME, LONG, SEED, client, soup

CLASSIC = catalog.book("classic")
LONGEST = catalog.book("skirmish").length


def roll(**fields: str) -> str:
    return str(client().post("/roll", data=fields).headers["Location"])


def test_a_new_game_is_rolled_on_skirmish_unless_another_book_is_asked_for() -> None:
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


def test_any_book_may_be_rolled_on() -> None:
    rolled_on = {roll(book="any").split("/")[1] for _ in range(200)}
    assert rolled_on == set(books())


def test_a_text_picks_its_book_and_always_the_same() -> None:
    paths = [roll(book="any", text=f"game {n}") for n in range(60)]
    assert {path.split("/")[1] for path in paths} == set(books())
    assert paths == [roll(book="any", text=f" game {n} ") for n in range(60)]
    for n, path in enumerate(paths):
        # In the book that it picks it is the same seed as if that had been asked for.
        assert roll(book=path.split("/")[1], text=f"game {n}") == path


def test_digits_for_any_book_are_the_seed_of_the_one_that_they_fit() -> None:
    assert roll(book="any", text=SEED) == roll(book="any", text=f"#{SEED[:5]} {SEED[5:]}") == GAME
    for path, book in books().items():
        if sum(other.length == book.length for other in books().values()) == 1:
            assert roll(book="any", text="7" * book.length) == f"/{path}/{'7' * book.length}"
    assert re.fullmatch(r"/\w+/\d+\?words=7+", roll(book="any", text="7" * 8))


def test_digits_of_another_book_open_its_game() -> None:
    assert roll(text=SEED) == roll(book="skirmish", text=f"#{SEED}") == GAME
    assert roll(book="classic", text="7" * LONGEST) == f"/skirmish/{'7' * LONGEST}"
    assert client().get(f"/roll?from={SEED}").headers["Location"].startswith("/classic/")


def test_drafts_say_so() -> None:
    for code in catalog.book_codes():
        book = catalog.book(code)
        for path in (f"/{book.code}/", f"/{book.code}/{'0' * book.length}"):
            assert bool(soup(client().get(path).text).select(".draft")) is not book.frozen, path
    shelf = soup(client().get("/").text).select(".shelf li")
    drafts = [entry.h3.a["href"] for entry in shelf if entry.select(".draft")]
    assert drafts == [f"/{book.code}/" for book in books().values() if not book.frozen]


def test_a_book_says_which_of_its_options_leave_many_games_drawn() -> None:
    page = soup(client().get("/classic/").text)
    drawn = CLASSIC.usual and CLASSIC.usual.drawn
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


def test_only_what_is_frozen_is_kept_without_asking() -> None:
    assert client().get("/credits").headers["Cache-Control"] == "public, max-age=3600"
    drafts = not all(book.frozen for book in books().values())
    for path in ("/", "/presets", "/presets.json"):
        policy = client().get(path).headers["Cache-Control"]
        assert policy == ("no-cache" if drafts else "public, max-age=3600"), (
            "what shows a draft may change"
        )
    for path, book in books().items():
        for page in (f"/{path}/", f"/{path}/{'0' * book.length}"):
            policy = client().get(page).headers["Cache-Control"]
            assert policy == ("public, max-age=3600" if book.frozen else "no-cache"), page


def test_the_library_and_the_command_line_roll_on_the_same_book() -> None:
    assert carnage.roll().ruleset.book.code == catalog.DEFAULT_BOOK == "skirmish"
    assert carnage.roll(seed=SEED).ruleset.path == GAME
    assert carnage.roll(seed=LONG).ruleset.path == f"/skirmish/{LONG}"


@pytest.mark.parametrize("code", BOOKS)
def test_a_game_of_any_book_shows_its_dice_in_the_groups_of_its_chapters(code: str) -> None:
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
def test_the_tables_of_any_book_can_be_rolled_by_hand(code: str) -> None:
    book = catalog.book(code)
    page = soup(client().get(f"/{book.code}/").text)
    assert [each["href"] for each in page.select(".by-hand-seed .entry")] == [
        f"#{t.id}" for t in book.rolled
    ]
    for table in book.rolled:
        entries = page.select(f"#{table.id} .results dt")
        assert len(entries) == len(variants(table)), table.id
    assert not re.search(r"\{\{|\{%", page.main.text)


def test_robots_keep_off_the_games_of_every_book() -> None:
    lines = client().get("/robots.txt").text.splitlines()
    assert all(f"Disallow: /{path}/{digit}" in lines for path in books() for digit in range(10))


@pytest.mark.parametrize("code", BOOKS)
def test_downloads_of_any_book(code: str) -> None:
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
def test_every_book_has_games_worth_a_look(code: str) -> None:
    links = [link["href"] for link in soup(client().get("/").text).select(".picks a")]
    assert any(link.startswith(f"/{code}/") for link in links), (
        f"tables/picks.toml names no game of {code}"
    )
