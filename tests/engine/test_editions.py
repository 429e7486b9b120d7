"""Frozen editions keep their promise: the same digits give the same rules, which play the same
games.
"""

from __future__ import annotations

import copy
import json

import pytest

from carnage import catalog
from carnage.engine import editions

FROZEN = [code for code in catalog.book_codes() if catalog.book(code).frozen]
EVERYDAY_LAST = [
    *(pytest.param(code, marks=pytest.mark.thorough) for code in FROZEN[:-1]),
    FROZEN[-1],
]


@pytest.mark.parametrize("code", EVERYDAY_LAST)
def test_frozen_book_equals_its_pin(code: str) -> None:
    book = catalog.book(code)
    assert (
        editions.diff_pins(
            editions.read_pin(book), json.loads(editions.format_pin(editions.pin_of(book)))
        )
        == []
    )


def test_pin_seeds_roll_every_result_of_every_table() -> None:
    book = catalog.book("classic")
    for at, table in enumerate(book.rolled):
        assert {seed.digits[at] for seed in editions.pin_seeds(book)} == set("0123456789"), table.id


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("tables", "movement", 0, "option"), "momentum-movement"),
        (("tables", "game-length", 0, "params", "rounds"), 4),
        (("sections", "re-rolls", "params", "tokens"), 6),
        (("games", "000000000000000"), "another"),
        (("forces",), "others"),
    ],
)
def test_diff_pins_changed_meaning_is_found(path: tuple[object, ...], value: object) -> None:
    before = editions.read_pin(catalog.book("classic"))
    changed = copy.deepcopy(before)
    at = changed
    for step in path[:-1]:
        at = at[step]
    assert at[path[-1]] != value
    at[path[-1]] = value
    assert len(editions.diff_pins(before, changed)) == 1
