"""Where compiled code is kept: in a folder of the user's, or in a temporary one where that takes nothing."""

from __future__ import annotations

import logging
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

NEEDED = 32 * 2**20  # bytes that have to be free: all families take some 20 MB

_log = logging.getLogger(__name__)


PLACE = "CARNAGE_CACHE"
"""In the environment: where compiled code is wanted to be kept."""


@cache
def base() -> Path:
    """`CARNAGE_CACHE` or `~/.cache/carnage`, made if need be; where that cannot be written to, or its disk is
    full, a temporary folder, which begins with what was compiled there, and a line in the log says so."""
    wanted = os.environ.get(PLACE) or "~/.cache/carnage"
    trouble = _trouble(wanted)
    if not trouble:
        return Path(wanted).expanduser()
    instead = _temporary()
    _take_over(Path(wanted), instead)
    _log.warning("Compiled rules cannot be kept in %s (%s): they go to %s", wanted, trouble, instead)
    return instead


def leave(trouble: str) -> bool:
    """Keep compiled code in the temporary folder from now on, which begins with what is compiled already;
    False if that is where it was kept."""
    full, instead = base(), _temporary()
    if instead == full:
        return False
    _take_over(full, instead)
    _log.warning("Compiled rules cannot be kept in %s (%s): they go to %s", full, trouble, instead)
    os.environ[PLACE] = str(instead)  # for this process, and for those that it starts
    base.cache_clear()
    return True


def _trouble(place: str) -> str:
    """What is wrong with keeping compiled code in this folder, made if need be; empty if nothing is."""
    try:
        folder = Path(place).expanduser()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        free = shutil.disk_usage(folder).free
    except (OSError, RuntimeError) as error:  # RuntimeError: nobody knows where the user's home is
        return str(error)
    return "" if free >= NEEDED else f"{free // 2**20} MB are free, and {NEEDED // 2**20} are needed"


def _take_over(place: Path, instead: Path) -> None:
    """Copy the folders of compiled rules that lie in one place, such as an image that nobody may write to, to
    another, unless they are there."""
    try:
        folders = [each for each in place.expanduser().glob("engine-*") if not (instead / each.name).exists()]
        for folder in folders:
            part = tempfile.mkdtemp(prefix="part-", dir=instead)
            shutil.copytree(folder, part, dirs_exist_ok=True)
            with suppress(OSError):  # another process was first
                Path(part).rename(instead / folder.name)
            shutil.rmtree(part, ignore_errors=True)
    except RuntimeError:  # nobody knows where the user's home is
        return
    except OSError as error:
        _log.warning("Compiled rules cannot be taken over from %s (%s)", place, error)


def _temporary() -> Path:
    """This user's own folder among the temporary ones, the same each time.

    What lies in it will be run, so one that somebody else made or may write to is left alone for a fresh one.
    """
    user = getattr(os, "getuid", lambda: 0)()
    folder = Path(tempfile.gettempdir()) / f"carnage-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="carnage-"))
    if stat.S_ISDIR(status.st_mode) and status.st_uid == user and not status.st_mode & 0o022:
        return folder
    return Path(tempfile.mkdtemp(prefix="carnage-"))
