"""Booklets: pages arranged on sheets that are printed on both sides and folded."""

from __future__ import annotations

import tempfile
from pathlib import Path

from carnage.printing.typesetting import TEMPLATES, Pages

TEMPLATE = "booklet.typ"
A_SHEET = 4  # pages on a folded sheet


def sides(count: int) -> list[tuple[int, int]]:
    """Return the numbers of the left and right page on each side of the sheets, in the order of
    printing.

    Pages count from 1, and 0 is an empty page. Empty pages come before the last page, which is the
    back cover.
    """
    full = -(-count // A_SHEET) * A_SHEET
    at = {full: count, **{number: number for number in range(1, count)}}
    at = {1: 1} if count == 1 else at
    pairs = []
    for first in range(1, full // 2 + 1):
        left = at.get(full + 1 - first, 0)
        right = at.get(first, 0)
        pairs.append((left, right) if first % 2 else (right, left))
    return pairs


def folded(pages: bytes, count: int, width: float, height: float, title: str) -> bytes:
    """Return a PDF as a booklet, two pages on each side of a sheet. Raise PrintError if that fails.

    Args:
        pages: The PDF.
        count: The number of its pages.
        width: The width of a page in millimetres.
        height: The height of a page in millimetres.
        title: The title of the document.
    """
    plan = {"title": title, "width": width, "height": height, "sides": sides(count)}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pages.pdf").write_bytes(pages)
        Path(folder, TEMPLATE).write_bytes((TEMPLATES / TEMPLATE).read_bytes())
        # Included pages lose their accessibility tags, so the PDF/UA standard cannot be met.
        return Pages(TEMPLATE, plan, Path(folder)).pdf(standards=())
