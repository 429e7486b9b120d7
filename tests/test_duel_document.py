"""What the rulebooks of duels have of their own."""

from __future__ import annotations

import pytest
from rulesets import rolled

from carnage import catalog
from carnage.document import rulebook

DICE = [option.code for option in catalog.book("duel").table("dice").options]


@pytest.mark.parametrize("option", DICE)
def test_a_ship_s_sheet_has_room_for_all_its_dice_in_any_row(option: str) -> None:
    game = rolled("duel", dice=option)
    dice = game.params["dice.cells"]
    sheet = next(part for part in rulebook(game).back if part.id == "ship").markdown
    rows = [line for line in sheet.splitlines() if "☐" in line]
    assert [row.count("☐") for row in rows] == [dice] * 3
