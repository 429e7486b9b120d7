"""Who a visitor is: the address that connections and costs are counted under."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

Headers = Sequence[tuple[bytes, bytes]]

HOUSEHOLD = 64  # bits of an IPv6 address that are one visitor's: whoever has one address has all behind them


def counted(address: str) -> str | None:
    """What this address is counted under: itself, or its network of IPv6. None for what is no address.

    A port behind it does not count, nor that an IPv4 address is written as one of IPv6.
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
            return str(ipaddress.ip_network((parsed, HOUSEHOLD), strict=False))
        parsed = parsed.ipv4_mapped
    return str(parsed)


def visitor(peer: str, headers: Headers, behind: int) -> str:
    """Who asks: the peer, or whom the outermost of so many proxies had as its own.

    What a visitor writes into the header stands in front of what the proxies add, and is never looked at.
    """
    if behind:
        said = [value for name, value in headers if name == b"x-forwarded-for"]
        way = b",".join(said).decode("latin-1").split(",")
        if len(way) >= behind and (named := counted(way[-behind])):
            return named
    return counted(peer) or peer


def scheme(headers: Headers, behind: int) -> str:
    """Whether the visitor came by https, as the proxy says."""
    said = next((value for name, value in reversed(headers) if name == b"x-forwarded-proto"), b"")
    return "https" if behind and said.strip().lower() == b"https" else "http"
