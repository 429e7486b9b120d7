"""Conversion of ASGI requests to WSGI, and calls of the WSGI application."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote_to_bytes, urlsplit

from werkzeug.test import run_wsgi_app

from carnage.common.site_prefix import find_prefix
from carnage.serving.client import find_scheme, find_visitor

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

# Punctuation that is not percent-encoded in the URLs of the log.
LOGGED_UNQUOTED = "!$%&'()*+,/:;=?@"

# Headers that have other names in WSGI. The body is read before the application is called, so it is
# no longer chunked. Werkzeug would ignore a chunked body that the server does not mark as
# terminated.
NOT_PASSED_ON = frozenset({"content-length", "content-type", "transfer-encoding"})


class Request(NamedTuple):
    """The head of a request.

    Attributes:
        method: The method.
        path: The path within the site, as in WSGI: bytes decoded as Latin-1.
        query: The query, likewise.
        headers: The headers by name in lower case.
        visitor: The key of the visitor.
        scheme: "http" or "https".
        server: The host and port of the server.
        version: The version of HTTP.
        prefix: The path that the site is under, or "".
    """

    method: str
    path: str
    query: str
    headers: dict[str, str]
    visitor: str
    scheme: str
    server: tuple[str, int]
    version: str
    prefix: str = ""

    @classmethod
    def from_scope(cls, scope: Any, proxies: int, address: str = "") -> Request:
        """Return the request of an ASGI scope.

        Args:
            scope: The scope.
            proxies: The number of trusted reverse proxies.
            address: The URL of the site, or "".
        """
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        peer = scope["client"][0] if scope["client"] else ""
        whole_path = unquote_to_bytes(scope["raw_path"]).decode("latin-1")
        known_prefix = urlsplit(address).path if address else None
        prefix, path = find_prefix(whole_path, headers, proxies, known_prefix)
        return cls(
            scope["method"],
            path,
            scope["query_string"].decode("latin-1"),
            _join_headers(headers),
            find_visitor(peer, headers, proxies),
            find_scheme(headers, proxies),
            scope["server"] or ("localhost", 80),
            scope["http_version"],
            prefix,
        )

    @property
    def place(self) -> str:
        """Return the first segment of the path."""
        return self.path[1:].partition("/")[0]

    @property
    def address(self) -> str:
        """Return the path and query, percent-encoded for one line of the log."""
        path = quote(self.path, safe=LOGGED_UNQUOTED, encoding="latin-1")
        query = quote(self.query, safe=LOGGED_UNQUOTED, encoding="latin-1")
        return f"{path}?{query}" if query else path

    @property
    def content_length(self) -> int:
        """Return the number in `Content-Length`, or 0 if it is missing or invalid."""
        value = self.headers.get("content-length", "")
        return int(value) if value.isascii() and value.isdigit() else 0

    def environ(self, body: bytes) -> WSGIEnvironment:
        """Return the WSGI environment of the request with its whole body."""
        headers = {
            "HTTP_" + name.upper().replace("-", "_"): value
            for name, value in self.headers.items()
            # In WSGI, a name with an underscore would replace one with a hyphen, such as that of a
            # proxy.
            if "_" not in name and name not in NOT_PASSED_ON
        }
        return headers | {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": self.prefix,
            "PATH_INFO": self.path,
            "QUERY_STRING": self.query,
            "CONTENT_TYPE": self.headers.get("content-type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "SERVER_NAME": self.server[0],
            "SERVER_PORT": str(self.server[1]),
            "SERVER_PROTOCOL": f"HTTP/{self.version}",
            "REMOTE_ADDR": self.visitor,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self.scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }


def _join_headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return headers by name. The values of a repeated header are joined by commas."""
    joined: dict[str, str] = {}
    for name, value in headers:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        joined[key] = f"{joined[key]},{text}" if key in joined else text
    return joined


class Response(NamedTuple):
    """A complete response, without the headers that the server adds."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


def call_application(app: WSGIApplication, environ: WSGIEnvironment) -> Response:
    """Return the application's response to a request."""
    chunks, status, headers = run_wsgi_app(app, environ, buffered=True)
    return Response(int(status.partition(" ")[0]), headers.to_wsgi_list(), b"".join(chunks))
