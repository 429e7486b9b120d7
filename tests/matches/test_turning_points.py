"""Test the turning points of games that are over."""

from __future__ import annotations

from functools import cache

import pytest

from carnage.engine.chances import Chances
from carnage.engine.games import Match
from carnage.engine.narration import side_names
from carnage.matches.turning_points import (
    LEAST_CHANGE,
    MAX_POINTS,
    GameCourse,
    _EventFinder,
    describe_course,
    has_setup,
    shorten_move,
)
from tests.support.rulesets import BATTLES, BOOKS, sample

GAMES = 3


@cache
def courses(book: str) -> tuple[tuple[Match, GameCourse], ...]:
    matches = [Match(rules, 1, 0, ("greedy",)) for rules in sample(GAMES, book)]
    return tuple((match, describe_course(match, 0)) for match in matches)


@pytest.mark.parametrize("book", BOOKS)
def test_turning_points_are_few_large_and_in_order(book: str) -> None:
    for _, course in courses(book):
        events = [point.event for point in course.points]
        assert len(events) <= MAX_POINTS
        assert events == sorted(events)
        for point in course.points:
            assert abs(point.after - point.before) >= LEAST_CHANGE - 0.001
            assert point.event >= 1


@pytest.mark.parametrize("book", BOOKS)
def test_course_ends_with_the_result(book: str) -> None:
    for match, course in courses(book):
        winner = int(match.record.winner)
        expected = 0.5
        if winner >= 0:
            expected = float(winner == 0)
        assert course.curve[-1].won == expected
        assert len(course.curve) == len(match.stage_starts) + 1


def test_chances_of_two_seats_add_up() -> None:
    match = Match(sample(1, "skirmish")[0], 2, 0, ("greedy",))
    first = Chances(match, 0, 64).at(0, 0)
    second = Chances(match, 1, 64).at(0, 0)
    assert first.won + second.won == pytest.approx(1.0)


def test_chances_at_the_end_of_the_decisions_are_the_result_of_the_last_dice() -> None:
    match = Match(sample(1, "duel")[0], 2, 0, ("greedy",))
    last = len(match.stage_starts) - 1
    estimate = Chances(match, 0, 32).at(last, len(match.decisions))
    winner = int(match.record.winner)
    if winner >= 0:
        assert abs(estimate.won - float(winner == 0)) <= 0.5


def test_game_that_goes_on_has_no_course() -> None:
    match = Match(sample(1, "duel")[0], 2, 0, ("person", "greedy"))
    assert describe_course(match, 0).curve == ()


@pytest.mark.parametrize("book", BOOKS)
def test_turning_points_name_a_side_once(book: str) -> None:
    for match, course in courses(book):
        names = side_names(match.ruleset)
        for point in course.points:
            named = [name for name in names if name in point.round]
            assert len(named) <= 1
            assert not any(name in point.text for name in named)
            assert "spends a pip" not in point.text


def test_shorten_move_leaves_out_coordinates() -> None:
    line = 'Brawler 2 moves 2.7" north-east, from (42.2, 14.2) to (43.5, 16.5), in the east ruin.'
    assert shorten_move(line) == 'Brawler 2 moves 2.7" north-east.'
    assert shorten_move("The enemy Sniper is removed.") == "The enemy Sniper is removed."


def test_shorten_move_leaves_out_places_and_degrees() -> None:
    line = "Red sets up the Porter at (25.9, 17.8), in the heap, facing west (270°)."
    assert shorten_move(line) == "Red sets up the Porter, in the heap, facing west."


@pytest.mark.parametrize("book", BATTLES)
def test_turning_points_come_after_the_setup(book: str) -> None:
    setups = 0
    for match, course in courses(book):
        first = int(match.stage_starts[1][0].core.n_events) if has_setup(match) else 0
        setups += has_setup(match)
        assert all(point.event > first for point in course.points)
    assert setups


def test_told_event_of_a_setup_is_not_a_turning_point() -> None:
    match, _ = courses("skirmish")[0]
    first_decision = int(match.stage_starts[1][0].core.n_decisions)
    finder = _EventFinder(match, first_decision)
    first = finder.count_before(first_decision)
    assert finder._find_told(first) == first
    assert _EventFinder(match, 0)._find_told(first) < first
