"""The cache folder of a user: compiled libraries and templates, results, the key of a site."""

from __future__ import annotations

import logging
import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from carnage.common import files
from carnage.common.files import FileError

FOLDER = "CARNAGE_CACHE"  # Environment variable with the folder.
DEFAULT_FOLDER = "~/.cache/carnage"

WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH

_log = logging.getLogger(__name__)


@cache
def folder() -> Path:
    """Return the cache folder, which is created if it does not exist.

    If the configured folder is not writable, it is a temporary folder.
    """
    configured = os.environ.get(FOLDER) or DEFAULT_FOLDER
    try:
        path = Path(configured).expanduser()
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return path
    except (OSError, RuntimeError) as error:  # RuntimeError: this user has no home folder.
        return _use_temporary_folder(configured, error)


def write_file(name: str, content: bytes) -> Path:
    """Write a file completely or not at all, and return its path.

    If it cannot be written, for example because the disk is full, the temporary folder is used from
    then on.

    Raises:
        FileError: The temporary folder cannot be written to either.
    """
    path = folder() / name
    try:
        files.write_file(path, content)
    except FileError as error:
        temporary_folder = _use_temporary_folder(str(folder()), error)
        os.environ[FOLDER] = str(temporary_folder)  # For this process and its children.
        folder.cache_clear()
        path = temporary_folder / name
        files.write_file(path, content)
    return path


def remove_old_files(pattern: str, max_files: int) -> None:
    """Delete all but the `max_files` most recent files whose names match a glob pattern."""
    modified: dict[Path, float] = {}
    for path in folder().glob(pattern):
        with suppress(FileNotFoundError):  # Another process has deleted it in the meantime.
            modified[path] = path.stat().st_mtime
    newest_first = sorted(modified, key=modified.__getitem__, reverse=True)
    for path in newest_first[max_files:]:
        path.unlink(missing_ok=True)


def _use_temporary_folder(configured: str, error: Exception) -> Path:
    """Return a temporary folder that only this user can write to.

    Libraries in it are executed.

    Args:
        configured: The folder that cannot be used, for the log.
        error: The reason, for the log.
    """
    user = os.getuid() if hasattr(os, "getuid") else 0
    path = Path(tempfile.gettempdir()) / f"carnage-{user}"
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        status = path.lstat()
        is_private = (
            stat.S_ISDIR(status.st_mode)
            and status.st_uid == user
            and not status.st_mode & WRITABLE_BY_OTHERS
        )
    except OSError:
        is_private = False
    if not is_private:
        path = Path(tempfile.mkdtemp(prefix="carnage-"))
    _log.warning("The cache folder %s cannot be used (%s); %s is used", configured, error, path)
    return path
