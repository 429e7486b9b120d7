"""Rulesets for tests: always the same ones, so that no test is flaky."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from carnage import catalog
from carnage.catalog import Book
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed

PUBLISHED = "243856987615781"


def classic() -> Book:
    return catalog.book("classic")


def ruleset(digits: str = PUBLISHED, name: str = "") -> Ruleset:
    return resolve(classic(), Seed(digits), name)


def rolled(**options: str) -> Ruleset:
    """A ruleset in which these tables (underscores for hyphens) have these options, 0 everywhere else."""
    book = classic()
    seed = Seed("0" * book.length)
    for table, code in options.items():
        id = table.replace("_", "-")
        seed = seed.replaced(book.place(id), str(book.table(id).results(code)[0]))
    return resolve(book, seed)


@cache
def sample(count: int) -> tuple[Ruleset, ...]:
    """Rulesets of `count` random seeds, drawn the same way every time."""
    draw = random.Random(1809)
    length = classic().length
    return tuple(ruleset("".join(str(draw.randrange(10)) for _ in range(length))) for _ in range(count))


def covering() -> Iterator[Ruleset]:
    """Ten rulesets in which every digit of every table is rolled."""
    for digit in "0123456789":
        yield ruleset(digit * classic().length)
