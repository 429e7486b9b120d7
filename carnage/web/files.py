"""The static files, held in memory: plain and compressed, under addresses that may be kept for good.

The files refer to each other by relative addresses, so the fingerprint is a folder: where one file changes,
all addresses do.
"""

from __future__ import annotations

import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path

from carnage.assets import static_folder
from carnage.web.front import PUBLIC, Kept, Page

FOLDER = "/static/"
FOR_GOOD = "public, max-age=31536000, immutable"
TYPES = {".js": "text/javascript", ".woff2": "font/woff2"}  # which not every machine knows alike

_FINGERPRINTED = re.compile(r"/static/[0-9a-f]{12}/")


@cache
def fingerprint() -> str:
    """Stands for all static files as they lie on disk, in twelve characters."""
    digest = hashlib.blake2b(digest_size=6)
    for path, body in _bodies().items():
        digest.update(f"{path}\0{len(body)}\0".encode() + body)
    return digest.hexdigest()


def address(path: str) -> str:
    """Where this file is kept for good."""
    return f"{FOLDER}{fingerprint()}/{path}"


def there(path: str) -> bool:
    """Whether there is such a file."""
    return path in _bodies()


def file(address: str) -> Kept | None:
    """The file at this address, as WSGI gives it.

    Under the fingerprint of today it may be kept for good. Under another, which a page has that was kept from
    yesterday, or under none, it is the same file, to be asked for again.
    """
    kept = _kept().get(address)
    if kept is None and address.startswith(FOLDER):
        kept = _kept().get(_FINGERPRINTED.sub(FOLDER, address, count=1))
    return kept


@cache
def _bodies() -> dict[str, bytes]:
    folder = static_folder()
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@cache
def _kept() -> dict[str, Kept]:
    kept = {}
    for path, body in _bodies().items():
        page, tag = Page(_type(path), body), f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        kept[address(path)] = Kept(page, tag, FOR_GOOD)
        kept[FOLDER + path] = Kept(page, tag, PUBLIC)
    return kept


def _type(path: str) -> str:
    kind = TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
