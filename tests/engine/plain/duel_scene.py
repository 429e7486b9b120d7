"""A scene of a duel: the rules as plain Python on a plain game, rows, places and choices as a
test wants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from swapping import swapped

from carnage.engine.core import records
from carnage.engine.core.log_reader import new_log
from carnage.engine.duel.collisions import add_thing
from carnage.engine.duel.family import FAMILY
from carnage.engine.duel.shapes import SHAPES
from carnage.engine.duel.state import CELLS, DEFENSE, DIE, MOBILITY, OFFENSE, Game
from carnage.engine.duel.turn import set_up_game
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulesets import rolled

assert not FAMILY.is_compiled

Chooser = Callable[[Any, int, int, int], int]


instead = partial(swapped, "duel")


def first(*_: Any) -> int:
    """Always the first option."""
    return 0


def duel(**options: str) -> Ruleset:
    """The published game, but for these options (underscores for hyphens)."""
    published = {"start_distance": "a-hand-apart"}
    return rolled("duel", **(published | options))


class Scene:
    """Both ships set down and fuelled; rows and dice are given as tests want them."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.g = records.plain(Game)
        (self.log,) = new_log(FAMILY, 600)
        FAMILY.fill_start(self.g, ruleset)
        self.run(lambda: set_up_game(self.g, self.log))
        self.g.n_things = 0
        self.g.core.n_events = 0
        self.g.rounds = 1

    def rows(
        self, side: int, mobility: Sequence[int], offense: Sequence[int], defense: Sequence[int]
    ) -> None:
        """Give a ship these dice in these rows, as after a reveal."""
        dice = [
            (p, r)
            for r, row in ((MOBILITY, mobility), (OFFENSE, offense), (DEFENSE, defense))
            for p in row
        ]
        ship = self.g.ships[side]
        for k in range(CELLS):
            ship.cells[k].pips, ship.cells[k].row = dice[k] if k < len(dice) else (0, 0)
        ship.mobility = ship.still = len(mobility)

    def put(self, side: int, x: float, y: float, fx: float = 1.0, fy: float = 0.0) -> None:
        """Set a ship down here, its prow in this direction."""
        ship = self.g.ships[side]
        ship.x, ship.y, ship.fx, ship.fy = x, y, fx, fy

    def apart(self, gap: float) -> None:
        """Both ships, so far apart from rim to rim, facing each other."""
        self.put(0, 0.0, 0.0)
        self.put(1, gap + 2 * self.g.radius, 0.0, -1.0)

    def die(self, x: float, y: float, owner: int = 0) -> None:
        """Lay a jettisoned die of this ship here."""
        add_thing(self.g, DIE, x, y, self.g.die, owner)

    def run(self, act: Callable[[], Any], choose: Chooser = first) -> Any:
        """Let rules run; every question is answered by `choose(g, side, kind, actor)`."""

        def answer(g: Any, log: Any, side: int, kind: int, actor: int) -> int:
            assert g.core.offered > 0
            return 0 if g.core.offered == 1 else choose(g, side, kind, actor)

        with np.errstate(over="ignore"), instead("ask", answer), instead("ask_sealed", answer):
            return act()

    def pips(self, side: int) -> list[int]:
        """What a ship's dice show, lowest first."""
        return sorted(int(cell.pips) for cell in self.g.ships[side].cells if cell.pips > 0)

    def in_row(self, side: int, row: int) -> list[int]:
        """What the dice of a row show, lowest first."""
        cells = self.g.ships[side].cells
        return sorted(int(cell.pips) for cell in cells if cell.pips > 0 and cell.row == row)

    def events(self, name: str) -> list[Any]:
        """The logged events of this kind."""
        return [e for e in self.log.events[: self.g.core.n_events] if SHAPES[e.event].name == name]


def options(g: Any) -> list[Any]:
    """What is offered."""
    return [g.core.options[k] for k in range(g.core.offered)]


def picking(**wanted: Callable[[Any], float]) -> Chooser:
    """Answers each kind of question, by its name, with the option of which this says most, or
    the first.
    """
    from carnage.engine.duel import questions as Q

    table = {getattr(Q, name): key for name, key in wanted.items()}

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        key = table.get(kind)
        if key is None:
            return 0
        values = [key(o) for o in options(g)]
        return values.index(max(values))

    return choose
