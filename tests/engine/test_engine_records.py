"""The record that a game is kept in, and the cache that compiled rules are kept in."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from arena import ended
from rulesets import ruleset

from carnage.engine import games
from carnage.engine.battle.state import Game
from carnage.engine.core import compiling, records
from carnage.engine.core.state import RULE_SLOTS, Event
from carnage.engine.games import Match

MOST = 16 * 1024
FAMILY = "battle"
EACH = pytest.mark.parametrize(
    "family", [games.family_of(name) for name in games.families()], ids=games.families()
)


def classes(cls: type, found: set[type]) -> set[type]:
    """A record's class and those of its fields."""
    found.add(cls)
    for kind, _, _ in records.fields(cls).values():
        if kind not in (int, float, np.uint64):
            classes(kind, found)
    return found


@EACH
def test_a_game_is_one_small_record(family: ModuleType) -> None:
    assert records.dtype_of(family.Game).itemsize <= MOST
    assert len(family.RULES) <= RULE_SLOTS


@EACH
def test_no_field_has_a_name_that_arrays_have(family: ModuleType) -> None:
    for cls in classes(family.Game, {Event}):
        assert not set(records.fields(cls)) & records.FORBIDDEN


@pytest.mark.parametrize("name", ["round", "all", "copy", "fill", "sort", "item", "size"])
def test_such_a_name_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        records.fields(records.declared("Bad", {name: int}))


def test_a_record_and_its_plain_twin_hold_the_same_values() -> None:
    record = Match(ruleset()).record
    twin = records.plain(Game)
    records.assign(twin, Game, record)
    assert records.as_values(Game, twin) == records.as_values(Game, record)
    twin.models[3].x += 1.0
    assert records.as_values(Game, twin) != ended(Match(ruleset()))


@EACH
def test_every_event_declares_fields_that_the_record_has(family: ModuleType) -> None:
    slots = set(records.fields(Event))
    for shape in family.SHAPES:
        assert set(shape.fields) <= slots - {"event", "rule", "side", "dice", "n_dice"}
        assert len(set(shape.fields.values())) == len(shape.fields)
        assert shape.says
    assert len({shape.name for shape in family.SHAPES}) == len(family.SHAPES)


# --------------------------------------------------------------------------------------------- the cache


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package's sources and tables somewhere else, taken for the real ones."""
    skip = shutil.ignore_patterns("__pycache__", "templates", "web")
    shutil.copytree(compiling.PACKAGE, tmp_path / "carnage", ignore=skip)
    monkeypatch.setattr(compiling, "PACKAGE", tmp_path / "carnage")
    for name in ("source_hash", "cache_folder"):
        fresh = getattr(compiling, name).__wrapped__  # what they found out before does not count here
        monkeypatch.setattr(compiling, name, fresh)
    monkeypatch.setattr(games, "source_hash", compiling.source_hash)
    return tmp_path / "carnage"


@pytest.mark.parametrize(
    "source",
    [
        "engine/battle/movement.py",
        "engine/battle/bots/greedy.py",
        "engine/core/chance.py",
        "tables/battle/movement.toml",
        "tables/books/classic.toml",
        "tables/battle/roster.toml",
        "ruleset.py",
        "catalog.py",
    ],
)
def test_a_changed_source_is_never_served_by_a_stale_compiled_one(copied: Path, source: str) -> None:
    folder, version = compiling.cache_folder(FAMILY), games.engine_version(FAMILY)
    assert (folder, version) == (compiling.cache_folder(FAMILY), games.engine_version(FAMILY))
    changed = copied / source
    changed.write_text(changed.read_text() + "\n# changed\n")
    assert compiling.cache_folder(FAMILY) != folder
    assert games.engine_version(FAMILY) != version


def test_a_change_of_one_family_leaves_the_others_warm(copied: Path) -> None:
    others = {family: games.engine_version(family) for family in games.families() if family != FAMILY}
    folder = {family: compiling.cache_folder(family) for family in others}
    (copied / "engine" / FAMILY / "new.py").write_text("")
    (copied / "tables" / FAMILY / "movement.toml").write_text("")
    assert {family: games.engine_version(family) for family in others} == others
    assert {family: compiling.cache_folder(family) for family in others} == folder
    (copied / "engine" / "core" / "new.py").write_text("")
    assert all(games.engine_version(family) != version for family, version in others.items())


def test_a_new_source_makes_another_engine(copied: Path) -> None:
    version = games.engine_version(FAMILY)
    (copied / "engine" / "battle" / "new.py").write_text("")
    assert games.engine_version(FAMILY) != version


def test_a_touched_source_gets_a_folder_of_its_own(copied: Path) -> None:
    """Numba looks at times of change too; the engine's version does not."""
    import os

    folder, version = compiling.cache_folder(FAMILY), games.engine_version(FAMILY)
    os.utime(copied / "engine" / "battle" / "movement.py", (1, 1))
    assert compiling.cache_folder(FAMILY) != folder
    assert games.engine_version(FAMILY) == version


@pytest.mark.parametrize("part", ["machine", "version"])
def test_another_machine_or_python_gets_a_folder_of_its_own(
    copied: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    folder = compiling.cache_folder(FAMILY)
    if part == "machine":
        monkeypatch.setattr(compiling.platform, "machine", lambda: "another")
    else:
        monkeypatch.setattr(compiling.sys, "version", "3.99")
    assert compiling.cache_folder(FAMILY) != folder


def test_what_does_not_decide_games_holds_no_rule() -> None:
    """Modules left out of the hash may change without a recompilation: they had better hold no rules."""
    onlookers: Any = getattr(compiling, "ONLOOKERS", set())
    assert onlookers
    holders = {rule.function.__module__.rsplit(".", 1)[-1] for rule in compiling.RULES}
    assert not holders & onlookers
