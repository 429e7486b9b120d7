"""Questions are what their families declare: every kind, every number of every option, in games."""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import msgspec
import pytest

from carnage.engine import codegen
from carnage.engine.core.events import constant_name
from carnage.engine.core.queries import (
    A_DIRECTION,
    A_NUMBER,
    A_PLACE,
    NO_VALUE,
    SLOTS,
    YES_OR_NO,
    Chance,
    Choice,
    Direction,
    Place,
    Query,
    Slot,
    Thing,
    YesNo,
    choice_of,
)
from carnage.engine.games import Match, families, family_of
from carnage.engine.narration import Narrator
from carnage.engine.planner import greedy_choice
from carnage.engine.question_data import (
    OpenQuestion,
    describe_question,
    highlights,
    question_tables,
)
from carnage.engine.scene_builder import SceneBuilder
from tests.support.arena import covering
from tests.support.dispatch import modules_of
from tests.support.rulesets import BOOKS, having

EACH = pytest.mark.parametrize("book", BOOKS)
EACH_FAMILY = pytest.mark.parametrize("family", families())
STEP, FEW = 11, 20  # every so-manyth question of a game is looked at, and the first of each kind
MORE = 6  # rulesets beyond those that have every option
HAIR = 1.0e-6


# ------------------------------------------------------------------------------------- by structure


@cache
def asked_by_rules(family: str) -> dict[str, set[str]]:
    """The constants of the kinds of question that the family's rules ask for, by how:

    `ask`, `ask_sealed`.
    """
    names: dict[str, set[str]] = {"ask": set(), "ask_sealed": set()}
    module = f"{codegen.frame_package(family)}.questions"
    for tree in modules_of(family).values():
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        known = {
            each.asname or each.name: each.name
            for node in imports
            if node.module == module
            for each in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names:
                kinds = {
                    known[arg.id]
                    for arg in node.args
                    if isinstance(arg, ast.Name) and arg.id in known
                }
                if kinds:
                    names[node.func.id].update(kinds)
    return names


@EACH_FAMILY
def test_queries_declared_equal_those_asked(
    family: str,
) -> None:
    questions = import_module(f"{codegen.frame_package(family)}.questions")
    numbers = {
        name: getattr(questions, name)
        for kinds in asked_by_rules(family).values()
        for name in kinds
    }
    queries = family_of(family).queries
    assert {constant_name(queries[number].name) for number in numbers.values()} == set(numbers)
    assert sorted(numbers.values()) == list(range(len(queries)))


@EACH_FAMILY
def test_queries_sealed_are_asked_in_secret(family: str) -> None:
    secret = {constant_name(query.name) for query in family_of(family).queries if query.sealed}
    asked = asked_by_rules(family)
    assert asked["ask_sealed"] == secret
    assert not asked["ask"] & secret


# ----------------------------------------------------------------------------------------- in games


class Stop(NamedTuple):
    """What was seen of a game at one of its questions."""

    query: str
    described: OpenQuestion
    lines: list[str]
    amiss: list[str]  # what an option has that its query does not declare
    rules: tuple[str, ...]  # the tables from which it comes


@cache
def stops(book: str) -> tuple[Stop, ...]:
    """Games of a book stopped at many of their questions, and at the first few of each kind in
    any case.
    """
    stops_met: list[Stop] = []
    seen: Counter[int] = Counter()
    for n, rules in enumerate((*covering(1, book), *covering(2, book)[:MORE])):
        usual = Match(
            rules, n, 0, ("random",) if n % 2 else ("greedy", "random"), log_length=0
        ).decisions
        match = Match(rules, n, 0, ("person",), log_length=0)
        teller = Narrator(match)
        for at, decision in enumerate(usual):
            assert match.question is not None
            kind = match.question.kind
            seen[kind] += 1
            if at % STEP == 0 or seen[kind] <= FEW:
                described = describe_question(match)
                assert described is not None
                lines = teller.question()[1]
                stop = Stop(
                    described.query, described, lines, list(amiss(match)), question_tables(match)
                )
                stops_met.append(stop)
            match.choose(decision)
        assert describe_question(match) is None, "the game is over"
    return tuple(stops_met)


def extent(record: Any) -> float:
    """How far the table goes to the east and north; endless where there is none."""
    return float(getattr(record, "table", 0.0) or getattr(record, "square", 0.0) or math.inf)


def fits(slot: Slot, numbers: list[float], record: Any, seat: int) -> bool:
    """Whether these numbers are of the kind that the slot declares."""
    kind = slot.kind
    if isinstance(kind, Place):
        edge = extent(record)
        low = 0.0 if edge < math.inf else -math.inf
        return all(low - HAIR <= number <= edge + HAIR for number in numbers)
    if isinstance(kind, Direction):
        return abs(math.hypot(*numbers) - 1.0) < HAIR or ("null" in slot.says and not any(numbers))
    (number,) = numbers
    if isinstance(kind, (Thing, Choice)) and number == NO_VALUE:
        return "null" in slot.says
    if isinstance(kind, Thing):
        return 0 <= number < kind.count_items(record, seat)
    if isinstance(kind, Choice):
        return number in kind.names
    if isinstance(kind, YesNo):
        return number in (0, 1)
    return 0.0 <= number <= 1.0 if isinstance(kind, Chance) else math.isfinite(number)


def amiss(match: Match) -> Iterator[str]:
    """What about the open question and its options is not as it is declared."""
    asked = match.question
    assert asked is not None
    query = match.family.queries[asked.kind]
    about = query.about
    if not (
        fits(about, [asked.actor], match.record, asked.side) if about else asked.actor == NO_VALUE
    ):
        yield f"about {asked.actor}"
    for option in asked.options:
        left = {each for key in SLOTS for each in key.split(",")}
        for key, slot in query.slots_in_use(option):
            numbers = [getattr(option, each) for each in key.split(",")]
            if not fits(slot, numbers, match.record, asked.side):
                yield f"{slot.name}: {numbers}"
            left -= set(key.split(","))
        yield from (each for each in sorted(left) if getattr(option, each) not in (0, NO_VALUE))


@EACH
def test_options_have_fields_of_their_query(book: str) -> None:
    assert [(stop.query, stop.amiss) for stop in stops(book) if stop.amiss] == []


@EACH
def test_question_comes_from_rule_of_game(book: str) -> None:
    assert [stop.query for stop in stops(book) if not stop.rules] == []


@EACH
def test_options_differ_in_text_and_json(book: str) -> None:
    for stop in stops(book):
        described = {msgspec.json.encode(option) for option in stop.described.options}
        twice = [line for line, times in Counter(stop.lines).items() if times > 1]
        assert not twice, f"{stop.query}: options that people cannot tell apart"
        assert len(described) == len(stop.lines), (stop.query, stop.described.options)


@EACH
def test_open_question_round_trips_and_explains_names(book: str) -> None:
    for stop in stops(book):
        described = stop.described
        assert msgspec.json.decode(msgspec.json.encode(described), type=OpenQuestion) == described
        named = {meaning.name for meaning in described.meanings}
        assert named
        assert all(set(option) <= named for option in described.options)


# --------------------------------------------------------------------------------- bad declarations

SHIP = Thing("ship", "ships")
WAYS = choice_of("stay", "go")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"put": "Who is {about}?"}, "does not say that it is about"),
        ({"slots": {"whom": Slot("ship", SHIP)}}, "no slot 'whom'; the slots are what; who"),
        (
            {"slots": {"x": Slot("far", A_NUMBER), "x,y": Slot("to", A_PLACE)}},
            "x has a meaning twice",
        ),
        ({"slots": {"who": Slot("ship", SHIP, of=("go",))}}, "of go, which `what` does not name"),
        (
            {"slots": {"what": Slot("way", WAYS), "who": Slot("ship", SHIP, of=("fly",))}},
            "is of fly",
        ),
        (
            {"slots": {"what": Slot("go", YES_OR_NO), "x": Slot("n", A_NUMBER, of=("go",))}},
            "is of go",
        ),
        ({"slots": {"x": Slot("to", A_PLACE)}}, "a place takes two slots, not x"),
        ({"slots": {"x,y": Slot("much", A_NUMBER)}}, "a number takes one slot, not x,y"),
        (
            {"slots": {"what": Slot("ship", SHIP), "who": Slot("ship", SHIP)}},
            "two slots are called alike",
        ),
    ],
)
def test_query_invalid_declaration_raises(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=f"query ask: .*{says}"):
        Query(**{"name": "ask", "put": "Who?", **wrong})


def test_query_conditional_slots_may_share_field_and_name() -> None:
    query = Query(
        "go",
        "Where to?",
        slots={
            "what": Slot("way", WAYS),
            "who": (Slot("ship", SHIP, of=("go",)), Slot("for", A_NUMBER, of=("stay",))),
            "fx,fy": Slot("facing", A_DIRECTION, "null for none"),
        },
    )
    option = {slot: 0 for key in SLOTS for slot in key.split(",")}
    assert query.read(
        _Option(
            **option,
        )
    ) == {"way": "stay", "for": 0, "facing": None}
    assert query.read(_Option(**{**option, "what": 1, "who": -1, "fy": 1.0})) == {
        "way": "go",
        "ship": None,
        "facing": [0.0, 1.0],
    }


class _Option:
    """An option out of the blue."""

    def __init__(self, **numbers: float) -> None:
        vars(self).update(numbers)


def test_answers_with_a_target_name_a_piece_of_the_other_side() -> None:
    """Play duels until a ship may shoot, and one may throw a die onto the other."""
    named = set()
    for rules in having("tanks.exploding", "duel", 6):
        match = Match(rules, bots=("person", "person"))
        scenes = SceneBuilder(rules)
        while match.question is not None:
            query = match.family.queries[match.question.kind]
            for option, highlight in zip(match.question.options, highlights(match)[1], strict=True):
                answer = query.answers.get(option.what, "")
                if answer in query.targets:
                    owners = {p.id: p.owner for p in scenes.scene(match.record, -1).pieces}
                    (piece,) = highlight.pieces
                    assert owners[piece] == 1 - match.question.side
                    named.add((query.name, answer))
            match.choose(greedy_choice(match))
    assert named == {("shoot", "yes"), ("jettison", "throw")}
