"""Every worked example that the rulebooks print is played by the engine, in all kinds of games with it."""

from __future__ import annotations

import random
from typing import NamedTuple

import examples_gear  # noqa: F401
import examples_muster  # noqa: F401
import examples_riot  # noqa: F401
import examples_turns  # noqa: F401
import pytest
from arena import covering
from examples import RULES
from rulesets import BATTLES, rolling

from carnage import catalog
from carnage.catalog import Book, Example, Option, Table
from carnage.ruleset import Ruleset, resolve


class Printed(NamedTuple):
    """A worked example: which book prints it, under which rule, and whether that is an option."""

    book: Book
    table: Table
    rule: Option
    example: Example

    @property
    def name(self) -> str:
        number = self.rule.example.index(self.example)
        return f"{self.book.code}: {self.table.id}.{self.rule.code}-{number}"

    @property
    def place(self) -> str:
        return f"{self.table.id}.{self.rule.code}"

    def games(self) -> list[Ruleset]:
        """The rulesets of the pairwise covering that print it, its option put in where need be."""
        found = []
        for ruleset in covering(2, self.book.code):
            game = ruleset
            if self.rule in self.table.options:
                seed = rolling(self.book, ruleset.seed, self.table.id, self.rule.code)
                game = resolve(self.book, seed)
            if game.uses(self.table, self.rule):
                found.append(game)
        return found


# Rules of another book's weapons stand in the same tables, and are printed in no game of this one.
EXAMPLES = [
    printed
    for book in map(catalog.book, BATTLES)
    for table in book.tables
    for rule in (*table.options, *table.rules)
    for example in rule.example
    if (printed := Printed(book, table, rule, example)).games()
]


@pytest.mark.parametrize("printed", EXAMPLES, ids=[printed.name for printed in EXAMPLES])
def test_the_engine_does_what_the_example_says(printed: Printed) -> None:
    example = printed.example
    play = RULES[example.given["rule"]]  # an example of a new rule needs a function in examples.py
    chosen = printed.games()
    assert len(chosen) >= 5
    for ruleset in random.Random(printed.name).sample(chosen, min(len(chosen), 25)):
        assert play(ruleset, example) == example.then, ruleset.seed


def test_no_set_up_without_an_example() -> None:
    assert set(RULES) == {printed.example.given["rule"] for printed in EXAMPLES}


# Where numbers meet, a reader wants to see them meet once.
WANTED = {
    "ranged.rifle": "obscured",
    "ranged.machine-gun": "machine-gun",
    "ranged.grenade": "grenade",
    "close.sword": "strike",
    "close.shove": "shove",
    "activation-order.push-your-luck": "push-your-luck",
    "initiative.earnt-resource-buy": "resource-buy",
    "initiative.earnt-resource-bid": "resource-bid",
}


@pytest.mark.parametrize("place", WANTED)
def test_rules_with_several_numbers_have_an_example(place: str) -> None:
    assert WANTED[place] in [each.example.given["rule"] for each in EXAMPLES if each.place == place]


def test_an_example_that_is_wrong_is_found_out() -> None:
    """Every number of every `then`, changed, makes its example fail."""
    for printed in EXAMPLES:
        ruleset, example = printed.games()[0], printed.example
        found = RULES[example.given["rule"]](ruleset, example)
        for key, value in example.then.items():
            wrong = (
                value + 1
                if not isinstance(value, list | bool)
                else [9]
                if isinstance(value, list)
                else not value
            )
            assert found[key] != wrong
