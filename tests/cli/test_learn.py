"""Test `carnage learn`: the search for weights, its comparison with the shipped bots, and its
errors.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from carnage import catalog
from carnage.catalog import CatalogError, Weight
from carnage.catalog.weights import check_weights, read_weights
from carnage.cli.command_line import main
from carnage.cli.learn import write_weights
from carnage.engine import tuning
from carnage.engine.contest import Contest, load_family_with_weights
from carnage.engine.engine_version import engine_version
from carnage.engine.games import GameError, Match, family_of
from carnage.engine.simulation import simulate
from carnage.engine.tuning import (
    ComparisonResult,
    WeightSearch,
    compare_weights,
    is_held_out,
    random_rulesets,
    tune_weights,
)
from tests.support.rulesets import PUBLISHED, ruleset

TWO = (
    Weight(code="a", says="", value=0.0, start=0.0, least=-1.0, most=1.0),
    Weight(code="b", says="", value=5.0, start=5.0, least=0.0, most=10.0),
)
FAMILIES = ("battle", "duel")


def timid_weights() -> dict[str, float]:
    """Return the greedy bot's weights with little movement and much fear."""
    weights = dict(family_of("battle").default_weights)
    return weights | {
        "stir": 0.0,
        "approach": 0.0,
        "advance": 0.0,
        "fear": 1.5,
        "heed": 1.5,
        "capture": 0.0,
    }


def test_search_approaches_best_weights() -> None:
    search = WeightSearch(TWO, {"a": 0.0, "b": 5.0}, 1)
    best = np.array([0.8, 0.3])
    for _ in range(60):
        ways = search.draw_directions(64)
        one, other = (
            -((search.position + sign * 0.1 * ways - best) ** 2).sum(axis=1) for sign in (1.0, -1.0)
        )
        search.move(ways, np.clip(one - other, -1.0, 1.0))
    assert search.mean_weights["a"] == pytest.approx(0.6, abs=0.1)
    assert search.mean_weights["b"] == pytest.approx(3.0, abs=0.5)


def test_search_weights_are_clipped_to_range() -> None:
    search = WeightSearch(TWO, {"a": 0.0, "b": 5.0}, 1)
    assert search.weights_at(np.array([1.4, -0.2])) == {"a": 1.0, "b": 0.0}


def test_compared_same_dice_are_one_observation() -> None:
    """Compare two seats that always have opposite results, so that each pair of games is a draw."""
    even = ComparisonResult.from_shares(np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]]))
    assert (even.share, even.low, even.high, even.games) == (0.5, 0.5, 0.5, 8)


def test_table_equal_weights_draw_every_pair() -> None:
    table = Contest(ruleset())
    assert (
        table.play(
            table.family.default_weights, table.family.default_weights, dice=3, first=0, count=6
        ).shares.mean(axis=0)
        == 0.5
    ).all()


def test_contest_games_do_not_depend_on_earlier_ones() -> None:
    contest = Contest(ruleset())
    shipped, timid = contest.family.default_weights, timid_weights()
    first = contest.play(timid, shipped, dice=3, first=0, count=6).shares
    contest.play(shipped, timid, dice=5, first=2, count=3)
    again = contest.play(timid, shipped, dice=3, first=0, count=6).shares
    assert (again == first).all()
    (*_, other), _ = Contest(ruleset()).play(timid, shipped, dice=3, first=0, count=6)
    assert (again[-1] == other).all()


def test_compared_bad_weights_lose() -> None:
    against = compare_weights(ruleset(), timid_weights(), dice=40)
    assert against.high < 0.5
    assert against.games == 80


def test_learn_same_seed_gives_same_weights() -> None:
    learned = [tune_weights(ruleset(), iterations=1, seed=7) for _ in range(2)]
    assert learned[0] == learned[1] != family_of("battle").default_weights


def test_tune_in_steps_long_games_have_fewer_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "PERTURBATIONS_PER_ITERATION", 4)
    game = ruleset()
    assert len(list(tuning.tune_in_steps(game, iterations=3))) == 3
    monkeypatch.setattr(tuning, "MAX_DECISIONS", 1)
    assert len(list(tuning.tune_in_steps(game, iterations=3))) == 1


def test_learned_bot_uses_its_weights() -> None:
    game, weights = ruleset(), timid_weights()
    won = simulate(game, 40, ("greedy", "learned"), swap=True, learned=weights).wins
    assert won[0] > won[1]
    match = Match(game, bots=("learned", "greedy"), learned=weights)
    assert [float(row.fear) for row in match.record.weights] == [
        1.5,
        family_of("battle").default_weights["fear"],
    ]


def test_learned_bot_without_weights_raises() -> None:
    game = ruleset()
    with pytest.raises(GameError, match="learn them first"):
        Match(game, bots=("learned",))


def test_engine_version_depends_on_weights_of_bots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, family = ruleset(), family_of("battle")
    seated = [
        ("person", "person"),
        ("random", "random"),
        ("greedy", "random"),
        ("planner", "person"),
    ]
    before = [engine_version(game, bots) for bots in seated]
    learned = engine_version(game, ("learned", "person"), learned=timid_weights())
    monkeypatch.setitem(family.__dict__, "default_weights", timid_weights())
    after = [engine_version(game, bots) for bots in seated]
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, True, False, False]
    assert engine_version(game, ("learned", "person"), learned=timid_weights()) == learned
    assert (
        engine_version(game, ("learned", "person"), learned=timid_weights() | {"fear": 1.0})
        != learned
    )


def test_random_rulesets_held_out_are_disjoint() -> None:
    book = catalog.book("skirmish")
    out = [each.seed for each in islice(random_rulesets(book, "test", True), 20)]
    rest = [each.seed for each in islice(random_rulesets(book, "test", False), 80)]
    assert all(is_held_out(book, seed) for seed in out)
    assert not any(is_held_out(book, seed) for seed in rest)


def test_learner_family_without_weights_raises() -> None:
    with pytest.raises(GameError, match="nothing for them to learn"):
        load_family_with_weights(catalog.book("gamble"))


@pytest.mark.parametrize("family", FAMILIES)
def test_weights_are_read_by_bots(family: str) -> None:
    bots = Path(str(catalog.TABLES)).parent / "engine" / family / "bots"
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(bots.glob("*.py")))
    for weight in catalog.weights(family):
        name = weight.code.replace("-", "_")
        assert f"w.{name}" in text or f"].{name}" in text, weight.code


def test_check_weights_value_outside_range_raises() -> None:
    with pytest.raises(CatalogError, match="a: `value` and `start` lie between"):
        check_weights(
            "weights.toml", (Weight(code="a", says="", value=2.0, start=0.0, least=0.0, most=1.0),)
        )


def test_check_weights_duplicate_raises() -> None:
    with pytest.raises(CatalogError, match="twice"):
        check_weights("weights.toml", (*TWO, TWO[0]))


def test_write_weights_changes_values_only(tables: Path) -> None:
    path = tables / "battle" / "weights.toml"
    before = {weight.code: weight for weight in read_weights(tables, "battle")}
    lines = path.read_text(encoding="utf-8").splitlines()
    write_weights(path, {code: weight.most for code, weight in before.items()})
    after = {weight.code: weight for weight in read_weights(tables, "battle")}
    assert all(after[code].value == weight.most for code, weight in before.items())
    changed = [
        a
        for a, b in zip(lines, path.read_text(encoding="utf-8").splitlines(), strict=True)
        if a != b
    ]
    assert changed
    assert all(line.startswith("value = ") for line in changed)


def test_learn_json_has_weights_and_share() -> None:
    printed = CliRunner().invoke(
        main, ["learn", f"classic/{PUBLISHED}", "--seconds", "0.2", "--json"]
    )
    figures = json.loads(printed.output)
    assert list(figures) == ["id", "weights", "shipped", "share", "low", "high", "games"]
    assert 0.0 <= figures["low"] <= figures["share"] <= figures["high"] <= 1.0
    assert set(figures["weights"]) == set(family_of("battle").default_weights)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ([], "Give one game"),
        ([f"classic/{PUBLISHED}", "--book", "classic"], "Give one game"),
        ([f"classic/{PUBLISHED}", "--seconds", "0"], "--seconds is a number above 0"),
        (["--book", "classic", "--book", "duel"], "of one family"),
        (["--book", "classic", "--rulesets", "0"], "numbers from 1"),
    ],
)
def test_learn_bad_input_says_what_is_valid(
    typed: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["learn", *typed])
    assert ended.value.code == 2
    assert says in capsys.readouterr().err
