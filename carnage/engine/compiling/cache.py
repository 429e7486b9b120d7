"""The folder in which built libraries, and other files of this user, are kept."""

from __future__ import annotations

import logging
import os
import stat
import tempfile
from functools import cache
from pathlib import Path

FOLDER = "CARNAGE_CACHE"  # Environment variable: the folder, in place of ~/.cache/carnage.
KEPT_LIBRARIES = 8  # of one family: some checkouts, and some states of the rules in each

_log = logging.getLogger(__name__)


@cache
def folder() -> Path:
    """Return the folder, made if need be: a temporary one where the wanted one cannot be written to."""
    wanted = os.environ.get(FOLDER) or "~/.cache/carnage"
    try:
        path = Path(wanted).expanduser()
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return path
    except (OSError, RuntimeError) as error:  # RuntimeError: this user has no home folder.
        return _use_temporary_folder(wanted, error)


def store(name: str, content: bytes) -> Path:
    """Write a file at once or not at all, and return its path. A full disk is left for the temporary folder."""
    try:
        return _write(folder() / name, content)
    except OSError as error:
        folder_used = folder()
        folder.cache_clear()
        instead = _use_temporary_folder(str(folder_used), error)
        os.environ[FOLDER] = str(instead)  # For this process and those that it starts.
        return _write(instead / name, content)


def remove_old(pattern: str) -> None:
    """Delete all but the most recent files that match a pattern."""
    files = sorted(folder().glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[KEPT_LIBRARIES:]:
        path.unlink(missing_ok=True)


def _write(path: Path, content: bytes) -> Path:
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def _use_temporary_folder(wanted: str, error: Exception) -> Path:
    """Return this user's own temporary folder. Libraries in it are run, so nobody else may write to it."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    path = Path(tempfile.gettempdir()) / f"carnage-{user}"
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        status = path.lstat()
        is_own = stat.S_ISDIR(status.st_mode) and status.st_uid == user and not status.st_mode & 0o022
    except OSError:
        is_own = False
    if not is_own:
        path = Path(tempfile.mkdtemp(prefix="carnage-"))
    _log.warning("Files cannot be kept in %s (%s): they go to %s", wanted, error, path)
    return path
