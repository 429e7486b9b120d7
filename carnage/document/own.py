"""The parts that a family's sheet adds to its rulebooks: Markdown, and pictures drawn for the game."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from carnage.catalog import Book
from carnage.document import templates
from carnage.document.parts import Part
from carnage.document.press import Once
from carnage.document.telling import asked, context, once, tell, there
from carnage.document.texts import to_html
from carnage.ruleset import Ruleset
from carnage.sheets import OwnPart


class OwnParts:
    """Makes the sheet's own parts of any game of one book; `place` is front or back."""

    def __init__(self, book: Book, place: str) -> None:
        self._made: list[Once[tuple[Part, ...]]] = [
            once(
                book,
                partial(_part, part),
                [part.text, *([book.pictures[part.picture]] if part.picture else [])],
                asked([part]),
            )
            for part in book.sheet.part
            if part.place == place
        ]

    def __call__(self, ruleset: Ruleset) -> tuple[Part, ...]:
        return tuple([part for once in self._made for part in once(ruleset)])


def _part(own: OwnPart, ruleset: Ruleset) -> tuple[Part, ...]:
    """The part in this game; nothing if the game has no use for it."""
    if not there(own, ruleset):
        return ()
    text = tell(own.text, ruleset)
    html = to_html(text)
    if own.picture:
        small = "centimetres" in ruleset.traits
        drawn = {"has": ruleset.has, "centimetres": small, **context(ruleset)}
        picture = templates.picture(ruleset.book.pictures[own.picture], **drawn)
        html = Markup('<figure class="drawn">{}</figure>\n{}').format(picture, html)
    return (Part(own.id, own.title, lambda: text, html),)
