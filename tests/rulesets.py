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
BOOKS = catalog.book_codes()
BATTLES = tuple(code for code in BOOKS if catalog.book(code).family == "battle")


def classic() -> Book:
    return catalog.book("classic")


def ruleset(digits: str = PUBLISHED, name: str = "", book: str = "classic") -> Ruleset:
    return resolve(catalog.book(book), Seed(digits), name)


def rolled(book: str = "classic", **options: str) -> Ruleset:
    """A ruleset in which these tables (underscores for hyphens) have these options, 0 everywhere else."""
    found = catalog.book(book)
    seed = Seed("0" * found.length)
    for table, code in options.items():
        seed = rolling(found, seed, table.replace("_", "-"), code)
    return resolve(found, seed)


def rolling(book: Book, seed: Seed, id: str, code: str) -> Seed:
    """The same seed, but that this table gives this option, by the lowest roll that does."""
    table = book.table(id)
    return seed.replaced(book.place(id), str(table.results(code)[0]).zfill(table.digits))


@cache
def sample(count: int, book: str = "classic") -> tuple[Ruleset, ...]:
    """Rulesets of `count` random seeds, drawn the same way every time."""
    draw = random.Random(1809)
    length = catalog.book(book).length
    return tuple(
        ruleset("".join(str(draw.randrange(10)) for _ in range(length)), book=book) for _ in range(count)
    )


def covering(book: str = "classic") -> Iterator[Ruleset]:
    """Ten rulesets in which every digit of every table is rolled."""
    for digit in "0123456789":
        yield ruleset(digit * catalog.book(book).length, book=book)


def printed(game: Ruleset) -> set[str]:
    """The rules that this game's document prints as in force: the options and fixed rules that have work."""
    chosen = {f"{c.table.id}.{c.option.code}" for c in game.choices if game.uses(c.table, c.option)}
    fixed = {
        f"{table.id}.{rule.code}"
        for table in game.book.tables
        for rule in table.rules
        if game.uses(table, rule)
    }
    return chosen | fixed
