"""Games of dice set up by hand, with the dice that a test wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from carnage.engine.core import records
from carnage.engine.core.log_reader import new_log
from carnage.engine.gamble import choice, hero, powers, ties, turn
from carnage.engine.gamble.family import FAMILY
from carnage.engine.gamble.prepare import fill
from carnage.engine.gamble.shapes import SHAPES
from carnage.engine.gamble.state import Game
from carnage.rulesets.ruleset import Ruleset
from tests.support import rulesets


def rolled(**options: str) -> Ruleset:
    """A gamble in which these tables (underscores for hyphens) have these options: elsewhere as
    published.
    """
    return rulesets.rolled("gamble", **({"choice": "free"} | options))


class Scene:
    """One game, played with dice and answers that are laid down.

    `dice` are shown in the order in which they are rolled. `answers` are (what, who, other) of the
    options to be taken, compared as far as they are given; a question with one option takes none.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.g: Any = records.plain(Game)
        fill(self.g, ruleset)
        (self.log,) = new_log(FAMILY, 300)
        self.offered: list[list[tuple[int, int, int]]] = []

    def run(
        self,
        function: Any,
        *arguments: Any,
        dice: Sequence[int] = (),
        answers: Sequence[tuple[int, ...]] = (),
    ) -> Any:
        """Call a rule; all dice and answers must be used up."""
        rolls, wanted = list(dice), list(answers)

        def below(c: Any, sides: int) -> int:
            value = rolls.pop(0)
            assert 1 <= value <= sides
            return value - 1

        def ask(g: Any, log: Any, side: int, kind: int, actor: int) -> int:
            options = [(o.what, o.who, o.other) for o in g.core.options[: g.core.offered]]
            self.offered.append(options)
            if len(options) == 1:
                return 0
            want = wanted.pop(0)
            return next(k for k, option in enumerate(options) if option[: len(want)] == want)

        with pytest.MonkeyPatch.context() as patch:
            for module in (hero, powers, ties):
                patch.setattr(module, "below", below)
            for module in (choice, powers):
                patch.setattr(module, "ask", ask)
            result = function(*arguments)
        assert not rolls
        assert not wanted
        return result

    def play(self, dice: Sequence[int], answers: Sequence[tuple[int, ...]] = ()) -> None:
        """A whole game."""
        self.run(play_out, self.g, [], self.log, dice=dice, answers=answers)

    def events(self, name: str) -> list[Any]:
        """The events of this kind."""
        return [e for e in self.log.events[: self.g.core.n_events] if SHAPES[e.event].name == name]

    @property
    def scores(self) -> list[int]:
        return [s.score for s in self.g.seats[: self.g.players]]

    @property
    def paid(self) -> list[int]:
        return [s.paid for s in self.g.seats[: self.g.players]]


def play_out(g: Any, lore: Any, log: Any) -> None:
    """All stages of a game."""
    while turn.play_stage(g, lore, log):
        g.core.stage += 1
