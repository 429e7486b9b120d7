"""The look of things on pictures and maps of a table, for every family of games.

No other module gives a word a look of its own; a word that is not listed here changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from carnage.replays.scenes import FIGURES, Piece, PieceCounter, Region, Scene


@dataclass(frozen=True, slots=True)
class Ground:
    """The look of a kind of ground in pictures and on text maps.

    Attributes:
        name: The pattern in pictures.
        words: The properties that a region must all have, such as `impassable`.
        character: The character on text maps.
        tint: The class of its tint.
    """

    name: str
    words: frozenset[str]
    character: str
    tint: str


# The first match counts; the last matches every other ground with an effect.
GROUNDS = (
    Ground("wall", frozenset({"impassable", "blocking"}), "█", "stone"),
    Ground("water", frozenset({"impassable"}), "~", "water"),
    Ground("ruin", frozenset({"blocking"}), "▒", "stone"),
    Ground("floor", frozenset({"open"}), "=", "earth"),
    Ground("growth", frozenset({"difficult", "obscuring"}), "░", "green"),
    Ground("hedge", frozenset({"obscuring"}), "%", "green"),
    Ground("rough", frozenset(), ":", "earth"),
)

WATERS = frozenset({"river", "stream", "creek", "ford", "pond", "lake", "marsh", "swamp"})
"""Kinds of regions that have the tint of water with any effect."""

# Words of a piece's state and their looks: it lies, it cannot get up by itself, it is a wreck, it
# has had its turn, it is a die above others.
STATE_LOOKS = {
    "prone": ("lying",),
    "fallen": ("lying", "senseless"),
    "knocked out": ("lying", "senseless"),
    "wreck": ("out",),
    "activated": ("spent",),
    "Hero": ("hero",),
    "used": ("spent",),
}
HARM_METERS = {"wounds"}  # counts that go up from 0; all others are used up

FORM_SIGNS = {"disc": "•", "box": "■", "die": "", "card": "", "token": "+"}  # pieces without a face


def find_ground(region: Region) -> Ground | None:
    """Return the look of a region's ground; None if it has no effect, as a deployment strip."""
    if not region.grounds:
        return None
    return next(look for look in GROUNDS if look.words.issubset(region.grounds))


def find_tint(region: Region) -> str:
    """Return the tint of a region's ground; "" if it has no effect."""
    look = find_ground(region)
    if look is None:
        return ""
    return "water" if region.kind in WATERS else look.tint


def find_looks(piece: Piece) -> tuple[str, ...]:
    """Return the looks of a piece's state, each once; a piece that is out of the game lies at
    least.
    """
    looks = dict.fromkeys(look for word in piece.state for look in STATE_LOOKS.get(word, ()))
    return tuple(looks if not piece.out or {"lying", "out"} & looks.keys() else [*looks, "out"])


def is_untouched(meter: PieceCounter) -> bool:
    """Return whether a count is at its start: 0, or its maximum if it is used up."""
    return meter.value == (0 if meter.label in HARM_METERS or not meter.most else meter.most)


def die_sides(piece: Piece) -> int:
    """Return the number of sides of a kind of die (D8); 6 if the kind does not say."""
    match = re.search(r"d(\d+)$", piece.kind, re.IGNORECASE)
    return int(match[1]) if match else 6


def is_owned_figure(piece: Piece) -> bool:
    """Return whether the key has a line for a piece: a figure that is not one of many."""
    return piece.form in FIGURES and piece.owner >= 0


def assign_marks(scene: Scene) -> dict[str, str]:
    """Return the mark of each piece by its id: its face, or a sign for its form.

    A figure without a face has the first letter of its label, with a number if its owner has
    several such.
    """
    faceless = [piece for piece in scene.pieces if is_owned_figure(piece) and not piece.face]
    totals = Counter((piece.owner, piece.label[:1].upper()) for piece in faceless)
    counts: Counter[tuple[int, str]] = Counter()
    marks = {}
    for piece in scene.pieces:
        mark = piece.face or FORM_SIGNS[piece.form]
        if is_owned_figure(piece) and not piece.face:
            letter = piece.label[:1].upper()
            key = (piece.owner, letter)
            counts[key] += 1
            if totals[key] > 1:
                mark = f"{letter}{counts[key]}"
            else:
                mark = letter
        marks[piece.id] = mark
    return marks
