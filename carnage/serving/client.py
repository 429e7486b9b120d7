"""Client addresses behind proxies, and the key that connections and costs are counted under."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from carnage.common.site_prefix import read_prefix

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


def find_prefix(path: str, headers: Headers, proxies: int, known: str | None) -> tuple[str, str]:
    """Return the path that the site is under, and the path of a request without it.

    A proxy that names the prefix in `X-Forwarded-Prefix` has removed it; otherwise the path may begin with
    it. The header is ignored if its value is no prefix, or is not the path of the site's known address.

    Args:
        path: The path of the request.
        headers: The headers of the request.
        proxies: Proxies in front of the site; without one the header is ignored.
        known: The path of the site's address; None if the address is unknown.
    """
    if proxies:
        values = [value for name, value in headers if name == b"x-forwarded-prefix"]
        named = read_prefix(values[-1].decode("latin-1").strip()) if values else None
        if named is not None and known in (None, named):
            return named, path
    prefix = known or ""
    if prefix and (path == prefix or path.startswith(f"{prefix}/")):
        return prefix, path.removeprefix(prefix)
    return prefix, path
