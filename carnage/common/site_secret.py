"""The secret key of the site. It stays the same after a restart."""

from __future__ import annotations

import logging
import os
import secrets
from contextlib import suppress
from functools import cache
from pathlib import Path

from carnage.common.user_cache import folder

LENGTH = 32

_log = logging.getLogger(__name__)


@cache
def secret() -> bytes:
    """Return the value of `CARNAGE_SECRET`, or else the key in the cache folder.

    The first process writes the key. Several servers of one site need the same key in their
    environments. A damaged file is replaced; games in progress then lose their sealed answers.
    """
    given = os.environ.get("CARNAGE_SECRET", "")
    if given:
        return given.encode()
    place = folder() / "secret"
    kept = _read(place)
    if len(kept) >= LENGTH:
        return kept
    return _make(place, is_damaged=place.exists())


def _read(place: Path) -> bytes:
    """Return the bytes of a file, or b"" if it does not exist.

    Log a warning if they are too few.
    """
    try:
        kept = place.read_bytes()
    except FileNotFoundError:
        return b""
    if len(kept) < LENGTH:
        _log.warning("%s holds %d bytes and not %d: it is replaced", place, len(kept), LENGTH)
    return kept


def _make(place: Path, is_damaged: bool) -> bytes:
    """Write a new key and return it, or return the key that another process has written in the
    meantime.
    """
    part = place.with_name(f"secret.{os.getpid()}")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_bytes(LENGTH))
        file.flush()
        os.fsync(descriptor)
    if is_damaged:
        part.replace(place)
    else:
        with suppress(FileExistsError):
            os.link(part, place)  # Fails where another process was first.
        part.unlink()
    return place.read_bytes()
