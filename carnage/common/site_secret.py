"""The secret key of the site. It stays the same after a restart."""

from __future__ import annotations

import logging
import os
import secrets
from contextlib import suppress
from functools import cache
from pathlib import Path

from carnage.common.user_cache import folder

KEY_BYTES = 32

_log = logging.getLogger(__name__)


@cache
def load_secret() -> bytes:
    """Return the value of `CARNAGE_SECRET`, or else the key in the cache folder.

    The first process writes the key. Several servers of one site need the same key in their
    environments. A damaged file is replaced; games in progress then lose their sealed answers.
    """
    configured_key = os.environ.get("CARNAGE_SECRET", "")
    if configured_key:
        return configured_key.encode()
    path = folder() / "secret"
    key = _read_key(path)
    if len(key) >= KEY_BYTES:
        return key
    return _write_key(path, is_damaged=path.exists())


def _read_key(path: Path) -> bytes:
    """Return the key in a file, or b"" if it does not exist. Log a warning if it is too short."""
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        return b""
    if len(key) < KEY_BYTES:
        _log.warning("%s holds %d bytes and not %d: it is replaced", path, len(key), KEY_BYTES)
    return key


def _write_key(path: Path, *, is_damaged: bool) -> bytes:
    """Write a new key and return it, or return the key that another process has just written."""
    part = path.with_name(f"secret.{os.getpid()}")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_bytes(KEY_BYTES))
        file.flush()
        os.fsync(descriptor)
    if is_damaged:
        part.replace(path)
    else:
        with suppress(FileExistsError):
            os.link(part, path)  # Fails where another process was first.
        part.unlink()
    return path.read_bytes()
