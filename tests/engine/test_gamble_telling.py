"""Games of dice in words: what a player at the terminal is asked and shown."""

from __future__ import annotations

import pytest
from arena import covering
from rulesets import rolled

from carnage.engine.gamble import questions as Q
from carnage.engine.games import Match
from carnage.engine.telling import Teller
from carnage.ruleset import Ruleset


def asked(rules: Ruleset, decisions: list[int]) -> Teller:
    """The first player's question after these answers."""
    others = ["random"] * (rules.players - 1)
    return Teller(Match(rules, 3, 0, ("person", *others), decisions, log_length=0))


def test_dice_are_picked_one_by_one_and_to_stop_comes_last() -> None:
    rules = rolled("gamble")
    assert asked(rules, []).question()[1] == [f"Add the D{n}" for n in (4, 6, 8, 10, 12)]
    assert asked(rules, [0]).question()[1][0] == "Throw the D4"
    assert asked(rules, [0, 1]).question()[1][0] == "Throw D4 and D6"
    thrown = asked(rules, [4])
    assert thrown.question()[1] == [*(f"Add the D{n}" for n in (4, 6, 8, 10)), "Stop here"]


def test_the_table_is_shown_once_a_throw() -> None:
    rules = rolled("gamble")
    assert [asked(rules, made).at_large for made in ([], [0], [0, 1], [4])] == [True, False, False, True]


def test_a_hero_number_that_holds_for_all_is_shown_once() -> None:
    shared = "\n".join(asked(rolled("gamble"), []).board(0))
    assert shared.count("Hero number") == 1
    own = asked(rolled("gamble", hero="own"), [])
    assert "\n".join(own.board(0)).count("Player 1 (Host), Hero number") == 1


@pytest.mark.parametrize("rules", covering(1, "gamble"), ids=lambda rules: rules.seed.digits)
def test_options_are_told_apart_in_a_line_each(rules: Ruleset) -> None:
    bots = ("random",) * rules.players
    for number in range(6):
        made = Match(rules, 3, number, bots).decisions
        for at in range(len(made)):
            stopped = Match(rules, 3, number, ("person",) * rules.players, made[:at], log_length=0)
            title, lines = Teller(stopped).question()
            assert stopped.question is not None
            assert stopped.question.kind in (Q.PICK, Q.HERO)
            assert 1 < len(lines) == len(stopped.question.options) == len(set(lines)), (title, lines)
