"""What is not as published in a published system, in the rulebook of the game that is its preset."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from carnage import presets
from carnage.document.crossings import crossings
from carnage.document.parts import Part
from carnage.document.sheet_texts import tell
from carnage.document.texts import to_html
from carnage.ruleset import Ruleset


def ours(ruleset: Ruleset) -> tuple[Part, ...]:
    """The part that says what is not as published; nothing in a game that is no preset."""
    made = _ours().get((ruleset.book.code, ruleset.seed.digits))
    return () if made is None or made[0] is not ruleset.book else (made[1],)


@cache
def _ours() -> dict[tuple[str, str], tuple[object, Part]]:
    """By book and digits, with the book itself: one of that name in another catalogue is another."""
    return {
        (each.ruleset.book.code, each.ruleset.seed.digits): (each.ruleset.book, _part(each))
        for each in presets.presets()
    }


def _part(preset: presets.Preset) -> Part:
    text = f"This game is {preset.title} as published, but for what follows.\n\n"
    text += tell(preset.ours, preset.ruleset)
    crossed = crossings(preset.ruleset.book).linked(to_html(text), preset.ruleset)
    return Part("ours", "Not as Published", lambda: text, Markup(crossed))
