"""Warming up: once for all who ask, and nobody waits for the dead."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from carnage.engine.core import crew, folders, warming

HOLD = """
import sys, time, filelock
lock = filelock.FileLock(sys.argv[1])
lock.acquire()
print(flush=True)
time.sleep(600)
"""


def test_a_lock_goes_with_a_process_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []

    def compile_all(family: str, tell: object) -> None:
        compiled.append(family)
        (tmp_path / "duel.json").write_text('{"load": {}, "rest": []}')

    monkeypatch.setattr(warming, "beside", lambda family, ending: tmp_path / f"{family}.{ending}")
    monkeypatch.setattr(warming, "compile_all", compile_all)
    monkeypatch.setattr(warming, "sweep", lambda: None)
    (tmp_path / "duel.progress").write_text("3 8")
    owner = subprocess.Popen([sys.executable, "-c", HOLD, tmp_path / "duel.lock"], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    owner.stdout.readline()
    steps: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        assert not compiled
        steps.append((done, total))
        owner.kill()
        owner.wait()

    warming.warm_up("duel", tell)
    warming.warm_up("duel", tell)
    assert compiled == ["duel"]
    assert set(steps) == {(3, 8)}
    owner.stdout.close()


@pytest.fixture
def folder_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that is asked for and is not there yet, and temporary ones that are a test's own."""
    wanted = tmp_path / "user" / "cache"
    monkeypatch.setenv("CARNAGE_CACHE", str(wanted))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(folders.tempfile, "tempdir", str(tmp_path / "temporary"))
    folders.base.cache_clear()
    yield wanted
    folders.base.cache_clear()


def test_compiled_rules_are_kept_where_the_user_says(
    folder_wanted: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert folders.base() == folder_wanted
    assert folder_wanted.is_dir()
    assert not caplog.messages


def no_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(folders.shutil, "disk_usage", lambda place: SimpleNamespace(free=5 * 2**20))
    return "5 MB are free"


def not_a_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder.parent.write_text("a file")
    return "Not a directory"


def no_writing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    def refuse(dir: object) -> None:
        raise OSError(30, "Read-only file system", str(dir))

    monkeypatch.setattr(folders.tempfile, "TemporaryFile", refuse)
    return "Read-only file system"


def nobody_s_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("CARNAGE_CACHE", "~nobody-of-that-name/cache")
    return "home directory"


@pytest.mark.parametrize("hinder", [no_room, not_a_folder, no_writing, nobody_s_home])
def test_where_nothing_can_be_kept_a_temporary_folder_serves(
    folder_wanted: Path,
    hinder: Callable[[Path, pytest.MonkeyPatch], str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    cause = hinder(folder_wanted, monkeypatch)
    instead = folders.base()
    assert instead.parent == folder_wanted.parents[1] / "temporary"
    assert instead.stat().st_mode & 0o077 == 0
    (said,) = caplog.messages
    assert cause in said
    assert os.environ["CARNAGE_CACHE"] in said
    assert str(instead) in said
    folders.base.cache_clear()
    assert folders.base() == instead  # what was compiled once is there the next time


def test_what_lies_compiled_where_nothing_can_be_kept_is_taken_over(
    folder_wanted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder_wanted / "engine-1").mkdir(parents=True)
    (folder_wanted / "engine-1" / "rule").write_text("compiled")
    (folder_wanted / "secret").write_text("secret")
    no_writing(folder_wanted, monkeypatch)
    instead = folders.base()
    assert instead != folder_wanted
    assert [path.relative_to(instead).as_posix() for path in sorted(instead.rglob("*"))] == [
        "engine-1",
        "engine-1/rule",
    ]
    (instead / "engine-1" / "rule").write_text("compiled anew")
    folders.base.cache_clear()
    folders.base()
    assert (instead / "engine-1" / "rule").read_text() == "compiled anew"
    assert [path.name for path in instead.iterdir()] == ["engine-1"]


def open_to_all(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)


def led_elsewhere(folder: Path) -> None:
    (folder.parent / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(folder.parent / "elsewhere")


@pytest.mark.parametrize("leave", [open_to_all, led_elsewhere, Path.touch])
def test_what_somebody_else_may_have_left_is_not_run(
    folder_wanted: Path, leave: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    not_a_folder(folder_wanted, monkeypatch)
    own = folders.base()
    folders.base.cache_clear()
    own.rmdir()
    leave(own)
    instead = folders.base()
    assert instead != own
    assert instead.parent == own.parent
    assert instead.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "left", ["", '{"load": ["carnage.eng', "{}", "[]", "null", '{"load": 3, "rest": []}', "\0" * 40]
)
def test_a_damaged_word_that_all_is_compiled_is_no_word(
    left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = []

    def compile_all(family: str, tell: object) -> None:
        compiled.append(family)
        (tmp_path / "duel.json").write_text('{"load": {}, "rest": []}')

    monkeypatch.setattr(warming, "UNCOMPILED", False)
    monkeypatch.setattr(warming, "beside", lambda family, ending: tmp_path / f"{family}.{ending}")
    monkeypatch.setattr(warming, "compile_all", compile_all)
    monkeypatch.setattr(warming, "sweep", lambda: None)
    monkeypatch.setattr(warming, "_loaded", set())
    (tmp_path / "duel.json").write_text(left)
    assert not warming.is_warm("duel")
    warming.load("duel")
    assert compiled == ["duel"]
    assert warming.is_warm("duel")


def test_a_second_process_that_breaks_off_says_why(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    listed = tmp_path / "engine" / "duel.json"
    second = crew.hire(tmp_path / "shared", listed, "duel", {"carnage.no_such_module"})
    assert second is not None
    second.wait()
    crew.tell_of_failure(second, tmp_path / "shared")
    (said,) = caplog.messages
    assert "ended with status 1" in said
    assert "No module named 'carnage.no_such_module'" in said


DAY = 24 * 3600


def used(path: Path, days_ago: int, said: object = None) -> Path:
    """A file that was last used so long ago."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(said))
    when = time.time() - days_ago * DAY
    os.utime(path, (when, when))
    return path


def test_what_anybody_has_used_of_late_is_not_swept_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Be it another checkout's, whose rules this one does not know."""
    monkeypatch.setattr(folders, "base", lambda: tmp_path)
    old = warming.KEPT_DAYS + 1
    here, there = tmp_path / "engine-here", tmp_path / "engine-there"
    lists = [
        used(here / "duel-1.json", 1, {"load": {"a": "a-1"}, "rest": ["b-1"]}),
        used(here / "duel-2.json", warming.KEPT_DAYS - 1, {"load": {"a": "a-2"}, "rest": ["b-1"]}),
        used(here / "duel-3.json", old, {"load": {"a": "a-3"}, "rest": ["b-1"]}),
    ]
    rules = [used(here / name, old) for name in ("a-1", "a-2", "a-3", "b-1", "b-2")]
    being_compiled = used(here / "c-1", 0)
    used(there / "deep" / "duel-1.json", old, {"load": {"a": "a-1"}, "rest": []})
    unknown = used(tmp_path / "another" / "file", old)
    warming.sweep()
    assert [path.exists() for path in lists] == [True, True, False]
    assert [path.name for path in rules if path.exists()] == ["a-1", "a-2", "b-1"]
    assert being_compiled.exists()
    assert not there.exists()
    assert unknown.exists(), "what is no compiled code of ours is left as it is"


def test_who_uses_rules_for_long_says_so_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that runs for weeks, whose workers load them anew now and then."""
    monkeypatch.setattr(folders, "base", lambda: tmp_path)
    monkeypatch.setattr(warming, "UNCOMPILED", False)
    monkeypatch.setattr(warming, "_loaded", {"duel"})
    monkeypatch.setattr(warming, "_told", {"duel": time.monotonic() - DAY / 2})
    listed = used(warming.beside("duel", "json"), warming.KEPT_DAYS - 1, {"load": {}, "rest": []})
    before = listed.stat().st_mtime
    warming.load("duel")
    assert listed.stat().st_mtime == before
    monkeypatch.setattr(warming, "_told", {"duel": time.monotonic() - 2 * DAY})
    warming.load("duel")
    assert listed.stat().st_mtime > before
    listed.unlink()
    monkeypatch.setattr(warming, "_told", {"duel": time.monotonic() - 2 * DAY})
    warming.load("duel")  # which does without
    assert not listed.exists()


def test_no_test_module_plays_when_it_is_imported(loaded_at_import: set[str]) -> None:
    assert not loaded_at_import
