"""Test the aims of games: one line for every ruleset."""

from __future__ import annotations

import pytest

from carnage import catalog
from carnage.engine.narration import side_names
from carnage.matches.aims import (
    AIMS,
    COLOURS,
    MAX_CHARS,
    UNTIL,
    describe_aim,
    describe_side,
    name_by_colours,
)
from tests.support.rulesets import BOOKS, sample


@pytest.mark.parametrize("book", BOOKS)
def test_describe_aim_is_one_short_sentence_for_every_seat(book: str) -> None:
    for ruleset in sample(60, book):
        sides = side_names(ruleset)
        for seat in range(ruleset.players):
            aim = describe_aim(ruleset, seat, sides)
            assert aim.endswith(".")
            assert len(aim) <= MAX_CHARS
            assert "{" not in aim
            assert sides[seat] not in aim


def test_aims_cover_every_option_of_objectives() -> None:
    for book in ("classic", "skirmish"):
        objectives = {option.code for option in catalog.book(book).table("objectives").options}
        assert objectives <= set(AIMS)
        lengths = {option.code for option in catalog.book(book).table("game-length").options}
        assert set(UNTIL) & lengths


def test_describe_side_names_its_colour() -> None:
    assert describe_side(1, ("Lawmen", "Outlaws")) == "Outlaws (blue)"
    assert describe_side(1, name_by_colours(2)) == "Blue"
    assert len(set(COLOURS)) == 6
