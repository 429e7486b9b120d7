"""Read the texts and drawings of PDF pages, with their positions."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from pypdf import PdfReader
from pypdf.generic import ContentStream, FloatObject, NumberObject

POINTS_A_MM = 72 / 25.4


class Line(NamedTuple):
    """A piece of text as it was set: millimetres from the left and from the top, its size in
    points, the name of its face.
    """

    x: float
    y: float
    size: float
    face: str
    text: str


@cache
def open_pdf(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


@cache
def list_lines(pdf: bytes, number: int) -> tuple[Line, ...]:
    """Return the pieces of text of a page, from 0, in their order."""
    page = open_pdf(pdf).pages[number]
    height = float(page.mediabox.height)
    found: list[Line] = []

    def see(text: str, outer: list[float], matrix: list[float], font: object, size: float) -> None:
        if text.strip():
            down = outer[5] + matrix[5] * outer[3] + matrix[4] * outer[1]
            along = outer[4] + matrix[4] * outer[0] + matrix[5] * outer[2]
            face = str(font.get("/BaseFont", "")) if isinstance(font, dict) else ""
            set_in = abs(size * matrix[3] * outer[3])
            found.append(
                Line(along / POINTS_A_MM, (height - down) / POINTS_A_MM, set_in, face, text)
            )

    page.extract_text(visitor_text=see)
    return tuple(found)


def read_text(pdf: bytes) -> str:
    """Return the text of a PDF without spaces, hyphens and page footers."""
    return "".join(remove_spaces(page.extract_text()) for page in open_pdf(pdf).pages)


def remove_spaces(text: str) -> str:
    return re.sub(r"[\s\u00ad\u200b-]", "", text)


class Shape(NamedTuple):
    """A path as it was painted: its sides in millimetres, and those of the page that it starts
    from.
    """

    x: float
    y: float
    width: float
    height: float


def list_shapes(pdf: bytes, number: int) -> list[Shape]:
    """Return the bounding boxes of the paths on a page, from 0."""
    page = open_pdf(pdf).pages[number]
    found: list[Shape] = []
    matrix, stack = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), []
    points: list[tuple[float, float]] = []
    stream = ContentStream(page.get_contents(), open_pdf(pdf))
    for operands, operator in stream.operations:
        numbers = [
            float(each)
            for each in operands
            if isinstance(each, (int, float, FloatObject, NumberObject))
        ]
        if operator == b"q":
            stack.append(matrix)
        elif operator == b"Q":
            matrix = stack.pop()
        elif operator == b"cm":
            matrix = _times(numbers, matrix)
        elif operator in (b"m", b"l", b"c", b"v", b"y"):
            points += [_put(pair, matrix) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
        elif operator == b"re":
            x, y, width, height = numbers
            points += [_put(corner, matrix) for corner in ((x, y), (x + width, y + height))]
        elif operator in (b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"n"):
            if points and operator != b"n":
                left, low = (min(point[n] for point in points) / POINTS_A_MM for n in (0, 1))
                right, high = (max(point[n] for point in points) / POINTS_A_MM for n in (0, 1))
                found.append(Shape(left, low, right - left, high - low))
            points = []
    return found


def _times(inner: Sequence[float], outer: Sequence[float]) -> tuple[float, ...]:
    a, b, c, d, e, f = inner
    A, B, C, D, E, F = outer
    return (
        a * A + b * C,
        a * B + b * D,
        c * A + d * C,
        c * B + d * D,
        e * A + f * C + E,
        e * B + f * D + F,
    )


def _put(point: tuple[float, float], matrix: Sequence[float]) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f
