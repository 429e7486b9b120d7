"""Draw the pictures of rules and of a family's own parts.

A picture is a Jinja template that becomes TOML: a scene, marks in it, a title and a description.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from markupsafe import Markup

from carnage.catalog import Book, CatalogError
from carnage.catalog.toml import Entry, decode_toml, display_path
from carnage.drawing import render_svg
from carnage.replays.replay import Annotation
from carnage.replays.scenes import Scene
from carnage.rulebook.model import Figure
from carnage.rulebook.text import TextFiller

LETTER_HEIGHT = 22.0
"""Height of letters in a diagram, in units of the drawing."""

CACHED_DRAWINGS = 500
"""Drawings that are kept as SVG. Drawing one takes 1 ms, and games share most of them."""


class Picture(Entry, frozen=True):
    """A scene with marks; `desc` describes it in words."""

    title: str
    desc: str
    scene: Scene
    marks: tuple[Annotation, ...] = ()


def draw_figure(book: Book, name: str, element_id: str, filler: TextFiller) -> Figure:
    """Return a diagram for a rule; raises CatalogError."""
    return _draw_figure(f"{book.family}/{name}", filler.render(book.pictures[name]), element_id)


def draw_part(book: Book, name: str, element_id: str, filler: TextFiller) -> Markup:
    """Return the drawing above a part of the rulebook; raises CatalogError."""
    return _draw_part(f"{book.family}/{name}", filler.render(book.pictures[name]), element_id)


@lru_cache(CACHED_DRAWINGS)
def _draw_figure(path: str, toml: str, element_id: str) -> Figure:
    picture = _decode(path, toml)
    drawing = render_svg(
        picture.scene,
        element_id,
        marks=picture.marks,
        title=picture.title,
        desc=picture.title,
        grid=0,
        is_static=True,
        max_letter_size=LETTER_HEIGHT,
    )
    return Figure(drawing, picture.desc)


@lru_cache(CACHED_DRAWINGS)
def _draw_part(path: str, toml: str, element_id: str) -> Markup:
    picture = _decode(path, toml)
    return render_svg(
        picture.scene,
        element_id,
        marks=picture.marks,
        title=picture.title,
        desc=picture.desc,
        is_static=True,
    )


def _decode(path: str, toml: str) -> Picture:
    try:
        return decode_toml(toml.encode(), Picture)
    except msgspec.DecodeError as error:
        raise CatalogError(f"{display_path(path)}: {error}") from None
