"""The static files, held in memory: plain and compressed, under addresses that may be kept for
good.

The files refer to each other by relative addresses, so the fingerprint is a folder: where one file
changes, all addresses do.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort

from carnage.common.assets import static_folder
from carnage.web.http import COMPRESSED_TYPES, PUBLIC, is_gzip_accepted

FOLDER = "/static/"
FOR_GOOD = "public, max-age=31536000, immutable"
CONTENT_TYPES = {".js": "text/javascript", ".woff2": "font/woff2"}
"""Types that not every machine knows alike."""

GZIP_LEVEL = 9
"""A file is compressed once, so that the time does not matter."""

_FINGERPRINT = re.compile(r"[0-9a-f]{12}/")

static_files = Blueprint("static_files", __name__)


@static_files.get(f"{FOLDER}<path:path>")
def show_file(path: str) -> Response:
    """Return a static file.

    Under the current fingerprint it may be kept for good. Under another, which an older page has,
    or under none, it is the same file, to be asked for again.
    """
    name = _FINGERPRINT.sub("", path, count=1)
    body = load_files().get(name)
    if body is None:
        abort(404)
    content_type = find_content_type(name)
    is_compressible = content_type.startswith(COMPRESSED_TYPES)
    is_compressed = is_compressible and is_gzip_accepted()
    response = Response(_compress(name) if is_compressed else body, content_type=content_type)
    if is_compressible:
        response.headers["Vary"] = "Accept-Encoding"
    if is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    is_current = path.startswith(f"{compute_fingerprint()}/")
    response.headers["Cache-Control"] = FOR_GOOD if is_current else PUBLIC
    response.set_etag(_hash_file(name))
    return response


@cache
def compute_fingerprint() -> str:
    """Return twelve characters that stand for all static files as they are on disk."""
    digest = hashlib.blake2b(digest_size=6)
    for path, body in load_files().items():
        digest.update(f"{path}\0{len(body)}\0".encode() + body)
    return digest.hexdigest()


def make_url(path: str) -> str:
    """Return the address at which a file may be kept for good."""
    return f"{FOLDER}{compute_fingerprint()}/{path}"


def has_file(path: str) -> bool:
    """Return whether there is such a file."""
    return path in load_files()


def find_content_type(path: str) -> str:
    """Return the content type of a file."""
    guessed = CONTENT_TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0]
    content_type = guessed or "application/octet-stream"
    return f"{content_type}; charset=utf-8" if content_type.startswith("text/") else content_type


@cache
def load_files() -> dict[str, bytes]:
    """Return the static files by their paths."""
    folder = static_folder()
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@cache
def _compress(path: str) -> bytes:
    return gzip.compress(load_files()[path], GZIP_LEVEL, mtime=0)


@cache
def _hash_file(path: str) -> str:
    return hashlib.blake2b(load_files()[path], digest_size=12).hexdigest()
