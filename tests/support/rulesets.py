"""Rulesets for tests, always the same ones, so that no test is flaky.

Random digits depend on a key and a table only. A new table or option does not change those of other
tables, and a test of one rule keeps its games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache

from carnage import catalog
from carnage.catalog import Book, Table
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

PUBLISHED = "243856987615781"
BOOKS = catalog.book_codes()
TRIES = 400  # rulesets among which one is looked for that has some rule
# Tables that resolve unclear rules, which only concern people, are left out.
PLAYED = [
    (code, table) for code in BOOKS for table in catalog.book(code).rolled if not table.for_people
]
# The code of options without any effect.
NOTHING = "none"
BATTLES = tuple(code for code in BOOKS if catalog.book(code).family == "battle")


def classic() -> Book:
    return catalog.book("classic")


def ruleset(digits: str = PUBLISHED, name: str = "", book: str = "classic") -> Ruleset:
    return resolve(catalog.book(book), Seed(digits), name)


def game_at(path: str) -> Ruleset:
    """Return the ruleset at a path such as classic/243856987615781."""
    code, _, digits = path.partition("/")
    return ruleset(digits, book=code)


def rolled(book: str = "classic", **options: str) -> Ruleset:
    """Return a ruleset with these options by table (underscores for hyphens), and 0 everywhere
    else.
    """
    rolled_on = catalog.book(book)
    seed = Seed("0" * rolled_on.length)
    for table, code in options.items():
        seed = rolling(rolled_on, seed, table.replace("_", "-"), code)
    return resolve(rolled_on, seed)


def rolling(book: Book, seed: Seed, id: str, code: str) -> Seed:
    """Return the seed with the lowest roll that gives this option of a table."""
    table = book.table(id)
    return seed.replaced(book.digit_offset(id), str(table.results(code)[0]).zfill(table.digits))


def drawn(key: str, book: Book) -> Seed:
    """Return a random seed, the same for the same key; the digits of a table depend on key and
    table only.
    """
    return Seed("".join(_digits(key, table, range(10**table.digits)) for table in book.rolled))


def _digits(key: str, table: Table, rolls: Sequence[int]) -> str:
    """Return one of these rolls on a table, chosen by the key."""
    digest = hashlib.blake2b(f"{key}/{table.id}".encode(), digest_size=8).digest()
    return str(rolls[int.from_bytes(digest, "big") % len(rolls)]).zfill(table.digits)


@cache
def sample(count: int, book: str = "classic") -> tuple[Ruleset, ...]:
    """Return rulesets of `count` random seeds."""
    whole = catalog.book(book)
    return tuple(resolve(whole, drawn(f"sample {n}", whole)) for n in range(count))


@cache
def having(rule: str, book: str, count: int) -> tuple[Ruleset, ...]:
    """Return up to `count` random rulesets in which a rule (`table.code`) is in force, among
    `TRIES`.
    """
    whole = catalog.book(book)
    id, _, code = rule.partition(".")
    table = whole.table(id)
    own = any(option.code == code for option in table.options)
    games: list[Ruleset] = []
    for n in range(TRIES):
        seed = drawn(f"{rule} {n}", whole)
        if own:
            seed = seed.replaced(
                whole.digit_offset(id), _digits(f"{rule} {n}", table, table.results(code))
            )
        game = resolve(whole, seed)
        if rule in printed(game):
            games.append(game)
        if len(games) == count:
            break
    return tuple(games)


@cache
def own_rules(book: str) -> frozenset[str]:
    """Return the names (table, dot, code) of all rules of a book's tables that some game has."""
    whole = catalog.book(book)
    every = [f"{table.id}.{rule.code}" for table in whole.tables for rule in table.every_rule]
    return frozenset(rule for rule in every if having(rule, book, 1))


def every_digit(book: str = "classic") -> Iterator[Ruleset]:
    """Yield ten rulesets in which every digit of every table is rolled."""
    for digit in "0123456789":
        yield ruleset(digit * catalog.book(book).length, book=book)


def printed(game: Ruleset) -> set[str]:
    """Return the rules that are in force in a game: used options and fixed rules."""
    chosen = {f"{c.table.id}.{c.option.code}" for c in game.choices if game.uses(c.table, c.option)}
    fixed = {
        f"{table.id}.{rule.code}"
        for table in game.book.tables
        for rule in table.rules
        if game.uses(table, rule)
    }
    return chosen | fixed
