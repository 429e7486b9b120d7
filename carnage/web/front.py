"""A few lines of WSGI in front of everything: security headers, entity tags, and 304 before Flask is reached.

A page is a pure function of its URL and of the version of the texts, so its tag is known without making it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Header = tuple[str, str]

PUBLIC = "public, max-age=3600"
REVALIDATE = "no-cache"  # a draft may be kept, but asked about before each use

SECURITY: list[Header] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
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

    `policies` maps such a segment ("classic", "" for the home page) to its Cache-Control.
    """

    def __init__(self, app: WSGIApplication, version: str, policies: Mapping[str, str]) -> None:
        self.app = app
        self.policies = policies
        self._stem = hashlib.blake2b(version.encode(), digest_size=12)

    def tag(self, path: str, query: str) -> str:
        """The strong entity tag of the page at this URL (both as WSGI gives them)."""
        found = self._stem.copy()
        # A URL with something in it that is not Latin-1 cannot come from a server; it still gets a tag.
        found.update(f"{path}?{query}".encode("latin-1", "replace"))
        return f'"{found.hexdigest()}"'

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        extra = SECURITY
        path: str = environ.get("PATH_INFO", "")
        policy = self.policies.get(path[1:].partition("/")[0])
        if policy is not None and environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            tag = self.tag(path, environ.get("QUERY_STRING", ""))
            caching = [("ETag", tag), ("Cache-Control", policy)]
            if tag in environ.get("HTTP_IF_NONE_MATCH", ""):
                start_response("304 Not Modified", caching + SECURITY)
                return ()
            return self.app(environ, _adding(start_response, SECURITY, caching))
        return self.app(environ, _adding(start_response, extra, []))


def _adding(start_response: StartResponse, always: list[Header], if_ok: list[Header]) -> Callable[..., Any]:
    """A start_response that adds headers: some always, some only to a page that is there."""

    def start(status: str, headers: list[Header], exc_info: Any = None) -> Any:
        if status.startswith("200"):
            headers = headers + if_ok
        return start_response(status, headers + always, exc_info)

    return start
