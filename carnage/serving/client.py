"""Client addresses behind proxies, and the key that connections and costs are counted under."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

Headers = Sequence[tuple[bytes, bytes]]

IPV6_PREFIX = 64
"""Bits of an IPv6 address that belong to one visitor: whoever has one address has all of its network."""


def visitor_key(address: str) -> str | None:
    """Return the address that a client is counted under, or its IPv6 network; None if it is no address.

    A port is ignored, and an IPv4 address that is mapped into IPv6 is the same as without.
    """
    text = address.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))
        parsed = parsed.ipv4_mapped
    return str(parsed)


def find_visitor(peer: str, headers: Headers, proxies: int) -> str:
    """Return the key of the visitor: the peer, or the client that the outermost of the proxies names.

    Each proxy appends the address of its own client to `X-Forwarded-For`, so what a visitor sends in that
    header stands before these and is never read.
    """
    if proxies:
        values = [value for name, value in headers if name == b"x-forwarded-for"]
        addresses = b",".join(values).decode("latin-1").split(",")
        if len(addresses) >= proxies and (key := visitor_key(addresses[-proxies])):
            return key
    return visitor_key(peer) or peer


def find_scheme(headers: Headers, proxies: int) -> str:
    """Return "https" if there is a proxy and it says so, else "http"."""
    value = next((value for name, value in reversed(headers) if name == b"x-forwarded-proto"), b"")
    return "https" if proxies and value.strip().lower() == b"https" else "http"
