"""Test the card at the end of a game: who won, and why."""

from __future__ import annotations

import pytest

from carnage.engine.games import Match
from carnage.engine.narration import Narrator, side_names
from carnage.matches.end_card import EndCard, build_end_card
from tests.support.rulesets import BOOKS, having, sample


def list_finished(book: str, count: int) -> list[Match]:
    """Return games between greedy bots, each of other rules."""
    return [Match(ruleset, n) for n, ruleset in enumerate(sample(count, book))]


def build_card(match: Match, persons: tuple[int, ...] = ()) -> EndCard:
    return build_end_card(match, side_names(match.ruleset), persons)


@pytest.mark.parametrize("book", BOOKS)
def test_end_card_of_every_game_has_a_reason(book: str) -> None:
    for match in list_finished(book, 12):
        card = build_card(match)
        assert card.reason.endswith(".")
        assert "{" not in card.reason
        assert card.headline.startswith(("Drawn, ", *side_names(match.ruleset)))


@pytest.mark.parametrize("book", ["classic", "skirmish"])
def test_end_card_names_the_side_that_is_gone(book: str) -> None:
    named = 0
    for match in list_finished(book, 60):
        reason = build_card(match).reason
        for n, side in enumerate(side_names(match.ruleset)):
            if reason.startswith(f"{side} had nobody left standing."):
                assert int(match.record.n_upright[n]) == 0
                named += 1
            elif reason.startswith(f"{side} left the table."):
                assert int(match.record.sides[n].gone) == 1
                named += 1
    assert named > 0


def test_end_card_names_the_side_that_broke() -> None:
    told = set()
    for ruleset in having("game-length.breaking-point", "skirmish", 8):
        match = Match(ruleset)
        broken = [line for line in Narrator(match).new_lines() if "and is broken." in line]
        names = [name for name in side_names(ruleset) if any(name in line for line in broken)]
        reason = build_card(match).reason
        if len(names) == 1:
            assert reason.startswith(f"{names[0]} had lost so many models that it broke. ")
        elif names:
            assert reason.startswith("Both sides had lost so many models that they broke. ")
        told.add(len(names))
    assert 1 in told


def test_end_card_of_equal_scores_says_the_rule_that_decided() -> None:
    told = set()
    for match in list_finished("skirmish", 120):
        reason = build_card(match).reason
        last = Narrator(match).new_lines()[-1]
        if "equal" in reason and "draw" not in last:
            assert ("worth more points" in reason) == ("models that it has left are worth" in last)
            assert ("nearest to the middle" in reason) == ("nearest to the middle" in last)
            told.add(last.rpartition(", ")[2][:20])
    assert told


def test_end_card_of_many_players_has_two_scores() -> None:
    (ruleset,) = having("players.crowd", "gamble", 1)
    matches = (Match(ruleset, dice) for dice in range(3, 60))
    match = next(match for match in matches if match.record.winner >= 0)
    winner = int(match.record.winner)
    loser = (winner + 1) % 3
    names = side_names(ruleset)
    lost = build_card(match, (loser,))
    assert lost.headline.startswith("You lost with ")
    assert f"{names[winner]} won with " in lost.headline
    assert names[winner] in lost.reason
    assert build_card(match, (winner,)).headline.startswith("You won with ")


def test_end_card_of_lost_duel_names_the_side_without_dice() -> None:
    match = next(match for match in list_finished("duel", 12) if int(match.record.winner) >= 0)
    winner = int(match.record.winner)
    names = side_names(match.ruleset)
    assert build_card(match, (winner,)).reason == f"{names[1 - winner]} had no die left."


def test_end_card_explains_the_loot_left_behind() -> None:
    told = 0
    for seed in range(6):
        for ruleset in having("morale.leg-it", "skirmish", 12):
            if not ruleset.has("loot"):
                continue
            match = Match(ruleset, seed)
            lines = Narrator(match).new_lines()
            reason = build_card(match).reason
            left = any(" legs it" in line for line in lines)
            if left and any("scoops up" in line for line in lines):
                assert "Loot Token" in reason
                assert " on the table." in reason
                told += 1
    assert told


def test_end_card_names_the_rule_for_ties_of_a_gamble() -> None:
    told = set()
    for option in ("host-loses", "first-stands", "throw-off"):
        for ruleset in having(f"ties.{option}", "gamble", 12):
            for number in range(6):
                reason = build_card(Match(ruleset, number)).reason
                assert "rule for ties" not in reason
                if "equal" in reason:
                    told.add(reason.rpartition(" ")[2])
    assert "yields." in told
