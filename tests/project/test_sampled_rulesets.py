"""What the tests draw: the same for ever, and nobody's by way of anybody else's."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from carnage import catalog
from carnage.catalog import Book
from tests.support import rulesets
from tests.support.rulesets import BOOKS, drawn, having, own_rules, printed


def with_another_table(code: str) -> Any:
    """A book with a table more at its head."""
    book = catalog.book(code)
    return SimpleNamespace(rolled=(SimpleNamespace(id="something-new", digits=2), *book.rolled))


@pytest.mark.parametrize("code", BOOKS)
def test_another_table_moves_no_digit_of_the_others(code: str) -> None:
    for n in range(20):
        before, after = drawn(str(n), catalog.book(code)), drawn(str(n), with_another_table(code))
        assert after.digits[2:] == before.digits


def with_another_option(code: str, id: str) -> Book:
    """A book with an option more in one of its tables, which takes the highest roll over."""
    book = catalog.book(code)
    table = book.table(id)
    option = replace(table.rolls[-1], code="something-new")
    more = replace(table, options=(*table.options, option), rolls=(*table.rolls[:-1], option))
    return replace(book, tables=tuple(more if each is table else each for each in book.tables))


@pytest.mark.parametrize("code", BOOKS)
def test_another_option_moves_no_game_that_a_rule_of_another_table_is_looked_for_in(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = catalog.book(code)
    rules = [f"{table.id}.{option.code}" for table in book.rolled[:-1] for option in table.options]
    before = {rule: [game.seed for game in having(rule, code, 3)] for rule in rules}
    more = with_another_option(code, book.rolled[-1].id)
    monkeypatch.setattr(rulesets.catalog, "book", lambda _: more)
    games = {rule: having.__wrapped__(rule, code, 3) for rule in rules}
    assert {rule: [game.seed for game in each] for rule, each in games.items()} == before
    assert having.__wrapped__(f"{book.rolled[-1].id}.something-new", code, 1), "no seed has it"


@pytest.mark.parametrize("code", BOOKS)
def test_a_rule_is_in_force_in_the_games_that_it_is_looked_for_in(code: str) -> None:
    for rule in own_rules(code):
        games = having(rule, code, 8)
        assert len(games) == 8
        assert len({game.seed for game in games}) == 8
        assert all(rule in printed(game) for game in games)
    assert not having("ranged.no-such-weapon", "classic", 1)
