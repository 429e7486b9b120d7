"""Pieces are made once for all that they depend on, and no more of them are kept than there is room for."""

from __future__ import annotations

import pytest
from rulesets import sample

from carnage import catalog
from carnage.document import press
from carnage.document.press import Once
from carnage.ruleset import Ruleset


def test_a_walk_through_all_games_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "MOST_ALIKE", 4)
    monkeypatch.setattr(press, "MOST_ANSWERS", 9)
    book = catalog.book("skirmish")
    asked = frozenset({"loot", "towers", "squads", "ranked"}) & frozenset(book.traits)
    assert len(asked) > 1

    def build(ruleset: Ruleset) -> tuple[str, frozenset[str]]:
        return ruleset.choice("movement").option.code, asked & ruleset.traits

    once = Once(book, build, asked, ["movement"])
    met = set()
    for ruleset in sample(60, "skirmish"):
        assert once(ruleset) == build(ruleset)
        met.add(build(ruleset))
        assert len(once._alike) <= 4
        assert len(once._by_answers) <= 9
    assert len(met) > 4
