"""Compiled games are the uncompiled ones, event for event and field for field."""

from __future__ import annotations

import pickle

import pytest

from tests.support.arena import Case, cases, covering, ended, happenings, uncompiled
from tests.support.rulesets import BATTLES, BOOKS, rolled

QUICK = [book for book in BOOKS if book not in BATTLES]
EACH = pytest.mark.parametrize("book", BOOKS)


def compare(chosen: list[Case]) -> None:
    plain = pickle.loads(
        uncompiled("play_plain.py", feed=pickle.dumps([tuple(case) for case in chosen]))
    )
    assert len(plain) == len(chosen)
    for case, (theirs, last) in zip(chosen, plain, strict=True):
        match = case.play()
        assert match.family.is_compiled, (
            "this compares compiled games: run it without CARNAGE_UNCOMPILED"
        )
        mine = [tuple(event) for event in happenings(match)]
        assert len(mine) > (40 if case.book in BATTLES else 5), case
        for n, (left, right) in enumerate(zip(mine, theirs, strict=False)):
            assert left == right, (case, n)
        assert len(mine) == len(theirs), case
        assert ended(match) == last, case


@pytest.mark.parametrize(
    "book",
    [
        *QUICK,
        pytest.param("skirmish", marks=pytest.mark.thorough),  # it has all tables of classic
        pytest.param("classic", marks=pytest.mark.soak),
    ],
)
def test_compiled_games_equal_uncompiled_ones(book: str) -> None:
    """Play every option of every table at least once."""
    compare(cases(covering(1, book)))


@pytest.mark.soak
def test_exact_bot_uncompiled_plays_the_same() -> None:
    """Use the cheapest dice, own Heroes, and a last player who plays to beat a score."""
    rules = rolled("gamble", dice="four-big", throws="two", players="two", hero="own")
    compare([Case(str(rules.seed), 1, number, ("exact", "exact"), "gamble") for number in range(1)])


@pytest.mark.soak
@EACH
def test_compiled_games_equal_uncompiled_ones_for_every_pair_of_options(book: str) -> None:
    compare(cases(covering(2, book), 4))
