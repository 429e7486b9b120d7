"""What every part of a battle report can ask for: who and where."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from carnage.engine.battle.frame.questions import HAS_LONG_LEGGED, HAS_SUREFOOTED
from carnage.engine.battle.words.movement_text import counted
from carnage.engine.battle.words.naming import Names
from carnage.engine.core.logbook import Happening

STAYS = 0.005  # whoever goes less far than this stays


class Tale:
    """The base of a report's parts: names, the game's record, and whose activation is under way."""

    names: Names
    game: Any
    at: dict[int, tuple[float, float]]
    unit: int
    side: int
    begun: bool
    score: dict[int, int]
    lost: int = -1  # the model that fell or was removed last
    called: dict[int, int]  # by side, what a die or card counts that it has just called a Hero
    heroes: dict[int, int]  # by side, its Hero number

    def end_phase(self) -> Iterator[str]:
        """The End Phase's heading, once a round."""
        raise NotImplementedError

    def went(self, h: Happening, verb: str) -> Iterator[str]:
        """A change of place, with its length and where it ends."""
        raise NotImplementedError

    def leave(self) -> None:
        """Nobody's activation from here on."""
        self.unit = self.side = -1

    def name(self, h: Happening) -> str:
        return self.names.sides[h.side]

    def who(self, h: Happening) -> str:
        return self.names.model(h.actor, self.side)

    def unit_of(self, i: int) -> int:
        return int(self.game.record.models[i].unit)

    def heroic(self, side: int, dice: tuple[int, ...]) -> tuple[int, ...]:
        """Dice with the one that this side has just called a Hero as what it counts."""
        counts = self.called.pop(side, 0)
        number = self.heroes.get(side, 0)
        if counts and number in dice:
            at = dice.index(number)
            return (*dice[:at], counts, *dice[at + 1 :])
        return dice

    def unit_name(self, h: Happening) -> str:
        return self.names.unit(h.actor, self.side)

    def gait(self, h: Happening) -> str:
        """Walking or running, where that matters and can be told of one way by itself.

        Where wounds make slow, what would be a walk of anybody unhurt may have been either; a block goes at
        the pace of whoever leads it, and a way over the table's edge is of two pieces.
        """
        ruleset, m = self.names.ruleset, self.game.record.models[h.actor]
        short = math.dist((h.x0, h.y0), (h.x1, h.y1)) < STAYS
        untold = ruleset.has("ranked") or ruleset.has("wrap-around") or not ruleset.has("range-bands")
        if h.by != "movement.gaits" or short or untold:
            return "moves"
        walk = float(ruleset.params["movement.walk"])
        if m.talent == HAS_LONG_LEGGED:
            walk += float(ruleset.params["talent-list.stride"])
        slow = () if m.talent == HAS_SUREFOOTED else self.names.difficult(self.game.record)
        cost = float(ruleset.params["terrain.cost"])
        if counted(h.x0, h.y0, h.x1, h.y1, slow, cost) > walk + STAYS:
            return "runs"
        return "moves" if ruleset.has("slowing") and not ruleset.has("speed-phases") else "walks"

    def place(self, x: float, y: float) -> str:
        near = self.names.landmark(self.game.record, x, y)
        return self.names.place(x, y) + (f", {near}" if near else "")
