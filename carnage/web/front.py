"""In front of everything: security headers, entity tags, compression, and what needs no Flask.

A page is a pure function of its URL and of the version of the texts, so its tag is known without making it,
and 304 is answered at once. Most of what is asked for are games, and Flask takes as long to lead to a page
and back as the page takes to make: so a game that is plainly there is answered here as well, and so is what
was made ready before anybody asked (`ready.py`). Any server can ask `Front.answer`, which waits for nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from werkzeug.datastructures import Headers

from carnage.web.coding import (
    GZIP,
    LEAST,
    MARK,
    compressible,
    marked,
    quickly,
    takes_gzip,
    thoroughly,
    within,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Header = tuple[str, str]


class Page(NamedTuple):
    """What stands at an address, whole and plain."""

    type: str
    body: bytes
    headers: tuple[Header, ...] = ()


class Answer(NamedTuple):
    """What is sent: the status, all headers but those that are the server's own, the body."""

    status: int
    headers: list[Header]
    body: bytes


Maker = Callable[[str, str], "Page | None"]
"""Makes what stands at a path and query (both as WSGI gives them), or leaves it to Flask by giving None."""

HTML = "text/html; charset=utf-8"
PUBLIC = "public, max-age=3600"
REVALIDATE = "no-cache"  # a draft may be kept, but asked about before each use
READING = ("GET", "HEAD")

SECURITY: list[Header] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
]
VARY: Header = ("Vary", "Accept-Encoding")
_ENCODED: Header = ("Content-Encoding", GZIP)
_OF_A_BODY = ("Content-Type", "Content-Length", "Content-Encoding", "Content-Disposition")


class Kept:
    """A page that lies ready, with its headers: plain and, if that is shorter, compressed."""

    def __init__(self, page: Page, tag: str, policy: str) -> None:
        packed = thoroughly(page.body) if compressible(page.type) else page.body
        codings = len(packed) < len(page.body)
        self._plain = _coded(page, page.body, tag, policy, [VARY] if codings else [])
        self._packed = _coded(page, packed, marked(tag), policy, [_ENCODED, VARY]) if codings else self._plain

    def answer(self, if_none_match: str, accept_encoding: str) -> Answer:
        """What is sent to whoever asks with these headers."""
        tag, there, unchanged = self._packed if takes_gzip(accept_encoding) else self._plain
        return unchanged if if_none_match and known(tag, if_none_match) else there


def _coded(
    page: Page, body: bytes, tag: str, policy: str, coding: list[Header]
) -> tuple[str, Answer, Answer]:
    """The tag of a page in one coding, the answer with it, and the answer to whoever has it."""
    described = [("Content-Type", page.type), ("Content-Length", str(len(body))), *page.headers]
    caching = [("ETag", tag), ("Cache-Control", policy)]
    unchanged = [*caching, *[each for each in coding if each != _ENCODED], *SECURITY]
    return (
        tag,
        Answer(200, [*described, *caching, *coding, *SECURITY], body),
        Answer(304, unchanged, b""),
    )


def known(tag: str, if_none_match: str) -> bool:
    """Whether this header has the tag, strong or weak, among others, or is a star."""
    # A tag has its quotes around it, so that nothing else can hold it.
    return tag in if_none_match or if_none_match.strip() == "*"


class Front:
    """Wraps a WSGI application whose pages under the first path segments in `policies` are pure.

    `policies` maps such a segment ("classic", "" for the home page), or a whole path that has a policy of its
    own, to its Cache-Control. What `make` gives
    for a URL under them has to be what the application would answer. `files` are answered whatever the query.
    """

    def __init__(
        self,
        app: WSGIApplication,
        version: str,
        policies: Mapping[str, str],
        make: Maker | None = None,
        files: Callable[[str], Kept | None] | None = None,
    ) -> None:
        self.app = app
        self.make = make
        self.policies = policies
        self.files = files
        self.ready: dict[str, Kept] = {}
        self._stem = hashlib.blake2b(version.encode(), digest_size=12)

    def _policy(self, path: str) -> str | None:
        whole = path[1:]
        return self.policies.get(whole) or self.policies.get(whole.partition("/")[0])

    def tag(self, path: str, query: str) -> str:
        """The strong entity tag of the page at this URL (both as WSGI gives them), uncompressed."""
        digest = self._stem.copy()
        # A URL with something in it that is not Latin-1 cannot come from a server; it still gets a tag.
        digest.update(f"{path}?{query}".encode("latin-1", "replace"))
        return f'"{digest.hexdigest()}"'

    def answer(
        self, method: str, path: str, query: str, if_none_match: str = "", accept_encoding: str = ""
    ) -> Answer | None:
        """What is plainly there; None for all that is the application's to answer (`handed`).

        `path` and `query` are as WSGI has them (PATH_INFO: percent-decoded bytes as Latin-1), and both
        headers empty if they were not sent. The same arguments always give the same answer.
        """
        if method not in READING:
            return None
        there = self._there(path, query, if_none_match, accept_encoding)
        return there._replace(body=b"") if there and method == "HEAD" else there

    def _there(self, path: str, query: str, if_none_match: str, accept_encoding: str) -> Answer | None:
        if not query and (lying := self.ready.get(path)):
            return lying.answer(if_none_match, accept_encoding)
        policy = self._policy(path)
        if policy is None:
            file = self.files(path) if self.files else None
            return file.answer(if_none_match, accept_encoding) if file else None
        gzip = takes_gzip(accept_encoding)
        plain = self.tag(path, query)
        tag = marked(plain) if gzip else plain
        caching = [("ETag", tag), ("Cache-Control", policy), VARY, *SECURITY]
        if tag in if_none_match:
            return Answer(304, caching, b"")
        page = self.make(path, query) if self.make else None
        if page is None:
            return None
        if if_none_match and known(tag, if_none_match):
            return Answer(304, caching, b"")
        body = within(page.body) if gzip else page.body
        described = [("Content-Type", page.type), ("Content-Length", str(len(body))), *page.headers]
        if gzip:
            described.append(_ENCODED)
        return Answer(200, described + caching, body)

    def handed(self, environ: WSGIEnvironment) -> Answer:
        """What the application answers, with all headers, compressed for whoever takes that."""
        if_none_match = environ.get("HTTP_IF_NONE_MATCH", "")
        # How long a page is compressed only the page can say; and the application knows no tag but its own.
        head = environ["REQUEST_METHOD"] == "HEAD"
        method = "GET" if head else environ["REQUEST_METHOD"]
        own = if_none_match.replace(f'{MARK}"', '"')
        status, headers, body = _called(
            self.app, {**environ, "REQUEST_METHOD": method, "HTTP_IF_NONE_MATCH": own}
        )
        path, query = environ.get("PATH_INFO", ""), environ.get("QUERY_STRING", "")
        policy = self._policy(path)
        kept = headers.get("Cache-Control") != "no-store"  # unless it hangs on more than its address
        pure = kept and policy is not None and method == "GET" and status == 200
        if pure:
            headers["ETag"] = self.tag(path, query)
            headers["Cache-Control"] = policy
        tag = headers.get("ETag", "")
        if status == 304:
            headers.setdefault("Vary", "Accept-Encoding")
            tag = marked(tag) if tag and marked(tag) in if_none_match else tag
        elif "Content-Encoding" not in headers and compressible(headers.get("Content-Type", "")):
            headers["Vary"] = "Accept-Encoding"
            worth = pure or len(body) >= LEAST
            if worth and takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
                body = within(body) if pure else quickly(body)
                headers["Content-Encoding"] = GZIP
                headers["Content-Length"] = str(len(body))
                tag = tag and marked(tag)
        if tag:
            headers["ETag"] = tag
        for name, value in SECURITY:
            headers.setdefault(name, value)
        if pure and if_none_match and known(tag, if_none_match):
            return Answer(304, [each for each in headers.items() if each[0] not in _OF_A_BODY], b"")
        return Answer(status, list(headers), b"" if head else body)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        answer = self.answer(
            environ["REQUEST_METHOD"],
            environ.get("PATH_INFO", ""),
            environ.get("QUERY_STRING", ""),
            environ.get("HTTP_IF_NONE_MATCH", ""),
            environ.get("HTTP_ACCEPT_ENCODING", ""),
        ) or self.handed(environ)
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", answer.headers)
        return (answer.body,) if answer.body else ()


def _called(app: WSGIApplication, environ: WSGIEnvironment) -> tuple[int, Headers, bytes]:
    """The status, the headers and the whole body that an application answers with."""
    begun: list[tuple[str, list[Header]]] = []

    def start(status: str, headers: list[Header], exc_info: object = None) -> Callable[[bytes], object]:
        begun.append((status, headers))
        return written.append

    written: list[bytes] = []
    chunks = app(environ, start)
    try:
        written += chunks
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    status, headers = begun[-1]
    return int(status[:3]), Headers(headers), b"".join(written)
