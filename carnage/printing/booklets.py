"""Pages on sheets to be folded into a booklet."""

from __future__ import annotations

import tempfile
from pathlib import Path

from carnage.printing.setting import TEMPLATES, Pages

TEMPLATE = "booklet.typ"
A_SHEET = 4  # pages


def sides(count: int) -> list[tuple[int, int]]:
    """The pages, from 1, on each side of the sheets, left and right, in the order of printing; 0 is an empty
    page, and those stand before the last page, so that this is the booklet's back."""
    full = -(-count // A_SHEET) * A_SHEET
    at = {full: count, **{number: number for number in range(1, count)}}
    at = {1: 1} if count == 1 else at
    pairs = []
    for first in range(1, full // 2 + 1):
        left, right = at.get(full + 1 - first, 0), at.get(first, 0)
        pairs.append((left, right) if first % 2 else (right, left))
    return pairs


def folded(pages: bytes, count: int, width: float, height: float, title: str) -> bytes:
    """This PDF of so many pages, each of this size in millimetres, two to a side; raises PrintError."""
    plan = {"title": title, "width": width, "height": height, "sides": sides(count)}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pages.pdf").write_bytes(pages)
        Path(folder, TEMPLATE).write_bytes((TEMPLATES / TEMPLATE).read_bytes())
        # Pages of another document have lost their tags: this one is for paper alone.
        return Pages(TEMPLATE, plan, Path(folder)).pdf(standards=())
