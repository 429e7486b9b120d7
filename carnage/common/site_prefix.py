"""The path prefix of a site, such as `/games` for https://example.org/games.

Templates, views and tables contain about three hundred URLs from the root of the site
(`href="/atlas"`). `add_prefix` inserts the prefix in one pass over a whole response, before it is
cached. So no template can omit it, and the URLs in tests and saved games stay the same. A site
without a prefix has no cost.

The pass is safe because user input cannot contain a quotation mark in HTML or JSON, where it is
escaped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

PREFIX_PATTERN = r"(?:/(?!\.{1,2}(?:/|\Z))[A-Za-z0-9._~-]+)+"
"""Segments of a path, except `.` and `..`."""

MAX_PREFIX_LENGTH = 100

_HTML = re.compile(
    rb'((?: (?:href|src|action|formaction|data-(?:course|here|reel|rules|state))="| '
    rb'content="[0-9]+;url=)(?=/(?!/)))'
)
_JSON = re.compile(rb'("(?:lab|page|playtest|rules|tables|url|watch)": ?"(?=/(?!/)))')
_MANIFEST = re.compile(rb'("(?:id|scope|src|start_url)": ?"(?=/(?!/)))')
_ROBOTS = re.compile(rb"^(Disallow: (?=/))", re.MULTILINE)

_ADDRESSES: Mapping[str, re.Pattern[bytes]] = {
    "text/html": _HTML,
    "application/json": _JSON,
    "application/manifest+json": _MANIFEST,
    "text/plain": _ROBOTS,
}
"""The text before a URL from the root of the site, by the content type of a response.

In JSON, the `id` of a game and the `path` in its film are not URLs: programs compare them with
those of other sites and of the terminal.
"""


def read_prefix(text: str) -> str | None:
    """Return the path prefix in a text, without a slash at its end; None if it is invalid."""
    path = text.removesuffix("/")
    if len(path) > MAX_PREFIX_LENGTH or not (path == "" or re.fullmatch(PREFIX_PATTERN, path)):
        return None
    return path


def find_prefix(
    path: str, headers: Sequence[tuple[bytes, bytes]], proxies: int, known: str | None
) -> tuple[str, str]:
    """Return the prefix of the site, and the path of the request without it.

    The prefix is that of the header `X-Forwarded-Prefix`, which a proxy sends if it has removed the
    prefix from the path. Without this header it is the known prefix, which is removed here if the
    path begins with it. The header is ignored if it is invalid or differs from the known prefix.

    Args:
        path: The path of the request.
        headers: The headers of the request.
        proxies: The number of trusted reverse proxies; without one the header is ignored.
        known: The prefix in the URL of the site; None if the URL is unknown.
    """
    if proxies:
        values = [value for name, value in headers if name == b"x-forwarded-prefix"]
        named = None
        if values:
            named = read_prefix(values[-1].decode("latin-1").strip())
        if named is not None and known in (None, named):
            return named, path
    prefix = known or ""
    if prefix and (path == prefix or path.startswith(f"{prefix}/")):
        return prefix, path.removeprefix(prefix)
    return prefix, path


def add_prefix(body: bytes, content_type: str | None, prefix: str) -> bytes:
    """Return the body of a response with a prefix before each URL from the root of the site."""
    pattern = _ADDRESSES.get((content_type or "").partition(";")[0])
    if not prefix or pattern is None:
        return body
    return pattern.sub(rb"\1" + prefix.encode("ascii"), body)
