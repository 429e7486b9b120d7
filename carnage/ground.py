"""Ground: the table that a game of a book with a roster is played on, and what stands there."""

from __future__ import annotations

from functools import cached_property

from carnage.catalog.rosters import Piece
from carnage.ruleset import Ruleset
from carnage.wording import Number


class Ground:
    """What the sides of one game meet on."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    @property
    def feet(self) -> Number:
        """The side of the table, in feet."""
        params = self._ruleset.params
        return params.get("table.feet") or params["deployment.table_feet"]

    @property
    def strip_inches(self) -> Number:
        """How deep a deployment strip is, in inches of the table."""
        params = self._ruleset.params
        return params.get("table.strip") or params["deployment.deploy_inches"]

    @cached_property
    def terrain(self) -> tuple[Piece, ...]:
        """What stands on the table."""
        roster = self._ruleset.book.roster
        if roster.terrain:
            return roster.terrain
        return next(layout.piece for layout in roster.layout if self._ruleset.has(layout.needs))


def ground(ruleset: Ruleset) -> Ground:
    """What they meet on."""
    return ruleset.kept(Ground)
