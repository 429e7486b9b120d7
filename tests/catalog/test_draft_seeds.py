"""Seeds of a book's draft: they are told from today's, and lead on to the game that means the
same.
"""

from __future__ import annotations

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
# No talents, no reactions; what was an activation in turn still is.
NOW = "01234590789212345678090103"


def test_migrate_seed_of_draft_keeps_options() -> None:
    book = catalog.book("skirmish")
    assert migrate_seed(book, "0" * 10 + "3" + "0" * 13) == "0" * 11 + "2" + "0" * 14
    game = resolve(book, Seed("0" * 11 + "2" + "0" * 14))
    assert game.choice("activation-order").option.code == "alternating"
    assert game.choice("talents").option.code == game.choice("reactions").option.code == "none"


@pytest.mark.parametrize("digits", ["", "1" * 23, "1" * 25, "1" * 26, "x" * 24, "١" * 24])
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
        (Draft(length=26), "nobody could tell"),
        (Draft(length=25), "do not make 26"),
        (Draft(length=25, added={"no-table": "0"}), "does not roll"),
        (Draft(length=25, added={"talents": "00"}), "is no roll of talents"),
        (
            Draft(length=25, added={"talents": "0"}, changed={"twist": {"x": "1"}}),
            "is no roll of twist",
        ),
    ],
)
def test_check_drafts_impossible_draft_is_refused(draft: Draft, complaint: str) -> None:
    book = msgspec.structs.replace(catalog.book("skirmish"), drafts=(draft,))
    with pytest.raises(CatalogError, match=complaint):
        check_drafts(book, "tables/books/skirmish.toml")
