"""A request's head, and how WSGI has it."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote_to_bytes

from carnage.serving import visitors

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

READABLE = "!$%&'()*+,/:;=?@"  # stands in a line of the log as it is sent


class Request(NamedTuple):
    """A request's head. `path` and `query` are as WSGI has them: bytes, written as Latin-1."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    visitor: str
    scheme: str
    server: tuple[str, int]
    version: str

    @classmethod
    def of(cls, scope: Any, behind: int) -> Request:
        """The request that an ASGI scope is about, where so many proxies stand in front."""
        sent: list[tuple[bytes, bytes]] = scope["headers"]
        peer = scope["client"][0] if scope["client"] else ""
        return cls(
            scope["method"],
            unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
            scope["query_string"].decode("latin-1"),
            _joined(sent),
            visitors.visitor(peer, sent, behind),
            visitors.scheme(sent, behind),
            scope["server"] or ("localhost", 80),
            scope["http_version"],
        )

    @property
    def address(self) -> str:
        """Path and query as they can stand in a line."""
        path = quote(self.path, safe=READABLE, encoding="latin-1")
        return f"{path}?{quote(self.query, safe=READABLE, encoding='latin-1')}" if self.query else path

    @property
    def length(self) -> int:
        """How long the body says it is; 0 if it says nothing that can be read."""
        said = self.headers.get("content-length", "")
        return int(said) if said.isascii() and said.isdigit() else 0

    def environ(self, body: bytes) -> WSGIEnvironment:
        """What a WSGI application is called with."""
        named = {
            "HTTP_" + name.upper().replace("-", "_"): value
            for name, value in self.headers.items()
            # One name with a low line could pass for another with a hyphen, such as what a proxy sets.
            if "_" not in name and name not in ("content-length", "content-type")
        }
        return named | {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
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


def _joined(sent: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Headers by their names in small letters; what was sent twice stands with commas between."""
    joined: dict[str, str] = {}
    for name, value in sent:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        joined[key] = f"{joined[key]},{text}" if key in joined else text
    return joined
