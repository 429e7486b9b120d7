"""Test the text of pages, and the targets of their links."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import carnage
from carnage import catalog
from carnage.catalog.variants import list_variants
from tests.support.web import GAME, KINDS, SEED, client, soup

CLASSIC = catalog.book("classic")
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kind", KINDS)
def test_pages_are_valid_html_without_inline_code(kind: str) -> None:
    path, status = KINDS[kind]
    response = client().get(path)
    page = soup(response.text)
    assert response.status_code == status
    assert response.content_type == "text/html; charset=utf-8"
    assert "@@" not in response.text
    assert not any(chr(n) in response.text for n in range(1, 9))
    ids = [tag["id"] for tag in page.find_all(id=True)]
    assert len(ids) == len(set(ids))
    for link in page.select("a[href^='#']"):
        assert link["href"].removeprefix("#") in ids
    assert len(page.find_all("h1")) == len(page.find_all("main")) == 1
    assert not page.select("[style], style, [onclick]")
    assert not [script for script in page.find_all("script") if not script.get("src")]


def test_game_page_lists_dice_and_rules_in_order() -> None:
    page = soup(client().get(GAME).text)
    assert "".join(die.text for die in page.select(".seed .die")) == SEED
    assert [group.text for group in page.select(".seed .group-name")] == list(
        dict.fromkeys(table.chapter for table in CLASSIC.rolled)
    )
    assert page.h1.text == "Ruinous Throne"
    game = carnage.roll("classic", SEED)
    shown = [section["id"] for section in page.select(".rules section.rule")]
    assert shown == [section.id for chapter in game.chapters for section in chapter.sections]
    for choice in game.ruleset.choices:
        label = page.select_one(f"#{choice.table.id} .option-label")
        assert label.text == f"[{choice.option.label}]"
    parts = [part["id"] for part in page.select("section.part")]
    assert parts == [part.id for part in game.front + game.back]
    contents = [link["href"] for link in page.select(".contents a")]
    assert len(contents) == len(shown) + len(parts) + len(game.chapters)


@pytest.mark.parametrize("keep", [(), ("units",), ("movement", "units")])
@pytest.mark.parametrize("name", ["", "Æther & Sons"])
def test_game_page_dice_link_to_editor(keep: tuple[str, ...], name: str) -> None:
    page = soup(client().get(GAME, query_string={"keep": ",".join(keep), "name": name}).text)
    kept = [table.id for table in CLASSIC.rolled if table.id in keep]
    carried = ({"name": [name]} if name else {}) | ({"keep": [",".join(kept)]} if kept else {})
    for table in CLASSIC.rolled:
        rule = page.find(id=table.id)
        assert ("locked" in rule["class"]) is (table.id in kept)
        at_the_head = page.select_one(f".seed [data-die={table.id}]")
        assert ("locked" in at_the_head["class"]) is (table.id in kept)
        for die in (at_the_head, rule.select_one("h3 [data-die]")):
            assert parse_qs(die["href"].removeprefix("?")) == {"die": [table.id], **carried}
    rest = urlsplit(page.select_one(".tray-bar [data-roll]")["href"])
    assert rest.path == "/roll"
    assert parse_qs(rest.query) == {"book": ["classic"], "from": [SEED], **carried}
    assert page.select_one(".tray-bar [data-roll]").text == (
        f"Roll the other {15 - len(keep)}" if keep else "Roll all dice"
    )


@pytest.mark.thorough
def test_game_page_links_are_found() -> None:
    page = soup(client().get(f"{GAME}?keep=units&name=Last+Stand").text)
    for href in {link["href"] for link in page.select("a[href^='/']")}:
        response = client().get(href)
        # A worker typesets a PDF, which may take a while.
        assert response.status_code in ((200, 303, 503) if ".pdf" in href else (200, 303)), href


def test_game_page_name_is_escaped_and_preserved() -> None:
    page = soup(client().get(f"{GAME}?name=Äpfel+%26+%22Birnen%22").text)
    assert page.h1.text == 'Äpfel & "Birnen"'
    assert page.title.text.startswith('Äpfel & "Birnen"')
    assert page.find(id="name")["value"] == 'Äpfel & "Birnen"'
    for link in page.select(".downloads a, .permalink"):
        assert parse_qs(urlsplit(link["href"]).query) == {"name": ['Äpfel & "Birnen"']}
    assert client().get(f"{GAME}?name=").text == client().get(GAME).text


def test_downloads_have_type_and_content() -> None:
    game = carnage.roll("classic", SEED, "Last Stand")
    text = client().get(f"{GAME}.md?name=Last+Stand")
    assert text.content_type == "text/markdown; charset=utf-8"
    assert text.text == game.markdown()
    data = client().get(f"{GAME}.json?name=Last+Stand")
    assert data.content_type == "application/json; charset=utf-8"
    assert json.loads(data.text) == game.json()
    file = client().get(f"{GAME}.html?name=Last+Stand")
    assert file.text == game.html()
    assert (
        file.headers["Content-Disposition"]
        == f'attachment; filename="carnage-last-stand-classic-{SEED}.html"'
    )
    whole = soup(file.text)
    assert whole.style
    assert not whole.select("link, script, img, [src]")


def test_book_page_lists_every_table() -> None:
    page = soup(client().get("/classic/").text)
    assert [section["id"] for section in page.select(".question")] == [
        table.id for table in CLASSIC.tables
    ]
    entries = page.select(".by-hand-seed .entry")
    assert [entry["href"] for entry in entries] == [f"#{table.id}" for table in CLASSIC.rolled]
    told = [entry.get_text(" ", strip=True) for entry in entries]
    assert told == [f"{number} {table.title}" for number, table in enumerate(CLASSIC.rolled, 1)]
    for table in CLASSIC.rolled:
        labels = [entry.text for entry in page.select(f"#{table.id} .results dt")]
        assert len(labels) == len(list_variants(table))
        for option in table.options:
            assert any(option.label in label for label in labels)
    for variant in page.select(".results > div"):
        assert variant.dd.summary.text.strip()
        assert variant.dd.p.text.strip()


def test_book_page_marks_conditional_texts() -> None:
    page = soup(client().get("/classic/").text)
    changes = [change.text for change in page.select("#activation-order small")]
    assert any(change.startswith("[if the round is cut into phases") for change in changes)
    assert any("in each phase" in change for change in changes)


@pytest.mark.thorough
def test_home_page_links_are_found() -> None:
    page = soup(client().get("/").text)
    assert page.select("form[action='/roll'] button.big")
    assert page.select_one("form[action='/roll'] input[name=text]")
    for link in page.select("main a[href^='/']"):
        assert client().get(link["href"], follow_redirects=True).status_code == 200


def test_credits_list_sources_and_licences() -> None:
    text = soup(client().get("/credits").text).text
    for source in catalog.sources().values():
        assert source.title in text
        assert source.licence in text
        assert source.authors in text
    assert "Mike Hutchinson" in text
    assert "https://planetsmashergames.com/riot-dice" in text


def test_robots_txt_disallows_rolls_and_games() -> None:
    lines = client().get("/robots.txt").text.splitlines()
    assert "Disallow: /roll" in lines
    assert all(f"Disallow: /classic/{digit}" in lines for digit in range(10))
    assert "Disallow: /classic/" not in lines
    page = soup(client().get(GAME).text)
    leading = page.select("[data-die], [data-roll]")
    assert len(leading) > 30
    assert all("nofollow" in link["rel"] for link in leading)


def test_book_address_without_slash_redirects() -> None:
    response = client().get("/classic")
    assert (response.status_code, response.headers["Location"]) == (301, "/classic/")


def test_favicon_redirects_to_svg() -> None:
    assert (
        client()
        .get(client().get("/favicon.ico").headers["Location"])
        .content_type.startswith("image/svg")
    )


def test_home_page_picture_matches_linked_game() -> None:
    page = soup(client().get("/").text)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    told = re.search(
        r"carnage play (\S+) --dice-seed (\d+) --svg static/table.svg --svg-event (\d+)", makefile
    )
    assert told
    game, dice, at = told.groups()
    assert page.select_one(f'.in-play a[href="/watch/{game}?dice={dice}&at={at}"]')
    assert page.select_one(f'.hero .or a[href^="/play/{game}"]')
    image = page.select_one(".in-play img")
    assert image is not None
    assert client().get(str(image["src"]).partition("#")[0]).status_code == 200
    buttons = [each.get_text() for each in page.select(".hero button, .hero fieldset legend")]
    assert buttons == [
        "Roll a new game",
        "Find games",
        "Book to roll on",
    ], "the button comes first"
