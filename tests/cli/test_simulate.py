"""Test simulations: their counts, their independence of threads, and `carnage simulate`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from carnage.cli.command_line import main
from carnage.common.intervals import Z95, Estimate, wilson
from carnage.common.text_format import percent
from carnage.engine import games as playing
from carnage.engine.core.family import Family
from carnage.engine.games import GameError, Match, assign_seats
from carnage.engine.simulation import BATCH_GAMES, play_games, seats_of_game, simulate
from carnage.engine.summary import Mean, Simulation, rules_in_force
from carnage.lab.simulation_facts import facts
from tests.support.rulesets import PUBLISHED, every_digit, rolled, ruleset

ROOT = Path(__file__).parents[2]
KEYS = [
    "id", "games", "bots", "seed", "hands", "ended_by_rules", "capped", "wins", "draws", "first_side_wins",
    "first_side_share", "rounds", "scores", "winnings", "decisions_per_game", "seconds", "games_per_second",
    "rules",
]  # fmt: skip


def strip_times(simulation: Simulation) -> dict[str, Any]:
    """Return the JSON of a simulation without the seconds it took."""
    return {key: value for key, value in simulation.json().items() if "second" not in key}


def test_simulation_json_has_documented_keys() -> None:
    figures = simulate(ruleset(), 60).json()
    assert list(figures) == KEYS
    assert (figures["id"], figures["games"], figures["bots"]) == (
        f"/classic/{PUBLISHED}",
        60,
        ["greedy", "greedy"],
    )
    assert figures["ended_by_rules"] == 60
    assert figures["capped"] == 0
    assert sum(figures["wins"]) + figures["draws"] == 60
    assert 0 <= figures["first_side_wins"] <= sum(figures["wins"])
    assert figures["rounds"]["p10"] <= figures["rounds"]["p50"] <= figures["rounds"]["p90"]
    assert figures["games_per_second"] == pytest.approx(60 / figures["seconds"], rel=1e-3)
    assert json.loads(json.dumps(figures)) == figures


def test_simulate_threads_do_not_change_result() -> None:
    one = strip_times(simulate(ruleset(), 200, threads=1))
    assert strip_times(simulate(ruleset(), 200, threads=3)) == one


def test_simulate_matches_single_games() -> None:
    rules = ruleset("043856987615781")
    matches = [Match(rules, 5, k, ("random", "greedy"), log_length=0) for k in range(20)]
    margins = [int(match.record.margin) for match in matches]
    simulation = simulate(rules, 20, ("random", "greedy"), 5)
    assert simulation.wins == (sum(m > 0 for m in margins), sum(m < 0 for m in margins))
    assert simulation.draws == margins.count(0)
    openers = [1 if match.record.opener == 0 else -1 for match in matches]
    assert simulation.first_side_wins == sum(
        m * o > 0 for m, o in zip(margins, openers, strict=True)
    )
    assert simulation.decisions_per_game == sum(len(match.decisions) for match in matches) / 20
    assert simulation.rounds is not None
    assert simulation.rounds.mean == sum(int(match.record.rounds) for match in matches) / 20


def test_simulate_swap_plays_each_dice_seed_twice() -> None:
    rules = ruleset()
    there = simulate(rules, 70, ("greedy", "random"))
    back = simulate(rules, 70, ("random", "greedy"))
    both = simulate(rules, 140, ("greedy", "random"), swap=True)
    assert both.wins == (there.wins[0] + back.wins[1], there.wins[1] + back.wins[0])
    assert both.draws == there.draws + back.draws
    assert both.first_side_wins == there.first_side_wins + back.first_side_wins
    odd = simulate(rules, 3, ("greedy", "random"), swap=True)
    assert sum(odd.wins) + odd.draws == 3
    assert [seats_of_game(("greedy", "random"), k, True) for k in range(3)] == [
        (0, ("greedy", "random")), (0, ("random", "greedy")), (1, ("greedy", "random"))
    ]  # fmt: skip


def test_simulate_swap_same_dice_are_one_observation() -> None:
    """Swap the seats of equal bots, which repeats each game."""
    rules = ruleset()
    once = simulate(rules, 200)
    twice = simulate(rules, 400, swap=True)
    assert twice.first_side_wins == 2 * (once.first_side_wins or 0)
    assert once.first_side_share
    assert twice.first_side_share
    assert twice.first_side_share.json() == once.first_side_share.json()
    first = f"Won by the player who {rules.book.sheet.nouns.opener}"
    told = [dict(facts(rules, each.json()))[first] for each in (once, twice)]
    assert told[0].partition("interval")[2] == told[1].partition("interval")[2] != ""
    both = Mean.from_values(once.results.scores[:, :2].mean(1))
    assert [each.json() for each in twice.scores] == [both.json()] * 2
    dice = rolled("gamble", players="three")
    winnings = Mean.from_values(simulate(dice, 100).results.winnings[:, :3].mean(1))
    assert [each.json() for each in simulate(dice, 300, swap=True).winnings] == [
        winnings.json()
    ] * 3


def test_mean_incomplete_set_counts_played_games() -> None:
    values, sets = np.array([4.0, 6.0, 1.0, 3.0, 9.0]), np.array([0, 0, 1, 1, 2])
    mean = Mean.from_values(values, sets=sets)
    assert mean.mean == values.mean()
    apart = np.array([10.0 - 2 * 4.6, 4.0 - 2 * 4.6, 9.0 - 4.6])
    assert mean.high - mean.mean == pytest.approx(Z95 * np.sqrt(3 / 2 * (apart**2).sum()) / 5)
    assert Mean.from_values(values) == Mean.from_values(values, sets=np.arange(5))
    share = Estimate.from_counts(np.array([2, 0, 1]), np.array([2, 1, 2]))
    assert share.value == 0.6
    assert (
        Estimate.from_counts(np.array([1, 0, 1]), np.array([1, 1, 1])).json()
        == Estimate(2 / 3, *wilson(2, 3)).json()
    )
    assert Estimate.from_counts(np.zeros(4), np.zeros(4)) == Estimate(0.0, 0.0, 1.0)


def test_simulation_counts_rules_in_force_only() -> None:
    phased = rolled(round_structure="phased", objectives="interactive-objectives")
    names = rules_in_force(phased)
    assert len(set(names)) == len(names)
    assert "round-structure.phased" in names
    assert "special.interact" in names
    assert "special.interact" not in rules_in_force(rolled(objectives="points-removal"))
    for rules in every_digit():
        chosen = {f"{choice.table.id}.{choice.option.code}" for choice in rules.choices}
        simulation = simulate(rules, 8)
        assert chosen <= set(simulation.rules)
        assert tuple(simulation.rules) == rules_in_force(rules)
        assert all(
            (f.fired == 0) == (f.games == 0) and f.games <= 8 for f in simulation.rules.values()
        )


@pytest.mark.parametrize("id", ["classic", "skirmish", "duel", "gamble"])
def test_play_returns_turns_and_question_counts(id: str) -> None:
    rules = rolled(id)
    played = play_games(rules, 70, assign_seats(rules, ("greedy",)), seed=3, threads=2)
    results, last = played.results, np.cumsum(played.results.turns) - 1
    assert len(played.turns) == results.turns.sum()
    assert (results.turns >= results.rounds).all()
    assert (played.turns.score[last] == results.scores).all()
    assert (played.turns.score[np.r_[0, last[:-1] + 1]][:, 0] == played.turns.score[0, 0]).all()
    assert played.asked.sum() == results.decisions.sum()
    assert (played.taken <= played.offered).all()
    assert (played.offered <= played.asked[:, None]).all()
    assert played.offered.any()


@pytest.mark.parametrize("swap", [False, True])
def test_play_makes_one_template_per_lineup(swap: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[Any, bytes]] = []

    def template(self: Family, *given: Any) -> Any:
        record = make(self, *given)
        made.append((record, record.tobytes()))
        return record

    make = Family.template
    monkeypatch.setattr(Family, "template", template)
    play_games(ruleset(), 5 * BATCH_GAMES, ("greedy", "random"), swap=swap, threads=2)
    assert len(made) == (2 if swap else 1)
    assert all(record.tobytes() == before for record, before in made)


def test_play_from_later_game_matches_whole() -> None:
    rules = ruleset()
    for swap in (False, True):
        whole, rest = (
            play_games(rules, games, ("random", "greedy"), 5, swap=swap, first=first)
            for games, first in ((90, 0), (50, 40))
        )
        assert (whole.results[40:] == rest.results).all()
        assert (whole.turns[-len(rest.turns) :] == rest.turns).all()


def test_play_results_have_endings_and_tie_breaks() -> None:
    rules = rolled("skirmish", objectives="points-removal")
    family = playing.family_of("battle")
    results = play_games(rules, 60, ("greedy", "greedy")).results
    assert set(results.ending) <= set(range(len(family.endings)))
    level = results.scores[:, 0] == results.scores[:, 1]
    assert (results.tie_break == (level & (results.winner >= 0))).all()


def test_simulate_planner_is_called_from_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the planner by one that always takes the first option."""
    monkeypatch.setattr("carnage.engine.planner.plan", lambda match, budget=0: 0)
    simulation = simulate(ruleset(), 3, ("planner", "greedy"), threads=2)
    assert simulation.bots == ("planner", "greedy")
    assert sum(simulation.wins) + simulation.draws == 3
    assert strip_times(simulate(ruleset(), 3, ("planner", "greedy"), threads=1)) == strip_times(
        simulation
    )


@pytest.mark.parametrize(
    ("extra", "complaint"),
    [
        ({"games": 0}, "1 to 1,000,000"),
        ({"games": 1_000_001}, "1 to 1,000,000"),
        ({"bots": ("greedy", "person")}, "random, easy, greedy, planner"),
        ({"bots": ("greedy",) * 3}, "random, easy, greedy, planner"),
        ({"bots": ()}, "random, easy, greedy, planner"),
        ({"seed": -1}, "dice seed"),
        ({"seed": 2**63}, "dice seed"),
    ],
)
def test_simulate_invalid_argument_raises(extra: dict[str, Any], complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        simulate(ruleset(), **extra)


def test_simulate_progress_reaches_total() -> None:
    steps: list[tuple[int, int]] = []
    simulate(ruleset(), 130, progress=lambda done, total: steps.append((done, total)))
    assert steps == sorted(steps)
    assert steps[-1] == (130, 130)


@pytest.mark.soak
def test_simulate_uncompiled_matches_compiled() -> None:
    words = [
        sys.executable,
        "-m",
        "carnage",
        "simulate",
        f"classic/{PUBLISHED}",
        "--games",
        "2",
        "--json",
    ]
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "CARNAGE_UNCOMPILED": "1"}
    out = subprocess.run(words, env=environ, capture_output=True, text=True, check=True).stdout
    plain = {key: value for key, value in json.loads(out).items() if "second" not in key}
    assert plain == strip_times(simulate(ruleset(), 2))


FIRST_CALL = """
from carnage import catalog
from carnage.engine.simulation import play_games
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed

book = catalog.book("gamble")
ruleset = resolve(book, Seed("0" * book.length))
print(len(play_games(ruleset, 10, ("greedy",) * ruleset.players).results))
"""


def test_play_first_call_of_process_loads_rules() -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "CARNAGE_UNCOMPILED": ""}
    first = subprocess.run(
        [sys.executable, "-c", FIRST_CALL], env=environ, capture_output=True, text=True
    )
    assert (first.stdout, first.stderr) == ("10\n", "")


# --------------------------------------------------------------------------------- the command line


def run_simulate(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["simulate", *words])
    return result.exit_code, result.stdout, result.stderr


def test_simulate_command_json_matches_library() -> None:
    status, out, err = run_simulate(
        f"/classic/{PUBLISHED}", "--games", "50", "--json", "--rotate-seats", "--dice-seed", "3"
    )
    assert (status, err) == (0, "")
    figures = json.loads(out)
    assert list(figures) == KEYS
    wanted = simulate(ruleset(), 50, seed=3, swap=True).json()
    for key in set(KEYS) - {"seconds", "games_per_second"}:
        assert figures[key] == wanted[key], key


def test_simulate_command_prints_report() -> None:
    status, out, err = run_simulate(
        f"https://carnage.example/classic/{PUBLISHED}?name=Last+Stand",
        "--games",
        "40",
        "--bots",
        "greedy,random",
    )
    assert (status, err) == (0, "")
    assert out.startswith(f"Last Stand (/classic/{PUBLISHED})\n40 games, greedy against random")
    for line in (
        "Ended by the rules: all",
        "Won by Side 1, greedy",
        "95% confidence interval",
        "Rounds:",
        "games a second",
    ):
        assert line in out
    assert "golden-rule.bias-to-realism" in out
    assert "never" in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["words"], "is no game"),
        (["classic/123"], "15 digits"),
        (["classic/24385698761578x"], "15 digits"),
        ([f"chess/{PUBLISHED}"], "no book 'chess'"),
        (["http://[::1/classic/1"], "not that of a game"),
        (["https://host/"], "not that of a game"),
        ([f"https://host/classic/{PUBLISHED}?name=%3Cb%3E"], "may not contain"),
        ([f"classic/{PUBLISHED}", "--games", "0"], "1 to 1,000,000"),
        ([f"classic/{PUBLISHED}", "--games", "many"], "not a valid integer"),
        ([f"classic/{PUBLISHED}", "--games", "1000001"], "1 to 1,000,000"),
        ([f"classic/{PUBLISHED}", "--bots", "greedy,,random"], "has an empty name"),
        (
            [f"classic/{PUBLISHED}", "--bots", "greedy,greedy,greedy"],
            "random, easy, greedy, planner",
        ),
        ([f"classic/{PUBLISHED}", "--bots", "greedy,clever"], "random, easy, greedy, planner"),
        ([f"classic/{PUBLISHED}", "--bots", "greedy,person"], "random, easy, greedy, planner"),
        ([f"classic/{PUBLISHED}", "--dice-seed", "-1"], "dice seed"),
        (["duel/200000000000"], "13 digits"),
        (["duel/8000000000000", "--bots", "exact"], "random, easy, greedy, planner"),
        (["duel/8000000000000", "--dexterity", "steady,clumsy"], "how deft"),
        (["gamble/200000000000", "--dexterity", "average"], "how deft"),
        (["gamble/200000000000", "--bots", ",".join(["greedy"] * 7)], "up to 3"),
        (["gamble/200000000000", "--bots", ""], "has an empty name"),
        ([], "Missing argument"),
    ],
)
def test_simulate_command_bad_input_is_one_line(words: list[str], complaint: str) -> None:
    status, out, err = run_simulate(*words)
    assert (status, out) == (2, "")
    assert err.startswith("carnage: ")
    assert err.count("\n") == 1
    assert complaint in err


# ------------------------------------------------------------------------------------------ figures


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_wilson_matches_published_intervals(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=5e-5)


def test_percent_uncertain_is_not_0_or_100() -> None:
    shares = [0.0, 0.0001, 0.25, 0.9999, 1.0]
    assert [percent(share) for share in shares] == ["0%", "<1%", "25%", ">99%", "100%"]
    assert [percent(share, 1) for share in shares] == ["0.0%", "<0.1%", "25.0%", ">99.9%", "100.0%"]
