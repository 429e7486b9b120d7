"""QR codes of addresses."""

from __future__ import annotations

import io
from functools import lru_cache

import segno

CACHED_CODES = 64  # codes in the cache


@lru_cache(CACHED_CODES)
def render_qr_code(address: str) -> str:
    """Return an address as a QR code in SVG, dark on a transparent ground and without a size."""
    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", border=1, xmldecl=False, nl=False, omitsize=True
    )
    return out.getvalue().decode()
