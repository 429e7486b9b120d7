"""No rule in the document that the engine lacks, and none in the engine that the document lacks."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

import pytest
from arena import covering, tallied
from playing import Asked, playing, read, tree_of
from rulesets import BOOKS, classic, having, own_rules, printed

from carnage import catalog
from carnage.catalog import Option, Table
from carnage.engine import writing
from carnage.engine.core.compiling import PACKAGE
from carnage.engine.core.numbering import identifier
from carnage.engine.core.state import GREEDY, RANDOM
from carnage.engine.games import families, family_of
from carnage.ruleset import Ruleset

# An option that says that there is no such thing in this game: nothing that could be played.
NOTHING = "none"

SEATS = [(GREEDY, GREEDY), (GREEDY, RANDOM), (RANDOM, GREEDY), (RANDOM, RANDOM)]
RULESETS = 8  # that a rule is looked for in, drawn for it
GAMES = [(few, seats) for few in (2, 12) for seats in SEATS]  # of each, until it has done something

# Some options need a loss, or a game that is long enough; in later books they need it more often.
MOST, USUALLY = {"classic": 0.75}, 0.3

EACH = pytest.mark.parametrize("book", BOOKS)
# What is unclear to people is never unclear to a program.
TABLES = [(code, table) for code in BOOKS for table in catalog.book(code).rolled if not table.for_people]
EACH_TABLE = pytest.mark.parametrize(
    ("book", "table"), TABLES, ids=[f"{code}-{table.id}" for code, table in TABLES]
)


def family(book: str) -> str:
    return catalog.book(book).family


def rules_of(book: str) -> tuple[str, ...]:
    """Every rule of a book's family."""
    rules: tuple[str, ...] = family_of(family(book)).rules
    return rules


def silent(book: str) -> set[str]:
    """The rules of a book that nothing in play could show."""
    asked = {table.id for table in catalog.book(book).tables if not table.for_people}
    return {
        rule for rule in own_rules(book) if rule.split(".")[0] not in asked or rule.endswith(f".{NOTHING}")
    }


def fired(game: Ruleset, games: int, seats: tuple[int, int], seed: int) -> set[str]:
    """The rules that did something in any of so many games, so seated."""
    _, tallies = tallied(game, games, seats, seed)
    return {rule for rule, tally in zip(rules_of(game.book.code), tallies, strict=False) if tally.games}


@cache
def alive(rule: str, book: str) -> tuple[int, int]:
    """In how many of the rulesets that were drawn for a rule it did something, and how many these are."""
    games = having(rule, book, RULESETS)
    live = [any(rule in fired(game, few, seats, n) for few, seats in GAMES) for n, game in enumerate(games)]
    return sum(live), len(games)


@EACH
def test_only_rules_that_a_game_has_fire_in_it(book: str) -> None:
    """And so no option fires that is shown as not used."""
    for n, game in enumerate(covering(2, book)):
        for seats in SEATS:
            assert fired(game, 2, seats, n) <= printed(game), game.seed


@EACH_TABLE
def test_every_option_fires_wherever_it_is_chosen(book: str, table: Table) -> None:
    """In most games, that is: some options need a loss, or a game that is long enough."""
    idle = []
    for option in table.options:
        rule = f"{table.id}.{option.code}"
        if rule not in silent(book):
            live, games = alive(rule, book)
            if not 0 < games * MOST.get(book, USUALLY) <= live:
                idle.append(f"{option.code}: in {live} of {games}")
    assert not idle


@EACH
def test_every_rule_fires_in_some_game(book: str) -> None:
    assert own_rules(book) <= set(rules_of(book))
    assert not {rule for rule in own_rules(book) - silent(book) if not alive(rule, book)[0]}


@pytest.mark.parametrize("name", families())
def test_every_rule_is_in_force_in_some_game_of_some_book(name: str) -> None:
    books = [code for code in BOOKS if family(code) == name]
    assert set(family_of(name).rules) == set().union(*(own_rules(code) for code in books))


@cache
def functions(family: str) -> dict[str, set[str]]:
    """Which modules of a family define a function of each name, writers of events left out."""
    homes: dict[str, set[str]] = {}
    for path in sorted({*(PACKAGE / "engine" / family).rglob("*.py")} - {writing.place(family)}):
        for node in tree_of(path).body:
            if isinstance(node, ast.FunctionDef):
                homes.setdefault(node.name, set()).add(path.stem)
    return homes


def numbers(table: Table, option: Option) -> tuple[Any, ...]:
    """The numbers that an option has, its own and at its rolls."""
    own = [tuple(table.at.get(roll, {}).items()) for roll in table.results(option.code)]
    return (*option.params.items(), *own) if option.params or any(own) else ()


def known_by_trait(table: Table, option: Option, book: str) -> bool:
    """Whether a trait that no other option of the table gives is asked about by play, or by the rosters."""
    others = {trait for other in table.options if other is not option for trait in other.gives}
    roster = catalog.book(book).roster
    asked = {each.needs for each in (*roster.muster, *roster.layout, *roster.scale)}
    own = set(option.gives) - others
    return bool(own & (asked | playing(family(book)).traits))


@EACH_TABLE
def test_each_option_is_a_function_of_its_name_or_a_number_of_its_own(book: str, table: Table) -> None:
    """Or it is told by its number, or by a trait of its own."""
    others = [option for option in table.options if option.code != NOTHING]
    named = [option for option in others if identifier(option.code) in functions(family(book))]
    rest = [option for option in others if option not in named]
    told_apart = [numbers(table, option) for option in rest]
    bare = [
        option.code
        for option, mine in zip(rest, told_apart, strict=True)
        if not (mine and told_apart.count(mine) == 1)
        and identifier(f"{table.id}.{option.code}").upper() not in playing(family(book)).rules
        and not known_by_trait(table, option, book)
    ]
    assert not bare
    if book == "classic":
        assert not named or not rest, "some have a function of their own, and some have none"


@EACH_TABLE
def test_modules_are_named_after_their_tables(book: str, table: Table) -> None:
    """A rolled table's functions stand in the module of its name, which says what stands elsewhere."""
    homes = [functions(family(book)).get(identifier(option.code), set()) for option in table.options]
    if not all(homes):
        return
    away = [
        option.code
        for option, home in zip(table.options, homes, strict=True)
        if identifier(table.id) not in home
    ]
    module = tree_of(PACKAGE / "engine" / family(book) / f"{identifier(table.id)}.py")
    for code in away:
        (home,) = functions(family(book))[identifier(code)]
        assert f"`{home}`" in (ast.get_docstring(module) or ""), (table.id, code)


@pytest.mark.parametrize("name", families())
def test_the_engine_names_no_rule_that_is_in_no_table(name: str) -> None:
    known = {identifier(rule).upper() for rule in family_of(name).rules}
    for path in sorted((PACKAGE / "engine" / name).rglob("*.py")):
        asked = Asked()
        read(tree_of(path), asked)
        assert asked.rules - known <= NO_RULES, path.stem


# What a module of rules' numbers has besides them.
NO_RULES = {"RULES", "NUMBERING", "number"}


def unread(book: str) -> set[tuple[str, str]]:
    """The parameters of a book, by table and name, that play does not read: people alone know them."""
    return {
        (table.id, key)
        for table in catalog.book(book).tables
        for each in (*(one.params for one in (table, *table.options, *table.rules)), *table.at.values())
        for key in each
        if not playing(family(book)).reads(table.id, key)
    }


@EACH
def test_every_parameter_is_read_by_the_engine_or_by_its_preparation(book: str) -> None:
    """A number that only the text knows would be a rule that nobody plays."""
    # The exact odds count an ace and a court card too, but the engine deals the cards.
    assert unread(book) <= set(TOLD_ONLY)


def test_nothing_is_excused_that_play_reads() -> None:
    assert set().union(*map(unread, BOOKS)) == set(TOLD_ONLY)


# Numbers that follow from others or bind only people; the reason beside each.
TOLD_ONLY = {
    ("forces", "limit"): "the roster comes to it: tests/test_catalog.py adds it up",
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
    ("luck", "die"): "a luck roll is a D20",
    ("luck", "faces"): "a Hero number is a D6",
    ("round-structure", "fastest"): "how many rows of the chart are printed",
    ("game-length", "minutes"): "people have a timer, and games count activations",
    ("conventions", "minutes"): "how long people take is for them alone",
}


def test_numbers_that_the_text_tells_alone_agree_with_the_engine() -> None:
    from carnage.engine.battle import movement
    from carnage.engine.battle.state import DECK
    from carnage.engine.core.geometry import math

    book = classic()
    assert book.table("resolution").option("card-draw").params["deck"] == DECK
    turn = book.table("movement").option("momentum-movement").params["turn_degrees"]
    assert pytest.approx(math.cos(math.radians(turn))) == movement.HALF_RIGHT
    assert book.table("movement").option("restricted-movement").params["pivot_degrees"] == 90
    assert book.table("forces").params["left_out"] == 1
    assert book.table("action-points").option("one-of-everything").params["each"] == 1
    late = book.table("game-length").option("uncertain-round-limit-5-7").params
    assert (late["second"], late["last"]) == (late["first"] + 1, late["first"] + 2)
    early = book.table("game-length").option("uncertain-round-limit-3-10").params
    assert (early["first"], early["last"]) == (early["reach"] - 6, early["reach"] - 1)


def test_numbers_that_skirmish_tells_alone_agree_with_the_engine() -> None:
    book = catalog.book("skirmish")
    assert book.table("luck").option("luck-rolls").params["die"] == 20
    assert book.table("luck").option("hero-number").params["faces"] == 6
    assert book.table("damage").option("slowed").params["dice"] == 1
    pace = {max(figure.stats["pace"] for figure in book.roster.figure)}
    assert pace <= set(range(book.table("round-structure").option("speed-phases").params["fastest"] + 1))
