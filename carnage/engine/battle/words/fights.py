"""Report lines for thrown dice, bullets and hand signs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from carnage.common.text_format import count, join_words
from carnage.engine.battle.frame.queries import SIGNS
from carnage.engine.battle.words.teller import STAYS_INCHES, EventLines
from carnage.engine.core.log_reader import LoggedEvent

MOVE_DICE = -1  # `weapon` of an event that throws Move Dice
HIT = 1
STOPPED = 2


class LyingDie(NamedTuple):
    """A die on the table: the number that it shows, and its coordinates in inches."""

    value: int
    x: float
    y: float


class FightLines(EventLines):
    """Report lines for the events of thrown dice and of fights by Hand Signs. See `EventLines`."""

    followed_value = 0  # of the Move Die that is followed, 0 for none
    throws_move_dice = False  # the last throw was of Move Dice

    dice_due: dict[int, int]  # by model, the Move Dice left to use in its Move
    dice_landed: dict[int, list[LyingDie]]  # by unit, the Move Dice that it has thrown
    dice_ahead: dict[int, list[LyingDie]]  # by model, the dice left to use, as far as shown

    def tell_throw(self, h: LoggedEvent) -> Iterator[str]:
        self.throws_move_dice = h.a == MOVE_DICE
        if self.throws_move_dice:
            self.forget_move_dice(self.unit_of(h.actor))
            dice = "its Move Dice"
        else:
            dice = f"{self.names.weapon(h.a)}’s Bullet Dice"
        yield f"{self.subject(h)} throws {dice} at {self.place_text(h.x1, h.y1)}."

    def forget_move_dice(self, unit: int) -> None:
        """Forget the Move Dice that a unit has thrown before."""
        self.dice_landed[unit] = []
        for i in [*self.dice_due, *self.dice_ahead]:
            if self.unit_of(i) == unit:
                self.dice_due.pop(i, None)
                self.dice_ahead.pop(i, None)

    def tell_die(self, h: LoggedEvent) -> Iterator[str]:
        if self.throws_move_dice:
            die = LyingDie(h.a, h.x1, h.y1)
            self.dice_landed[self.unit_of(h.actor)].append(die)
            self.dice_ahead.setdefault(h.actor, []).append(die)
            self.dice_due[h.actor] = self.dice_due.get(h.actor, 0) + 1
        yield f"  A {h.a} comes to rest at {self.place_text(h.x1, h.y1)}."

    def tell_use(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.use_die_lines(h)
        self.followed_value = h.a

    def use_die_lines(self, h: LoggedEvent) -> Iterator[str]:
        """Count one of a model's Move Dice as used.

        A line says so if its Move begins with dice that its unit has thrown before.
        """
        if not self.dice_due.get(h.actor):
            self.dice_ahead[h.actor] = list(self.dice_landed.get(self.unit_of(h.actor), ()))
            self.dice_due[h.actor] = max(1, len(self.dice_ahead[h.actor]))
            yield f"{self.subject(h)} follows the same dice."
        self.dice_due[h.actor] -= 1

    def tell_discard(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.use_die_lines(h)
        yield f"  The {h.a} is discarded."

    def tell_move(self, h: LoggedEvent) -> Iterator[str]:
        value = self.followed_value
        self.followed_value = 0
        for line in self.move_lines(h, self.movement_verb(h)):
            if value:
                place = self.followed_die_place(h, value)
                yield f"  With the {value}{place}, {without_capital(line)}"
            elif h.by == "movement.scoot":
                yield f"  {line}"
            else:
                yield line

    def followed_die_place(self, h: LoggedEvent, value: int) -> str:
        """Return the place of the Move Die that a model follows, or "" if its value is unique.

        It is the unused die that is most nearly in the direction of the move, or the nearest if the
        model stays.

        Args:
            h: The event of the move.
            value: The value of the die.
        """
        ahead = self.dice_ahead.get(h.actor, [])
        candidates = [die for die in ahead if die.value == value]
        if not candidates:
            return ""
        if math.dist((h.x0, h.y0), (h.x1, h.y1)) < STAYS_INCHES:
            die = min(candidates, key=lambda die: math.dist((h.x0, h.y0), (die.x, die.y)))
        else:
            die = min(candidates, key=lambda die: _angle_off_move(h, die))
        ahead.remove(die)
        landed = self.dice_landed.get(self.unit_of(h.actor), ())
        if sum(other.value == value for other in landed) > 1:
            return f" at {self.names.place(die.x, die.y)}"
        return ""

    def tell_bullet(self, h: LoggedEvent) -> Iterator[str]:
        if h.d == HIT:
            target = self.target_name(h)
            yield f"  The {h.a} hits {target}, Toughness {h.b}: {self.bullet_damage(h)}."
        elif h.d == STOPPED:
            yield f"  The {h.a} hits the scenery."
        else:
            yield f"  The {h.a} hits nothing."

    def bullet_damage(self, h: LoggedEvent) -> str:
        """Return the damage of a bullet in words."""
        if self.names.ruleset.has("doomed-tokens"):
            return wound_text(h.c)
        size = "big" if h.a >= h.b else "weak"
        return f"{size} damage, {h.c}"

    def tell_fight(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} and {self.target_name(h)} touch: a fight breaks out."

    def tell_signs(self, h: LoggedEvent) -> Iterator[str]:
        sign = sign_text(h.a)
        if h.b < 0:
            yield f"  {self.subject(h)} shows {sign}, {self.target_name(h)} is knocked out."
            return
        yield f"  {self.subject(h)} shows {sign}, {self.target_name(h)} {sign_text(h.b)}."

    def tell_thump(self, h: LoggedEvent) -> Iterator[str]:
        rolled = join_words(str(die) for die in h.dice) or "nothing"
        if self.names.ruleset.has("doomed-tokens"):
            damage = wound_text(h.b)
        else:
            damage = f"{count(h.b, 'point')} of damage"
        blow = f"{self.subject(h)} thumps {self.target_name(h)}"
        yield f"  {blow}, rolling {rolled} against Toughness {h.a}: {damage}."

    def tell_shove(self, h: LoggedEvent) -> Iterator[str]:
        for line in self.move_lines(h, "is pushed"):
            if not h.a:
                yield f"  {line}"
            elif math.dist((h.x0, h.y0), (h.x1, h.y1)) >= STAYS_INCHES:
                yield f"  {line[:-1]}, into terrain."
            else:
                yield f"  {line[:-1]}: there is terrain in the way."

    def tell_pinch(self, h: LoggedEvent) -> Iterator[str]:
        target = self.target_name(h)
        yield f"  {self.subject(h)} pinches {target}, who will lose its next activation."


def _angle_off_move(h: LoggedEvent, die: LyingDie) -> float:
    """Return the angle between the direction of a move and that of a die, in radians."""
    move = math.atan2(h.y1 - h.y0, h.x1 - h.x0)
    toward_die = math.atan2(die.y - h.y0, die.x - h.x0)
    return abs(math.remainder(toward_die - move, math.tau))


def wound_text(damage: int) -> str:
    """Return the damage of a hit in a game in which wounds are not counted."""
    return "a wound" if damage else "nothing"


def without_capital(line: str) -> str:
    """Return a sentence for use inside another one, without the capital of its article."""
    return f"the{line[3:]}" if line.startswith("The ") else line


def sign_text(sign: int) -> str:
    """Return a hand sign with its article."""
    return f"a {SIGNS[sign]}"
