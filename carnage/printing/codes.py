"""Addresses as QR codes."""

from __future__ import annotations

import io
from functools import lru_cache

import segno

FEW = 64  # codes that are kept


@lru_cache(FEW)
def code(address: str) -> str:
    """This address as a QR code in SVG, dark on nothing, as wide as whoever shows it says."""
    out = io.BytesIO()
    segno.make(address, error="m").save(out, kind="svg", border=1, xmldecl=False, nl=False, omitsize=True)
    return out.getvalue().decode()
