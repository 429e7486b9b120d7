"""The path that a site is under, such as `/games` of https://example.org/games: its form and its addresses.

Templates, views and tables write some three hundred addresses from the root of the site (`href="/atlas"`).
`add_prefix` puts the path before them in one pass over a whole response, before it is cached. So no template
can forget it, addresses stay the same in tests and saved games, and a site at a root has no cost.

The pass is safe because no text of a visitor has a quotation mark in HTML or JSON: both escape it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

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


def add_prefix(body: bytes, content_type: str | None, prefix: str) -> bytes:
    """Return a response's body with a prefix before each address from the root of the site."""
    pattern = _ADDRESSES.get((content_type or "").partition(";")[0])
    if not prefix or pattern is None:
        return body
    return pattern.sub(rb"\1" + prefix.encode("ascii"), body)
