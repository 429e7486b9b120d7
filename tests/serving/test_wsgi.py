"""Test the conversion of ASGI requests to WSGI environments."""

from __future__ import annotations

from typing import Any

from carnage.serving.wsgi import Request


def make_request(*headers: tuple[bytes, bytes], proxies: int = 0) -> Request:
    """Return a request with these headers."""
    scope: dict[str, Any] = {
        "method": "GET",
        "raw_path": b"/a%20b",
        "query_string": b"",
        "http_version": "1.1",
        "headers": list(headers),
        "client": ("192.0.2.7", 1),
        "server": None,
    }
    return Request.from_scope(scope, proxies)


def test_environ_has_path_visitor_and_body() -> None:
    environ = make_request().environ(b"abc")
    assert environ["PATH_INFO"] == "/a b"
    assert environ["REMOTE_ADDR"] == "192.0.2.7"
    assert (environ["CONTENT_LENGTH"], environ["wsgi.input"].read()) == ("3", b"abc")


def test_environ_repeated_header_is_joined() -> None:
    assert make_request((b"x-a", b"1"), (b"x-a", b"2")).environ(b"")["HTTP_X_A"] == "1,2"


def test_environ_header_with_underscore_is_dropped() -> None:
    """Drop a name that would be read as the one with a hyphen, which a proxy sets."""
    environ = make_request((b"x_forwarded_for", b"1.2.3.4"), proxies=1).environ(b"")
    assert "HTTP_X_FORWARDED_FOR" not in environ
    assert environ["REMOTE_ADDR"] == "192.0.2.7"


def test_environ_chunked_body_has_length() -> None:
    environ = make_request((b"transfer-encoding", b"chunked")).environ(b"text=a")
    assert environ["CONTENT_LENGTH"] == "6"
    assert "HTTP_TRANSFER_ENCODING" not in environ
