"""Seeds of a book's draft: they are told from today's, and lead on to the game that means the
same.
"""

from __future__ import annotations

import random
import re

import msgspec
import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner

from carnage import catalog
from carnage.catalog.draft_seeds import Draft, check_drafts, migrate_seed
from carnage.catalog.toml import CatalogError
from carnage.cli.command_line import main
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from tests.support.web import client

OLD = "012345678931234567890123"
# Two players, no talents, no reactions; what was an activation in turn still is.
NOW = "012304590789212345678090103"


def test_migrate_seed_of_draft_keeps_options() -> None:
    book = catalog.book("skirmish")
    assert migrate_seed(book, "0" * 10 + "3" + "0" * 13) == "0" * 12 + "2" + "0" * 14
    game = resolve(book, Seed("0" * 12 + "2" + "0" * 14))
    assert game.choice("activation-order").option.code == "alternating"
    assert game.choice("talents").option.code == game.choice("reactions").option.code == "none"


@pytest.mark.parametrize("digits", ["", "1" * 23, "1" * 25, "1" * 27, "x" * 24, "١" * 26])
def test_migrate_seed_of_other_digits_is_none(digits: str) -> None:
    assert migrate_seed(catalog.book("skirmish"), digits) is None
    assert migrate_seed(catalog.book("classic"), digits) is None


@pytest.mark.parametrize("place", ["/skirmish/", "/lab/skirmish/", "/watch/skirmish/"])
def test_draft_bookmark_returns_410_with_link_to_game(place: str) -> None:
    answer = client().get(f"{place}{OLD}?name=Long+Night")
    assert answer.status_code == 410
    page = BeautifulSoup(answer.text, "html.parser").main
    assert page is not None
    assert "draft" in page.get_text()
    link = page.select_one(f'a[href^="/skirmish/{NOW}"]')
    assert link is not None
    led = client().get(str(link["href"]))
    assert led.status_code == 200
    assert "Long Night" in led.text


def test_draft_json_returns_410_with_address() -> None:
    answer = client().get(f"/skirmish/{OLD}.json")
    assert answer.status_code == 410
    assert f"/skirmish/{NOW}" in answer.get_json()["detail"]


def test_play_draft_seed_names_current_seed() -> None:
    answer = CliRunner().invoke(main, ["play", f"skirmish/{OLD}"])
    assert answer.exit_code == 2
    assert f"skirmish/{NOW}" in answer.stderr


@pytest.mark.parametrize(
    ("draft", "complaint"),
    [
        (Draft(length=27), "nobody could tell"),
        (Draft(length=25), "do not make 27"),
        (Draft(length=26, added={"no-table": "0"}), "does not roll"),
        (Draft(length=26, added={"talents": "00"}), "is no roll of talents"),
        (
            Draft(length=26, added={"talents": "0"}, changed={"twist": {"x": "1"}}),
            "is no roll of twist",
        ),
    ],
)
def test_check_drafts_impossible_draft_is_refused(draft: Draft, complaint: str) -> None:
    book = msgspec.structs.replace(catalog.book("skirmish"), drafts=(draft,))
    with pytest.raises(CatalogError, match=complaint):
        check_drafts(book, "tables/books/skirmish.toml")


OLD_LENGTHS = {"skirmish": 26}  # of the seeds before the book gained its last table
OLD_ADDRESSES = 200


def draw_old_seeds(code: str) -> list[str]:
    """Return random seeds of the length that a book had; today's where it has not changed."""
    generator = random.Random(code)
    length = OLD_LENGTHS.get(code, catalog.book(code).length)
    return ["".join(generator.choices("0123456789", k=length)) for _ in range(OLD_ADDRESSES)]


# What these tables of skirmish gave before, where digits of the same options have moved.
OLD_ROLLS = {
    "table": "2223333441",
    "deployment": ("edges",) * 5 + ("corners",) * 2 + ("anywhere",) * 2 + ("surrounded",),
    "round-structure": ("phased",) * 2
    + ("action-phase",) * 3
    + ("speed-phases",) * 2
    + ("the-bell",) * 3,
    "initiative": ("random-static",) * 3
    + ("random-shifting",) * 2
    + ("earnt-leader", "earnt-laggard", "earnt-resource-buy", "earnt-resource-bid", "bought"),
    "damage": ("certain-death",) * 2
    + ("uncertain-death",) * 2
    + ("doomed",)
    + ("the-tower",) * 2
    + ("dwindling-tower",)
    + ("slowed",) * 2,
}
# Where options have gone, the nearest one is as near as it gets.
WITHOUT_SAME_OPTION = {"players", "size", "game-length"}


def options_of_old_seed(digits: str) -> dict[str, str]:
    """Return the option of each table for a seed of skirmish before it asked for players."""
    tables = [table for table in catalog.book("skirmish").rolled if table.id != "players"]
    found = {}
    for table, digit in zip(tables, digits, strict=True):
        if table.id in OLD_ROLLS:
            found[table.id] = OLD_ROLLS[table.id][int(digit)]
        elif table.id not in WITHOUT_SAME_OPTION:
            found[table.id] = table.rolls[int(digit)].code
    return found


def test_old_addresses_of_skirmish_lead_to_game_with_same_options() -> None:
    site = client()
    for old in draw_old_seeds("skirmish"):
        answer = site.get(f"/skirmish/{old}.json")
        assert answer.status_code == 410
        (now,) = re.findall(r"/skirmish/(\d+)", answer.get_json()["detail"])
        game = resolve(catalog.book("skirmish"), Seed(now))
        options = {choice.table.id: choice.option.code for choice in game.choices}
        assert options_of_old_seed(old).items() <= options.items()
        assert game.players == 2


@pytest.mark.parametrize("code", ["duel", "gamble"])
def test_old_addresses_of_books_that_kept_their_digits_are_those_games(code: str) -> None:
    assert not catalog.book(code).drafts
    site = client()
    for old in draw_old_seeds(code):
        answer = site.get(f"/{code}/{old}.json")
        assert answer.status_code == 200
        assert answer.get_json()["seed"] == old


def test_skirmish_every_digit_of_players_gives_two() -> None:
    book = catalog.book("skirmish")
    at = book.digit_offset("players")
    for digit in "0123456789":
        game = resolve(book, Seed("0" * book.length).replaced(at, digit))
        assert game.players == 2
        assert game.canonical_seed == "0" * book.length
