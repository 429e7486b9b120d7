"""The record that a game is kept in."""

from __future__ import annotations

import gc
import multiprocessing
import re
from pathlib import Path
from types import ModuleType

import pytest

from carnage.engine import games
from carnage.engine.battle.frame.state import Game
from carnage.engine.core import records
from carnage.engine.core.state import MAX_RULES, Event
from carnage.engine.games import Match
from tests.support.arena import ended
from tests.support.rulesets import ruleset

MOST = 16 * 1024
EACH = pytest.mark.parametrize(
    "family", [games.family_of(name) for name in games.families()], ids=games.families()
)


def classes(cls: type, met: set[type]) -> set[type]:
    """A record's class and those of its fields."""
    met.add(cls)
    for kind, _, _ in records.fields(cls).values():
        if kind not in records.SCALARS:
            classes(kind, met)
    return met


@EACH
def test_record_size_is_limited(family: ModuleType) -> None:
    assert records.dtype_of(family.Game).itemsize <= MOST
    assert len(family.rules) <= MAX_RULES


@EACH
def test_record_fields_avoid_names_of_arrays(family: ModuleType) -> None:
    for cls in classes(family.Game, {Event}):
        assert not set(records.fields(cls)) & records.RESERVED_NAMES


@pytest.mark.parametrize("name", ["round", "all", "copy", "fill", "sort", "item", "size"])
def test_fields_reserved_name_raises(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        records.fields(type("Bad", (), {"__annotations__": {name: int}}))


def test_plain_record_assigned_has_same_values() -> None:
    record = Match(ruleset()).record
    twin = records.plain(Game)
    records.assign(twin, Game, record)
    assert records.as_values(Game, twin) == records.as_values(Game, record)
    twin.models[3].x += 1.0
    assert records.as_values(Game, twin) != ended(Match(ruleset()))


@EACH
def test_events_declare_fields_of_record(family: ModuleType) -> None:
    slots = set(records.fields(Event))
    for shape in family.shapes:
        assert set(shape.fields) <= slots - {"event", "rule", "side", "dice", "n_dice"}
        assert len(set(shape.fields.values())) == len(shape.fields)
        assert shape.says
    assert len({shape.name for shape in family.shapes}) == len(family.shapes)


@pytest.mark.thorough
@pytest.mark.skipif(
    not Path("/proc/self/smaps_rollup").exists(), reason="only Linux says what a process holds"
)
def test_match_memory_is_far_below_size_of_log() -> None:
    """The log has room for more events than a game has, and freed memory is used again."""
    game = ruleset("2569533333333", book="duel")
    held = [Match(game) for _ in range(60)]
    before = resident()
    for number in range(3 * len(held)):
        held[number * 7 % len(held)] = Match(game, number=number)
    each = (resident() - before) / len(held)
    assert each < records.dtype_of(held[0].family.Log).itemsize / 10


def resident() -> int:
    """Bytes of memory that this process has for itself alone."""
    gc.collect()
    found = re.search(
        r"^Private_Dirty:\s+(\d+)", Path("/proc/self/smaps_rollup").read_text(), re.MULTILINE
    )
    return 1024 * int(found[1]) if found else 0


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="this system forks nobody"
)
def test_match_in_forked_process_is_independent() -> None:
    """Each process has its own copy of the record."""
    match = Match(ruleset(), bots=("person",))
    _choose(match, 0)
    before = match.decisions
    child = multiprocessing.get_context("fork").Process(target=_otherwise, args=(match,))
    child.start()
    child.join()
    assert child.exitcode == 0
    assert match.decisions == before


def _otherwise(match: Match) -> None:
    before = match.decisions
    match.replay([])
    _choose(match, -1)
    assert match.decisions != before


def _choose(match: Match, option: int) -> None:
    """Take this option of the next question in which there are several."""
    while match.question and len(match.question.options) < 2:
        match.choose(0)
    assert match.question
    match.choose(option % len(match.question.options))
