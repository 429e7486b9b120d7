"""Every worked example that the rulebooks print is played by the engine, in all kinds of games with it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from arena import covering
from examples import RULES
from rulesets import classic

from carnage.catalog import Example
from carnage.ruleset import Ruleset, resolve


def printed() -> Iterator[tuple[str, Example, tuple[str, ...], str]]:
    """Each example: a name for it, itself, what its rule needs, and the table and option it stands with."""
    for table in classic().tables:
        for entry in (*table.options, *table.rules):
            for number, example in enumerate(entry.example):
                option = entry.code if entry in table.options else ""
                yield f"{table.id}.{entry.code}-{number}", example, (*table.needs, *entry.needs), option


EXAMPLES = list(printed())


def games(name: str, needs: tuple[str, ...], option: str) -> list[Ruleset]:
    """The rulesets of the pairwise covering that print this example, its option put in where need be."""
    table = name.split(".")[0]
    found = []
    for ruleset in covering(2):
        if option:
            digit = str(classic().table(table).results(option)[0])
            ruleset = resolve(classic(), ruleset.seed.replaced(classic().place(table), digit))
        if ruleset.meets(needs):
            found.append(ruleset)
    return found


@pytest.mark.parametrize(
    ("name", "example", "needs", "option"), EXAMPLES, ids=[name for name, *_ in EXAMPLES]
)
def test_the_engine_does_what_the_example_says(
    name: str, example: Example, needs: tuple[str, ...], option: str
) -> None:
    play = RULES[example.given["rule"]]  # an example of a new rule needs a function in examples.py
    chosen = games(name, needs, option)
    assert len(chosen) >= 5
    for ruleset in random.Random(name).sample(chosen, min(len(chosen), 25)):
        assert play(ruleset, example) == example.then, ruleset.seed


def test_no_set_up_without_an_example() -> None:
    assert set(RULES) == {example.given["rule"] for _, example, _, _ in EXAMPLES}


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
    assert WANTED[place] in [e.given["rule"] for name, e, _, _ in EXAMPLES if name.rsplit("-", 1)[0] == place]


def test_an_example_that_is_wrong_is_found_out() -> None:
    """Every number of every `then`, changed, makes its example fail."""
    for name, example, needs, option in EXAMPLES:
        ruleset = games(name, needs, option)[0]
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
