"""Whose ideas are shown is said wherever they are: on every page, download and print."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest
from click.testing import CliRunner

from carnage import catalog
from carnage.cli.command_line import main
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from tests.support.prose import visible
from tests.support.rulesets import BOOKS, rolling, sample
from tests.support.web import client, soup

RIOT = "riot-dice"


def plain(text: str) -> str:
    return " ".join(text.split())


def with_each_option(source: str) -> Iterator[Ruleset]:
    """A game with each option of a source, beside whatever stands on the zeros."""
    for code in BOOKS:
        book = catalog.book(code)
        for table in book.rolled:
            for option in table.options:
                if option.source == source:
                    yield resolve(
                        book, rolling(book, Seed("0" * book.length), table.id, option.code)
                    )


@cache
def shown(path: str) -> str:
    response = client().get(path)
    assert response.status_code == 200, path
    return visible(response.text) if response.mimetype == "text/html" else plain(response.text)


SOURCES = [code for code in catalog.sources() if any(True for _ in with_each_option(code))]


@pytest.mark.thorough
@pytest.mark.parametrize("code", SOURCES)
def test_every_form_of_game_credits_its_sources(code: str) -> None:
    credit = plain(catalog.sources()[code].credit)
    for game in with_each_option(code):
        for path in (game.path, *(f"{game.path}.{kind}" for kind in ("md", "html", "json"))):
            assert credit in shown(path), path
        credited = [
            entry["credit"]
            for entry in json.loads(client().get(f"{game.path}.json").text)["credits"]
        ]
        assert catalog.sources()[code].credit in credited
        assert credit in shown(f"/lab{game.path}")


@pytest.mark.parametrize("book", BOOKS)
def test_tables_of_book_credit_every_source(book: str) -> None:
    listed = catalog.book(book)
    listing = plain(CliRunner().invoke(main, ["tables", book]).stdout)
    for table in listed.tables:
        for option in table.every_rule:
            credit = plain(catalog.sources()[option.source].credit)
            assert credit in shown(f"/{book}/"), (table.id, option.code)
            assert credit in listing


def test_pages_listing_games_credit_their_sources() -> None:
    for preset in list_presets():
        for path in ("/", "/presets", "/presets.json"):
            for code in {choice.option.source for choice in preset.ruleset.choices}:
                assert plain(catalog.sources()[code].credit) in shown(path), path


def test_riot_dice_credit_has_author_and_link() -> None:
    credit = catalog.sources()[RIOT].credit
    assert "Mike Hutchinson" in credit
    assert "https://planetsmashergames.com/riot-dice" in credit
    page = soup(client().get(list_presets()[0].ruleset.path).text)
    assert page.select("a[href='https://planetsmashergames.com/riot-dice']")


def test_credits_omit_sources_not_in_game() -> None:
    for game in (game for book in BOOKS for game in sample(20, book)):
        sources = {choice.option.source for choice in game.choices}
        credited = {
            entry["credit"]
            for entry in json.loads(client().get(f"{game.path}.json").text)["credits"]
        }
        fixed = {rule.source for table in game.book.tables for rule in table.rules}
        for code, source in catalog.sources().items():
            if code not in sources | fixed | set(game.book.credits):
                assert source.credit not in credited, (game.path, code)
