"""What the rulebooks of duels have of their own."""

from __future__ import annotations

import pytest

from carnage import catalog
from carnage.rulebook import build_rulebook
from tests.support.rulebooks import part_text
from tests.support.rulesets import rolled

DICE = [option.code for option in catalog.book("duel").table("dice").options]


@pytest.mark.parametrize("option", DICE)
def test_ship_sheet_has_boxes_for_all_dice_in_each_row(option: str) -> None:
    game = rolled("duel", dice=option)
    dice = game.params["dice.cells"]
    sheet = part_text(build_rulebook(game), "ship")
    rows = [line for line in sheet.splitlines() if "☐" in line]
    assert [row.count("☐") for row in rows] == [dice] * 3


def test_duel_jettisoned_dice_stay_unless_they_drift() -> None:
    for jettison, stays in (("two-fingers", True), ("clinging", True), ("drift", False)):
        text = build_rulebook(rolled("duel", jettison=jettison, tanks="inert")).markdown()
        for words in ("where it is laid, it stays", "stop everything and stay"):
            assert (words in text) == stays, (jettison, words)


def test_duel_without_call_omits_call() -> None:
    book = build_rulebook(rolled("duel", order="the-lead")).markdown()
    assert "the call" not in book
    assert "**Call**" not in book


def test_duel_lead_is_settled_before_reveal() -> None:
    book = build_rulebook(rolled("duel", order="the-lead")).markdown()
    summary = book.partition("## Quick Reference")[2].partition("## Glossary")[0]
    assert (
        summary.index("**Assign and reveal**")
        < summary.index("**Order:**")
        < summary.index("**Move**")
    )
    assert "First a coin settles who has the lead" in book
    assert "passes" not in book
