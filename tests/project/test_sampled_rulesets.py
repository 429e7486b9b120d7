"""Test the random rulesets of tests: constant, and independent of other tables and options."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from carnage import catalog
from carnage.catalog import Book
from tests.support import rulesets
from tests.support.rulesets import BOOKS, drawn, having, own_rules, printed


def add_table(code: str) -> Any:
    """Return a book with a new table at its head."""
    book = catalog.book(code)
    return SimpleNamespace(rolled=(SimpleNamespace(id="something-new", digits=2), *book.rolled))


@pytest.mark.parametrize("code", BOOKS)
def test_drawn_new_table_keeps_other_digits(code: str) -> None:
    for n in range(20):
        before, after = drawn(str(n), catalog.book(code)), drawn(str(n), add_table(code))
        assert after.digits[2:] == before.digits


def add_option(code: str, id: str) -> Book:
    """Return a book with a new option in one of its tables, which takes the highest roll."""
    book = catalog.book(code)
    table = book.table(id)
    option = replace(table.rolls[-1], code="something-new")
    more = replace(table, options=(*table.options, option), rolls=(*table.rolls[:-1], option))
    return replace(book, tables=tuple(more if each is table else each for each in book.tables))


@pytest.mark.parametrize("code", BOOKS)
def test_having_new_option_keeps_games_of_other_tables(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = catalog.book(code)
    rules = [f"{table.id}.{option.code}" for table in book.rolled[:-1] for option in table.options]
    before = {rule: [game.seed for game in having(rule, code, 3)] for rule in rules}
    more = add_option(code, book.rolled[-1].id)
    monkeypatch.setattr(rulesets.catalog, "book", lambda _: more)
    games = {rule: having.__wrapped__(rule, code, 3) for rule in rules}
    assert {rule: [game.seed for game in each] for rule, each in games.items()} == before
    assert having.__wrapped__(f"{book.rolled[-1].id}.something-new", code, 1), "no seed has it"


@pytest.mark.parametrize("code", BOOKS)
def test_having_returns_games_with_rule(code: str) -> None:
    for rule in own_rules(code):
        games = having(rule, code, 8)
        assert len(games) == 8
        assert len({game.seed for game in games}) == 8
        assert all(rule in printed(game) for game in games)
    assert not having("ranged.no-such-weapon", "classic", 1)
