"""Test the rules that can be read in one minute."""

from __future__ import annotations

import pytest

from carnage.rulebook.minute import MAX_WORDS, build_minute_rules
from tests.support.rulesets import BOOKS, sample

AIM = "Score more points than the other side."
RULESETS = 12


@pytest.mark.parametrize("book", BOOKS)
def test_minute_rules_are_short_and_begin_with_the_aim(book: str) -> None:
    for rules in sample(RULESETS, book):
        parts = build_minute_rules(rules, AIM)
        words = " ".join(f"{part.title} {part.text}" for part in parts).split()
        assert parts[0].text == AIM
        assert len(words) <= MAX_WORDS
        assert len(parts) >= 3, parts
        assert not any("{" in part.text or "[" in part.text for part in parts)


@pytest.mark.parametrize("book", BOOKS)
def test_minute_rules_do_not_repeat_the_title_of_a_turn(book: str) -> None:
    for rules in sample(RULESETS, book):
        for part in build_minute_rules(rules, AIM):
            assert not part.text.startswith(f"{part.title}:")
            assert part.text[:1] == part.text[:1].upper()


def test_minute_rules_of_a_gamble_say_what_sets_and_runs_pay() -> None:
    for rules in sample(RULESETS, "gamble"):
        (scores,) = [part.text for part in build_minute_rules(rules, AIM) if "scores" in part.title]
        assert "Sets: " in scores
        assert "Runs: " in scores
