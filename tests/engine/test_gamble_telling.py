"""Games of dice in words: what a player at the terminal is asked and shown."""

from __future__ import annotations

import re

import pytest

from carnage.engine.gamble import questions as Q
from carnage.engine.games import Match
from carnage.engine.narration import Narrator
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import covering
from tests.support.rulesets import rolled


def asked(rules: Ruleset, decisions: list[int]) -> Narrator:
    """The first player's question after these answers."""
    others = ["random"] * (rules.players - 1)
    return Narrator(Match(rules, 3, 0, ("person", *others), decisions=decisions, log_length=0))


def test_gamble_options_add_dice_singly() -> None:
    rules = rolled("gamble", choice="free")
    assert asked(rules, []).question()[1] == [f"Add the D{n}" for n in (4, 6, 8, 10, 12)]
    assert asked(rules, [0]).question()[1][0] == "Throw the D4"
    assert asked(rules, [0, 1]).question()[1][0] == "Throw D4 and D6"
    thrown = asked(rules, [4])
    assert thrown.question()[1] == [f"Add the D{n}" for n in (4, 6, 8, 10)]


def test_gamble_options_pick_up_dice_that_lie() -> None:
    rules = rolled("gamble", dice="sixes", hero="none")
    second = asked(rules, [])
    put, options = second.question()
    assert put.endswith("Which dice go into the second throw?")
    assert options[0] == "Keep all dice as they lie"
    assert re.fullmatch("Pick up the first D6, which shows [1-6]", options[1])
    assert second.is_about_game
    picking = asked(rules, [1])
    assert picking.question()[1][0] == "Throw the D6"
    assert not picking.is_about_game


def test_gamble_table_is_shown_once_per_throw() -> None:
    rules = rolled("gamble", choice="free")
    assert [asked(rules, taken).is_about_game for taken in ([], [0], [0, 1], [4])] == [
        True,
        False,
        False,
        True,
    ]


def test_gamble_table_is_shown_once_if_first_die_is_forced() -> None:
    for choice, fewest in (("free", 1), ("rush", 3)):
        rules = rolled("gamble", dice="sixes", choice=choice)
        first = asked(rules, [])
        assert first.question()[1][0].count("D6") == fewest
        assert first.question()[1][1] == "Add another D6"
        assert first.is_about_game
        assert not asked(rules, [1]).is_about_game
    sixes = rolled("gamble", dice="sixes", hero="none", choice="free")
    assert [asked(sixes, taken).is_about_game for taken in ([], [0], [0, 1])] == [True, True, False]
    unlike = rolled("gamble", choice="rush")
    assert [asked(unlike, taken).is_about_game for taken in ([], [0], [0, 1])] == [
        True,
        False,
        False,
    ]


def reports(rules: Ruleset, bots: tuple[str, ...], games: int) -> str:
    """The reports of so many games."""
    matches = [Match(rules, 3, number, bots) for number in range(games)]
    return "\n".join(line for match in matches for line in Narrator(match).new_lines())


def test_gamble_report_distinguishes_equal_dice() -> None:
    report = reports(
        rolled("gamble", dice="sixes", hero="common", players="two"), ("random", "random"), 40
    )
    again = re.findall(
        r"The Hero on the (\w+ D6) has the (\w+ D6), which shows \d, rolled again: \d", report
    )
    assert len(set(again)) > 3
    assert all(hero != die for hero, die in again)
    for turn in report.split("The Hero number is ")[1:]:
        number = turn[0]
        assert set(re.findall(r"D6 (\d) \(Hero\)", turn)) <= {number}
        assert f"D6 {number}," not in turn
    unlike = reports(rolled("gamble", hero="common", players="two"), ("random", "random"), 20)
    assert re.search(r"The Hero on the D\d+ has the D\d+, which shows", unlike)


@pytest.mark.parametrize("rules", covering(1, "gamble"), ids=lambda rules: rules.seed.digits)
def test_gamble_options_have_distinct_lines(rules: Ruleset) -> None:
    bots = ("random",) * rules.players
    for number in range(6):
        decisions = Match(rules, 3, number, bots).decisions
        for at in range(len(decisions)):
            stopped = Match(
                rules,
                3,
                number,
                ("person",) * rules.players,
                decisions=decisions[:at],
                log_length=0,
            )
            title, lines = Narrator(stopped).question()
            assert stopped.question is not None
            assert stopped.question.kind in (Q.PICK, Q.HERO)
            assert 1 < len(lines) == len(stopped.question.options) == len(set(lines)), (
                title,
                lines,
            )
