"""The search for house rules that balance a game."""

from __future__ import annotations

from dataclasses import replace
from statistics import mean
from typing import Any

import numpy as np
import pytest

from carnage.common.intervals import Estimate
from carnage.lab import balance_confirmation, balance_polishing, balancing, candidates
from carnage.lab.balance_aims import DRAWS, FAIR, HELD_BACK, POINTS, TIES, Aim, Figures
from carnage.lab.balance_confirmation import (
    Confirmation,
    is_safe,
    reaches_aim,
    training_deviation,
)
from carnage.lab.balance_polishing import Candidates
from carnage.lab.balancing import Search, balance
from carnage.lab.candidates import (
    MAX_CHANGES,
    Bench,
    Fit,
    list_neighbours,
    play_between_equals,
    without_points,
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
    return Bench(game_at(UNFAIR), [], 1)


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


def test_choose_points_makes_game_fair(bench: Bench, sample: Sample) -> None:
    chosen = dict(bench.choose_points((), {GREEDY: sample}, {}).changes)
    share = sample.figures(int(chosen[POINTS]), TIES in chosen).first.value
    assert abs(sample.figures(0, False).first.value - 0.5) > 0.08
    assert abs(share - 0.5) < 0.03


def test_choose_points_of_shifted_share_gives_other_points(bench: Bench, sample: Sample) -> None:
    plain = dict(bench.choose_points((), {GREEDY: sample}, {}).changes)
    shifted = dict(bench.choose_points((), {GREEDY: sample}, {GREEDY: -0.3}).changes)
    assert plain[POINTS] > 0 > shifted[POINTS]


def test_choose_points_never_makes_too_many_changes(bench: Bench, sample: Sample) -> None:
    others = (("a", 1.0), ("b", 2.0), ("c", 3.0))
    for count in range(4):
        chosen = bench.choose_points(others[:count], {GREEDY: sample}, {}).changes
        assert chosen[:count] == others[:count]
        assert len(chosen) <= MAX_CHANGES


def test_choose_points_leaves_room_for_further_change(bench: Bench, sample: Sample) -> None:
    others = (("a", 1.0), ("b", 2.0))
    assert bench.choose_points(others, {GREEDY: sample}, {}, further=1).changes == others


def test_fit_points_of_few_games_expects_gap_of_game(sample: Sample) -> None:
    edged = Bench(game_at(UNFAIR), [], 1)
    smooth = Bench(game_at(UNFAIR), [], 1)
    edged.prior_gap = 0.2
    smooth.prior_gap = 0.0
    assert edged.fit_points((), 50).error > smooth.fit_points((), 50).error + 0.05


def test_fit_points_of_few_games_corrects_luck_of_dice(sample: Sample) -> None:
    own = Bench(game_at(UNFAIR), [], 1)
    few = own.sample((), GREEDY, 60)
    luck = few.outcomes().mean() - own.before[GREEDY].first.value
    assert own._correct_luck(few, GREEDY) == pytest.approx(-luck)
    few.first = 1.0 - few.first
    few.lead = -few.lead
    assert own._correct_luck(few, GREEDY) == 0.0


def test_fit_points_of_greedy_bots_leaves_out_candidate_that_changes_no_game() -> None:
    own = Bench(game_at(UNFAIR), [], 1)
    assert own.fit_points((), 50, greedy=True).error == float("inf")
    assert own.fit_points((), 50).error < 1.0


def test_bench_sample_kept_replaces_that_of_search(sample: Sample) -> None:
    own = Bench(game_at(UNFAIR), [], 1)
    own.keep_sample(((POINTS, 3),), GREEDY, sample)
    assert own.figures((), GREEDY) == sample.figures(0, False)
    assert own.figures((), GREEDY, 100) != own.figures((), GREEDY)


def test_bench_games_are_shared_by_trainings() -> None:
    weights = dict.fromkeys(("a",), 0.0)
    game = game_at(UNFAIR)
    played = []

    class Counted(Bench):
        def _play_more(self, base: Any, strength: str, training: int, *, games: int) -> Any:
            played.append((strength, training, games))
            return play(game, games)

    counted = Counted(game, [weights] * 3, 1)
    assert played == [(GREEDY, 0, 1000), *[(PRACTISED, n, 334) for n in range(3)]]
    assert counted.weights[PRACTISED] == [weights] * 3


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
    made = Bench(game, [], 1).changed(((POINTS, 0.0),))
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
    )


def test_search_confirms_next_candidate_if_fresh_games_deny_one(
    bench: Bench, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Search(bench, Aim(FAIR), handicaps=True)
    fits = [Fit(0.01, ((POINTS, 9),)), Fit(0.02, ((POINTS, 8),))]
    monkeypatch.setattr(search, "_is_promising", lambda changes: True)
    monkeypatch.setattr(search, "_search_handicaps", lambda: fits)
    outcomes = iter([confirmation(0.56, False, sample), confirmation(0.52, True, sample)])
    monkeypatch.setattr(balancing, "confirm", lambda *args, **kwargs: next(outcomes))
    steps = list(search.steps())
    confirmed = [changes for step, changes in steps if step == "confirming"]
    assert len(confirmed) == 2
    assert confirmed[0] != confirmed[1]
    assert search.answer.reached
    assert search.answer.error == pytest.approx(0.02)


def test_search_plays_all_games_of_answer_that_is_denied(
    bench: Bench, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Search(bench, Aim(FAIR), handicaps=True)
    search.confirmed = [replace(confirmation(0.57, False, sample), is_whole=False)]
    monkeypatch.setattr(search, "_search", lambda: iter(()))
    whole = confirmation(0.52, True, sample)
    monkeypatch.setattr(balancing, "confirm", lambda *args, **kwargs: whole)
    assert [step for step, _ in search.steps()] == ["confirming"]
    # Earlier games have denied it, so these alone do not confirm it.
    assert search.answer == replace(whole, reached=False)


def test_search_answer_is_best_of_those_denied(bench: Bench, sample: Sample) -> None:
    search = Search(bench, Aim(FAIR), handicaps=True)
    search.confirmed = [confirmation(share, False, sample) for share in (0.6, 0.57, 0.62)]
    assert search.answer.error == pytest.approx(0.07)
    assert not search.answer.reached


def figures_of(bench: Bench, share: float) -> Figures:
    return bench.before[GREEDY]._replace(first=Estimate(share, share - 0.01, share + 0.01))


@pytest.mark.parametrize(
    ("greedy", "trained", "is_reached"),
    [
        (0.52, [0.48, 0.52, 0.5, 0.51], True),
        (0.455, [0.48, 0.52, 0.5, 0.51], False),  # greedy bots are near a limit
        (0.52, [0.54, 0.54, 0.54, 0.54], False),  # practised bots are
        (0.52, [0.51, 0.5, 0.49, 0.4], False),  # bots of one training play very differently
    ],
)
def test_confirmation_claims_nothing_that_other_games_may_deny(
    bench: Bench, greedy: float, trained: list[float], is_reached: bool
) -> None:
    bench_of_two = Bench(game_at(UNFAIR), [], 1)
    bench_of_two.before = {GREEDY: bench.before[GREEDY], PRACTISED: bench.before[GREEDY]}
    after = {GREEDY: figures_of(bench, greedy), PRACTISED: figures_of(bench, mean(trained))}
    each = [figures_of(bench, share) for share in trained]
    assert reaches_aim(bench_of_two, Aim(FAIR), after, trained=each, gap=0.02) == is_reached
    assert not reaches_aim(bench_of_two, Aim(FAIR), after, trained=each, gap=0.09)


def test_confirmation_needs_wider_margin_where_trainings_differ(bench: Bench) -> None:
    bench_of_two = Bench(game_at(UNFAIR), [], 1)
    bench_of_two.before = {GREEDY: bench.before[GREEDY], PRACTISED: bench.before[GREEDY]}
    after = dict.fromkeys((GREEDY, PRACTISED), figures_of(bench, 0.525))
    trained = [after[PRACTISED]] * 4
    aim = Aim(FAIR)
    assert reaches_aim(bench_of_two, aim, after, trained=trained, gap=0.0)
    assert not reaches_aim(bench_of_two, aim, after, trained=trained, gap=0.0, is_stable=False)


def test_training_deviation_leaves_out_spread_of_few_games(bench: Bench) -> None:
    near = [figures_of(bench, share) for share in (0.49, 0.51, 0.5, 0.48)]
    far = [figures_of(bench, share) for share in (0.4, 0.6, 0.5, 0.5)]
    assert training_deviation(near) == balance_confirmation.MIN_TRAINING_DEVIATION
    assert 0.06 < training_deviation(far) < 0.1
    assert not is_safe(Aim(FAIR), far[2], training_deviation(far))


def test_combine_adds_number_with_expected_effect(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    fair = Candidates(bench, Aim(FAIR), has_points=False)
    lead = bench.before[GREEDY].first.value - 0.5
    fair.singles = {
        (("morale.distance", 9.0),): {GREEDY: 0.2},
        (("terrain.cost", 3.0),): {GREEDY: -lead},
    }
    monkeypatch.setattr(balance_polishing, "COMBINATIONS", 1)
    assert [each.changes for each in fair.combine([()])] == [(("terrain.cost", 3.0),)]


def test_combine_moves_numbers_one_step(bench: Bench) -> None:
    fair = Candidates(bench, Aim(FAIR), has_points=True)
    found = [without_points(each.changes) for each in fair.combine([((HELD_BACK, 1),)])]
    assert found == [((HELD_BACK, 2),)], "without units held back, nothing is changed"


def shorten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balancing, "TUNING_ITERATIONS", 1)
    monkeypatch.setattr(balance_confirmation, "TUNING_ITERATIONS", 1)
    monkeypatch.setattr(balance_confirmation, "CONFIRMING_GAMES", 800)
    monkeypatch.setattr(balance_confirmation, "TRAININGS", 4)
    monkeypatch.setattr(balance_confirmation, "NEIGHBOUR_GAMES", 500)
    monkeypatch.setattr(balance_confirmation, "SAFE_DEVIATIONS", 0.0)
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
        balance_polishing, "nearby_values", lambda number: [9] if number.name in numbers else []
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
