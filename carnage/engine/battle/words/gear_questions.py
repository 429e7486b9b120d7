"""Option lines for questions about guns, brawls, luck, dynamite and markers.

See `options.Teller`.
"""

from __future__ import annotations

import math
from typing import Any

from carnage.common.directions import compass_point
from carnage.common.text_format import count, percent
from carnage.engine.battle.attack.range_bands import d10_chance
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.see.line_of_sight import OBSCURED
from carnage.engine.battle.words.naming import Names, gap
from carnage.engine.battle.words.talents import edge

FUSES = {1: "the fuse as it is", 2: "the fuse cut to a half", 4: "the fuse cut to a quarter"}


def odds(number: int) -> str:
    """Return the probability that a D10 shows at least `number`, as a percentage."""
    chance = getattr(d10_chance, "py_func", d10_chance)  # the Python function of the compiled rule
    return percent(float(chance(number)))


class Wielding:
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

    def far(self, j: int) -> str:
        """Return the distance of model j from the acting model."""
        return self.names.length(gap(self.g, self.actor, j))

    def wield(self, o: Any) -> str:
        """Return the line of an action that the classic book does not have."""
        m = self.g.models[self.actor]
        if o.what == Q.TO_REMOVE:
            return f"Take off {'a Stun marker' if m.stun else 'the Jam marker'}"
        if o.what == Q.TO_FIGHT:
            return f"Fight with {self.names.weapon(o.who)}"
        return {
            Q.TO_AIM: "Aim: an easier shot later",
            Q.TO_RELOAD: "Reload",
            Q.TO_LIGHT: "Light dynamite",
            Q.TO_STEADY: "Take aim with the dynamite",
            Q.TO_HURL: "Throw dynamite",
            Q.TO_SNUFF: "Snuff out dynamite",
            Q.TO_WATCH: "Watch: a shot at an enemy that moves",
        }[int(o.what)]

    def brawl(self, w: int, j: int, more: int) -> str:
        """Return the line of a fight with model j. `more` is the change to j's total."""
        said = f"Fight {self.model(j)} with {self.names.weapon(w)} (+{edge(self.g, self.actor, w)})"
        if more:
            said += f", its total {more:+d}".replace("-", "−")
        return f"{said} ({percent(self.better_total(w, j, more))} to win)"

    def shot(self, w: int, j: int, number: int) -> str:
        """Return the line of a shot by Range Bands with weapon w at model j, with its number to
        reach.
        """
        seen = ", obscured" if self.g.seen[j] == OBSCURED else ""
        return (
            f"Fire {self.names.weapon(w)} at {self.model(j)}, {self.far(j)} away{seen} "
            f"(needs {number}, {odds(number)})"
        )

    def better_total(self, w: int, j: int, more: int) -> float:
        """Return the probability that the acting model has the higher total in a fight.

        Heroes and Defend dice are left out.

        Args:
            w: The weapon of the acting model.
            j: The opponent, which uses its best weapon.
            more: The change to j's total for the situation.
        """
        g = self.g
        best = max(edge(g, j, each) for each in self.armed(j))
        sides = range(1, int(g.p.fighting_base) + 1)
        if g.models[j].out:
            theirs = [more]
        else:
            theirs = [more + best + die for die in sides]
        mine = [edge(g, self.actor, w) + die for die in sides]
        return sum(one > other for one in mine for other in theirs) / (len(mine) * len(theirs))

    def armed(self, j: int) -> list[int]:
        """Return the weapons of model j."""
        kind = self.g.kinds[self.g.models[j].kind]
        return [int(kind.weapons[n]) for n in range(kind.n_weapons)]

    def say_aim(self, o: Any) -> str:
        return f"Aim at {self.model(o.who)}, {self.far(o.who)} away"

    def say_reload(self, o: Any) -> str:
        return f"Reload {self.names.weapon(o.who)}"

    def say_light(self, o: Any) -> str:
        fuse = FUSES[int(o.who)]
        if o.other >= 0:
            burnt = int(self.g.sticks[int(o.other)].burnt)
            return f"Light {self.bundle(o.what)} again, {fuse}, {count(burnt, 'step')} of it burnt"
        return f"Light {self.bundle(o.what)}, {fuse}"

    def say_rise(self, o: Any) -> str:
        m = self.g.models[self.actor]
        if not o.what:
            return "Stand up"
        far = math.dist((m.x, m.y), (o.x, o.y))
        return f"Crawl {self.names.length(far)} {compass_point(o.x - m.x, o.y - m.y)}"

    def say_luck(self, o: Any) -> str:
        m = self.g.models[self.actor]
        if not o.what:
            return "Take what comes"
        if o.other == 1:
            rolls = "a luck roll"
        else:
            rolls = f"{o.other} luck rolls"
        faces = int(self.g.p.luck_die)
        costs = int(self.g.p.luck_cost)
        chance = 1.0
        for n in range(int(o.other)):
            chance *= min(faces, max(0, int(m.luck) - n * costs)) / faces
        return f"Try {rolls} (Luck {m.luck}, {percent(chance)})"

    def say_push(self, o: Any) -> str:
        if not o.what:
            return f"Stop with {count(o.other, 'success')}"
        return f"Throw {count(o.who, 'die')} more; if it adds nothing, the test fails"

    def say_hero(self, o: Any) -> str:
        if o.what:
            return "Call it a Hero, and better the result"
        return "Leave it as it is"

    def bundle(self, sticks: int) -> str:
        """Return a number of sticks in words."""
        if sticks == 1:
            return "one stick"
        return f"a bundle of {sticks}"

    def say_hurl(self, o: Any) -> str:
        g = self.g
        number = int(o.fx)
        m = g.models[self.actor]
        away = math.dist((m.x, m.y), (o.x, o.y)) - float(g.radius)
        near = [
            self.model(j)
            for j in range(g.n_models)
            if g.models[j].in_play and math.dist((g.models[j].x, g.models[j].y), (o.x, o.y)) < 0.01
        ]
        if near:
            place = f"at {near[0]}"
        else:
            place = f"at {self.names.place(o.x, o.y)}"
        way = f"{self.names.length(away)} {compass_point(o.x - m.x, o.y - m.y)}"
        return f"Throw {place}, {way} (needs {number}, {odds(number)})"

    def say_snuff(self, o: Any) -> str:
        verb = "Snuff out" if o.what else "Throw"
        if o.who < 0:
            return f"{verb} a stick of your own, lit as it is thrown"
        s = self.g.sticks[o.who]
        if s.holder >= 0:
            where = "in hand"
        else:
            where = f"at {self.names.place(s.x, s.y)}"
        return f"{verb} {self.bundle(s.bundle)} {where}, burning since {count(s.burnt, 'step')}"
