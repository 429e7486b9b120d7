"""A scene: the rules as plain Python on a plain game, with dice and choices laid down
beforehand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from swapping import swapped

from carnage.engine.battle.family import FAMILY
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import update_upright
from carnage.engine.battle.frame.shapes import SHAPES
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.turn.round_structure import play_stage
from carnage.engine.core import records
from carnage.engine.core.chance import start_chance
from carnage.engine.core.log_reader import new_log
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset

assert not FAMILY.is_compiled
assert play_stage  # brings in all the rules

Chooser = Callable[[Any, int, int, int], int]


instead = partial(swapped, "battle")


@contextmanager
def rolling(dice: Iterable[int]) -> Iterator[list[int]]:
    """Dice (or cards, by rank) that come in this order; the list holds those that are still to
    come.
    """
    left = list(dice)

    def next_die(*_: Any) -> int:
        assert left, "one die too many is rolled"
        return left.pop(0)

    with (
        instead("d6", next_die),
        instead("d10", next_die),
        instead("draw_card", next_die),
    ):
        yield left


@contextmanager
def answering(choose: Chooser) -> Iterator[None]:
    """All questions are answered by `choose(g, side, kind, actor)` -> the option's number."""

    def answer(g: Any, log: Any, side: int, kind: int, actor: int) -> int:
        assert g.core.offered > 0
        return 0 if g.core.offered == 1 else choose(g, side, kind, actor)

    with instead("ask", answer), instead("ask_sealed", answer):
        yield


def always(answer: bool) -> Callable[..., bool]:
    """In place of a rule that says whether something is so: it always is, or never."""
    return lambda *_: answer


def first(*_: Any) -> int:
    """Always the first option: no re-roll, no move, the unit listed first."""
    return 0


# Who serves where an example of classic's is played in another book; failing these, anybody does.
STAND_INS = {"captain": "boss", "trooper": "hand"}


class Scene:
    """An empty table, both forces beside it; models are put where they are wanted."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.g = records.plain(Game)
        FAMILY.fill_start(self.g, ruleset)
        self.g.n_pieces = 0
        for place in ("blocking_to", "obscuring_to", "difficult_to"):
            if hasattr(self.g, place):
                setattr(self.g, place, 0)
        self.g.looked = -1
        self.g.opener = -1
        self.g.rounds = 1
        if ruleset.has("allocation"):
            for side in self.g.sides:
                side.move_dice = side.attack_dice = 3
        (self.log,) = new_log(FAMILY, 400)
        self.models = [
            model for _ in (0, 1) for unit in get_force(ruleset).units for model in unit.models
        ]
        codes = [model.code for model in get_force(ruleset).kinds]
        for i, model in enumerate(self.models):  # where sides pick, this is what they have picked
            self.g.models[i].kind = codes.index(model.code)
        self.middle = self.g.table / 2

    def begun(self) -> Scene:
        """The same with dice that roll, in a game in which nobody acts and nothing is sealed."""
        start_chance(self.g.core, 7, 0)
        self.g.core.sealed_from = -1
        self.g.acting = -1
        return self

    def find(self, side: int, code: str, which: int = 0) -> int:
        """The number of a side's model of this kind, or of one that stands in for it in another
        book.
        """
        half = len(self.models) // 2
        own = range(side * half, (side + 1) * half)
        wanted = {code, STAND_INS.get(code)}
        alike = [i for i in own if self.models[i].code in wanted]
        return (alike or list(own))[which]

    def put(self, i: int, x: float, y: float, facing: tuple[float, float] = (1.0, 0.0)) -> Any:
        """Stand model i at x, y inches from the middle of the table, facing east."""
        m = self.g.models[i]
        m.x, m.y = self.middle + x, self.middle + y
        m.fx, m.fy = facing
        m.in_play = 1
        self.g.units[m.unit].in_play += 1
        self.g.sides[m.side].models += 1
        self.g.looked = -1
        update_upright(self.g)
        return m

    def lay(self, *fallen: int) -> None:
        """Let these models lie where they stand."""
        for i in fallen:
            self.g.models[i].fallen = 1
        update_upright(self.g)

    def piece(self, x: float, y: float, width: float, height: float, *kinds: str) -> None:
        """Lay a rectangle of terrain, its centre x, y inches from the middle of the table."""
        piece = self.g.pieces[self.g.n_pieces]
        piece.disc = 0
        piece.x, piece.y = self.middle + x, self.middle + y
        piece.half_w, piece.half_h = width / 2, height / 2
        piece.bound = math.hypot(width / 2, height / 2)
        for kind in ("difficult", "impassable", "obscuring", "blocking"):
            setattr(piece, kind, int(kind in kinds))
        self.g.n_pieces += 1
        for place in ("blocking_to", "obscuring_to", "difficult_to"):
            if hasattr(self.g, place):
                setattr(self.g, place, self.g.n_pieces)

    def weapon(self, code: str) -> int:
        """The number of a weapon."""
        codes = [weapon.code for weapon in self.ruleset.book.roster.weapon]
        return codes.index(code)

    def run(self, act: Callable[[], Any], dice: Iterable[int] = (), choose: Chooser = first) -> Any:
        """Let rules run with these dice, every one of which must be rolled, and these choices."""
        with np.errstate(over="ignore"), rolling(dice) as left, answering(choose):
            result = act()
        assert not left, f"{left} are not rolled"
        return result

    def events(self, name: str) -> list[Any]:
        """The logged events of this kind."""
        events = self.log.events[: self.g.core.n_events]
        return [event for event in events if SHAPES[event.event].name == name]

    def names(self) -> list[str]:
        """What each event so far is called."""
        return [SHAPES[event.event].name for event in self.log.events[: self.g.core.n_events]]

    def dice_for(self, value: int, difficulty: int, successes: int) -> list[int]:
        """Dice, or a card, with which a test counts just so many successes; none fails it."""
        from carnage.rulesets import odds

        how = odds.get_mechanic(self.ruleset)
        if isinstance(how, odds.DicePool):
            assert successes == 0 or difficulty <= successes <= value
            return [6] * successes + [1] * (value - successes)
        if isinstance(how, odds.TwoDiceSum):
            pairs = [[a, b] for a in range(1, 7) for b in range(1, 7)]
            return next(
                p for p in pairs if how.count_successes(sum(p) + value - difficulty) == successes
            )
        if isinstance(how, odds.TenSidedDie):
            number = how.get_target_number(value, difficulty)
            rolls = [[a] for a in range(1, 11) if number <= how.top or a != how.top]
            rolls += [[how.top, b] for b in range(1, 11) if number > how.top]
            return next(r for r in rolls if how.count_successes(number, *r) == successes)
        if isinstance(how, odds.DiceSets):
            return thrown(how, min(value, how.most), difficulty, successes)
        ranks = range(1, 14)
        counted = odds.TwoDiceSum(how.beat, how.step).count_successes
        return [
            next(
                r for r in ranks if counted(how.get_card_value(r) + value - difficulty) == successes
            )
        ]


def thrown(how: Any, dice: int, difficulty: int, successes: int) -> list[int]:
    """Dice that make so many successes at once, or none ever, pushed as they will be."""

    def faces(throw: Iterable[int]) -> tuple[int, ...]:
        shown = list(throw)
        return tuple(shown.count(face) for face in range(1, 7))

    for throw in combinations_with_replacement(range(1, 7), dice):
        worth, idle = how.count_successes(faces(throw))
        if successes:
            if worth == successes >= difficulty or successes < difficulty <= worth:
                return list(throw)
            continue
        again = sum(idle) - how.lost
        if worth >= difficulty:
            continue
        if again < 1:
            return list(throw)
        kept = tuple(n - away for n, away in zip(faces(throw), idle, strict=True))
        for more in combinations_with_replacement(range(1, 7), again):
            after = tuple(a + b for a, b in zip(kept, faces(more), strict=True))
            if how.count_successes(after)[0] <= worth:
                return [*throw, *more]
    raise AssertionError("no dice do that")


def chosen(ruleset: Ruleset, table: str) -> int:
    """The number of the rule that a table's choice is."""
    return R.NUMBERING.number(f"{table}.{ruleset.choice(table).option.code}")
