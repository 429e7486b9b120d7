"""Looks: what stands for what on pictures and maps of a table, whatever game it is.

Here and nowhere else words have a look of their own; a word that is not here is told and changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from carnage.scenes import FIGURES, Meter, Piece, Region, Scene


@dataclass(frozen=True, slots=True)
class Ground:
    """A look of ground that has every word of `words` among its own: its pattern, and its character."""

    name: str
    words: frozenset[str]
    shade: str


# The first that fits is taken, and the last fits whatever else does something.
GROUNDS = (
    Ground("wall", frozenset({"impassable", "blocking"}), "█"),
    Ground("water", frozenset({"impassable"}), "~"),
    Ground("ruin", frozenset({"blocking"}), "▒"),
    Ground("floor", frozenset({"open"}), "="),
    Ground("growth", frozenset({"difficult", "obscuring"}), "░"),
    Ground("hedge", frozenset({"obscuring"}), "%"),
    Ground("rough", frozenset(), ":"),
)

# What is true of a piece, and how that looks: it lies, it cannot get up by itself, there is nothing but its
# wreck, it has had its turn, it is a die above others.
STATES = {
    "prone": ("lying",),
    "fallen": ("lying", "senseless"),
    "knocked out": ("lying", "senseless"),
    "wreck": ("out",),
    "activated": ("spent",),
    "Hero": ("hero",),
    "used": ("spent",),
}
HARM = {"wounds"}  # what is counted from nothing up; all else is used up

SIGNS = {"disc": "•", "box": "■", "die": "", "card": "", "token": "+"}  # of what has no face


def ground(region: Region) -> Ground | None:
    """How a region's ground looks; None where it does nothing, as in a strip to deploy in."""
    if not region.grounds:
        return None
    return next(look for look in GROUNDS if look.words.issubset(region.grounds))


def states(piece: Piece) -> tuple[str, ...]:
    """The looks that a piece's state gives it, each once; what takes no part any more at least lies."""
    seen = dict.fromkeys(look for word in piece.state for look in STATES.get(word, ()))
    return tuple(seen if not piece.out or {"lying", "out"} & seen.keys() else [*seen, "out"])


def is_untouched(meter: Meter) -> bool:
    """Whether what is counted is where it began: at nothing, or at its most if it is used up."""
    return meter.value == (0 if meter.label in HARM or not meter.most else meter.most)


def die_sides(piece: Piece) -> int:
    """How many sides a die has, by its kind (D8); six where that does not say."""
    match = re.search(r"d(\d+)$", piece.kind, re.IGNORECASE)
    return int(match[1]) if match else 6


def is_told(piece: Piece) -> bool:
    """Whether a key tells this piece by itself: somebody's figure, which is no mere one of many."""
    return piece.form in FIGURES and piece.owner >= 0


def marks(scene: Scene) -> dict[str, str]:
    """What stands for each piece, by its id: its face, else a sign for its form; for a figure without a face
    the first letter of its label, numbered where its owner has several such."""
    plain = [piece for piece in scene.pieces if is_told(piece) and not piece.face]
    several = Counter((piece.owner, piece.label[:1].upper()) for piece in plain)
    so_far: Counter[tuple[int, str]] = Counter()
    marked = {}
    for piece in scene.pieces:
        mark = piece.face or SIGNS[piece.form]
        if is_told(piece) and not piece.face:
            letter = piece.label[:1].upper()
            key = (piece.owner, letter)
            so_far[key] += 1
            mark = f"{letter}{so_far[key]}" if several[key] > 1 else letter
        marked[piece.id] = mark
    return marked
