"""Every worked example that the rulebooks print is played by the engine, in all kinds of games with
it.

How is told by the RULES of the module `<family>_examples`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import NamedTuple

import pytest
from worked import Found, Plays

from carnage import catalog
from carnage.catalog import Book, Example, Option, Table
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import Ruleset, resolve
from tests.support.arena import covering
from tests.support.rulesets import BOOKS, rolling, sample

ENOUGH, MANY = 5, 200  # games for each example, and how many are looked through for them


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

    def play(self, ruleset: Ruleset) -> Found:
        """What comes of it in a game.

        An example of a new rule needs a function in <family>_examples.py.
        """
        return rules_of(self.book.family)[self.example.given["rule"]](ruleset, self.example)

    def games(self) -> list[Ruleset]:
        """The rulesets of the pairwise covering that print it, its option put in where need be; of
        a sample too, where those are too few.
        """
        code = self.book.code
        few = self.among(covering(2, code))
        return few if len(few) >= ENOUGH else few + self.among(sample(MANY, code))

    def among(self, rulesets: Iterable[Ruleset]) -> list[Ruleset]:
        """Those of these rulesets, with its option put in, that print it."""
        showing = []
        for ruleset in rulesets:
            game = ruleset
            if self.rule in self.table.options:
                seed = rolling(self.book, ruleset.seed, self.table.id, self.rule.code)
                game = resolve(self.book, seed)
            if game.uses(self.table, self.rule) and self.text(game):
                showing.append(game)
        return showing

    def text(self, game: Ruleset) -> str:
        """What it says in a game; some have nothing to say in some."""
        table, rule, example = self.table, self.rule, self.example
        numbers = (
            game.choice(table.id).params
            if rule in table.options
            else {**table.params, **rule.params}
        )
        case = {
            "given": example.given,
            "dice": example.dice,
            "choices": example.choices,
            "then": example.then,
        }
        return TextFiller(game).fill(example.text, {**numbers, **case})


@cache
def rules_of(family: str) -> Plays:
    """How the examples of a family are played."""
    plays: Plays = import_module(f"{family}_examples").RULES
    return plays


# Rules of another book's weapons stand in the same tables, and are printed in no game of this one.
EXAMPLES = [
    printed
    for book in map(catalog.book, BOOKS)
    for table in book.tables
    for rule in table.every_rule
    for example in rule.example
    if (printed := Printed(book, table, rule, example)).games()
]


@pytest.mark.parametrize("count", [5, pytest.param(25, marks=pytest.mark.soak)])
@pytest.mark.parametrize("printed", EXAMPLES, ids=[printed.name for printed in EXAMPLES])
def test_example_played_gives_printed_result(printed: Printed, count: int) -> None:
    chosen = printed.games()
    assert len(chosen) >= ENOUGH
    for ruleset in random.Random(printed.name).sample(chosen, min(len(chosen), count)):
        assert printed.play(ruleset) == printed.example.then, ruleset.seed


FAMILIES = sorted({printed.book.family for printed in EXAMPLES})


@pytest.mark.parametrize("family", FAMILIES)
def test_example_setups_have_examples(family: str) -> None:
    printed = [each.example for each in EXAMPLES if each.book.family == family]
    assert not set(rules_of(family)) - {example.given["rule"] for example in printed}


@pytest.mark.parametrize("family", FAMILIES)
def test_examples_have_setups(family: str) -> None:
    """The message names the module that needs a function."""
    known = rules_of(family)
    assert not [
        f"{each.place}: tests/engine/plain/{family}_examples.py plays nothing called {rule!r}"
        for each in EXAMPLES
        if each.book.family == family and (rule := each.example.given["rule"]) not in known
    ]


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
def test_example_exists_for_rules_with_several_numbers(place: str) -> None:
    assert WANTED[place] in [each.example.given["rule"] for each in EXAMPLES if each.place == place]


def test_example_with_wrong_number_fails() -> None:
    """Every number of every `then`, changed, makes its example fail."""
    for printed in EXAMPLES:
        results = printed.play(printed.games()[0])
        for key, value in printed.example.then.items():
            wrong = (
                not value
                if isinstance(value, bool)
                else [9]
                if isinstance(value, list)
                else f"{value}!"
            )
            assert results[key] != wrong
