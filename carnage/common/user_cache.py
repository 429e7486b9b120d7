"""The cache folder of a user, for compiled libraries and templates, results and the secret key
of a site.
"""

from __future__ import annotations

import logging
import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

FOLDER = "CARNAGE_CACHE"  # Environment variable with the folder; the default is ~/.cache/carnage.

_log = logging.getLogger(__name__)


@cache
def folder() -> Path:
    """Return the cache folder. It is made if it does not exist.

    It is a temporary folder if the configured one is not writable.
    """
    wanted = os.environ.get(FOLDER) or "~/.cache/carnage"
    try:
        path = Path(wanted).expanduser()
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return path
    except (OSError, RuntimeError) as error:  # RuntimeError: this user has no home folder.
        return _use_temporary_folder(wanted, error)


def write_file(name: str, content: bytes) -> Path:
    """Write a file completely or not at all, and return its path.

    If it cannot be written, for example because the disk is full, the temporary folder is used from
    then on.
    """
    try:
        return _write(folder() / name, content)
    except OSError as error:
        instead = _use_temporary_folder(str(folder()), error)
        os.environ[FOLDER] = str(instead)  # For this process and its children.
        folder.cache_clear()
        return _write(instead / name, content)


def remove_old_files(pattern: str, kept: int) -> None:
    """Delete all but the `kept` most recent files whose names match a glob pattern."""
    modified: dict[Path, float] = {}
    for path in folder().glob(pattern):
        with suppress(FileNotFoundError):  # Another process has deleted it in the meantime.
            modified[path] = path.stat().st_mtime
    for path in sorted(modified, key=modified.__getitem__, reverse=True)[kept:]:
        path.unlink(missing_ok=True)


def _write(path: Path, content: bytes) -> Path:
    """Write a file under a temporary name, then rename it."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def _use_temporary_folder(wanted: str, error: Exception) -> Path:
    """Return a temporary folder that only this user can write to, because libraries in it are
    executed.

    Args:
        wanted: The folder that cannot be used, for the log.
        error: The reason, for the log.
    """
    user = os.getuid() if hasattr(os, "getuid") else 0
    path = Path(tempfile.gettempdir()) / f"carnage-{user}"
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        status = path.lstat()
        is_own = (
            stat.S_ISDIR(status.st_mode) and status.st_uid == user and not status.st_mode & 0o022
        )
    except OSError:
        is_own = False
    if not is_own:
        path = Path(tempfile.mkdtemp(prefix="carnage-"))
    _log.warning("Files cannot be kept in %s (%s): they go to %s", wanted, error, path)
    return path
