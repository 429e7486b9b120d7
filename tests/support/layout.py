"""Find faults in the layout of a PDF by the positions of its texts and drawings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import NamedTuple

import pymupdf

from carnage.printing.books import Paper
from tests.support.pages import POINTS_A_MM

NEAR = 1.0  # millimetres: hyphens and points hang out of a column by less
GUTTER = 7.0  # millimetres between two columns
LEAST = 1 / 3  # share of a page
BAND = 6.0  # millimetres: the height from which an empty stripe of a column counts as empty
SPACE = 0.2  # of a size of type, at least: the space after a line belongs to no column
LETTERS = 0.45  # of a size of type, from the line up: as high as small letters
LARGER = 1.15  # times the usual type, from which on something bold is a heading
UNDER = 8.0  # millimetres below a heading that hold only its line


class Box(NamedTuple):
    """A box in millimetres from the left and from the top."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: Box, near: float = NEAR) -> bool:
        return (
            self.left - near <= other.left
            and other.right <= self.right + near
            and self.top - near <= other.top
            and other.bottom <= self.bottom + near
        )


class Text(NamedTuple):
    """A line of text: its box, as high as its small letters; its size in points; whether it is
    bold.
    """

    box: Box
    size: float
    bold: bool
    said: str


def list_texts(page: pymupdf.Page) -> list[Text]:
    """Return the lines of a page in their order, including those turned upside down."""
    found = []
    for block in page.get_text("dict", flags=pymupdf.TEXT_PRESERVE_WHITESPACE)["blocks"]:
        for line in block["lines"]:
            spans = [span for span in line["spans"] if span["text"].strip()]
            if not spans:
                continue
            largest = max(spans, key=lambda span: span["size"])
            foot, size = largest["origin"][1], largest["size"]
            end = spans[-1]["text"]
            left = spans[0]["bbox"][0]
            right = spans[-1]["bbox"][2] - SPACE * size * (len(end) - len(end.rstrip()))
            turned = line["dir"][0] < 0
            top, bottom = (foot, foot + LETTERS * size) if turned else (foot - LETTERS * size, foot)
            box = Box(
                *(side / POINTS_A_MM for side in (min(left, right), top, max(left, right), bottom))
            )
            bold = any(weight in spans[0]["font"] for weight in ("Bold", "Black"))
            found.append(
                Text(box, spans[0]["size"], bold, "".join(span["text"] for span in line["spans"]))
            )
    return found


def list_boxes(page: pymupdf.Page) -> list[Box]:
    """Return the boxes of all letters, lines, areas and pictures."""
    return [Box(*(side / POINTS_A_MM for side in box)) for _, box in page.get_bboxlog()]


def find_faults(pdf: bytes, paper: Paper, across: Collection[str] = ()) -> Iterator[str]:
    """Yield the layout faults of a rulebook, page by page.

    These are text outside its page or column, overlapping text, headings alone at the foot, and
    pages less than a third full except the last. Pages with a title in `across` have one column.
    """
    with pymupdf.open(stream=pdf) as document:
        count = document.page_count
        for number, page in enumerate(document, 1):
            margin = paper.margins_mm
            inside = Box(
                margin["x"],
                margin["top"],
                paper.width_mm - margin["x"],
                paper.height_mm - margin["bottom"],
            )
            standing = [text for text in list_texts(page) if text.box.bottom < inside.bottom + NEAR]
            columned = (
                paper.columns == 2
                and number > 1
                and not (standing and any(standing[0].said.strip() == title for title in across))
            )
            columns = _columns(inside) if columned else [inside]
            for fault in _of_page(
                page, standing, inside, columns, paper.type_size_pt, number < count
            ):
                yield f"page {number} of {count}: {fault}"


def _columns(inside: Box) -> list[Box]:
    width = (inside.right - inside.left - GUTTER) / 2
    return [inside._replace(right=inside.left + width), inside._replace(left=inside.right - width)]


def _of_page(
    page: pymupdf.Page,
    standing: list[Text],
    inside: Box,
    columns: list[Box],
    size: float,
    full: bool,
) -> Iterator[str]:
    drawn = [box for box in list_boxes(page) if inside.holds(box, 2 * NEAR)]
    for text in standing:
        if not inside.holds(text.box):
            yield f"outside the page's box: {text.said!r} {text.box}"
        elif len(columns) > 1 and columns[0].right + NEAR < text.box.right < columns[1].left - NEAR:
            yield f"wider than its column: {text.said!r} {text.box}"
    yield from find_overlaps(standing)
    for column in columns:
        within = [text for text in standing if column.left - NEAR <= text.box.left < column.right]
        if not within:
            continue
        last = max(within, key=lambda text: text.box.bottom)
        below = [
            box
            for box in drawn
            if box.top > last.box.bottom + UNDER and column.left - NEAR <= box.left < column.right
        ]
        if is_heading(last, size) and not below:
            yield f"a heading alone at the foot: {last.said!r}"
    if (
        full
        and (filled := sum(_filled(drawn, column) for column in columns) / len(columns)) < LEAST
    ):
        yield f"only {filled:.0%} of it is filled"


def is_heading(text: Text, size: float) -> bool:
    return text.bold and text.size >= LARGER * size and len(text.said.strip()) > 3


def filled_share(page: pymupdf.Page, inside: Box) -> float:
    """Return the share of a page of two columns that has something on it."""
    drawn = [box for box in list_boxes(page) if inside.holds(box, 2 * NEAR)]
    middle = (inside.left + inside.right) / 2
    halves = (inside._replace(right=middle), inside._replace(left=middle))
    return sum(_filled(drawn, half) for half in halves) / 2


def _filled(drawn: list[Box], column: Box) -> float:
    """Return the share of a column's height that has something in it or near it."""
    spans = sorted(
        (box.top - BAND / 2, box.bottom + BAND / 2)
        for box in drawn
        if box.left < column.right and box.right > column.left
    )
    filled, reached = 0.0, column.top
    for top, bottom in spans:
        top, bottom = max(top, reached), min(bottom, column.bottom)
        if bottom > top:
            filled += bottom - top
            reached = bottom
    return filled / (column.bottom - column.top)


def find_overlaps(standing: list[Text]) -> Iterator[str]:
    """Yield texts that overlap each other."""
    for one, other in combinations(sorted(standing, key=lambda text: text.box.top), 2):
        if other.box.top >= one.box.bottom:
            continue
        wide = min(one.box.right, other.box.right) - max(one.box.left, other.box.left)
        if wide > 1 and min(one.box.bottom, other.box.bottom) - other.box.top > 0.2:
            yield f"text over text: {one.said!r} and {other.said!r}"
