"""The search for house rules that balance a game."""

from __future__ import annotations

from copy import copy
from statistics import mean
from typing import Any

import numpy as np
import pytest

from carnage.common.intervals import Estimate
from carnage.lab import balancing, candidates
from carnage.lab.balance_aims import DRAWS, FAIR, POINTS, TIES, Aim, Figures
from carnage.lab.balancing import Confirmation, Search, balance
from carnage.lab.candidates import (
    MAX_CHANGES,
    Bench,
    choose_points,
    list_neighbours,
    play_between_equals,
)
from carnage.lab.point_handicaps import MAX_POINTS, Sample
from carnage.lab.strengths import GREEDY, PRACTISED
from carnage.rulesets.house_rules import change_rules, format_rules, list_numbers
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulesets import game_at

UNFAIR = "classic/777089287536147"  # the first player wins 63 % of games
SMOOTH = "classic/706682607501290"  # likewise, and one victory point changes the share little
FAIR_SHARE = 0.05


def play(game: Ruleset, games: int = 200) -> Any:
    return play_between_equals(game, games, dice=3, weights=None, threads=1)


@pytest.fixture(scope="module")
def sample() -> Sample:
    """Return games of the unfair ruleset between greedy bots."""
    game = game_at(UNFAIR)
    return Sample(play(game, 600), game.players)


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench(game_at(UNFAIR), None, 1)


@pytest.mark.parametrize(("points", "ties"), [(4, 0), (-3, 0), (0, 1), (2, 1)])
def test_sample_figures_are_those_of_games_with_these_points(points: int, ties: int) -> None:
    game = game_at(UNFAIR)
    changed = change_rules(game, f"{POINTS}:{points},{TIES}:{ties}")
    played = Sample(play(changed), 2, points=points, ties=bool(ties))
    told = Sample(play(game), 2).figures(points, bool(ties))
    assert told == played.figures(points, bool(ties))
    assert told != played.figures(0, False)


def test_sample_of_game_with_points_tells_game_without() -> None:
    game = game_at(UNFAIR)
    changed = change_rules(game, f"{POINTS}:4")
    told = Sample(play(changed), 2, points=4).figures(0, False)
    assert told == Sample(play(game), 2).figures(0, False)


def test_sample_with_tie_break_tells_other_points_within_its_ties() -> None:
    game = game_at("skirmish/598614986288628651024215514")
    changed = change_rules(game, f"{POINTS}:2")
    told = Sample(play(game), 2)
    ties = float((told.lead == -2).mean())
    share = Sample(play(changed), 2, points=2).figures(2, False).first.value
    assert told.figures(2, False).first.value == pytest.approx(share, abs=ties)


@pytest.mark.parametrize("ties", [False, True])
def test_sample_shares_agree_with_figures(sample: Sample, ties: bool) -> None:
    shares, drawn = sample.shares(ties)
    for points in (-MAX_POINTS, -2, 0, 3, MAX_POINTS):
        figures = sample.figures(points, ties)
        assert shares[MAX_POINTS + points] == pytest.approx(figures.first.value)
        assert drawn[MAX_POINTS + points] == pytest.approx(figures.drawn)
    assert (np.diff(shares) <= 0).all(), "more points for going second help the first player"


def test_choose_points_makes_game_fair(sample: Sample) -> None:
    before = {GREEDY: sample.figures(0, False)}
    chosen = dict(choose_points((), {GREEDY: sample}, before))
    share = sample.figures(int(chosen[POINTS]), TIES in chosen).first.value
    assert abs(before[GREEDY].first.value - 0.5) > 0.08
    assert abs(share - 0.5) < 0.03


def test_choose_points_never_makes_too_many_changes(sample: Sample) -> None:
    before = {GREEDY: sample.figures(0, False)}
    others = (("a", 1.0), ("b", 2.0), ("c", 3.0))
    for count in range(4):
        chosen = choose_points(others[:count], {GREEDY: sample}, before)
        assert chosen[:count] == others[:count]
        assert len(chosen) <= MAX_CHANGES


def test_bench_adds_games_to_those_it_has(bench: Bench) -> None:
    changes = (("morale.distance", 9.0),)
    few = bench.figures(changes, GREEDY, 100)
    played = bench.games
    assert bench.figures(changes, GREEDY, 300) != few
    assert bench.games == played + 200
    assert bench.figures((*changes, (POINTS, 5)), GREEDY, 300).first.value < few.first.value
    assert bench.figures(changes, GREEDY, 100) == few
    assert bench.games == played + 200


def test_bench_changed_leaves_out_values_of_book() -> None:
    game = change_rules(game_at(UNFAIR), f"{POINTS}:3,morale.distance:9")
    made = Bench(game, None, 1).changed(((POINTS, 0.0),))
    assert format_rules(made.book.house_rules) == "morale.distance:9"


def test_list_neighbours_stay_within_bounds() -> None:
    numbers = {number.name: number for number in list_numbers(game_at(UNFAIR))}
    changes = ((POINTS, 60.0), (TIES, 1.0))
    assert list(list_neighbours(numbers, changes)) == [((TIES, 1.0), (POINTS, 59.0))]


def confirmation(share: float, reached: bool, sample: Sample) -> Confirmation:
    return Confirmation(
        changes=((POINTS, share),),
        samples={GREEDY: sample},
        after={},
        trained=[],
        gap=0.0,
        reached=reached,
        error=abs(share - 0.5),
        weights=None,
    )


def test_search_confirms_next_candidate_if_fresh_games_deny_one(
    bench: Bench, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Search(bench, Aim(FAIR), handicaps=True)
    monkeypatch.setattr(search, "_is_promising", lambda changes: True)
    monkeypatch.setattr(search, "_search_handicaps", lambda: [((POINTS, 9),), ((POINTS, 8),)])
    outcomes = iter([confirmation(0.56, False, sample), confirmation(0.52, True, sample)])
    monkeypatch.setattr(search, "_confirm", lambda changes: next(outcomes))
    steps = list(search.steps())
    confirmed = [changes for step, changes in steps if step == "confirming"]
    assert len(confirmed) == 2
    assert confirmed[0] != confirmed[1]
    assert search.answer.reached
    assert search.answer.error == pytest.approx(0.02)


def test_search_answer_is_best_of_those_denied(bench: Bench, sample: Sample) -> None:
    search = Search(bench, Aim(FAIR), handicaps=True)
    search.confirmed = [confirmation(share, False, sample) for share in (0.6, 0.57, 0.62)]
    assert search.answer.error == pytest.approx(0.07)
    assert not search.answer.reached


@pytest.mark.parametrize(
    ("greedy", "trained", "is_reached"),
    [
        (0.53, [0.48, 0.52], True),
        (0.455, [0.48, 0.52], False),
        (0.53, [0.455, 0.5], False),
        (0.53, [0.465, 0.465], False),
    ],
)
def test_search_claims_nothing_that_other_games_may_deny(
    bench: Bench, greedy: float, trained: list[float], is_reached: bool
) -> None:
    def figures(share: float) -> Figures:
        return bench.before[GREEDY]._replace(first=Estimate(share, share - 0.01, share + 0.01))

    bench_of_two = copy(bench)
    bench_of_two.before = {GREEDY: bench.before[GREEDY], PRACTISED: bench.before[GREEDY]}
    search = Search(bench_of_two, Aim(FAIR), handicaps=True)
    after = {GREEDY: figures(greedy), PRACTISED: figures(mean(trained))}
    each = [figures(share) for share in trained]
    assert search._is_reached(after, each, 0.02) == is_reached
    assert not search._is_reached(after, each, 0.09)


def shorten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balancing, "TUNING_ITERATIONS", 1)
    monkeypatch.setattr(balancing, "CONFIRMING_GAMES", 500)
    monkeypatch.setattr(balancing, "SEARCH_GAMES", 300)
    monkeypatch.setattr(candidates, "SEARCH_GAMES", 300)


@pytest.mark.thorough
def test_balance_fair_gives_points_that_fresh_games_confirm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten(monkeypatch)
    *states, answer = balance(game_at(SMOOTH), Aim(FAIR), threads=1)
    shares = [each["first"]["value"] for each in answer["after"].values()]
    assert answer["reached"]
    assert {each["number"] for each in answer["rules"]} & {POINTS, TIES}
    assert max(abs(share - 0.5) for share in shares) <= FAIR_SHARE
    assert [state["step"] for state in states][:3] == ["practising", "searching", "searching"]


@pytest.mark.thorough
def test_balance_without_handicaps_changes_numbers_of_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten(monkeypatch)
    numbers = ("morale.distance", "terrain.cost")
    monkeypatch.setattr(
        balancing, "nearby_values", lambda number: [9] if number.name in numbers else []
    )
    *_, answer = balance(game_at(UNFAIR), Aim(FAIR), threads=1, handicaps=False)
    assert {each["number"] for each in answer["rules"]} <= set(numbers)


@pytest.mark.thorough
def test_balance_draws_leaves_game_that_has_few(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    *_, answer = balance(game_at("classic/637873967342255"), Aim(DRAWS), threads=1)
    assert answer["reached"]
    assert answer["rules"] == []
    assert answer["after"]["greedy"]["drawn"] <= 0.05


def test_figures_of_capped_games_are_not_drawn() -> None:
    game = game_at(UNFAIR)
    results = play(game, 4)
    results.capped[:] = 1
    results.winner[:] = -1
    figures: Figures = Sample(results, 2).figures(0, False)
    assert figures.drawn == 0.0
    assert figures.capped == 1.0
