"""Golden games read as they did when somebody last read them, and between them use every rule."""

from __future__ import annotations

import re

import pytest
from arena import happenings
from goldens import Golden, kept, read, tell, used, wanted
from referee import Referee


def test_every_option_and_every_rule_is_in_some_golden_game() -> None:
    seen: set[str] = set()
    for golden in kept():
        seen |= used(golden.play())
    assert not wanted() - seen


@pytest.mark.parametrize("golden", kept(), ids=lambda golden: golden.digits)
def test_a_golden_game_is_still_told_the_same(golden: Golden) -> None:
    match = golden.play()
    assert tell(golden, match) == golden.path.read_text(), (
        "if this is meant: make golden, and read the difference"
    )
    Referee(match.ruleset, happenings(match)).watch()


@pytest.mark.parametrize("golden", kept(), ids=lambda golden: golden.digits)
def test_a_golden_game_reads_like_a_report(golden: Golden) -> None:
    """Every line is a heading, a choice of the ruleset, or a sentence; nothing is left raw in it."""
    told = golden.path.read_text()
    assert read(golden.path) == golden
    assert "## Setting up" in told
    assert "## Round 1" in told
    for line in told.splitlines()[3:]:
        assert re.match(r"#+ \S|- |\s*\S.*[.!]$|$", line), line
        assert not re.search(r"None|nan|Traceback|<|>|\{|\}|  \S.*  |-1\b", line), line


def test_there_are_enough_to_read() -> None:
    assert len(kept()) >= 10
