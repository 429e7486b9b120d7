"""Test the questions before the first round, which a bot can answer for a beginner."""

from __future__ import annotations

import pytest

from carnage.engine.games import Match
from carnage.matches.live_game import LiveGame
from carnage.matches.moves import MoveCodec
from tests.support.rulesets import BATTLES, BOOKS, sample


@pytest.mark.parametrize("book", BOOKS)
def test_only_battles_have_questions_before_the_first_round(book: str) -> None:
    for number, ruleset in enumerate(sample(20, book)):
        match = Match(ruleset, number, bots=("person", "greedy"))
        game = LiveGame(match, MoveCodec("", b""), "")
        assert game.is_in_setup() == (book in BATTLES)
