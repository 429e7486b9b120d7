"""Playtests: what they measure, when they stop, and that broken games are called what they are."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from carnage import catalog
from carnage.catalog.norms import UnusedRules
from carnage.common.intervals import Estimate, wilson, z_for_looks
from carnage.engine.core import records
from carnage.engine.core.state import Result, Turn
from carnage.engine.games import families, family_of
from carnage.lab import checks, statistics
from carnage.lab.check_inputs import MIN_BRIER_SKILL
from carnage.lab.compared_metrics import SKILL
from carnage.lab.csv_export import export_csv
from carnage.lab.json_export import round_value
from carnage.lab.report import build_report
from carnage.lab.runner import Playtest, steps
from carnage.lab.sampling_plan import LADDER_PAIRS, LEARNED_PAIRS, LOOKS, Z_SHARES
from carnage.lab.severity import BLEMISH, BROKEN, FAULT, FINE
from carnage.lab.simulation_facts import facts
from carnage.lab.win_probability import WinProbabilities
from carnage.rulesets import presets
from tests.support.rulesets import game_at, rolled, ruleset
from tests.support.verdicts import played_until, told_until

# Games that are known to be broken, and what is wrong with them.
BROKEN_GAMES = {
    "skirmish/500858796495881844188285342": "nil-nil",  # nearly every game
    "skirmish/256302090496208034690085232": "tie-break",  # likewise
    "classic/025244603677813": "drawn",
    "duel/5217005095972": "over-at-once",
    "duel/9553961663367": "fairness",  # whoever is first
}


# Presets that are broken: in Heroes' Dice one die at a time is always best, and nothing else counts.
BROKEN_PRESETS = {"/gamble/200080000000": ["skill"]}
ALL_OR_NONE = {"value": 0.0, "low": 0.0, "high": 0.01}


@cache
def figures(path: str) -> dict[str, Any]:
    """Return the metrics of a playtest; that of a battle ends at the first look of all bots."""
    game = game_at(path)
    return played_until(game, lambda said: game.book.family == "battle")


@pytest.mark.thorough
@pytest.mark.parametrize("path", BROKEN_GAMES)
def test_playtest_broken_game_reports_its_fault(path: str) -> None:
    rules, named = game_at(path), BROKEN_GAMES[path]
    sure = played_until(
        rules, lambda said: any(each.mildest_grade == BROKEN for each in said if each.name == named)
    )
    assert {each.name: each.grade for each in checks.run_checks(rules, sure)}[named] == BROKEN
    said = build_report(rules, sure)
    assert "broken" in said.verdict
    assert said.verdict.startswith("Between beginners")
    assert said.findings[0].grade == BROKEN


@pytest.mark.thorough
def test_playtest_presets_but_a_coin_flip_are_not_broken() -> None:
    for preset in presets.list_presets():
        told = told_until(
            preset.ruleset, lambda said: all(each.worst_grade < BROKEN for each in said)
        )
        broken = [name for name, each in told.items() if each.grade == BROKEN]
        assert broken == BROKEN_PRESETS.get(preset.ruleset.path, []), preset.ruleset.path


@pytest.mark.thorough
def test_playtest_stops_when_sure_and_is_repeatable() -> None:
    rules = rolled("duel")
    told = list(steps(rules))
    looked = list(dict.fromkeys(each["games"] for each in told))
    assert looked == list(LOOKS[: len(looked)])
    assert [each["complete"] for each in told] == [False] * (len(told) - 1) + [True]
    assert checks.is_conclusive(rules, told[-1]) or looked[-1] == LOOKS[-1]
    assert not any(checks.is_conclusive(rules, each) for each in told if each["games"] < looked[-1])
    assert list(steps(rules, threads=1)) == told
    assert json.loads(json.dumps(told[-1])) == told[-1] | {
        "lengths": [list(row) for row in told[-1]["lengths"]]
    }


def test_evaluate_in_parts_equals_evaluate_at_once() -> None:
    rules = rolled("duel")
    bit_by_bit, at_once = Playtest(rules), Playtest(rules)
    for games in (100, 250, 500):
        bit_by_bit.evaluate(games)
    at_once.evaluate(500)
    assert bit_by_bit.metrics() == at_once.metrics()


@pytest.mark.thorough
def test_ladder_learned_bot_only_where_family_has_one() -> None:
    *_, duel = steps(rolled("duel"))
    *_, gamble = steps(rolled("gamble"))
    rungs = {(rung["better"], rung["worse"]): rung["pairs"] for rung in duel["ladder"]}
    assert rungs["learned", "greedy"] == LEARNED_PAIRS
    assert {rung["better"] for rung in gamble["ladder"]} == {"greedy"}


# ----------------------------------------------------------------------------------- honest figures


def test_estimate_at_repeated_looks_keeps_error_rate() -> None:
    """A fair coin may look unfair at any of the looks in one run of twenty at most."""
    chance = np.random.default_rng(1)
    wrong = 0
    for _ in range(400):
        tosses = (chance.random(4000) < 0.5).astype(float)
        looks = [Estimate.from_values(tosses[:games], Z_SHARES) for games in LOOKS if games <= 4000]
        wrong += not all(look.low <= 0.5 <= look.high for look in looks)
    assert wrong / 400 <= 0.05


def test_z_shares_normal_sums_at_all_looks_keep_error_rate() -> None:
    chance = np.random.default_rng(3)
    total = np.zeros(200_000)
    farthest = np.zeros(200_000)
    for before, games in pairwise((0, *LOOKS)):
        total += chance.standard_normal(200_000) * (games - before) ** 0.5
        farthest = np.maximum(farthest, np.abs(total) / games**0.5)
    assert 0.047 <= (farthest > Z_SHARES).mean() <= 0.05


@pytest.mark.parametrize("draws", [0.0, 0.3, 0.9])
def test_estimate_interval_has_stated_coverage(draws: float) -> None:
    chance = np.random.default_rng(2)
    held = 0
    for _ in range(600):
        thrown = chance.random(300)
        values = np.where(thrown < draws, 0.5, (chance.random(300) < 0.6).astype(float))
        estimate = Estimate.from_values(values)
        held += estimate.low <= draws * 0.5 + (1.0 - draws) * 0.6 <= estimate.high
    assert 0.93 <= held / 600 <= 0.97


def test_estimate_of_wins_equals_wilson_interval() -> None:
    values = np.array([1.0] * 30 + [0.0] * 70)
    estimate = Estimate.from_values(values)
    assert (estimate.low, estimate.high) == pytest.approx(wilson(30, 100))
    assert Estimate.from_values(np.ones(50)).low == pytest.approx(wilson(50, 50)[0])
    assert Estimate.from_values(np.zeros(0)) == Estimate(0.0, 0.0, 1.0)
    assert z_for_looks(1) == pytest.approx(1.96, abs=0.001)
    assert z_for_looks(8) > 2.7


def results_of(winners: list[int], openers: list[int]) -> Any:
    results = records.new(Result, len(winners))
    results.winner, results.opener = winners, openers
    return results


def test_points_by_place_share_draws_and_follow_opener() -> None:
    places = statistics.points_by_place(results_of([0, 0, 1, -1], [0, 1, 1, 0]), 2)
    assert places.tolist() == [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.5, 0.5]]
    of_three = statistics.points_by_place(results_of([2, -1], [1, -1]), 3)
    assert of_three.tolist() == [[0.0, 1.0, 0.0], pytest.approx([1 / 3] * 3)]


def test_bot_shares_average_same_dice_over_seats() -> None:
    """The first bot sits in seat 0, then in seat 1."""
    results = results_of([0, 1, 1, 1, -1, 0], [0] * 6)
    assert statistics.bot_shares(results, 2, 0).tolist() == [1.0, 0.5, 0.25]
    assert statistics.bot_shares(results, 2, 1).tolist() == [0.0, 0.5, 0.75]


def walks(games: int, stages: int, known: bool) -> tuple[Any, Any]:
    """Games whose score is a random walk, won by whoever is ahead at its end; or by a coin, if that
    is not `known`.
    """
    chance = np.random.default_rng(3)
    turns = records.new(Turn, games * stages)
    steps_ = chance.integers(-2, 3, (games, stages)).cumsum(1)
    turns.score[:, 0] = steps_.ravel()
    ends = steps_[:, -1] if known else chance.integers(0, 2, games) * 2 - 1
    results = results_of(np.where(ends > 0, 0, np.where(ends < 0, 1, -1)).tolist(), [0] * games)
    results.turns = stages
    return results, turns


def test_win_probabilities_predict_scores_but_not_coins() -> None:
    foretold, coin = (
        WinProbabilities.from_games(*walks(600, 12, known), 2) for known in (True, False)
    )
    assert foretold is not None
    assert coin is not None
    assert foretold.skill > 0.4
    assert coin.skill < 0.05 < MIN_BRIER_SKILL
    tension = foretold.tension()
    assert tension.course[0] < 0.65 < 0.8 < tension.course[-1]
    assert 0.05 < tension.comebacks < 0.4
    assert tension.changes > 0.2


def test_win_probabilities_single_stage_game_is_none() -> None:
    results, turns = walks(50, 1, True)
    assert WinProbabilities.from_games(results, turns, 2) is None


# ---------------------------------------------------------------------------------------- the words


def said(path: str = "classic/043856987615781", **changed: Any) -> dict[str, checks.CheckResult]:
    """What the gates say of a game, of whose figures some are others."""
    told = {**figures(path), **changed}
    return {each.name: each for each in checks.run_checks(game_at(path), told)}


def share(value: float, half: float = 0.01) -> dict[str, float]:
    return {"value": value, "low": value - half, "high": value + half}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("first", "grade", "words"),
    [
        (0.5, FINE, "nearly even"),
        (0.43, BLEMISH, "a little worse off"),
        (0.65, FAULT, "is clearly better off: it wins 65% of games"),
        (0.93, BROKEN, "nearly always wins: 93% of games"),
        (0.8, BROKEN, "is far too strong"),
        (0.07, BROKEN, "nearly always loses: it wins 7% of games"),
    ],
)
def test_fairness_share_of_first_player_sets_grade(first: float, grade: int, words: str) -> None:
    shares = {
        **figures("classic/043856987615781")["shares"],
        "places": [share(first), share(1 - first)],
    }
    told = said(shares=shares)["fairness"]
    assert (told.grade, told.is_certain) == (grade, True)
    assert words in told.sentence
    assert "The player who activated first" in told.sentence or grade == FINE


@pytest.mark.thorough
def test_fairness_several_players_names_worst_place() -> None:
    path = "gamble/777777777777"
    places = [share(0.2), share(0.2), share(0.2), share(0.05), share(0.35)]
    shares = {**figures(path)["shares"], "places": places, "drawn": share(0.1)}
    told = said(path, shares=shares)["fairness"]
    assert told.grade == BROKEN
    assert (
        "Player 4 in order of play is far too weak: it wins 5% of games (draws are shared, 20% would be fair)."
        in told.sentence
    )
    assert told.interval == "4% to 6%"


def test_check_interval_across_gate_is_not_certain() -> None:
    shares = {**figures("classic/043856987615781")["shares"], "drawn": share(0.25, 0.02)}
    assert not said(shares=shares)["drawn"].is_certain
    assert not checks.is_conclusive(
        game_at("classic/043856987615781"), {**figures("classic/043856987615781"), "shares": shares}
    )


def test_is_conclusive_check_milder_than_verdict_may_be_open() -> None:
    path = "classic/043856987615781"
    rules = game_at(path)
    fair = {**figures(path)["shares"], "places": [share(0.5), share(0.5)]}
    blemish = fair | {"tie_break": share(0.2, 0.02)}
    fault = fair | {"tie_break": share(0.4, 0.02)}
    for open_shares, drawn, is_conclusive in (
        (blemish, share(0.01), False),
        (blemish, share(0.3), True),
        (fault, share(0.3), False),
        (fault, share(0.8), True),
    ):
        metrics = {**figures(path), "shares": open_shares | {"drawn": drawn}}
        assert checks.is_conclusive(rules, metrics) == is_conclusive


def test_report_complete_on_gate_says_so() -> None:
    path = "classic/043856987615781"
    shares = {
        **figures(path)["shares"],
        "drawn": share(0.098, 0.006),
        "places": [share(0.5), share(0.5)],
    }
    edged = {**figures(path), "shares": shares}
    edged["practised"] = edged["retrained"] = None
    assert said(**edged)["drawn"].grade == FINE
    played = build_report(game_at(path), {**edged, "complete": True})
    finding = next(each for each in played.findings if "drawn" in each.sentence)
    assert finding.label == "On the edge between no fault and a blemish"
    assert finding.certainty == (
        "95% interval 9.2% to 10.4%, which includes 10%, the limit between no fault and a blemish"
    )
    so_far = build_report(game_at(path), {**edged, "complete": False})
    assert not [each for each in so_far.findings if "drawn" in each.sentence]


def test_verdict_on_gate_is_uncertain() -> None:
    path = "gamble/777777777777"
    sure = {name: share(0.01, 0.001) for name in ("drawn", "capped", "tie_break", "one_round")}
    places = [share(0.099), share(0.2), share(0.2), share(0.2), share(0.3)]
    rung = {"better": "greedy", "worse": "random", "pairs": 10_000, **share(0.9)}
    told = {
        **figures(path), "complete": True, "capped": 0, "tension": None, "answers": {}, "shunned": {},
        "ladder": [rung], "shares": {**sure, "places": places, "seats": [share(0.2)] * 5},
    }  # fmt: skip
    assert (
        build_report(game_at(path), told).verdict
        == "The game is on the edge between a fault and broken. This holds for beginners; bots "
        "cannot practise this game. Not sure: the 95% intervals allow more than one verdict."
    )
    so_far = build_report(game_at(path), {**told, "complete": False}).verdict
    assert so_far.startswith("The game is broken.")


def test_nobody_meets_and_nobody_is_hurt_are_distinguished() -> None:
    shares = {**figures("classic/043856987615781")["shares"], "unhurt": share(0.9)}
    idle = said(shares=shares, attacks=0.2, possible_attacks=0.4)
    vain = said(shares=shares, attacks=20.0, possible_attacks=30.0)
    assert idle["nobody-meets"].grade == vain["nobody-is-hurt"].grade == BROKEN
    assert "nobody-is-hurt" not in idle
    assert "nobody-meets" not in vain
    # Where hardly anybody attacks, what harm there is was not theirs.
    harmed = {**shares, "unhurt": share(0.02)}
    assert said(shares=harmed, attacks=1.2, possible_attacks=1.4)["nobody-meets"].grade == BLEMISH
    assert said(shares=harmed, attacks=20.0)["nobody-is-hurt"].grade == FINE


def test_one_answer_counts_only_questions_with_other_answers() -> None:
    asked = {"put": "Do you go on?", "decisions": 1000, "forced": 0, "routine": False}
    always = asked | {"answers": {"yes": [1000, 995], "no": [1000, 5]}, "whole": ["yes", "no"]}
    alone = asked | {"answers": {"yes": [1000, 1000]}, "whole": ["yes"]}
    open_ = {"put": "Where to?", "decisions": 500, "forced": 0, "routine": False}
    told = said(answers={"go-on": always, "move": open_})["one-answer"]
    assert (told.grade, told.metric.value) == (FAULT, pytest.approx(2 / 3))
    assert "always answer “Do you go on?” with “yes”" in told.sentence
    assert said(answers={"go-on": always})["one-answer"].grade == BROKEN
    assert "one-answer" not in said(answers={"go-on": alone})
    # Always to activate somebody is to decide whom.
    assert "one-answer" not in said(answers={"pick": always | {"whole": ["no"]}})


@pytest.mark.parametrize(
    ("family", "query", "answer", "whole"),
    [
        ("battle", "pick", "activate", False),
        ("battle", "pick", "pass", True),
        ("battle", "move", "no", False),
        ("battle", "luck", "no", True),
        ("battle", "hand", "shove", True),
        ("duel", "assign", "offense", True),
        ("duel", "move", "stay", True),
        ("duel", "move", "go", False),
        ("gamble", "pick", "stop", True),
        ("gamble", "pick", "add", False),
    ],
)
def test_is_complete_answer_with_place_or_target_is_false(
    family: str, query: str, answer: str, whole: bool
) -> None:
    (asked,) = [each for each in family_of(family).queries if each.name == query]
    assert asked.is_complete_answer(answer) == whole


def test_remedies_name_existing_checks() -> None:
    names = {gate.name for gate in checks.CHECKS}
    for code in catalog.book_codes():
        assert {remedy.fault for remedy in catalog.book(code).sheet.remedy} <= names


@pytest.mark.parametrize("code", catalog.book_codes())
def test_faults_of_family_have_remedies(code: str) -> None:
    """A family without harm, rounds or tie-breaks cannot have their faults."""
    book = catalog.book(code)
    family = family_of(book.family)
    cannot = {"duel": {"tie-break"}}.get(book.family, set())
    if "harm" not in family.turn_fields:
        cannot |= {"nil-nil", "nobody-meets", "nobody-is-hurt", "dead-turns", "dead-end"}
    elif not family.attacks:
        cannot |= {"nobody-meets", "nobody-is-hurt"}
    if not book.sheet.nouns.rounds:
        cannot |= {"over-at-once", "over-soon", "length"}
    if not any(query.routine for query in family.queries):
        cannot.add("routine")
    remedies = {remedy.fault: set(remedy.tables) for remedy in book.sheet.remedy}
    assert set(remedies) == {gate.name for gate in checks.CHECKS} - cannot
    rolled_ = {table.id for table in book.rolled}
    assert [fault for fault, tables in remedies.items() if not tables & rolled_] == []


@pytest.mark.thorough
def test_report_remedies_are_rolled_tables() -> None:
    path = "skirmish/346302020687496510079006890"
    said_ = build_report(game_at(path), figures(path))
    tables = {table.id for finding in said_.findings for table in finding.tables}
    assert "objectives" in tables
    assert tables <= {choice.table.id for choice in game_at(path).choices}


@pytest.mark.thorough
def test_report_lists_each_rule_once() -> None:
    page = build_report(ruleset(), figures("classic/243856987615781"))
    rows = [
        *page.sometimes_used,
        *page.always_used,
        *page.never_used,
        *page.mostly_idle,
        *page.untested,
    ]
    assert len(rows) == len(figures("classic/243856987615781")["rules"]) == len(set(rows))
    assert {row.anchor for row in page.untested} >= {"golden-rule"}
    assert [row.share for row in page.sometimes_used] == sorted(
        (row.share for row in page.sometimes_used), reverse=True
    )


@pytest.mark.thorough
@pytest.mark.parametrize(("idle", "own"), [((40, 100), True), ((51, 100), False), (None, True)])
def test_report_unused_rules_are_separate_from_rarely_used(
    monkeypatch: pytest.MonkeyPatch, idle: tuple[int, int] | None, own: bool
) -> None:
    rules, told = ruleset(), figures("classic/243856987615781")
    rule = next(rule for rule in told["rules"] if rule.startswith("damage."))
    told = {**told, "rules": {**told["rules"], rule: {"fired": 0, "games": 0}}}
    never = UnusedRules(100, 200, {rule: idle}) if idle else None
    usual = structs.replace(rules.book.norms, never=never)
    monkeypatch.setattr(type(rules.book), "norms", usual)
    page = build_report(rules, told)
    row = next(row for row in (*page.never_used, *page.mostly_idle) if row.anchor == "damage")
    assert row.idle_share == (idle[0] / idle[1] if idle else None)
    assert (row in page.never_used, row in page.mostly_idle) == (own, not own)


@pytest.mark.thorough
def test_report_shows_outcomes_and_courses_of_games() -> None:
    path = "skirmish/346302020687496510079006890"
    told = figures(path)
    page = build_report(game_at(path), told)
    assert sum(share for _, share in page.outcomes) == pytest.approx(1.0, abs=1e-3)
    assert {label for label, _ in page.outcomes} <= {"Won", "Won by the tie-break", "Drawn"}
    assert dict(page.endings).keys() <= {"Length", "Nobody left", "Left the table", "Doom"}
    assert len(page.endings) != 1
    foretold = told["tension"]["skill"] >= MIN_BRIER_SKILL
    assert [name for name, _ in page.courses] == (list(told["watch"]) if foretold else [])
    for course in told["courses"].values():
        assert all(0.0 <= chance <= 1.0 for chance in course)
        assert course[-1] in (0.5, 1.0)
    one_way = {
        **told,
        "shares": {**told["shares"], **dict.fromkeys(("drawn", "tie_break"), ALL_OR_NONE)},
    }
    assert build_report(game_at(path), one_way).outcomes == ()
    hidden = {**told, "tension": {**told["tension"], "skill": MIN_BRIER_SKILL - 0.01}}
    assert build_report(game_at(path), hidden).courses == ()


def test_course_of_game_follows_winner_by_stage() -> None:
    """The course follows the winner: seat 1 in the second game; seat 0 stands for a drawn game."""
    chance = np.array([[0.6, 0.4], [0.3, 0.7], [0.2, 0.8], [0.9, 0.1]])
    points = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
    chances = WinProbabilities(
        chance, np.array([0, 1, 1, 2]), np.array([0, 0, 1, 0]), np.zeros(4), points, 0.5
    )
    assert chances.course_of(1) == [0.7, 0.8, 1.0]
    assert chances.course_of(2) == [0.9, 0.5]
    assert statistics.winner_courses({"usual": 0, "oddest": 3}, chances) == {"usual": [0.6, 1.0]}
    assert statistics.winner_courses({"usual": 0}, None) == {}


def test_report_evaluated_rules_show_share_of_changes() -> None:
    path = "classic/243856987615781"
    page = build_report(ruleset(), figures(path))
    assert {row.anchor for row in page.often_evaluated} >= {"line-of-sight", "terrain"}
    for row in page.often_evaluated:
        assert row.evaluations is not None
        assert row.changed_share is not None
        assert 0.0 <= row.changed_share < 1.0
    sight = next(row for row in page.often_evaluated if row.anchor == "line-of-sight")
    told = export_csv(ruleset(), figures(path))
    changed = f"{sight.title}: {sight.label},{round_value(sight.changed_share or 0.0)}"
    assert f"\nrule changed something of these times,{changed}" in told


def test_report_without_forecast_omits_tension() -> None:
    path = "classic/043856987615781"
    hidden = {
        **figures(path),
        "tension": {**figures(path)["tension"], "skill": MIN_BRIER_SKILL - 0.01},
    }
    page = build_report(game_at(path), hidden)
    assert not page.course
    assert "settled-early" not in {each.name for each in checks.run_checks(game_at(path), hidden)}
    told = next(answer for answer in page.answers if answer.question == "Is it tense?")
    assert "does not predict the winner" in told.sentences[0]


def test_facts_negative_winnings_have_minus_and_zero_has_none() -> None:
    means = [{"mean": 2.06}, {"mean": -2.01}, {"mean": -0.04}]
    counted = {
        **figures("gamble/777777777777"), "wins": [180, 150, 140], "scores": means, "winnings": means,
    }  # fmt: skip
    assert (
        dict(facts(rolled("gamble"), counted))["Winnings"]
        == "2.1, −2.0, 0.0 on average, player by player"
    )


def test_ladder_random_bot_avoids_options_that_greedy_never_takes() -> None:
    """Use a game in which the only skill is to throw one die at a time."""
    rules = game_at("gamble/748985549902")
    spared, unspared = Playtest(rules), Playtest(rules)
    spared.evaluate(500)
    for test in (spared, unspared):
        test.play_skill_pairs("greedy", "random")
        test.play_skill_pairs("greedy", "random")
    assert spared.metrics()["shunned"] == {"pick": ["add"], "hero": ["re-roll"]}
    assert unspared.metrics()["shunned"] == {}
    (one,), (other,) = spared.metrics()["ladder"], unspared.metrics()["ladder"]
    assert one["high"] < other["low"]
    (said,) = (
        each for each in build_report(rules, spared.metrics()).answers if each.question == SKILL
    )
    assert any("with “add”" in sentence for sentence in said.sentences)


def test_report_optional_rules_show_share_of_choices() -> None:
    path = "skirmish/346302020687496510079006890"
    rules, counted = game_at(path), figures(path)
    optional = {f"{row.anchor}": row for row in build_report(rules, counted).optional}
    assert optional
    for row in optional.values():
        assert row.opportunities is not None
        assert row.opportunities > 0.0
        assert row.chosen_share is not None
        assert 0.0 <= row.chosen_share <= 1.0
    for name, counts in counted["rules"].items():
        assert counts.get("chosen", 0) <= counts.get("could", 0), name


@pytest.mark.parametrize("family", families())
def test_query_uses_are_rules_of_family(family: str) -> None:
    named = {rule for query in family_of(family).queries for rule in query.uses.values()}
    rules = set(family_of(family).rules)
    assert named
    for name in named:
        assert name in rules if "." in name else any(rule.startswith(f"{name}.") for rule in rules)


def test_play_skill_pairs_stops_at_planned_looks() -> None:
    test = Playtest(rolled("gamble"))
    going, counts = True, []
    while going:
        going = test.play_skill_pairs("greedy", "random")
        counts.append(test.metrics()["ladder"][0]["pairs"])
    assert counts == list(LADDER_PAIRS[: len(counts)])
