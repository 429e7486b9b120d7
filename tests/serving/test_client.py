"""Test client addresses: the key of a visitor, and the headers of proxies."""

from __future__ import annotations

import pytest

from carnage.serving.client import find_scheme, find_visitor, visitor_key


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:443", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        (":1.2.3.4", None),
        ("", None),
        ("unknown", None),
    ],
)
def test_visitor_key_returns_address_or_ipv6_network(address: str, key: str | None) -> None:
    assert visitor_key(address) == key


@pytest.mark.parametrize(
    ("values", "proxies", "visitor"),
    [
        ([], 0, "192.0.2.7"),
        (["203.0.113.1"], 0, "192.0.2.7"),
        ([], 1, "192.0.2.7"),
        (["203.0.113.1"], 1, "203.0.113.1"),
        (["198.51.100.9, 203.0.113.1"], 1, "203.0.113.1"),
        (["198.51.100.9", "203.0.113.1"], 1, "203.0.113.1"),
        (["198.51.100.9, 203.0.113.1"], 2, "198.51.100.9"),
        (["203.0.113.1"], 2, "192.0.2.7"),
        ([":1.2.3.4"], 1, "192.0.2.7"),
    ],
)
def test_find_visitor_reads_address_appended_by_proxy(
    values: list[str], proxies: int, visitor: str
) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in values]
    assert find_visitor("192.0.2.7", headers, proxies) == visitor


def test_find_scheme_trusts_proxy_only() -> None:
    headers = [(b"x-forwarded-proto", b"https")]
    assert find_scheme(headers, 0) == "http"
    assert find_scheme(headers, 1) == "https"
