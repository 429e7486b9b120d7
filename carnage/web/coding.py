"""Compression on the wire: whether a visitor takes gzip, and what is worth it."""

from __future__ import annotations

import struct
import zlib
from functools import cache, lru_cache

from isal import isal_zlib

from carnage import assets

GZIP = "gzip"
MARK = "-gz"
"""Ends the entity tag of whatever is sent compressed: a strong tag stands for bytes."""

LEAST = 500  # bytes under which compressing saves no packet
MOST = 25_000  # bytes that a game's page may have on its way
_STYLE, _HEAD = b"<style>", 1_000  # what a style begins with, and in how many bytes of a file
_GZIP_HEAD = (
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # of deflated data, at no time, by no system in particular
)
_GZIP_FORMAT = 31  # what zlib calls a gzip file around the largest window
_QUICK, _SLOWER = 1, 3  # of isal: a page in a tenth of a millisecond; in a quarter, and a twentieth less
_MOST_MEMORY = 9  # that zlib takes to see what is alike
_SLOW = 6  # of zlib: a page in a millisecond and a half, and a tenth less
_COMPRESSIBLE = (
    "text/",
    "application/json",
    "application/manifest+json",
    "application/javascript",
    "image/svg+xml",
)


def compressible(content_type: str) -> bool:
    """Whether what has this type is text."""
    return content_type.startswith(_COMPRESSIBLE)


@lru_cache(256)
def takes_gzip(accept_encoding: str) -> bool:
    """Whether this header's sender takes gzip and would not rather have it plain (RFC 9110, 12.5.3)."""
    weights: dict[str, float] = {}
    for entry in accept_encoding.lower().split(","):
        coding, *parameters = [part.strip() for part in entry.split(";")]
        weight = 1.0
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "q":
                weight = _weight(value.strip())
        weights.setdefault("gzip" if coding == "x-gzip" else coding, weight)
    gzip = weights.get("gzip", weights.get("*", 0.0))
    return gzip > 0 and gzip >= weights.get("identity", 0.0)


def _weight(value: str) -> float:
    """A q-value; what is none counts as a refusal, so that nobody is sent what he cannot read."""
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0


def quickly(body: bytes) -> bytes:
    """The body as gzip, for one answer."""
    packed: bytes = isal_zlib.compress(body, _QUICK, _GZIP_FORMAT)
    return packed


def within(body: bytes, most: int = MOST) -> bytes:
    """The body as gzip, as quickly as it comes out within so many bytes, or else as small as can be; a file
    with its type inside, which is larger by far, without packing that anew."""
    if len(body) > most and (ready := _around_style(body)):
        return ready
    packed: bytes = isal_zlib.compress(body, _QUICK, _GZIP_FORMAT)
    if len(packed) > most:
        packed = isal_zlib.compress(body, _SLOWER, _GZIP_FORMAT)
    if len(packed) > most:
        packed = zlib.compress(body, _SLOW, _GZIP_FORMAT)
    return packed if len(packed) <= most else thoroughly(body)


def _around_style(body: bytes) -> bytes:
    """A file that has its style inside, as gzip: the style lies ready packed, to stand between others.
    Empty where the body has no such style."""
    style, packed = _style()
    begins = body.find(_STYLE, 0, _HEAD) + len(_STYLE)
    if begins < len(_STYLE) or not body.startswith(style, begins):
        return b""
    head, tail = body[:begins], body[begins + len(style) :]
    crc = isal_zlib.crc32(tail, isal_zlib.crc32(style, isal_zlib.crc32(head)))
    ends = isal_zlib.compressobj(_QUICK, zlib.DEFLATED, -zlib.MAX_WBITS)
    parts = (_GZIP_HEAD, _flushed(head, _QUICK), packed, ends.compress(tail), ends.flush())
    return b"".join(parts) + struct.pack("<LL", crc, len(body) & 0xFFFFFFFF)


@cache
def _style() -> tuple[bytes, bytes]:
    """The style that files carry inside, and the same packed."""
    style = assets.file_css().encode()
    return style, _flushed(style, _SLOWER)


def _flushed(text: bytes, level: int) -> bytes:
    """A piece of what is packed, after which any other may follow."""
    packer = isal_zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed: bytes = packer.compress(text) + packer.flush(isal_zlib.Z_FULL_FLUSH)
    return packed


def thoroughly(body: bytes) -> bytes:
    """The body as small as gzip makes it, for what is sent often."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _GZIP_FORMAT, _MOST_MEMORY)
    return packer.compress(body) + packer.flush()


def marked(tag: str) -> str:
    """The entity tag of the same, compressed."""
    return f'{tag[:-1]}{MARK}"'
