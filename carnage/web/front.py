"""A few lines of WSGI in front of everything: security headers, entity tags, and what needs no Flask.

A page is a pure function of its URL and of the version of the texts, so its tag is known without making it,
and 304 is answered at once. Most of what is asked for are games, and Flask takes as long to lead to a page
and back as the page takes to make: so a game that is plainly there is answered here as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Header = tuple[str, str]
Maker = Callable[[str, str], "bytes | None"]
"""Makes the HTML page at a path and query (both as WSGI gives them), or leaves it to Flask by giving None."""

HTML = "text/html; charset=utf-8"
PUBLIC = "public, max-age=3600"
REVALIDATE = "no-cache"  # a draft may be kept, but asked about before each use

SECURITY: list[Header] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
]


class Front:
    """Wraps a WSGI application whose pages under the first path segments in `policies` are pure.

    `policies` maps such a segment ("classic", "" for the home page) to its Cache-Control. What `make` gives
    for a URL under them has to be what the application would answer.
    """

    def __init__(
        self, app: WSGIApplication, version: str, policies: Mapping[str, str], make: Maker | None = None
    ) -> None:
        self.app = app
        self.make = make
        self.policies = policies
        self._stem = hashlib.blake2b(version.encode(), digest_size=12)

    def tag(self, path: str, query: str) -> str:
        """The strong entity tag of the page at this URL (both as WSGI gives them)."""
        digest = self._stem.copy()
        # A URL with something in it that is not Latin-1 cannot come from a server; it still gets a tag.
        digest.update(f"{path}?{query}".encode("latin-1", "replace"))
        return f'"{digest.hexdigest()}"'

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path: str = environ.get("PATH_INFO", "")
        method: str = environ["REQUEST_METHOD"]
        policy = self.policies.get(path[1:].partition("/")[0])
        if policy is None or method not in ("GET", "HEAD"):
            return self.app(environ, _adding(start_response, SECURITY, []))
        query: str = environ.get("QUERY_STRING", "")
        tag = self.tag(path, query)
        caching = [("ETag", tag), ("Cache-Control", policy)]
        if tag in environ.get("HTTP_IF_NONE_MATCH", ""):
            start_response("304 Not Modified", caching + SECURITY)
            return ()
        page = self.make(path, query) if self.make else None
        if page is None:
            return self.app(environ, _adding(start_response, SECURITY, caching))
        described = [("Content-Type", HTML), ("Content-Length", str(len(page)))]
        start_response("200 OK", described + caching + SECURITY)
        return (page,) if method == "GET" else ()


def _adding(start_response: StartResponse, always: list[Header], if_ok: list[Header]) -> Callable[..., Any]:
    """A start_response that adds headers: some always, some only to a page that is there."""

    def start(status: str, headers: list[Header], exc_info: Any = None) -> Any:
        if status.startswith("200"):
            headers = headers + if_ok
        return start_response(status, headers + always, exc_info)

    return start
