"""No rule in the document that the engine lacks, and none in the engine that the document lacks.

By the sources: what becomes of a rule in games is seen in `test_behaviour.py`.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

import pytest

from carnage import catalog
from carnage.catalog import Option, Table
from carnage.engine import codegen
from carnage.engine.core.rule_ids import identifier
from carnage.engine.games import families, family_of
from tests.support.playing import PACKAGE, Asked, modules_that_play, playing, read, tree_of
from tests.support.rulesets import BOOKS, NOTHING, PLAYED, classic

EACH = pytest.mark.parametrize("book", BOOKS)
EACH_TABLE = pytest.mark.parametrize(
    ("book", "table"), PLAYED, ids=lambda each: getattr(each, "id", each)
)


def family(book: str) -> str:
    return catalog.book(book).family


@cache
def functions(family: str) -> dict[str, set[str]]:
    """Which modules of a family define a function of each name, writers of events left out."""
    homes: dict[str, set[str]] = {}
    generated = {module.path for module in codegen.generated_modules(family)}
    for path in sorted({*(PACKAGE / "engine" / family).rglob("*.py")} - generated):
        for node in tree_of(path).body:
            if isinstance(node, ast.FunctionDef):
                homes.setdefault(node.name, set()).add(path.stem)
    return homes


def numbers(table: Table, option: Option) -> tuple[Any, ...]:
    """The numbers that an option has, its own and at its rolls."""
    own = [tuple(table.at.get(roll, {}).items()) for roll in table.results(option.code)]
    return (*option.params.items(), *own) if option.params or any(own) else ()


def known_by_trait(table: Table, option: Option, book: str) -> bool:
    """Whether a trait that no other option of the table gives is asked about by play, or by the
    rosters.
    """
    others = {trait for other in table.options if other is not option for trait in other.gives}
    roster = catalog.book(book).roster
    asked = {each.needs for each in (*roster.muster, *roster.layout, *roster.scale)}
    own = set(option.gives) - others
    return bool(own & (asked | playing(family(book)).traits))


@EACH_TABLE
def test_option_has_function_or_number(book: str, table: Table) -> None:
    """Or it is known by its number or by a trait of its own."""
    others = [option for option in table.options if option.code != NOTHING]
    named = [option for option in others if identifier(option.code) in functions(family(book))]
    rest = [option for option in others if option not in named]
    told_apart = [numbers(table, option) for option in rest]
    bare = [
        f"{table.id}.{option.code}: nothing in carnage/engine/{family(book)} is called "
        f"{identifier(option.code)}, asks for R.{name} or knows it by a trait, nor has it "
        "numbers of its own"
        for option, mine in zip(rest, told_apart, strict=True)
        if not (mine and told_apart.count(mine) == 1)
        and (name := identifier(f"{table.id}.{option.code}").upper())
        not in playing(family(book)).rules
        and not known_by_trait(table, option, book)
    ]
    assert not bare
    if book == "classic":
        assert not named or not rest, "some have a function of their own, and some have none"


@EACH_TABLE
def test_option_functions_are_in_module_of_table(book: str, table: Table) -> None:
    """The module of a table names the functions that are elsewhere."""
    homes = [
        functions(family(book)).get(identifier(option.code), set()) for option in table.options
    ]
    if not all(homes):
        return
    away = [
        option.code
        for option, home in zip(table.options, homes, strict=True)
        if identifier(table.id) not in home
    ]
    package = PACKAGE / "engine" / family(book)
    (path,) = [
        path
        for path in modules_that_play(family(book))
        if package in path.parents and path.stem == identifier(table.id)
    ]
    module = tree_of(path)
    for code in away:
        (home,) = functions(family(book))[identifier(code)]
        assert f"`{home}`" in (ast.get_docstring(module) or ""), (table.id, code)


@pytest.mark.parametrize("name", families())
def test_engine_names_only_rules_in_tables(name: str) -> None:
    known = {identifier(rule).upper() for rule in family_of(name).rules}
    for path in sorted((PACKAGE / "engine" / name).rglob("*.py")):
        asked = Asked()
        read(tree_of(path), asked)
        assert asked.rules - known <= NO_RULES, path.stem


# What a module of rules' numbers has besides them.
NO_RULES = {"RULES", "NUMBERING", "number"}


def unread(book: str) -> set[tuple[str, str]]:
    """The parameters of a book, by table and name, that play does not read: people alone know
    them.
    """
    return {
        (table.id, key)
        for table in catalog.book(book).tables
        for each in (
            *(one.params for one in (table, *table.options, *table.rules)),
            *table.at.values(),
        )
        for key in each
        if not playing(family(book)).reads(table.id, key)
    }


@EACH
def test_parameters_are_read_by_engine_or_preparation(book: str) -> None:
    """A number that is only in the text would be a rule that nobody plays."""
    # The exact odds count an ace and a court card too, but the engine deals the cards.
    amiss = [
        f"{table}.{key}: nothing that plays reads g.p.{identifier(f'{table}.{key}')}"
        for table, key in sorted(unread(book) - TOLD_ONLY.keys())
    ]
    assert not amiss


def test_exempt_parameters_are_not_read_by_engine() -> None:
    read_after_all = TOLD_ONLY.keys() - set().union(*map(unread, BOOKS))
    assert not read_after_all


# Numbers that follow from others or bind only people; the reason beside each.
TOLD_ONLY = {
    ("forces", "limit"): "the roster comes to it: tests/catalog/test_catalog.py adds it up",
    ("forces", "left_out"): "one question leaves out one unit or none",
    ("action-points", "each"): "once is what a bit can say",
    ("movement", "pivot_degrees"): "a right angle, in the pivots' dot products",
    ("movement", "turn_degrees"): "half of one, in the turns' cosine",
    ("movement", "tall"): "all blocking terrain is, no other",
    ("resolution", "deck"): "the deck's length in the record",
    ("game-length", "second"): "the round after the first",
    ("deployment", "near"): "models of a squad are stood side by side",
    ("fighting", "stunned"): "the name of a result, whose Stun markers follow from it",
    ("fighting", "dazed"): "the name of another",
    ("luck", "die"): "a luck roll is a D10",
    ("luck", "faces"): "a Hero number is a D6",
    ("round-structure", "fastest"): "how many rows of the chart are printed",
    ("game-length", "minutes"): "people have a timer, and games count activations",
    ("conventions", "minutes"): "how long people take is for them alone",
}


def test_numbers_in_text_only_agree_with_engine_in_classic() -> None:
    from carnage.engine.battle.frame.state import DECK
    from carnage.engine.battle.move import curves
    from carnage.engine.core.geometry import math

    book = classic()
    assert book.table("resolution").option("card-draw").params["deck"] == DECK
    turn = book.table("movement").option("momentum-movement").params["turn_degrees"]
    assert pytest.approx(math.cos(math.radians(turn))) == curves.HALF_RIGHT
    assert book.table("movement").option("restricted-movement").params["pivot_degrees"] == 90
    assert book.table("forces").params["left_out"] == 1
    assert book.table("action-points").option("one-of-everything").params["each"] == 1
    late = book.table("game-length").option("uncertain-round-limit-5-7").params
    assert (late["second"], late["last"]) == (late["first"] + 1, late["first"] + 2)
    early = book.table("game-length").option("uncertain-round-limit-3-10").params
    assert (early["first"], early["last"]) == (early["reach"] - 6, early["reach"] - 1)


def test_numbers_in_text_only_agree_with_engine_in_skirmish() -> None:
    book = catalog.book("skirmish")
    assert book.table("luck").option("luck-rolls").params["die"] == 10
    assert book.table("luck").option("hero-number").params["faces"] == 6
    assert book.table("damage").option("slowed").params["dice"] == 1
    pace = {max(figure.stats["pace"] for figure in book.roster.figure)}
    assert pace <= set(
        range(book.table("round-structure").option("speed-phases").params["fastest"] + 1)
    )
