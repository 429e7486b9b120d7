"""The setup diagram: the table as it stands before the first round, drawn from the ruleset.

Side 1 deploys at the lower edge and side 2 at the upper; the roster's y runs down from the upper edge.
"""

from __future__ import annotations

from functools import partial

from carnage.catalog import Piece
from carnage.document import templates
from carnage.document.muster import listed
from carnage.document.parts import Part
from carnage.document.texts import feet, length, ordinal, spelled
from carnage.ruleset import Ruleset

SIDE = 480  # the drawn table's side, in the drawing's own units
INCHES_A_FOOT = 12
CM_AN_INCH = 2.54
BAR = 6  # the scale bar, in the game's own measure


class Drawn:
    """A piece of terrain on the drawing: its letter, its label, and where it stands."""

    def __init__(self, piece: Piece, letter: str) -> None:
        self.letter = letter
        self.label = piece.label
        self.shape = piece.shape
        self.kinds = piece.kinds
        self.x, self.y = piece.x * SIDE, piece.y * SIDE
        self.width, self.height = piece.width * SIDE, piece.height * SIDE


Sort = tuple[str, float, float]
"""What pieces of terrain that share a letter have in common: label, width and height."""


def _sort(piece: Piece) -> Sort:
    return piece.label, piece.width, piece.height


class Areas:
    """Where the sides deploy: `where` names the kind, `strip` and `reach` are told as the rules tell them."""

    def __init__(self, ruleset: Ruleset, side: float, centimetres: bool) -> None:
        kinds = ("corners", "anywhere", "surrounded")
        self.where = next((kind for kind in kinds if ruleset.has(kind)), "edges")
        strip = ruleset.strip_inches
        self.strip = f"{strip:g} inches" if centimetres else length(strip, False)
        parts = {"corners": "deployment.corner_parts", "surrounded": "deployment.middle_parts"}
        self.share = 1 / ruleset.params[parts[self.where]] if self.where in parts else 0.0
        self.reach = length(round(self.share * side, 1), centimetres)

    def marker(self, along: float) -> tuple[float, float]:
        """Where a marker is drawn that lies so far along the centre line."""
        return SIDE * along, SIDE * (along if self.where == "corners" else 0.5)


def setup(ruleset: Ruleset) -> Part:
    """The diagram, its legend and what to do with it."""
    centimetres = ruleset.has("centimetres")
    inches = int(ruleset.table_feet * INCHES_A_FOOT)
    side = inches * CM_AN_INCH if centimetres else inches
    kinds: dict[Sort, list[Piece]] = {}
    for piece in ruleset.terrain:
        kinds.setdefault(_sort(piece), []).append(piece)
    letters = {sort: chr(ord("A") + n) for n, sort in enumerate(kinds)}
    legend = [
        {
            "letter": letters[sort],
            "label": f"{sort[0]} × {len(pieces)}",
            "kinds": listed(list(pieces[0].kinds)),
            "size": _size(pieces[0], side, centimetres),
            "places": [
                tuple(length(_half(at * side), centimetres) for at in (piece.x, 1 - piece.y))
                for piece in pieces
            ],
        }
        for sort, pieces in kinds.items()
    ]
    most = max(len(pieces) for pieces in kinds.values())
    objectives = ruleset.book.table("objectives").params
    markers = int(objectives["markers"]) if ruleset.has("markers") else 0
    areas = Areas(ruleset, side, centimetres)
    told = {
        "table": feet(ruleset.table_feet),
        "strip": areas.strip,
        "reach": areas.reach,
        "where": areas.where,
        "legend": legend,
        "ordinals": [ordinal(n).capitalize() for n in range(1, most + 1)],
        "markers": markers,
        "markers_told": spelled(markers),
        "feet": int(ruleset.table_feet),
    }
    picture = templates.html(
        "setup.svg",
        side=SIDE,
        deep=ruleset.strip_inches / inches * SIDE,
        drawn_reach=areas.share * SIDE,
        pieces=[Drawn(piece, letters[_sort(piece)]) for piece in ruleset.terrain],
        marker_places=[areas.marker((n + 1) / (markers + 1)) for n in range(markers)],
        marker_radius=max(_marker_inches(ruleset, centimetres) / side / 2 * SIDE, 6),
        bar=BAR / side * SIDE,
        bar_told=length(BAR, centimetres),
        **told,
    )
    return Part(
        "setup",
        "Setup",
        partial(templates.markdown, "setup.md", **told),
        templates.html("setup.html", picture=picture, **told),
    )


def _marker_inches(ruleset: Ruleset, centimetres: bool) -> float:
    """A marker's diameter in the units of the table."""
    objectives = ruleset.book.table("objectives").params
    return objectives["marker_small_mm"] / 10 if centimetres else objectives["marker_mm"] / 10 / CM_AN_INCH


def _size(piece: Piece, side: float, centimetres: bool) -> str:
    width, height = (_half(share * side) for share in (piece.width, piece.height))
    if piece.shape == "disc":
        return f"{length(width, centimetres)} across"
    return f"{length(width, centimetres)} × {length(height, centimetres)}"


def _half(value: float) -> float:
    """To the nearest half: nobody builds terrain to the hundredth of an inch."""
    return max(round(value * 2) / 2, 0.5)
