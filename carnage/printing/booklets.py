"""Booklets: pages arranged on sheets that are printed on both sides and folded."""

from __future__ import annotations

import tempfile
from pathlib import Path

from carnage.printing.typesetting import TEMPLATES, TypesetDocument

TEMPLATE = "booklet.typ"
PAGES_PER_SHEET = 4  # pages on a folded sheet


def arrange_pages(count: int) -> list[tuple[int, int]]:
    """Return the numbers of the left and right page on each side of the sheets, in the order of
    printing.

    Pages count from 1, and 0 is an empty page. Empty pages come before the last page, which is the
    back cover.
    """
    full = -(-count // PAGES_PER_SHEET) * PAGES_PER_SHEET
    page_numbers = {full: count, **{number: number for number in range(1, count)}}
    page_numbers = {1: 1} if count == 1 else page_numbers
    pairs = []
    for first in range(1, full // 2 + 1):
        left = page_numbers.get(full + 1 - first, 0)
        right = page_numbers.get(first, 0)
        pairs.append((left, right) if first % 2 else (right, left))
    return pairs


def render_booklet(
    pages: bytes, count: int, width_mm: float, height_mm: float, title: str
) -> bytes:
    """Return a PDF as a booklet, two pages on each side of a sheet. Raise PrintError if that fails.

    Args:
        pages: The PDF.
        count: The number of its pages.
        width_mm: The width of a page in millimetres.
        height_mm: The height of a page in millimetres.
        title: The title of the document.
    """
    plan = {"title": title, "width": width_mm, "height": height_mm, "sides": arrange_pages(count)}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pages.pdf").write_bytes(pages)
        Path(folder, TEMPLATE).write_bytes((TEMPLATES / TEMPLATE).read_bytes())
        # Included pages lose their accessibility tags, so the PDF/UA standard cannot be met.
        return TypesetDocument(TEMPLATE, plan, Path(folder)).render_pdf(standards=())
