"""What the rulebooks of duels have of their own."""

from __future__ import annotations

import pytest

from carnage import catalog
from carnage.rulebook import build_rulebook
from tests.support.rulebooks import part_text
from tests.support.rulesets import rolled

DICE = [option.code for option in catalog.book("duel").table("dice").options]


@pytest.mark.parametrize("option", DICE)
def test_a_ship_s_sheet_has_room_for_all_its_dice_in_any_row(option: str) -> None:
    game = rolled("duel", dice=option)
    dice = game.params["dice.cells"]
    sheet = part_text(build_rulebook(game), "ship")
    rows = [line for line in sheet.splitlines() if "☐" in line]
    assert [row.count("☐") for row in rows] == [dice] * 3


def test_only_what_does_not_drift_stays_where_it_is_laid() -> None:
    for jettison, stays in (("two-fingers", True), ("clinging", True), ("drift", False)):
        text = build_rulebook(rolled("duel", jettison=jettison, tanks="inert")).markdown()
        for words in ("where it is laid, it stays", "stop everything and stay"):
            assert (words in text) == stays, (jettison, words)


def test_without_the_call_no_rulebook_speaks_of_it() -> None:
    book = build_rulebook(rolled("duel", order="the-lead")).markdown()
    assert "the call" not in book
    assert "**Call**" not in book


def test_a_lead_is_settled_before_the_reveal_wherever_that_is_told() -> None:
    book = build_rulebook(rolled("duel", order="the-lead")).markdown()
    summary = book.partition("## Quick Reference")[2].partition("## Glossary")[0]
    assert (
        summary.index("**Assign and reveal**")
        < summary.index("**Order:**")
        < summary.index("**Move**")
    )
    assert "First a coin settles who has the lead" in book
    assert "passes" not in book
