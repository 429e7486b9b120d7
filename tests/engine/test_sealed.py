"""Sealed answers: nobody knows what the other side has chosen in secret until both have."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import pytest
from arena import covering, ended, happenings
from rulesets import BOOKS, rolled

from carnage.engine.battle import questions as Q
from carnage.engine.battle.events import NUMBERS
from carnage.engine.core import records
from carnage.engine.core.asking import read_off
from carnage.engine.core.compiling import PACKAGE
from carnage.engine.core.state import Core, Option
from carnage.engine.games import Match, families
from carnage.engine.planner import Tries
from carnage.ruleset import Ruleset

BIDDING = rolled(initiative="earnt-resource-bid", game_length="fixed-round-limit", deployment="2")


def sealed_kinds() -> list[str]:
    """The kinds of question that the rules ask through `ask_sealed`: family, dot, name."""
    found = set()
    for family in families():
        for path in sorted((PACKAGE / "engine" / family).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ask_sealed":
                    found.add(f"{family}.{ast.unparse(node.args[2]).rpartition('.')[2]}")
    return sorted(found)


def numbered(family: str, names: Iterable[str]) -> dict[int, str]:
    """Those of these names that are of this family, by the number that they have in it."""
    questions = import_module(f"carnage.engine.{family}.questions")
    return {getattr(questions, name.split(".")[1]): name for name in names if name.startswith(f"{family}.")}


SEALED = pytest.mark.parametrize("kind", sealed_kinds())


ENOUGH = 2  # games for each kind
LONG = 200  # decisions of a game that are looked through


class Asked(NamedTuple):
    """Where in a game a side is asked in secret, and the other after it, before anything is opened."""

    game: Ruleset
    at: int
    side: int

    def stopped(self, *answers: int) -> Match:
        """The game there, or after these answers."""
        usual = Match(self.game, log_length=0).decisions[: self.at]
        return Match(self.game, bots=("person", "person"), decisions=[*usual, *answers])


@cache
def asked() -> dict[str, list[Asked]]:
    """A few places for each kind of sealed question, in games of all books."""
    found: dict[str, list[Asked]] = {name: [] for name in sealed_kinds()}
    for strength in (1, 2):
        for game in (game for book in BOOKS for game in covering(strength, book)):
            few = [name for name, places in found.items() if len(places) < ENOUGH]
            left = numbered(game.book.family, few)
            for name, place in places_in(game, left) if left else ():
                found[name].append(place)
    return found


def places_in(game: Ruleset, kinds: dict[int, str]) -> Iterator[tuple[str, Asked]]:
    """Where each of these kinds is first asked in a game."""
    usual = Match(game, log_length=0).decisions
    left, sealed = dict(kinds), set(numbered(game.book.family, sealed_kinds()))
    run: dict[int, Asked] = {}  # what one side has been asked in secret, one after another, last by kind
    match = Match(game, bots=("person", "person"), log_length=0)
    for at, decision in enumerate(usual[:LONG]):
        question = match.question
        assert question is not None
        if any(place.side != question.side for place in run.values()):
            if question.kind in sealed:
                yield from [(left.pop(kind), place) for kind, place in run.items() if kind in left]
            run = {}
        if question.kind in sealed:
            run[question.kind] = Asked(game, at, question.side)
        else:
            run = {}
        if not left:
            return
        match.choose(decision)


def answered(place: Asked, answer: int) -> tuple[Match, list[tuple[Any, ...]]]:
    """Answer the sealed question so; the game at the other side's, and the log until then.

    Whatever else the side is asked before the other is, it takes the first option.
    """
    match = place.stopped(answer)
    while match.question is not None and match.question.side == place.side:
        match.choose(0)
    assert match.question is not None
    return match, [tuple(event) for event in happenings(match)]


def answers(place: Asked) -> range:
    question = place.stopped().question
    assert question is not None
    assert question.side == place.side
    return range(len(question.options))


@SEALED
def test_every_sealed_question_comes_up(kind: str) -> None:
    assert asked()[kind]


@SEALED
def test_a_sealed_answer_changes_nothing_that_the_other_side_sees(kind: str) -> None:
    for place in asked()[kind]:
        first, log = answered(place, 0)
        for answer in answers(place):
            match, told = answered(place, answer)
            assert told == log, "the log tells what is sealed"
            assert as_told(match) == as_told(first)
            hidden = _without_decisions(match)
            assert hidden == _without_decisions(first), "the record tells what is sealed"


def as_told(match: Match) -> tuple[Any, ...]:
    """The question that a game has stopped at, with all that its options hold."""
    asked = match.question
    assert asked is not None
    options = [records.as_values(Option, option) for option in asked.options]
    return asked.side, asked.kind, asked.actor, options


def _without_decisions(match: Match) -> tuple[Any, ...]:
    """The whole record but the decisions, which no rule and no bot reads."""
    names = [name for name in records.fields(Core) if name != "decisions"]
    whole = dict(zip(records.fields(match.family.Game), ended(match), strict=True))
    core = dict(zip(records.fields(Core), whole.pop("core"), strict=True))
    return tuple(whole.values()), tuple(core[name] for name in names)


@pytest.mark.parametrize("bot", ["greedy", "random"])
@SEALED
def test_a_bot_answers_the_same_whatever_the_other_side_has_sealed(kind: str, bot: str) -> None:
    for place in asked()[kind]:
        bots = ("person", bot) if place.side == 0 else (bot, "person")
        found = set()
        for answer in answers(place):
            laid_down = answered(place, answer)[0].decisions
            found.add(Match(place.game, 0, 0, bots, laid_down).decisions[len(laid_down)])
        assert len(found) == 1


@SEALED
def test_a_planner_cannot_tell_what_the_other_side_has_sealed(kind: str) -> None:
    """Whatever one side has sealed, the other's tries come out the same: it is guessed anew in each."""
    for place in asked()[kind]:
        results = set()
        for answer in answers(place):
            match, _ = answered(place, answer)
            tries = Tries(match, 17)
            results.add(tuple(tuple(tries.leads(option, 0, 6)) for option in range(2)))
        assert len(results) == 1


def test_a_planner_guesses_a_sealed_answer_anew_in_each_try() -> None:
    place = next(place for _, place in places_in(BIDDING, {Q.BID: "BID"}))
    match, _ = answered(place, 0)
    bids = set()
    tries = Tries(match, 5)
    at = len(match.decisions) - 1
    for first in range(40):
        tries.leads(0, first, 1)
        bids.add(read_off(tries.game[0].core)[at])
    assert len(bids) > 1


def test_an_opened_bid_is_told() -> None:
    """The counterpart: what was sealed is in the log as soon as it is open."""
    place = next(place for _, place in places_in(BIDDING, {Q.BID: "BID"}))
    match, log = answered(place, 2)
    match.choose(1)
    opened = [event for event in happenings(match)[len(log) :] if event.event == NUMBERS["bid"]]
    assert [event.a for event in opened[:2]] == [2, 1]
