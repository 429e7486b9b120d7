"""The site's secret: some bytes that only it knows, the same after a restart."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from functools import cache

from carnage.engine.core import folders

LENGTH = 32


@cache
def secret() -> bytes:
    """`CARNAGE_SECRET`, or what the first who asked has left in the folder of compiled rules.

    Several servers of one site need the same in their environments.
    """
    given = os.environ.get("CARNAGE_SECRET", "")
    if given:
        return given.encode()
    place = folders.base() / "secret"
    with suppress(FileExistsError):
        descriptor = os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(LENGTH))
    return place.read_bytes()
