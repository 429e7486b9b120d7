"""The drawn kinds of figures: silhouettes that can be told apart by their outlines alone.

Each is one path in a box of 24 by 24 around the middle of the base. A kind of figure that is not
listed has the letters of its face instead.
"""

from __future__ import annotations

from markupsafe import Markup

from carnage.drawing.markup import format_number, tag
from carnage.replays.scenes import FIGURES, NO_FACING, Piece

HALF_BOX = 12.0  # half the width of the box of a path
GLYPH_SIZE = 0.82  # of half the box, for a base of radius 1

SHIP = "ship"

GLYPHS = {
    "leader": "M-12 3.5Q0 10 12 3.5L11 1Q7 3.5 5.5 2L4.5-7Q0-9.5-4.5-7L-5.5 2Q-7 3.5-11 1Z",
    "marksman": "M-12 8L8-11L11-8L-2 4.5L0 7.5L-4 11L-7.5 7Z",
    "gunner": "M-10-6.5H11V.5H1L-1 4H-3.5L-5.5 10H-11L-7 0H-10Z",
    "scatter": "M-12-2L10-11V11L-12 2Z",
    "blade": "M-11 11L-7 6.5L-9.5 4L-7.5 2Q5 0 10-12Q10.5 3-2 8L-4 9.5L-5.5 8L-9 12Z",
    "brawler": "M-9-6H-5V-9H0V-8H4.5V-7H9.5V5L5 11H-5L-10 5V-4ZM-9-.5H3V1.5H-9Z",
    "medic": "M-3.5-11H3.5V-3.5H11V3.5H3.5V11H-3.5V3.5H-11V-3.5H-3.5Z",
    "ship": "M12 0L-9 9L-4.5 0L-9-9Z",
    "trooper": "M0-11A5.5 5.5 0 1 1 0 0A5.5 5.5 0 1 1 0-11ZM-10.5 11Q-10 1 0 1Q10 1 10.5 11Z",
}
"""The path of each drawn kind: a hat, long and short lines, a cone, a curve, a fist, a cross, a
hull that points east, and a head with shoulders.
"""

KINDS = {
    "leader": ("captain", "boss"),
    "marksman": ("sniper", "deadeye", "rifleman"),
    "gunner": ("gunner", "gunman", "gunslinger", "hand", "ganger"),
    "scatter": ("grenadier", "sweeper", "shotgunner"),
    "blade": ("swordsman", "knifeman", "dandy"),
    "brawler": ("brawler", "bruiser"),
    "medic": ("medic", "sawbones"),
    "ship": ("ship",),
    "trooper": ("trooper", "kid"),
}
"""The codes of the figures of each drawn kind."""

GLYPH_OF_KIND: dict[str, str] = {}
for _glyph, _codes in KINDS.items():
    GLYPH_OF_KIND |= dict.fromkeys(_codes, _glyph)


def find_glyph(piece: Piece) -> str:
    """Return the drawn kind of a figure, or "" if it has none."""
    if piece.form not in FIGURES or piece.owner < 0:
        return ""
    if piece.kind == SHIP and piece.facing == NO_FACING:
        return ""
    return GLYPH_OF_KIND.get(piece.kind, "")


def render_glyph(glyph: str, radius: float, is_lying: bool) -> Markup:
    """Return the silhouette of a figure on a base of this radius; on its side if it lies."""
    scale = format_number(GLYPH_SIZE * radius / HALF_BOX)
    turn = " rotate(90)" if is_lying else ""
    return tag(
        "path",
        class_="drawing-glyph",
        d=GLYPHS[glyph],
        fill_rule="evenodd",
        transform=f"scale({scale}){turn}",
    )
