"""Option lines for questions about throws, dice, boots and hand signs.

See `options.OptionLines`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from carnage.common.directions import compass_point
from carnage.common.text_format import count
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.words.naming import Names

MIN_MOVE_INCHES = 0.05  # a shorter move would be shown as 0
SAME_POINT_INCHES = 0.1  # a throw at a point so near a model is straight at it
HANDS = ("Thump: a fist", "Shove: a palm", "Pinch: thumb and finger")


class ThrowOptionLines:
    """A mixin of `options.OptionLines` for these questions.

    Each method `say_<question>` returns the line of an option.
    """

    names: Names
    g: Any
    side: int
    actor: int

    def model(self, i: int) -> str:
        """Return the name of model i for the side that is asked."""
        raise NotImplementedError

    def point_text(self, x: float, y: float) -> str:
        """Return a point in words.

        The text has its coordinates, its distance and direction from the acting model, and the
        nearest model or loot.
        """
        m = self.g.models[self.actor]
        length = self.names.length(math.dist((m.x, m.y), (x, y)))
        point = f"at {self.names.place(x, y)}, {length} {compass_point(x - m.x, y - m.y)}"
        gap, nearest = min(self.things_near(x, y), default=(math.inf, ""))
        if gap < SAME_POINT_INCHES:
            return f"{point}, straight at {nearest}"
        if nearest:
            return f"{point}, {self.names.length(gap)} from {nearest}"
        return point

    def things_near(self, x: float, y: float) -> Iterator[tuple[float, str]]:
        """Yield the distance of each other model and Loot Token from a point, and its name."""
        for j in range(self.g.n_models):
            t = self.g.models[j]
            if t.in_play and j != self.actor:
                fallen = " (fallen)" if t.fallen else ""
                yield math.dist((x, y), (t.x, t.y)), f"{self.model(j)}{fallen}"
        for n in range(self.g.n_loot):
            token = self.g.loot[n]
            if token.down:
                yield math.dist((x, y), (token.x, token.y)), "loot"

    def say_throw_at(self, o: Any) -> str:
        return f"Throw the Move Dice {self.point_text(o.x, o.y)}"

    def say_shoot_at(self, o: Any) -> str:
        aim = f"Throw the Bullet Dice {self.point_text(o.x, o.y)}"
        return f"{aim}, for {self.model(o.who)}"

    def say_bullet(self, o: Any) -> str:
        bullet = f"The bullet of the die that shows {int(self.g.thrown[int(o.other)].value)}"
        if o.who >= 0:
            return f"{bullet} hits {self.model(o.who)}"
        return f"{bullet} hits nobody"

    def say_die(self, o: Any) -> str:
        die = self.g.thrown[o.other]
        die_text = f"the {int(die.value)} at {self.names.place(die.x, die.y)}"
        if o.what:
            return f"Discard {die_text}"
        m = self.g.models[self.actor]
        if math.dist((m.x, m.y), (o.x, o.y)) < MIN_MOVE_INCHES:
            return f"Follow {die_text} and stay at {self.names.place(o.x, o.y)}"
        return f"Follow {die_text} and end {self.point_text(o.x, o.y)}"

    def say_hand(self, o: Any) -> str:
        return HANDS[o.what]

    def say_foe(self, o: Any) -> str:
        return f"Fight {self.model(o.who)} first"

    def boot_line(self, o: Any) -> str:
        """Return the line of an action with boots."""
        if o.what == Q.TO_BOOT_UP:
            return f"Boot up {self.model(o.who)}"
        tokens = count(self.g.sides[1 - self.side].stash, "Loot Token")
        return f"Put the boot in to {self.model(o.who)}: take one of {tokens}"
