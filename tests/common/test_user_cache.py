"""Test the cache folder, and the temporary folder that replaces it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from carnage.common import files, user_cache
from carnage.common.files import FileError


@pytest.fixture
def folder_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Configure a cache folder that does not exist yet, with temporary folders beside it."""
    wanted = tmp_path / "wanted" / "cache"
    monkeypatch.setenv(user_cache.FOLDER, str(wanted))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(user_cache.tempfile, "tempdir", str(tmp_path / "temporary"))
    user_cache.folder.cache_clear()
    yield wanted
    user_cache.folder.cache_clear()


def test_folder_configured_is_created(
    folder_wanted: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert user_cache.folder() == folder_wanted
    assert folder_wanted.is_dir()
    assert not caplog.messages


def replace_by_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder.parent.write_text("a file")
    return "Not a directory"


def refuse_writing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    def refuse(dir: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(dir))

    monkeypatch.setattr(user_cache.tempfile, "TemporaryFile", refuse)
    return "Read-only file system"


def use_unknown_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(user_cache.FOLDER, "~nobody-of-that-name/cache")
    return "home directory"


@pytest.mark.parametrize("hinder", [replace_by_file, refuse_writing, use_unknown_home])
def test_folder_not_writable_returns_temporary(
    folder_wanted: Path,
    hinder: Callable[[Path, pytest.MonkeyPatch], str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    cause = hinder(folder_wanted, monkeypatch)
    instead = user_cache.folder()
    assert instead.parent == folder_wanted.parents[1] / "temporary"
    assert instead.stat().st_mode & 0o077 == 0
    (said,) = caplog.messages
    assert all(part in said for part in (cause, os.environ[user_cache.FOLDER], str(instead)))


def test_folder_temporary_is_the_same_next_time(
    folder_wanted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_by_file(folder_wanted, monkeypatch)
    first = user_cache.folder()
    user_cache.folder.cache_clear()
    assert user_cache.folder() == first


def make_writable_for_all(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)


def make_symlink(folder: Path) -> None:
    (folder.parent / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(folder.parent / "elsewhere")


@pytest.mark.parametrize("leave", [make_writable_for_all, make_symlink, Path.touch])
def test_folder_temporary_not_private_is_not_used(
    folder_wanted: Path, leave: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_by_file(folder_wanted, monkeypatch)
    own = user_cache.folder()
    user_cache.folder.cache_clear()
    own.rmdir()
    leave(own)
    instead = user_cache.folder()
    assert instead != own
    assert instead.parent == own.parent
    assert instead.stat().st_mode & 0o077 == 0


def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next write of a file fail."""
    flush = os.fsync
    errors = [OSError(errno.ENOSPC, "No space left on device")]

    def fsync(descriptor: int) -> None:
        if errors:
            raise errors.pop()
        flush(descriptor)

    monkeypatch.setattr(files.os, "fsync", fsync)


def test_write_file_disk_full_uses_temporary_folder(
    folder_wanted: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert user_cache.folder() == folder_wanted
    full_disk(monkeypatch)
    stored = user_cache.write_file("library", b"code")
    assert stored.read_bytes() == b"code"
    assert stored.parent.parent == folder_wanted.parents[1] / "temporary"
    assert list(folder_wanted.iterdir()) == []
    assert user_cache.folder() == stored.parent == Path(os.environ[user_cache.FOLDER])
    assert "No space left on device" in caplog.text


def test_write_file_interrupted_keeps_old_file(
    folder_wanted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    user_cache.write_file("library", b"old")
    monkeypatch.setattr(files.os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        user_cache.write_file("library", b"new")
    assert {path.name: path.read_bytes() for path in folder_wanted.iterdir()} == {"library": b"old"}


def test_write_file_no_writable_folder_raises_file_error(
    folder_wanted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", refuse)
    with pytest.raises(FileError, match="library: it cannot be written"):
        user_cache.write_file("library", b"code")


def test_remove_old_files_keeps_latest(folder_wanted: Path) -> None:
    kept = 8
    for age in range(kept + 2):
        path = user_cache.write_file(f"duel-{age}.so", b"")
        os.utime(path, (1e9 - age, 1e9 - age))
    other = user_cache.write_file("battle-1.so", b"")
    user_cache.remove_old_files("duel-*.so", kept)
    assert {path.name for path in folder_wanted.glob("duel-*")} == {
        f"duel-{age}.so" for age in range(kept)
    }
    assert other.exists()


def test_remove_old_files_deleted_meanwhile_are_skipped(
    folder_wanted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = user_cache.write_file("duel-gone.so", b"")
    left = user_cache.write_file("duel-left.so", b"")
    gone.unlink()
    monkeypatch.setattr(Path, "glob", lambda *_: iter([gone, left]))

    user_cache.remove_old_files("duel-*.so", max_files=0)

    assert not left.exists()
