"""The setup of a game with a table: the table before the first round as a picture, its legend, what to do."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from markupsafe import Markup

from carnage.catalog.rosters import Piece
from carnage.document import templates
from carnage.document.drawing import svg
from carnage.document.drawing.characters import character_map
from carnage.document.parts import Part
from carnage.document.rosters.table import INCHES_A_FOOT, Sort, Table, sort_of
from carnage.ground import ground
from carnage.ruleset import Ruleset
from carnage.scenes import Scene
from carnage.wording import feet, length, listed, spelled

MAP = 62  # characters across the map


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
                f"({round(piece.x * table.side, 2):g}, {round((1 - piece.y) * table.side, 2):g})"
                for piece in pieces
            ],
        }
        for sort, pieces in kinds.items()
    ]
    context = {
        "table": feet(ground(ruleset).feet),
        "strip": table.strip,
        "reach": table.reach,
        "where": table.where,
        "legend": legend,
        "markers": table.markers,
        "markers_told": spelled(table.markers),
        "feet": int(ground(ruleset).feet),
        "unit": "centimetres" if table.centimetres else "inches",
        "inch": table.inch,
    }
    picture = svg(
        table.scene(),
        "setup",
        title=f"The table at the start: {context['table']} square",
        desc=templates.markdown("setup.txt", **context),
        grid=INCHES_A_FOOT * table.inch,
        still=True,
    )
    return Part(
        "setup",
        "Setup",
        cache(partial(_markdown, table.scene(), context)),  # to draw the map takes longer than a page
        templates.html("setup.html", picture=Markup(picture), **context),
    )


def _markdown(scene: Scene, context: dict[str, Any]) -> str:
    """What to do, and the table as a map in characters."""
    drawn = "\n".join(f"    {line}" for line in character_map(scene, MAP))
    return f"{templates.markdown('setup.md', **context)}\n\n{drawn}"


def _size(piece: Piece, side: float, centimetres: bool) -> str:
    width, height = (_exact(share * side, centimetres) for share in (piece.width, piece.height))
    return f"{width} across" if piece.shape == "disc" else f"{width} × {height}"


def _exact(value: float, centimetres: bool) -> str:
    """As the engine has it, to a hundredth: a game can be checked by it, whatever was built for it."""
    return length(round(value, 2), centimetres)
