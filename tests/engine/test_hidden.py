"""What is hidden stays hidden: bots, planners, events, scenes, words and observations do without
it.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import pytest

from carnage import catalog
from carnage.engine.core import records
from carnage.engine.core.records import Small
from carnage.engine.core.state import MAX_PLAYERS, Core
from carnage.engine.core.visibility import HIDDEN, OWNER_ONLY
from carnage.engine.games import Match, family_of
from carnage.engine.visibility import hidden_fields, observe, sees_more_than_spectator
from carnage.replays.replay import SPECTATOR
from tests.support import blind
from tests.support.rulesets import BOOKS

EACH = pytest.mark.parametrize("book", BOOKS)
RULESETS = pytest.mark.parametrize(
    "rulesets",
    [pytest.param(1, marks=pytest.mark.thorough), pytest.param(8, marks=pytest.mark.soak)],
)
BUDGET = 24  # tries of a planner


def record_class(name: str, annotations: dict[str, Any]) -> type:
    """Return a class that declares a record with these fields."""
    return type(name, (), {"__annotations__": annotations})


@RULESETS
@EACH
def test_seat_outputs_do_not_depend_on_hidden_fields(book: str, rulesets: int) -> None:
    chance = random.Random(1)
    for n, match in enumerate(blind.stops(book, rulesets, step=61, few=2)):
        blind.check_record(match, chance)
        if n % 5 == 0:
            blind.check_watcher(match, chance)


@RULESETS
@EACH
def test_indistinguishable_games_give_seat_same_outputs(book: str, rulesets: int) -> None:
    chance = random.Random(2)
    twins = 0
    for match in blind.stops(book, rulesets, step=83, few=1):
        for twin in (blind.undercover(match, chance), blind.resealed(match, chance)):
            if twin is not None:
                blind.check_twin(match, twin, BUDGET)
                twins += 1
    assert twins


@EACH
def test_check_record_bot_reads_hidden_field_fails(book: str) -> None:
    match = next(blind.samples(book, 1, 1))
    looks = lambda rows: int(rows[0].core.key % np.uint64(1000))  # noqa: E731
    match.family = replace(match.family, entries=match.family.entries._replace(advice=looks))
    with pytest.raises(AssertionError, match="the bot has looked"):
        blind.check_record(match, random.Random(3))


@EACH
def test_hidden_fields_have_owner_or_nobody(book: str) -> None:
    """An owner-only field has an owner for each seat and for a spectator."""
    family = family_of(catalog.book(book).family)
    record = records.new(family.Game)[0]
    for seat in (SPECTATOR, *range(MAX_PLAYERS)):
        names = {hidden.name for hidden in hidden_fields(record, seat)}
        assert {"key", "counter", "game_key", "sealed", "value"} <= names


def test_observe_battle_hides_fuses_and_card_order() -> None:
    record = records.new(family_of("battle").Game)[0]
    record.sticks[2].fuse = 5
    record.deck[3] = record.cards[4] = 7
    for seat in (0, 1, SPECTATOR):
        seen = observe(record, seat)
        assert (seen.sticks[2].fuse, seen.deck[3], seen.cards[4]) == (0, 0, 0)
    assert record.sticks[2].fuse == 5, "the record itself is left alone"


# -------------------------------------------------------------------------------------- whose it is


class Die:
    """A die of a hand's."""

    shown: int
    kept: Annotated[int, OWNER_ONLY]


class Hand:
    """A hand has no field that says whose it is: its place does."""

    dice: Annotated[list[Die], 2]
    bid: Annotated[Small, OWNER_ONLY]


class Spy:
    """A spy's side is written on it."""

    side: int
    place: Annotated[int, OWNER_ONLY]


class Table:
    """All of it."""

    core: Core
    hands: Annotated[list[Hand], 3]
    spies: Annotated[list[Spy], 2]
    heap: Annotated[Die, HIDDEN]
    open: int


@pytest.fixture(params=[True, False], ids=["numpy", "plain"])
def table(request: pytest.FixtureRequest) -> Any:
    """A record in which every number is another than 0."""
    records.dtype_of(Table)
    record = records.new(Table)[0] if request.param else records.plain(Table)
    for n in range(3):
        record.hands[n].bid = 10 + n
        for k in range(2):
            record.hands[n].dice[k].shown = record.hands[n].dice[k].kept = 20 + 2 * n + k
    record.spies[0].side, record.spies[0].place = 2, 31
    record.spies[1].side, record.spies[1].place = 0, 32
    record.heap.shown = record.heap.kept = record.open = 40
    record.core.sealed[1] = record.core.sealed[2] = 50
    record.core.n_decisions, record.core.offered, record.core.asker = 6, 2, 1
    record.core.options[1].what = record.core.options[2].what = 60
    record.core.sealed_from = -1
    return record


def test_observe_owner_only_field_is_visible_to_owner_alone(table: Any) -> None:
    for seat in (SPECTATOR, 0, 1, 2):
        seen = observe(table, seat)
        assert [int(hand.bid) for hand in seen.hands] == [
            10 + n if n == seat else 0 for n in range(3)
        ]
        kept = [[int(die.kept) for die in hand.dice] for hand in seen.hands]
        assert kept == [[20 + 2 * n, 21 + 2 * n] if n == seat else [0, 0] for n in range(3)]
        assert [int(die.shown) for hand in seen.hands for die in hand.dice] == list(range(20, 26))
        assert [int(spy.place) for spy in seen.spies] == [31 * (seat == 2), 32 * (seat == 0)]
        assert [int(number) for number in seen.core.sealed[:3]] == [
            0,
            50 * (seat == 1),
            50 * (seat == 2),
        ]
        assert (int(seen.heap.shown), int(seen.heap.kept), int(seen.open)) == (0, 0, 40)


def test_sees_more_than_spectator_with_own_secrets_is_true(table: Any) -> None:
    assert [sees_more_than_spectator(table, seat) for seat in range(4)] == [True, True, True, False]
    table.hands[1].bid = table.core.sealed[1] = 0
    for die in table.hands[1].dice:
        die.kept = 0
    assert not sees_more_than_spectator(table, 1), "all that is its own is nothing"
    table.core.sealed_from = 4
    assert sees_more_than_spectator(table, 1), "it is asked in secret"


def test_observe_hides_bot_values_of_options(table: Any) -> None:
    table.core.options[1].value = 9.0
    for seat in (SPECTATOR, 0, 1):
        seen = observe(table, seat).core.options[1]
        assert (int(seen.what), float(seen.value)) == (60, 0.0)


def test_observe_sealed_question_shows_decisions_to_asker_alone(table: Any) -> None:
    for seat, sealed_from in ((0, -1), (1, -1), (0, 4), (1, 4), (SPECTATOR, 4)):
        table.core.sealed_from = sealed_from
        seen = observe(table, seat).core
        open_ = sealed_from < 0
        asked = open_ or seat == 1
        assert (int(seen.offered), int(seen.options[1].what)) == ((2, 60) if asked else (0, 0))
        assert int(seen.options[2].what) == 0, "it is offered no more"
        assert int(seen.n_decisions) == (6 if open_ else 0)
        assert int(seen.asker) == 1


def test_observe_owner_only_field_without_owner_raises() -> None:
    lonely = record_class("Lonely", {"core": Core, "secret": Annotated[int, OWNER_ONLY]})
    with pytest.raises(TypeError, match="secret is its owner's, but nothing says whose it is"):
        observe(records.plain(lonely), 0)


def test_markers_do_not_change_layout_of_record() -> None:
    marked = {
        "a": Annotated[int, "i2", HIDDEN],
        "b": Annotated[list[int], 3, "u1", OWNER_ONLY],
        "c": Small,
    }
    bare = {"a": Annotated[int, "i2"], "b": Annotated[list[int], 3, "u1"], "c": Small}
    left, right = record_class("Left", marked), record_class("Right", bare)
    assert records.fields(left) == records.fields(right)
    assert records.dtype_of(left) == records.dtype_of(right)


def test_observation_does_not_change_as_game_continues() -> None:
    """An observation is a copy of the record."""
    match = next(blind.samples("duel", 1, 1))
    seen = observe(match.record, 0)
    before = records.as_values(match.family.Game, seen)
    while not match.is_over:
        match.choose(0)
    assert records.as_values(match.family.Game, seen) == before
    assert isinstance(match, Match)
