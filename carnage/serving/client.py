"""Client addresses behind proxies, and the visitor keys for limits and charges."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

Headers = Sequence[tuple[bytes, bytes]]

# Bits of an IPv6 address in the key of a visitor, who usually controls all addresses of such a
# network.
IPV6_PREFIX = 64


def visitor_key(address: str) -> str | None:
    """Return an IPv4 address, or the network of an IPv6 address; None if the text is not an
    address.

    A port is ignored. An IPv4 address that is mapped into IPv6 gives the same key as without the
    mapping.
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
    """Return the key of the visitor: the address of the peer, or of the client of the outermost
    proxy.

    Each proxy appends the address of its own client to `X-Forwarded-For`. So values that a visitor
    sends come first, and are never read.

    Args:
        peer: The address at the other end of the connection.
        headers: The headers of the request.
        proxies: The number of trusted reverse proxies.
    """
    if proxies:
        values = [value for name, value in headers if name == b"x-forwarded-for"]
        addresses = b",".join(values).decode("latin-1").split(",")
        if len(addresses) >= proxies and (key := visitor_key(addresses[-proxies])):
            return key
    return visitor_key(peer) or peer


def find_scheme(headers: Headers, proxies: int) -> str:
    """Return "https" if a trusted proxy says so in `X-Forwarded-Proto`, else "http"."""
    value = next((value for name, value in reversed(headers) if name == b"x-forwarded-proto"), b"")
    return "https" if proxies and value.strip().lower() == b"https" else "http"
