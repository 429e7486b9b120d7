"""The site's secret: some bytes that only it knows, the same after a restart."""

from __future__ import annotations

import logging
import os
import secrets
from functools import cache
from pathlib import Path

from filelock import FileLock

from carnage.common.user_cache import folder

LENGTH = 32

_log = logging.getLogger(__name__)


@cache
def secret() -> bytes:
    """Return `CARNAGE_SECRET`, or the secret that the first process has left in the cache folder.

    Several servers of one site need the same in their environments. A file that holds no secret, as one that
    a full disk has cut short, is made anew: games that were under way lose what was sealed.
    """
    given = os.environ.get("CARNAGE_SECRET", "")
    if given:
        return given.encode()
    place = folder() / "secret"
    with FileLock(place.with_name("secret.lock")):
        kept = _read(place)
        return kept if len(kept) >= LENGTH else _made(place)


def _read(place: Path) -> bytes:
    """What is there; nothing if there is no file."""
    try:
        kept = place.read_bytes()
    except FileNotFoundError:
        return b""
    if len(kept) < LENGTH:
        _log.warning("%s holds %d bytes and not %d: it is made anew", place, len(kept), LENGTH)
    return kept


def _made(place: Path) -> bytes:
    """A secret of our own, kept as a whole or not at all."""
    part = place.with_name("secret.part")
    part.unlink(missing_ok=True)
    made = secrets.token_bytes(LENGTH)
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(made)
        file.flush()
        os.fsync(descriptor)
    part.replace(place)
    return made
