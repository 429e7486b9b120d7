"""Every worked example that a duel's rulebook prints is played by the engine, in all kinds of games."""

from __future__ import annotations

import random

import pytest
from arena import covering
from duel_examples import RULES
from rulesets import rolling

from carnage import catalog
from carnage.catalog import Example, Option, Table
from carnage.ruleset import Ruleset, resolve

BOOK = catalog.book("duel")
EXAMPLES = [
    (table, rule, example)
    for table in BOOK.tables
    for rule in (*table.options, *table.rules)
    for example in rule.example
]
EACH = pytest.mark.parametrize(
    ("table", "rule", "example"), EXAMPLES, ids=[f"{table.id}.{rule.code}" for table, rule, _ in EXAMPLES]
)


def games(table: Table, rule: Option) -> list[Ruleset]:
    """The rulesets of the pairwise covering in which this rule has work, its option put in where need be."""
    found = []
    for ruleset in covering(2, "duel"):
        if rule in table.options:
            ruleset = resolve(BOOK, rolling(BOOK, ruleset.seed, table.id, rule.code))
        if ruleset.uses(table, rule):
            found.append(ruleset)
    return found


@EACH
def test_the_engine_does_what_the_example_says(table: Table, rule: Option, example: Example) -> None:
    play = RULES[example.given["rule"]]  # an example of a new rule needs a function in duel_examples.py
    for ruleset in random.Random(rule.code).sample(games(table, rule), 15):
        assert play(ruleset, example) == example.then, ruleset.seed


def test_no_set_up_without_an_example() -> None:
    assert set(RULES) == {example.given["rule"] for _, _, example in EXAMPLES}


@EACH
def test_an_example_that_is_wrong_is_found_out(table: Table, rule: Option, example: Example) -> None:
    found = RULES[example.given["rule"]](games(table, rule)[0], example)
    for key, value in example.then.items():
        wrong = (not value) if isinstance(value, bool) else [9] if isinstance(value, list) else f"{value}!"
        assert found[key] != wrong
