"""The table of a game of a book with a roster, and its terrain."""

from __future__ import annotations

from functools import cache, cached_property

from msgspec.structs import replace

from carnage.catalog.rosters import Piece
from carnage.common.text_format import Number
from carnage.rulesets.ruleset import Ruleset


class Battlefield:
    """The table of a game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    @property
    def side_feet(self) -> Number:
        """Return the length of a side of the table, in feet."""
        params = self._ruleset.params
        return params.get("table.feet") or params["deployment.table_feet"]

    @property
    def strip_inches(self) -> Number:
        """Return the depth of a deployment zone, in inches on the table."""
        params = self._ruleset.params
        return params.get("table.strip") or params["deployment.deploy_inches"]

    @cached_property
    def terrain(self) -> tuple[Piece, ...]:
        """Return the terrain on the table, of the kinds that matter in this game.

        Obscuring terrain neither hides a model from bullet dice nor stops them.
        """
        roster = self._ruleset.book.roster
        if roster.terrain:
            return roster.terrain
        layouts = [layout for layout in roster.layout if self._ruleset.has(layout.needs)]
        number = int(self._ruleset.params.get("terrain.layout", 1))
        pieces = layouts[number - 1].list_pieces()
        return _remove_obscuring(pieces) if self._ruleset.has("bullet-dice") else pieces


@cache
def _remove_obscuring(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return pieces of terrain that do not obscure; one that did nothing else is open ground."""
    bare = []
    for piece in pieces:
        kinds = tuple(kind for kind in piece.kinds if kind != "obscuring")
        bare.append(replace(piece, kinds=kinds or ("open",)))
    return tuple(bare)


def get_battlefield(ruleset: Ruleset) -> Battlefield:
    """Return the table of a game."""
    return ruleset.memoize(Battlefield)
