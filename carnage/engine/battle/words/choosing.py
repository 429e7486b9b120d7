"""Option lines for questions about throws, dice, boots and hand signs. See `options.Teller`."""

from __future__ import annotations

import math
from typing import Any

from carnage.common.directions import compass_point
from carnage.common.text_format import count
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.words.naming import Names

NOWHERE = 0.05  # inches; a shorter move would be shown as 0
HANDS = ("Thump: a fist", "Shove: a palm", "Pinch: thumb and finger")


class Choosing:
    """A mixin of `options.Teller` for these questions.

    Each method `say_<question>` returns the line of an option.
    """

    names: Names
    g: Any
    side: int
    actor: int

    def model(self, i: int) -> str:
        """Return the name of model i for the side that is asked."""
        raise NotImplementedError

    def toward(self, x: float, y: float) -> str:
        """Return a point in words.

        The text has its coordinates, its distance and direction from the acting model, and the
        nearest model or loot.
        """
        m = self.g.models[self.actor]
        far = math.dist((m.x, m.y), (x, y))
        way = compass_point(x - m.x, y - m.y)
        line = f"at {self.names.place(x, y)}, {self.names.length(far)} {way}"
        near = [
            (math.dist((x, y), (t.x, t.y)), f"{self.model(j)}{' (fallen)' if t.fallen else ''}")
            for j, t in enumerate(self.g.models[: self.g.n_models])
            if t.in_play and j != self.actor
        ]
        near += [
            (math.dist((x, y), (token.x, token.y)), "loot")
            for token in self.g.loot[: self.g.n_loot]
            if token.down
        ]
        away, what = min(near, default=(math.inf, ""))
        if away < 0.1:
            return f"{line}, straight at {what}"
        if what:
            return f"{line}, {self.names.length(away)} from {what}"
        return line

    def say_throw_at(self, o: Any) -> str:
        return f"Throw the Move Dice {self.toward(o.x, o.y)}"

    def say_shoot_at(self, o: Any) -> str:
        aim = f"Throw the Bullet Dice {self.toward(o.x, o.y)}"
        return f"{aim}, for {self.model(o.who)}"

    def say_bullet(self, o: Any) -> str:
        bullet = f"The bullet of the {int(self.g.thrown[int(o.other)].value)}"
        if o.who >= 0:
            return f"{bullet} hits {self.model(o.who)}"
        return f"{bullet} hits nobody"

    def say_die(self, o: Any) -> str:
        die = self.g.thrown[o.other]
        which = f"the {int(die.value)} at {self.names.place(die.x, die.y)}"
        if o.what:
            return f"Discard {which}"
        m = self.g.models[self.actor]
        if math.dist((m.x, m.y), (o.x, o.y)) < NOWHERE:
            return f"Follow {which} and stay at {self.names.place(o.x, o.y)}"
        return f"Follow {which} and end {self.toward(o.x, o.y)}"

    def say_hand(self, o: Any) -> str:
        return f"{HANDS[o.what]}"

    def say_foe(self, o: Any) -> str:
        return f"Fight {self.model(o.who)} first"

    def boot(self, o: Any) -> str:
        """Return the line of an action with boots."""
        if o.what == Q.TO_BOOT_UP:
            return f"Boot up {self.model(o.who)}"
        tokens = count(self.g.sides[1 - self.side].stash, "Loot Token")
        return f"Put the boot in to {self.model(o.who)}: take one of {tokens}"
