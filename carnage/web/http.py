"""Response headers, entity tags, compression and the cache of whole pages.

A page depends on its address and on the version of the texts, so its entity tag is known before it
is rendered. A view that depends on more sets `Cache-Control: no-store`, and its response is neither
tagged nor cached; a view with an entity tag of its own sets it.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from threading import Lock

from cachetools import LRUCache
from flask import Flask, Response, request

from carnage.common.site_prefix import add_prefix

PUBLIC = "public, max-age=3600"
REVALIDATE = "no-cache"
"""The policy of a draft: a browser may keep its pages, but asks before each use whether they
changed.
"""

DEFAULT_CACHE_BYTES = 64 * 1024 * 1024
"""Memory for cached pages in each process, about 3,000 compressed pages of games."""

MIN_COMPRESSED_BYTES = 500
"""Shorter bodies fit into one packet either way."""

GZIP_LEVEL = 4
"""Pages of games are 20 KB at this level. Level 6 saves 5 % of that and takes 0.8 ms longer."""

LARGE_BODY_BYTES = 150_000
LARGE_BODY_GZIP_LEVEL = 9
"""The few pages of books are larger than all others and read by everybody: their time does not
matter.
"""

GZIP_TAG_SUFFIX = "-gz"
"""Ends the entity tag of a compressed response: a strong tag stands for the same bytes."""

COMPRESSED_TYPES = (
    "text/",
    "application/json",
    "application/manifest+json",
    "application/javascript",
    "image/svg+xml",
)

NOINDEX_HEADER = ("X-Robots-Tag", "noindex, nofollow")
"""The header of a page that crawlers do not list and go on from."""

SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class PageCache:
    """Keep responses in memory up to a number of bytes; evict the least recently used."""

    def __init__(self, max_bytes: int) -> None:
        self._responses: LRUCache[str, Response] = LRUCache(max_bytes, getsizeof=_count_bytes)
        self._lock = Lock()

    def get(self, key: str) -> Response | None:
        """Return a copy of the response under this key, if there is one."""
        with self._lock:
            response = self._responses.get(key)
        return _copy(response) if response else None

    def set(self, key: str, response: Response) -> None:
        """Keep a copy of the response, unless it is larger than the cache."""
        with self._lock:
            if _count_bytes(response) <= self._responses.maxsize:
                self._responses[key] = _copy(response)


def install(
    app: Flask, version: str, policies: Mapping[str, str], cache_bytes: int = DEFAULT_CACHE_BYTES
) -> None:
    """Add headers, entity tags, compression and the page cache to an application.

    Args:
        app: The application.
        version: A hash of everything besides the address that pages depend on.
        policies: The `Cache-Control` of pages by their path, or by its first segment, such as
            "classic".
        cache_bytes: Memory for cached pages.
    """
    cache = PageCache(cache_bytes)
    app.extensions["page_policies"] = policies

    @app.before_request
    def respond_without_rendering() -> Response | None:
        policy = _find_request_policy(policies)
        if policy is None:
            return None
        tag = compute_entity_tag(version)
        if tag not in request.if_none_match.as_set(include_weak=True):
            return cache.get(tag)
        response = Response(
            status=304, headers={"Cache-Control": policy, "Vary": "Accept-Encoding"}
        )
        response.set_etag(tag)
        return response

    @app.after_request
    def finish(response: Response) -> Response:
        policy = _find_request_policy(policies)
        if policy and "ETag" in response.headers:
            return _add_security_headers(response)  # from the cache, or not modified
        if request.script_root and "Content-Encoding" not in response.headers:
            _add_prefix(response)
        compress(response)
        if policy and response.status_code == 200 and not response.cache_control.no_store:
            response.headers["Cache-Control"] = policy
            response.set_etag(compute_entity_tag(version))
            cache.set(compute_entity_tag(version), response)
        elif "ETag" in response.headers:
            _check_condition(response)
        return _add_security_headers(response)


def _add_prefix(response: Response) -> None:
    """Add the path that the site is under to the addresses in a response."""
    if "X-Forwarded-Prefix" in request.headers:
        response.vary.add("X-Forwarded-Prefix")  # a visitor may have sent it through a proxy
    response.set_data(add_prefix(response.get_data(), response.content_type, request.script_root))
    if "ETag" in response.headers:
        response.add_etag(overwrite=True)
    if response.location:
        response.location = request.script_root + response.location


def mark_noindex(response: Response, caching: str) -> Response:
    """Return a response with `NOINDEX_HEADER` and this `Cache-Control`."""
    response.headers.set(*NOINDEX_HEADER)
    response.headers["Cache-Control"] = caching
    return response


def find_policy(policies: Mapping[str, str], path: str) -> str | None:
    """Return the `Cache-Control` of the page at a path; None if it may not be cached."""
    place = path[1:]
    return policies.get(place) or policies.get(place.partition("/")[0])


def compute_entity_tag(version: str) -> str:
    """Return the tag of the requested page in the encoding that the client accepts."""
    query = request.query_string.decode("latin-1")
    parts = filter(None, (request.script_root, version, f"{request.path}?{query}"))
    digest = hashlib.blake2b("\0".join(parts).encode(), digest_size=12)
    return digest.hexdigest() + (GZIP_TAG_SUFFIX if is_gzip_accepted() else "")


def is_gzip_accepted() -> bool:
    """Return whether the client accepts gzip, and prefers no other encoding to it."""
    accepted = request.accept_encodings
    return accepted["gzip"] > 0 and accepted["gzip"] >= dict(accepted).get("identity", 0)


def compress(response: Response) -> None:
    """Compress the body of a response in place, if it is worth it and the client accepts it."""
    if (
        response.status_code == 304
        or response.is_streamed
        or "Content-Encoding" in response.headers
    ):
        return
    if not (response.content_type or "").startswith(COMPRESSED_TYPES):
        return
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= MIN_COMPRESSED_BYTES and is_gzip_accepted():
        level = LARGE_BODY_GZIP_LEVEL if len(body) >= LARGE_BODY_BYTES else GZIP_LEVEL
        response.set_data(gzip.compress(body, level, mtime=0))
        response.headers["Content-Encoding"] = "gzip"


def _find_request_policy(policies: Mapping[str, str]) -> str | None:
    # The router redirects an empty path and doubled slashes, which are missing from `request.path`.
    path_info = request.environ["PATH_INFO"]
    if request.method not in ("GET", "HEAD") or not path_info or "//" in path_info:
        return None
    return find_policy(policies, request.path)


def _check_condition(response: Response) -> None:
    """Turn a successful response with a tag of its own into 304 if the client has it already."""
    tag, _ = response.get_etag()
    if tag and response.headers.get("Content-Encoding") == "gzip":
        tag += GZIP_TAG_SUFFIX
        response.set_etag(tag)
    if tag and request.if_none_match.contains_weak(tag):
        response.status_code = 304
        response.set_data(b"")
        for name in ("Content-Type", "Content-Length", "Content-Encoding", "Content-Disposition"):
            response.headers.pop(name, None)


def _add_security_headers(response: Response) -> Response:
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _copy(response: Response) -> Response:
    return Response(response.get_data(), response.status_code, response.headers.copy())


def _count_bytes(response: Response) -> int:
    return len(response.get_data())
