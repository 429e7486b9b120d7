"""The parts that a family's sheet adds to its rulebooks: Markdown, and scenes drawn for the game."""

from __future__ import annotations

from functools import partial

import msgspec
from markupsafe import Markup

from carnage.catalog import Book, CatalogError
from carnage.catalog.sheets import OwnPart
from carnage.catalog.toml import Entry, decode, place_of
from carnage.catalog.traits import conditions
from carnage.document import templates
from carnage.document.crossings import crossings
from carnage.document.dependencies import once
from carnage.document.drawing import svg
from carnage.document.parts import Part
from carnage.document.press import Once, Together
from carnage.document.sheet_texts import context, tell
from carnage.document.texts import to_html
from carnage.document.typography import typographic
from carnage.films import Mark
from carnage.ruleset import Ruleset
from carnage.scenes import Scene

LETTERS = 22.0  # type in a diagram, which is as wide as a finger is long


class Picture(Entry, frozen=True):
    """A scene that a sheet or a rule has drawn, with marks in it, its title, and what it shows in words."""

    title: str
    desc: str
    scene: Scene
    marks: tuple[Mark, ...] = ()


class OwnParts:
    """Makes the sheet's own parts of any game of one book; `place` is front or back."""

    def __init__(self, book: Book, place: str) -> None:
        self._parts = Together[tuple[Part, ...]](
            once(
                book,
                partial(_part, part),
                [part.text, *([book.pictures[part.picture]] if part.picture else [])],
                conditions([part]),
            )
            for part in book.sheet.part
            if part.place == place
        )

    def __call__(self, ruleset: Ruleset) -> tuple[Part, ...]:
        return tuple([part for parts in self._parts(ruleset) for part in parts])


def _part(own: OwnPart, ruleset: Ruleset) -> tuple[Part, ...]:
    """The part in this game; nothing if the game has no use for it."""
    if not own.fits(ruleset.traits):
        return ()
    text = tell(own.text, ruleset)
    html = Markup(crossings(ruleset.book).titles_linked(to_html(text)))
    if own.picture:
        shown = picture(own.picture, ruleset)
        drawing = Markup(
            svg(shown.scene, own.id, marks=shown.marks, title=shown.title, desc=shown.desc, still=True)
        )
        html = Markup('<figure class="drawn">{}</figure>\n{}').format(drawing, html)
    return (Part(own.id, own.title, lambda: text, html),)


def picture(name: str, ruleset: Ruleset) -> Picture:
    """A picture of this game's family: a Jinja text that comes out as TOML; raises CatalogError."""
    small = "centimetres" in ruleset.traits
    asked = {"has": ruleset.has, "centimetres": small, **context(ruleset)}
    try:
        filled = templates.plain(ruleset.book.pictures[name], **asked)
        return decode(filled.encode(), Picture)
    except msgspec.DecodeError as error:
        raise CatalogError(f"{place_of(f'{ruleset.book.family}/{name}')}: {error}") from None


# By book, section and picture, with the book, so that no other can come to have its id.
_diagrams: dict[tuple[int, str, str], tuple[Once[Markup], Book]] = {}


def diagram(book: Book, anchor: str, name: str) -> Once[Markup]:
    """Draws this picture in the section of this id; to draw takes longer than all the rest of it."""
    place = id(book), anchor, name
    if place not in _diagrams:
        _diagrams[place] = once(book, partial(_drawn, anchor, name), [book.pictures[name]]), book
    return _diagrams[place][0]


def _drawn(anchor: str, name: str, ruleset: Ruleset) -> Markup:
    """A diagram, with what it shows in words."""
    shown = picture(name, ruleset)
    drawn = svg(
        shown.scene,
        f"{anchor}-drawn",
        marks=shown.marks,
        title=shown.title,
        desc=shown.title,
        grid=0,
        still=True,
        largest=LETTERS,
    )
    return Markup('<figure class="diagram">{}<figcaption>{}</figcaption></figure>').format(
        Markup(drawn), typographic(shown.desc)
    )
