"""Every rule of a rulebook does something in the games that have it, and no other rule does."""

from __future__ import annotations

import re
from functools import cache

import pytest

from carnage import catalog
from carnage.catalog import Table
from carnage.engine.core.state import GREEDY, RANDOM
from carnage.engine.games import Match, families, family_of
from carnage.rulebook import build_rulebook
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import covering, tallied
from tests.support.marks import soak_all_but
from tests.support.rulesets import BOOKS, NOTHING, PLAYED, having, own_rules, printed, rolled

SEATS = [(GREEDY, GREEDY), (GREEDY, RANDOM), (RANDOM, GREEDY), (RANDOM, RANDOM)]
RULESETS = 8  # that a rule is looked for in, drawn for it
MORE_RULESETS = 16  # that a rule of rare use is looked for in
GAMES = [(few, seats) for few in (2, 12) for seats in SEATS]  # of each, until it has done something

# Some options need a loss, or a game that is long enough; in later books they need it more often.
MOST, USUALLY = {"classic": 0.75}, 0.3

EACH = pytest.mark.parametrize("book", BOOKS)
# Skirmish has all of the tables of classic.
OF_OTHERS = [each for each in PLAYED if each[0] != "classic"]
EACH_TABLE = pytest.mark.parametrize(
    ("book", "table"),
    [
        each if each in OF_OTHERS[::4] else pytest.param(*each, marks=pytest.mark.soak)
        for each in PLAYED
    ],
    ids=lambda each: getattr(each, "id", each),
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
        rule
        for rule in own_rules(book)
        if rule.split(".")[0] not in asked or rule.endswith(f".{NOTHING}")
    }


def fired(game: Ruleset, games: int, seats: tuple[int, int], seed: int) -> set[str]:
    """The rules that did something in any of so many games, so seated."""
    _, tallies = tallied(game, games, seats, seed)
    return {
        rule for rule, tally in zip(rules_of(game.book.code), tallies, strict=False) if tally.games
    }


@cache
def alive(rule: str, book: str, rulesets: int = RULESETS) -> tuple[int, int]:
    """In how many of the rulesets that were drawn for a rule it did something, and how many
    these are.
    """
    games = having(rule, book, rulesets)
    live = [
        any(rule in fired(game, few, seats, n) for few, seats in GAMES)
        for n, game in enumerate(games)
    ]
    return sum(live), len(games)


@pytest.mark.thorough
@pytest.mark.parametrize("book", soak_all_but(["duel", "skirmish"], BOOKS))
def test_fired_rules_are_printed_in_rulebook(book: str) -> None:
    """So no option that is shown as unused fires."""
    for n, game in enumerate(covering(2, book)):
        for seats in SEATS:
            assert fired(game, 2, seats, n) <= printed(game), game.seed


@pytest.mark.thorough
@EACH_TABLE
def test_every_option_fires_in_most_games_that_have_it(book: str, table: Table) -> None:
    """Some options need a loss or a long game."""
    idle = []
    for option in table.options:
        rule = f"{table.id}.{option.code}"
        if rule not in silent(book):
            live, games = alive(rule, book)
            if not 0 < games * MOST.get(book, USUALLY) <= live:
                idle.append(f"{option.code}: in {live} of {games}")
    assert not idle


@pytest.mark.thorough
@pytest.mark.parametrize("book", soak_all_but(["duel", "gamble"], BOOKS))
def test_every_rule_of_book_fires_in_some_game(book: str) -> None:
    assert own_rules(book) <= set(rules_of(book))
    idle = {rule for rule in own_rules(book) - silent(book) if not alive(rule, book)[0]}
    assert not {rule for rule in idle if not alive(rule, book, MORE_RULESETS)[0]}


@pytest.mark.parametrize("name", families())
def test_every_rule_of_family_is_in_some_book(name: str) -> None:
    books = [code for code in BOOKS if family(code) == name]
    assert set(family_of(name).rules) == set().union(*(own_rules(code) for code in books))


@pytest.mark.parametrize("units", ["individuals", "squads"])
def test_towers_seldom_need_more_dice_than_the_rulebook_asks_for(units: str) -> None:
    rules = rolled(book="skirmish", damage="the-tower", units=units)
    text = build_rulebook(rules).markdown()
    needed = re.search(r"About (\d+) dice that can be stacked", text)
    assert needed
    match = Match(rules, log_length=0)
    most_dice = []
    for number in range(20):
        match.restart(0, number)
        rounds = [rows[0] for rows in (*match.stage_starts, match.game_rows)]
        n_units = int(match.record.n_units)
        most_dice.append(
            max(sum(int(unit.tower) for unit in record.units[:n_units]) for record in rounds)
        )
    assert sum(dice > int(needed[1]) for dice in most_dice) <= 2
