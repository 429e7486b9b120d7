"""Report lines for thrown dice, bullets and hand signs."""

from __future__ import annotations

import math
from collections.abc import Iterator

from carnage.common.text_format import capitalize, count, join_words
from carnage.engine.battle.frame.queries import SIGNS
from carnage.engine.battle.words.teller import STAYS, Tale
from carnage.engine.core.log_reader import LoggedEvent

Lying = tuple[int, float, float]  # the value of a die, and its coordinates

SCOOTS = -1  # `weapon` of an event that throws Move Dice
HIT = 1
STOPPED = 2


class FightTales(Tale):
    """Report lines for the events of thrown dice and of fights by Hand Signs. See `Tale`."""

    pull = 0  # the value of the Move Die that is followed, 0 for none
    scooting = False  # the last throw was of Move Dice

    due: dict[int, int]  # by model, the Move Dice left to use in its Move
    landed: dict[int, list[Lying]]  # by unit, the Move Dice that it has thrown
    ahead: dict[int, list[Lying]]  # by model, the dice left to use, as far as the events show

    def tell_throw(self, h: LoggedEvent) -> Iterator[str]:
        self.scooting = h.a == SCOOTS
        if self.scooting:
            unit = self.unit_of(h.actor)
            self.landed[unit] = []
            self.due = {i: due for i, due in self.due.items() if self.unit_of(i) != unit}
            self.ahead = {i: dice for i, dice in self.ahead.items() if self.unit_of(i) != unit}
        if h.a == SCOOTS:
            what = "its Move Dice"
        else:
            what = f"{self.names.weapon(h.a)}’s Bullet Dice"
        yield f"{capitalize(self.who(h))} throws {what} at {self.place(h.x1, h.y1)}."

    def tell_die(self, h: LoggedEvent) -> Iterator[str]:
        if self.scooting:
            self.landed[self.unit_of(h.actor)].append((h.a, h.x1, h.y1))
            self.ahead.setdefault(h.actor, []).append((h.a, h.x1, h.y1))
            self.due[h.actor] = self.due.get(h.actor, 0) + 1
        yield f"  A {h.a} comes to rest at {self.place(h.x1, h.y1)}."

    def tell_use(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.follows(h)
        self.pull = h.a

    def follows(self, h: LoggedEvent) -> Iterator[str]:
        """Count one of a model's Move Dice as used.

        A line says so if its Move begins with dice that its unit has thrown before.
        """
        if not self.due.get(h.actor):
            self.ahead[h.actor] = list(self.landed.get(self.unit_of(h.actor), ()))
            self.due[h.actor] = len(self.ahead[h.actor]) or 1
            yield f"{capitalize(self.who(h))} follows the same dice."
        self.due[h.actor] -= 1

    def tell_discard(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.follows(h)
        yield f"  The {h.a} is discarded."

    def tell_move(self, h: LoggedEvent) -> Iterator[str]:
        value = self.pull
        self.pull = 0
        for line in self.went(h, self.gait(h)):
            if value:
                yield f"  With the {value}{self.which(h, value)}, {inner(line)}"
            else:
                yield f"  {line}" if h.by == "movement.scoot" else line

    def which(self, h: LoggedEvent, value: int) -> str:
        """Return the place of the Move Die that a model follows, or "" if no other die has its
        value.

        It is the unused die that is most nearly in the direction of the move, or the nearest if the
        model stays.

        Args:
            h: The event of the move.
            value: The value of the die.
        """
        ahead = self.ahead.get(h.actor, [])
        way = math.atan2(h.y1 - h.y0, h.x1 - h.x0)
        stays = math.dist((h.x0, h.y0), (h.x1, h.y1)) < STAYS

        def off(die: Lying) -> float:
            _, x, y = die
            if stays:
                return math.dist((h.x0, h.y0), (x, y))
            return abs(math.remainder(math.atan2(y - h.y0, x - h.x0) - way, math.tau))

        die = min([die for die in ahead if die[0] == value], key=off, default=None)
        if die is None:
            return ""
        ahead.remove(die)
        alike = [each for each in self.landed.get(self.unit_of(h.actor), ()) if each[0] == value]
        if len(alike) > 1:
            return f" at {self.names.place(*die[1:])}"
        return ""

    def tell_bullet(self, h: LoggedEvent) -> Iterator[str]:
        if h.d == HIT:
            hit = self.names.model(h.target, self.side)
            yield f"  The {h.a} hits {hit}, Toughness {h.b}: {self.bullet_does(h)}."
        else:
            yield f"  The {h.a} {'hits the scenery' if h.d == STOPPED else 'hits nothing'}."

    def bullet_does(self, h: LoggedEvent) -> str:
        """Return the damage of a bullet in words."""
        if self.names.ruleset.has("doomed-tokens"):
            return wounds(h.c)
        return f"{'big' if h.a >= h.b else 'weak'} damage, {h.c}"

    def tell_fight(self, h: LoggedEvent) -> Iterator[str]:
        other = self.names.model(h.target, self.side)
        yield f"{capitalize(self.who(h))} and {other} touch: a fight breaks out."

    def tell_signs(self, h: LoggedEvent) -> Iterator[str]:
        other = self.names.model(h.target, self.side)
        yield f"  {capitalize(self.who(h))} shows {said(h.a)}, {other} {said(h.b)}."

    def tell_thump(self, h: LoggedEvent) -> Iterator[str]:
        if h.dice:
            thrown = join_words([str(die) for die in h.dice])
        else:
            thrown = "nothing"
        other = self.names.model(h.target, self.side)
        blow = f"{capitalize(self.who(h))} thumps {other}, rolling {thrown} against Toughness {h.a}"
        if self.names.ruleset.has("doomed-tokens"):
            does = wounds(h.b)
        else:
            does = f"{count(h.b, 'point')} of damage"
        yield f"  {blow}: {does}."

    def tell_shove(self, h: LoggedEvent) -> Iterator[str]:
        for line in self.went(h, "is pushed"):
            moved = math.dist((h.x0, h.y0), (h.x1, h.y1)) >= STAYS
            if moved:
                into = ", into terrain"
            else:
                into = ": there is terrain in the way"
            yield f"  {line[:-1]}{into}." if h.a else f"  {line}"

    def tell_pinch(self, h: LoggedEvent) -> Iterator[str]:
        other = self.names.model(h.target, self.side)
        yield f"  {capitalize(self.who(h))} pinches {other}, who will lose its next activation."


def wounds(damage: int) -> str:
    """Return the damage of a hit in a game in which wounds are not counted."""
    return "a wound" if damage else "nothing"


def inner(line: str) -> str:
    """Return a sentence for use inside another one, without the capital of its article."""
    return f"the{line[3:]}" if line.startswith("The ") else line


def said(sign: int) -> str:
    """Return a hand sign with its article."""
    return f"a {SIGNS[sign]}"
