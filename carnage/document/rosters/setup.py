"""The setup of a game with a table: the table before the first round as a picture, its legend, what to do."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from carnage.catalog.rosters import Piece
from carnage.document import templates
from carnage.document.drawing import svg
from carnage.document.parts import Part
from carnage.document.rosters.table import INCHES_A_FOOT, Sort, Table, sort_of
from carnage.forces import ground
from carnage.ruleset import Ruleset
from carnage.wording import feet, length, listed, ordinal, spelled


def setup(ruleset: Ruleset) -> Part:
    """The diagram, its legend and what to do with it."""
    table = Table(ruleset)
    kinds: dict[Sort, list[Piece]] = {}
    for piece in ground(ruleset).terrain:
        kinds.setdefault(sort_of(piece), []).append(piece)
    legend = [
        {
            "letter": table.letters[sort],
            "label": f"{sort[0]} × {len(pieces)}",
            "kinds": listed(pieces[0].kinds),
            "size": _size(pieces[0], table.side, table.centimetres),
            "places": [
                tuple(length(_half(at * table.side), table.centimetres) for at in (piece.x, 1 - piece.y))
                for piece in pieces
            ],
        }
        for sort, pieces in kinds.items()
    ]
    most = max(len(pieces) for pieces in kinds.values())
    context = {
        "table": feet(ground(ruleset).feet),
        "strip": table.strip,
        "reach": table.reach,
        "where": table.where,
        "legend": legend,
        "ordinals": [ordinal(n).capitalize() for n in range(1, most + 1)],
        "markers": table.markers,
        "markers_told": spelled(table.markers),
        "feet": int(ground(ruleset).feet),
    }
    picture = svg(
        table.scene(),
        "setup",
        title=f"The table at the start: {context['table']} square",
        desc=templates.markdown("setup.txt", **context),
        grid=INCHES_A_FOOT * table.inch,
    )
    return Part(
        "setup",
        "Setup",
        partial(templates.markdown, "setup.md", **context),
        templates.html("setup.html", picture=Markup(picture), **context),
    )


def _size(piece: Piece, side: float, centimetres: bool) -> str:
    width, height = (_half(share * side) for share in (piece.width, piece.height))
    if piece.shape == "disc":
        return f"{length(width, centimetres)} across"
    return f"{length(width, centimetres)} × {length(height, centimetres)}"


def _half(value: float) -> float:
    """To the nearest half: nobody builds terrain to the hundredth of an inch."""
    return max(round(value * 2) / 2, 0.5)
