"""Sealed answers: nobody knows what the other side has chosen in secret until both have."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from carnage import catalog
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.frame.shapes import NUMBERS
from carnage.engine.core import records
from carnage.engine.core.events import constant_name
from carnage.engine.core.rule_ids import identifier
from carnage.engine.core.state import Option
from carnage.engine.games import Match, assign_seats, families, family_of
from carnage.engine.planner import Rollouts, plan
from carnage.engine.visibility import observe
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from tests.support.arena import happenings
from tests.support.playing import Asked as Names
from tests.support.playing import modules_that_play, read, tree_of
from tests.support.rulesets import BOOKS, having, own_rules, rolled, sample

BIDDING = rolled(initiative="earnt-resource-bid", game_length="fixed-round-limit", deployment="2")


def sealed_kinds() -> list[str]:
    """The kinds of question that are answered in secret: family, dot, the query's name."""
    return [
        f"{name}.{query.name}"
        for name in families()
        for query in family_of(name).queries
        if query.sealed
    ]


def numbers(family: str) -> set[int]:
    """The numbers of a family's sealed kinds."""
    return {number for number, query in enumerate(family_of(family).queries) if query.sealed}


SEALED = pytest.mark.parametrize("kind", sealed_kinds())


ENOUGH = 2  # games for each kind
FEW = 4  # games of each rule that may have it asked, in which it is looked for
LONG = 200  # decisions of a game that are looked through


class Asked(NamedTuple):
    """Where in a game a side is asked in secret, and the other after it, before anything is
    opened.
    """

    game: Ruleset
    at: int
    side: int

    def stopped(self, *answers: int) -> Match:
        """The game there, or after these answers."""
        usual = Match(self.game, log_length=0).decisions[: self.at]
        return Match(self.game, bots=("person", "person"), decisions=[*usual, *answers])


def rules_that_ask(family: str, name: str) -> list[str]:
    """The rules that the modules name which ask this kind: a game with one of them may come to
    it.
    """
    kind = constant_name(name)
    named: set[str] = set()
    for path in modules_that_play(family):
        calls = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)]
        if any(
            getattr(call.func, "id", "") == "ask_sealed"
            and kind in {getattr(arg, "id", getattr(arg, "attr", "")) for arg in call.args}
            for call in calls
        ):
            asked = Names()
            read(tree_of(path), asked)
            named |= asked.rules
    return [rule for rule in family_of(family).rules if identifier(rule).upper() in named]


def likely(family: str, name: str) -> Iterator[Ruleset]:
    """Games that may ask this kind, drawn for the rules that do; where no rule is named, each
    game may.
    """
    books = [code for code in BOOKS if catalog.book(code).family == family]
    rules = rules_that_ask(family, name)
    for n in range(FEW):
        for book in books:
            yield from (having(rule, book, FEW)[n] for rule in rules if rule in own_rules(book))
            if not rules:
                yield sample(FEW, book)[n]


@cache
def asked(kind: str) -> list[Asked]:
    """A few places where a kind of sealed question is asked."""
    family, _, name = kind.partition(".")
    number = next(n for n, query in enumerate(family_of(family).queries) if query.name == name)
    places = (
        place for game in likely(family, name) if (place := place_in(game, number)) is not None
    )
    return list(islice(places, ENOUGH))


def place_in(game: Ruleset, kind: int) -> Asked | None:
    """Where this kind is first asked in a game, if it is."""
    usual, sealed = Match(game, log_length=0).decisions, numbers(game.book.family)
    last: Asked | None = None  # where one side has been asked it, while it is still sealed
    run: set[int] = set()  # who has been asked in secret since anything was open
    match = Match(game, bots=("person", "person"), log_length=0)
    for at, decision in enumerate(usual[:LONG]):
        question = match.question
        assert question is not None
        if question.kind not in sealed:
            last, run = None, set()
        elif run and run != {question.side}:
            if last is not None:
                return last
            run = {question.side}
        if question.kind in sealed:
            run.add(question.side)
        if question.kind == kind:
            last = Asked(game, at, question.side)
        match.choose(decision)
    return None


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
def test_sealed_questions_all_occur(kind: str) -> None:
    assert len(asked(kind)) == ENOUGH


@SEALED
def test_sealed_answer_is_not_visible_to_other_side(kind: str) -> None:
    for place in asked(kind):
        first, log = answered(place, 0)
        for answer in answers(place):
            match, seen = answered(place, answer)
            assert seen == log, "the log tells what is sealed"
            assert as_told(match) == as_told(first)
            assert observed(match) == observed(first), "the record tells what is sealed"


def observed(match: Match) -> tuple[Any, ...]:
    """The record as far as whoever is asked may see it."""
    assert match.question is not None
    return records.as_values(match.family.Game, observe(match.record, match.question.side))


def as_told(match: Match) -> tuple[Any, ...]:
    """The question that a game has stopped at, with all that its options hold."""
    asked = match.question
    assert asked is not None
    options = [records.as_values(Option, option) for option in asked.options]
    return asked.side, asked.kind, asked.actor, options


@pytest.mark.parametrize("bot", ["greedy", "random"])
@SEALED
def test_sealed_answer_does_not_change_answer_of_bot(kind: str, bot: str) -> None:
    for place in asked(kind):
        bots = ("person", bot) if place.side == 0 else (bot, "person")
        bot_answers = set()
        for answer in answers(place):
            laid_down = answered(place, answer)[0].decisions
            bot_answers.add(
                Match(place.game, 0, 0, bots, decisions=laid_down).decisions[len(laid_down)]
            )
        assert len(bot_answers) == 1


@SEALED
def test_sealed_answer_does_not_change_rollouts_of_planner(kind: str) -> None:
    """Each rollout samples the sealed answer."""
    for place in asked(kind):
        results = set()
        for answer in answers(place):
            match, _ = answered(place, answer)
            tries = Rollouts(match, 17)
            results.add(tuple(tuple(tries.results(option, 0, 6)) for option in range(2)))
        assert len(results) == 1


def test_planner_samples_sealed_answers() -> None:
    place = place_in(BIDDING, Q.BID)
    assert place is not None
    match, _ = answered(place, 0)
    bids = set()
    tries = Rollouts(match, 5)
    at = len(match.decisions) - 1
    for first in range(40):
        tries.results(0, first, 1)
        bids.add(int(tries.log[0].decisions[at]))
    assert len(bids) > 1


def test_sealed_bid_is_logged_once_open() -> None:
    """A sealed answer is in the log as soon as it is open."""
    place = place_in(BIDDING, Q.BID)
    assert place is not None
    match, log = answered(place, 2)
    match.choose(1)
    opened = [event for event in happenings(match)[len(log) :] if event.event == NUMBERS["bid"]]
    assert [event.a for event in opened[:2]] == [2, 1]


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(number, marks=pytest.mark.soak) for number in range(1, 6))]
)
def test_planner_keeps_its_own_sealed_answers(number: int) -> None:
    """In this duel, the rows open to a die depend on the rows of the others."""
    rules = resolve(catalog.book("duel"), Seed("8194077524604"))
    chance, match = (
        Random(number),
        Match(rules, 9, 0, assign_seats(rules, ("person", "greedy")), log_length=0),
    )
    for _ in range(30):
        if match.question is None:
            break
        assert 0 <= plan(match, 0) < len(match.question.options)
        match.choose(chance.randrange(len(match.question.options)))
