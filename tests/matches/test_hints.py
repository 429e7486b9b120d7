"""Test hints: the best option, its reason, and options that are much alike."""

from __future__ import annotations

import pytest

from carnage.engine.games import Match
from carnage.engine.narration import Narrator
from carnage.engine.planner import greedy_choice
from carnage.matches import hints
from carnage.matches.pointing import find_tried_decision
from tests.support.rulesets import BOOKS, sample


@pytest.mark.parametrize("book", BOOKS)
def test_hint_names_the_option_that_won_most_or_none(
    book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "ADVICE_S", 0.2)
    match = Match(sample(1, book)[0], 3, 0, ("person", "greedy"))
    for _ in range(12):
        if match.question is None:
            return
        _, lines = Narrator(match).question()
        hint = hints.find_hint(match, lines, range(1, len(lines) + 1))
        assert len(hint.estimates) == len(lines)
        best = max(range(len(lines)), key=lambda n: hint.estimates[n].won)
        assert hint.text.startswith(("Any of these is", "Options ", lines[best]))
        assert "% of the time" in hint.text or len(lines) == 1
        match.choose(greedy_choice(match))


def test_hint_is_clear_only_beyond_chance() -> None:
    assert hints._is_clear([1.0] * 40, [0.0] * 40)
    assert not hints._is_clear([1.0, 0.0] * 20, [0.0, 1.0] * 20)


def test_hint_for_options_alike_names_them_in_plain_words() -> None:
    assert hints.describe_alike([1, 2, 3], 3, 0.59) == (
        "Any of these is about as good: you win about 59% of the time."
    )
    assert hints.describe_alike([1, 3], 3, 0.59) == (
        "Options 1 and 3 are about as good: you win about 59% of the time."
    )


def test_hint_compares_the_place_that_a_person_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "ADVICE_S", 0.2)
    match = Match(sample(1, "duel")[0], 3, 0, ("person", "greedy"))
    while match.question is not None:
        if match.family.queries[match.question.kind].name == "move":
            break
        match.choose(greedy_choice(match))
    ship = match.record.ships[0]
    enemy = match.record.ships[1]
    point = (ship.x + 0.4 * (enemy.x - ship.x), ship.y + 0.4 * (enemy.y - ship.y))
    decision = find_tried_decision(match, point)
    assert decision >= 0
    _, lines = Narrator(match).question()
    hint = hints.find_hint(match, lines, range(1, len(lines) + 1), decision)
    assert len(hint.estimates) == len(lines)
    assert hint.text.startswith("Your place wins about ")


def test_no_decision_for_a_place_that_is_refused() -> None:
    match = Match(sample(1, "duel")[0], 3, 0, ("person", "greedy"))
    assert find_tried_decision(match, (0.0, 0.0)) == -1  # the question takes no point
    assert find_tried_decision(match, None) == -1
