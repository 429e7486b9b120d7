"""Option lines for questions about guns, brawls, luck, dynamite and markers.

See `options.OptionLines`.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

from carnage.common.directions import compass_point
from carnage.common.text_format import count, percent
from carnage.engine.battle.attack.range_bands import d10_chance
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.see.line_of_sight import OBSCURED
from carnage.engine.battle.words.gear import with_minus
from carnage.engine.battle.words.naming import Names, base_gap
from carnage.engine.battle.words.talents import fight_edge

GEAR_ACTIONS = {
    Q.TO_AIM: "Aim: an easier shot later",
    Q.TO_RELOAD: "Reload",
    Q.TO_LIGHT: "Light dynamite",
    Q.TO_STEADY: "Take aim with the dynamite",
    Q.TO_HURL: "Throw dynamite",
    Q.TO_SNUFF: "Snuff out dynamite",
    Q.TO_WATCH: "Watch: a shot at an enemy that moves",
}
SAME_PLACE_INCHES = 0.01  # for rounding of positions
FUSES = {1: "the fuse as it is", 2: "the fuse cut to a half"}


def d10_percent(number: int) -> str:
    """Return the probability that a D10 shows at least `number`, as a percentage."""
    return percent(float(d10_chance(number)))


class GearOptionLines:
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

    def distance_text(self, j: int) -> str:
        """Return the distance of model j from the acting model."""
        return self.names.length(base_gap(self.g, self.actor, j))

    def gear_action_line(self, o: Any) -> str:
        """Return the line of an action that the classic book does not have."""
        if o.what == Q.TO_REMOVE:
            if not self.g.models[self.actor].stun:
                return "Take off the Jam marker"
            has = self.names.ruleset.has
            is_whole = has("phased") or has("allocation")
            return "Take off all Stun markers" if is_whole else "Take off a Stun marker"
        if o.what == Q.TO_FIGHT:
            return f"Fight with {self.names.weapon(o.who)}"
        return GEAR_ACTIONS[int(o.what)]

    def fight_line(self, w: int, j: int, change: int) -> str:
        """Return the line of a fight with model j. `change` is the change to j's total."""
        edge = fight_edge(self.g, self.actor, w)
        line = f"Fight {self.model(j)} with {self.names.weapon(w)} (+{edge})"
        if change:
            line += f", its total {with_minus(f'{change:+d}')}"
        return f"{line} ({percent(self.win_chance(w, j, change))} to win)"

    def shot_line(self, w: int, j: int, number: int) -> str:
        """Return the line of a shot with weapon w at model j, with its number to reach."""
        obscured = ", obscured" if self.g.seen[j] == OBSCURED else ""
        return (
            f"Fire {self.names.weapon(w)} at {self.model(j)}, {self.distance_text(j)} away"
            f"{obscured} (needs {number}, {d10_percent(number)})"
        )

    def win_chance(self, w: int, j: int, change: int) -> float:
        """Return the probability that the acting model has the higher total in a fight.

        Heroes and Defend dice are left out.

        Args:
            w: The weapon of the acting model.
            j: The opponent, which uses its best weapon.
            change: The change to j's total for the situation.
        """
        g = self.g
        best_edge = max(fight_edge(g, j, weapon) for weapon in self.weapons_of(j))
        faces = range(1, int(g.p.fighting_base) + 1)
        if g.models[j].out:
            enemy_totals = [change]
        else:
            enemy_totals = [change + best_edge + die for die in faces]
        own_totals = [fight_edge(g, self.actor, w) + die for die in faces]
        pairs = list(itertools.product(own_totals, enemy_totals))
        return sum(own > enemy for own, enemy in pairs) / len(pairs)

    def weapons_of(self, j: int) -> list[int]:
        """Return the weapons of model j."""
        kind = self.g.kinds[self.g.models[j].kind]
        return [int(kind.weapons[n]) for n in range(kind.n_weapons)]

    def say_aim(self, o: Any) -> str:
        return f"Aim at {self.model(o.who)}, {self.distance_text(o.who)} away"

    def say_reload(self, o: Any) -> str:
        return f"Reload {self.names.weapon(o.who)}"

    def say_light(self, o: Any) -> str:
        fuse = FUSES[int(o.who)]
        sticks = self.sticks_text(o.what)
        if o.other >= 0:
            burnt = int(self.g.sticks[int(o.other)].burnt)
            return f"Light {sticks} again, {fuse}, {count(burnt, 'step')} of it burnt"
        return f"Light {sticks}, {fuse}"

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

    def sticks_text(self, sticks: int) -> str:
        """Return a number of sticks in words."""
        if sticks == 1:
            return "one stick"
        return f"a bundle of {sticks}"

    def say_hurl(self, o: Any) -> str:
        g = self.g
        m = g.models[self.actor]
        number = int(o.fx)
        target = self.names.place(o.x, o.y)
        for j in range(g.n_models):
            t = g.models[j]
            if t.in_play and math.dist((t.x, t.y), (o.x, o.y)) < SAME_PLACE_INCHES:
                target = self.model(j)
                break
        gap = math.dist((m.x, m.y), (o.x, o.y)) - float(g.radius)
        way = f"{self.names.length(gap)} {compass_point(o.x - m.x, o.y - m.y)}"
        return f"Throw at {target}, {way} (needs {number}, {d10_percent(number)})"

    def say_snuff(self, o: Any) -> str:
        verb = "Snuff out" if o.what else "Throw"
        if o.who < 0:
            return f"{verb} a stick of your own, lit as it is thrown"
        s = self.g.sticks[o.who]
        if s.holder >= 0:
            where = "in hand"
        else:
            where = f"at {self.names.place(s.x, s.y)}"
        return (
            f"{verb} {self.sticks_text(s.bundle)} {where}, burning since {count(s.burnt, 'step')}"
        )
