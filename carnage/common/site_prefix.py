"""The path that a site is under, such as `/games` of https://example.org/games: its form and its addresses.

Templates, views and tables write some three hundred addresses from the root of the site (`href="/atlas"`).
`add_prefix` puts the path before them in one pass over a whole response, before it is cached. So no template
can forget it, addresses stay the same in tests and saved games, and a site at a root has no cost.

The pass is safe because no text of a visitor has a quotation mark in HTML or JSON: both escape it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

PREFIX_PATTERN = r"(?:/(?!\.{1,2}(?:/|\Z))[A-Za-z0-9._~-]+)+"
"""Segments of a path, none of which is `.` or `..`."""

MAX_PREFIX_LENGTH = 100

_HTML = re.compile(
    rb'((?: (?:href|src|action|formaction|data-here|data-reel|data-rules)="| content="[0-9]+;url=)(?=/(?!/)))'
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
"""What is before an address from the root, by the content type of a response.

In JSON the `id` of a game, and the `path` in its film, are no addresses: programs compare them with those of
other sites and of the terminal.
"""


def read_prefix(text: str) -> str | None:
    """Return the path that a site is under, without a slash at its end; None if the text is no such path."""
    path = text.removesuffix("/")
    if len(path) > MAX_PREFIX_LENGTH or not (path == "" or re.fullmatch(PREFIX_PATTERN, path)):
        return None
    return path


def find_prefix(
    path: str, headers: Sequence[tuple[bytes, bytes]], proxies: int, known: str | None
) -> tuple[str, str]:
    """Return the path that the site is under, and the path of a request without it.

    A proxy that names the prefix in `X-Forwarded-Prefix` has removed it; otherwise the path may begin with
    it. The header is ignored if its value is no prefix, or is not the path of the site's known address.

    Args:
        path: The path of the request.
        headers: The headers of the request.
        proxies: Proxies in front of the site; without one the header is ignored.
        known: The path of the site's address; None if the address is unknown.
    """
    if proxies:
        values = [value for name, value in headers if name == b"x-forwarded-prefix"]
        named = read_prefix(values[-1].decode("latin-1").strip()) if values else None
        if named is not None and known in (None, named):
            return named, path
    prefix = known or ""
    if prefix and (path == prefix or path.startswith(f"{prefix}/")):
        return prefix, path.removeprefix(prefix)
    return prefix, path


def add_prefix(body: bytes, content_type: str | None, prefix: str) -> bytes:
    """Return a response's body with a prefix before each address from the root of the site."""
    pattern = _ADDRESSES.get((content_type or "").partition(";")[0])
    if not prefix or pattern is None:
        return body
    return pattern.sub(rb"\1" + prefix.encode("ascii"), body)
