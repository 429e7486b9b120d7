"""Test what figures see from a place: the same as the attacks that the rules offer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from carnage.engine.battle.frame.queries import QUERIES
from carnage.engine.games import Match
from carnage.engine.narration import words_of
from carnage.engine.planner import greedy_choice
from carnage.engine.sights import SightLine, look_from
from tests.support.rulesets import sample

BOOKS = ("skirmish", "classic")
GAMES = 6
MAX_QUESTIONS = 120
TARGET = next(n for n, query in enumerate(QUERIES) if query.name == "target")


def questions(book: str, name: str) -> Iterator[Match]:
    """Yield games of a book at each question of a kind."""
    for n, rules in enumerate(sample(GAMES, book)):
        match = Match(rules, n, 0, ("person", "person"))
        for _ in range(MAX_QUESTIONS):
            if match.question is None:
                break
            if match.family.queries[match.question.kind].name == name:
                yield match
            match.choose(greedy_choice(match))


def place_of(match: Match, model: int) -> tuple[float, float]:
    return float(match.record.models[model].x), float(match.record.models[model].y)


def sights_of(match: Match) -> dict[int, SightLine]:
    """Return what the figure of the open question sees from its place, by enemy."""
    assert match.question is not None
    actor = match.question.actor
    return {line.who: line for line in look_from(match, actor, place_of(match, actor))}


@pytest.mark.parametrize("book", BOOKS)
def test_sights_reach_every_target_that_is_offered(book: str) -> None:
    offered = 0
    for match in questions(book, "target"):
        assert match.question is not None
        sights = sights_of(match)
        for option in match.question.options:
            weapon = match.record.weapons[option.other]
            if weapon.ranged:
                offered += 1
                assert sights[option.who].reaches
                assert sights[option.who].seen != "hidden"
    assert offered > 0


def test_sights_tell_the_number_of_shots_by_range_bands() -> None:
    told = 0
    for match in questions("skirmish", "target"):
        assert match.question is not None
        if not match.ruleset.has("range-bands"):
            continue
        kind = match.record.kinds[match.record.models[match.question.actor].kind]
        weapons = [int(kind.weapons[n]) for n in range(int(kind.n_weapons))]
        ranged = [w for w in weapons if match.record.weapons[w].ranged]
        for option in match.question.options:
            if match.record.weapons[option.other].ranged and len(ranged) == 1:
                told += 1
                assert f"you need {int(option.x)} (" in sights_of(match)[option.who].text
    assert told > 0


def test_look_from_leaves_the_match_as_it_is() -> None:
    for match in questions("classic", "move"):
        assert match.question is not None
        before = match.game_rows.tobytes()
        look_from(match, match.question.actor, (5.0, 5.0))
        assert match.game_rows.tobytes() == before


def test_sights_change_with_the_place() -> None:
    texts = set()
    match = next(questions("classic", "move"))
    assert match.question is not None
    for x in (2.0, 10.0, 20.0):
        lines = look_from(match, match.question.actor, (x, 20.0))
        texts.add(tuple(line.text for line in lines))
    assert len(texts) == 3


@pytest.mark.parametrize("book", BOOKS)
def test_ranges_are_sorted_and_at_most_three(book: str) -> None:
    for match in questions(book, "move"):
        assert match.question is not None
        ranges = words_of(match.ruleset).ranges(match.record, match.question.actor)
        lengths = [length for _, length in ranges]
        assert lengths == sorted(lengths)
        assert len(lengths) <= 3
