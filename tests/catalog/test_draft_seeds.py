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
NOW = "01234560789212345678090123"


def test_a_drafts_seed_means_what_it_meant() -> None:
    book = catalog.book("skirmish")
    assert migrate_seed(book, "0" * 10 + "3" + "0" * 13) == "0" * 11 + "2" + "0" * 14
    game = resolve(book, Seed("0" * 11 + "2" + "0" * 14))
    assert game.choice("activation-order").option.code == "alternating"
    assert game.choice("talents").option.code == game.choice("reactions").option.code == "none"


@pytest.mark.parametrize("digits", ["", "1" * 23, "1" * 25, "1" * 26, "x" * 24, "١" * 24])
def test_what_was_no_seed_of_a_draft_leads_nowhere(digits: str) -> None:
    assert migrate_seed(catalog.book("skirmish"), digits) is None
    assert migrate_seed(catalog.book("classic"), digits) is None


@pytest.mark.parametrize("place", ["/skirmish/", "/lab/skirmish/", "/watch/skirmish/"])
def test_a_drafts_bookmark_leads_on(place: str) -> None:
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


def test_programs_are_told_the_address() -> None:
    answer = client().get(f"/skirmish/{OLD}.json")
    assert answer.status_code == 410
    assert f"/skirmish/{NOW}" in answer.get_json()["detail"]


def test_the_command_line_says_where_it_leads() -> None:
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
def test_a_draft_that_cannot_be_carried_over_is_refused(draft: Draft, complaint: str) -> None:
    book = msgspec.structs.replace(catalog.book("skirmish"), drafts=(draft,))
    with pytest.raises(CatalogError, match=complaint):
        check_drafts(book, "tables/books/skirmish.toml")
