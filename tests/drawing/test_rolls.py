"""Test the text that announces dice before they are shown."""

from __future__ import annotations

import re

import pytest

from carnage.engine.games import Match
from carnage.engine.narration import side_names
from carnage.engine.recording import record_replay
from carnage.replays.replay import SPECTATOR
from carnage.replays.rolls import find_announcement
from tests.support.rulesets import BATTLES, BOOKS, sample

RESULT = re.compile(r"\b(?:hit|miss|success(?:es)?|fails|wins)\b")


@pytest.mark.parametrize("book", BOOKS)
def test_announcement_of_a_roll_does_not_tell_its_result(book: str) -> None:
    announced = 0
    for number, ruleset in enumerate(sample(2 if book in BATTLES else 6, book)):
        replay = record_replay(Match(ruleset, number), SPECTATOR, sides=side_names(ruleset))
        for step in replay.steps:
            text = find_announcement(step.lines, step.dice)
            assert not RESULT.search(text), text
            announced += bool(text)
    assert announced > 10


def test_announcement_of_a_shot_has_the_number_needed() -> None:
    line = "  It needs 6 (5, chart +1) and rolls 4: a miss. 5 shots left."
    assert find_announcement(("### Turn 1", line), (4,)) == "It needs 6 (5, chart +1)"


def test_announcement_of_dice_already_rolled_is_empty() -> None:
    assert find_announcement(("  The dice show 6 and 4: 4 successes so far.",), (6, 4)) == ""
