"""Option lines: each option of each question as one line for a player."""

from __future__ import annotations

import math
from typing import Any

from carnage.common.directions import compass_point
from carnage.common.text_format import capitalize, count, join_words, percent
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.frame.queries import A_UNIT, CORNERS, EDGES, QUERIES
from carnage.engine.battle.frame.resolution import CLOSE_SKILL, RANGED_SKILL
from carnage.engine.battle.frame.state import CLOSE, FOCUS, MOVE, RANGED, SPECIAL
from carnage.engine.battle.move.crossing import CROSSES
from carnage.engine.battle.words.choosing import Choosing
from carnage.engine.battle.words.gear_questions import Wielding
from carnage.engine.battle.words.naming import Names, gap
from carnage.engine.battle.words.talents import adds
from carnage.engine.core.events import python_name

SAME_WAY = 0.9998
BLOCKS = {
    0: "End the block’s activation",
    MOVE: "Move the whole block",
    RANGED: "All that can take a Ranged action",
    CLOSE: "All that can take a Close action",
    SPECIAL: "All that can take a Special action",
    FOCUS: "All Focus",
}


def asked(names: Names, g: Any, side: int, kind: int, actor: int) -> str:
    """Return the text of a question.

    Args:
        names: The names of the ruleset.
        g: The game.
        side: The side that is asked.
        kind: The question, an index of QUERIES.
        actor: The model or unit that it is about, or -1.
    """
    query = QUERIES[kind]
    who = ""
    if actor >= 0 and not query.is_about_game:
        if query.asks_about(A_UNIT):
            who = names.unit(actor, side)
        else:
            who = names.model(actor, side)
    return capitalize(query.put.format(about=who))


def option_lines(
    names: Names, g: Any, side: int, kind: int, actor: int, options: tuple[Any, ...]
) -> list[str]:
    """Return a different line for each option. See `asked` for the arguments."""
    teller = Teller(names, g, side, actor)
    lines = [teller.line(kind, option) for option in options]
    return [
        line if lines.count(line) == 1 else f"{line}, {exactly(option)}"
        for line, option in zip(lines, options, strict=True)
    ]


def exactly(o: Any) -> str:
    """Return the coordinates and bearing of an option, to tell options with equal lines apart."""
    return f"at {o.x:.2f}, {o.y:.2f}, bearing {math.degrees(math.atan2(o.fx, o.fy)) % 360:.1f}°"


class Teller(Choosing, Wielding):
    """A writer of option lines for the side that is asked.

    Each method `say_<question>` returns the line of an option.
    """

    def __init__(self, names: Names, g: Any, side: int, actor: int) -> None:
        self.names = names
        self.g = g
        self.side = side
        self.actor = actor

    def line(self, kind: int, o: Any) -> str:
        """Return the line of an option."""
        line: str = getattr(self, f"say_{python_name(QUERIES[kind].name)}")(o)
        return line

    def unit(self, u: int) -> str:
        """Return the name of unit u for the side that is asked."""
        return self.names.unit(u, self.side)

    def model(self, i: int) -> str:
        """Return the name of model i for the side that is asked."""
        return self.names.model(i, self.side)

    def say_edge(self, o: Any) -> str:
        return f"Take the {EDGES[o.what]} edge"

    def say_corner(self, o: Any) -> str:
        return f"Take the {CORNERS[o.what]} corner"

    def say_ring(self, o: Any) -> str:
        if o.what:
            return "Be in the middle, and set up first"
        return "Be outside"

    def say_set_up(self, o: Any) -> str:
        return f"Set up {self.unit(o.who)} next"

    def say_bid(self, o: Any) -> str:
        if o.what:
            return f"Bid {count(o.what, 'Game Token')}"
        return "Bid nothing"

    def say_go_on(self, o: Any) -> str:
        if o.what:
            return "Activate one more unit"
        return "Leave it at that"

    def say_next_model(self, o: Any) -> str:
        return f"Let {self.model(o.who)} act"

    def say_draft(self, o: Any) -> str:
        return (
            f"Take {self.names.kind(o.what)}, of whom {o.other} "
            f"{'is' if o.other == 1 else 'are'} left"
        )

    def say_block(self, o: Any) -> str:
        return BLOCKS[o.what]

    def say_allocate(self, o: Any) -> str:
        return f"{o.what} on Move, {o.who} on Attack, {o.other} on Defend"

    def say_defend(self, o: Any) -> str:
        if o.what:
            return "Spend a Defend die"
        return "Take the attack as it is"

    def say_jump(self, o: Any) -> str:
        if o.what:
            return f"Activate {self.unit(o.who)} now"
        return "Wait"

    def say_talent(self, o: Any) -> str:
        return f"Pick {self.names.talent(o.what)}"

    def say_gift(self, o: Any) -> str:
        return f"Give {self.names.talent(o.what)} to {self.model(o.who)}"

    def say_react(self, o: Any) -> str:
        if o.what == Q.TO_STOP:
            return "Hold fire"
        if self.names.ruleset.has("bullet-dice"):
            return f"React to {self.model(o.who)}: {self.with_weapon(o.other)}"
        return self.attack(o.other, o.who, int(o.x), fight=False)

    def say_dodge(self, o: Any) -> str:
        if self.names.ruleset.has("bullet-dice"):
            needs = "Toughness"
        else:
            needs = "Difficulty"
        if self.names.ruleset.has("range-bands"):
            needs = "number to reach"
        return f"{'Dodge' if o.what else 'Take the shot as it is'} ({needs} {int(o.x)})"

    def say_leave_out(self, o: Any) -> str:
        if o.who < 0:
            return "Leave nobody out"
        return f"Leave out {self.unit(o.who)} ({self.g.units[o.who].points} points)"

    def say_recruit(self, o: Any) -> str:
        if o.what < 0:
            return "Leave it at that"
        kind = self.g.kinds[o.what]
        if self.names.ruleset.has("price-list"):
            price = kind.price
        else:
            price = kind.points
        left = self.names.money(int(o.x) - price)
        return f"Take {self.names.kind(o.what)} for {self.names.money(price)}, which leaves {left}"

    def say_place(self, o: Any) -> str:
        if not self.names.ruleset.has("edges") and self.names.ruleset.has("own-table"):
            near = self.names.landmark(self.g, o.x, o.y)
            line = f"Set up {self.unit(o.who)} at {self.names.place(o.x, o.y)}"
            return f"{line}, {near}" if near else line
        edge = int(self.g.sides[self.side].edge)
        along, end = (o.x, "west") if edge % 2 == 0 else (o.y, "south")
        row = "back" if o.what else "front"
        far = self.names.length(along)
        line = f"Set up {self.unit(o.who)}, {far} from the {end} end, at the {row} of the strip"
        near = self.names.landmark(self.g, o.x, o.y)
        return f"{line}, {near}" if near else line

    def say_pick(self, o: Any) -> str:
        if o.who < 0:
            if o.what == Q.TO_LEG_IT:
                return "Leg it: leave the table for good"
            return "Pass"
        unit = self.g.units[o.who]
        line = f"Activate {self.unit(o.who)}"
        if unit.shaken:
            return f"{line} ({count(unit.shaken, 'Shaken Token')})"
        return line

    def say_declare(self, o: Any) -> str:
        g = self.g
        unit = self.g.units[o.who]
        members = range(unit.first, unit.first + unit.count)
        morale = max(
            (self.morale(i) for i in members if g.models[i].in_play and not g.models[i].fallen),
            default=0,
        )
        chance = self.names.chance(g, morale, o.what)
        return (
            f"Declare {count(o.what, 'activation')} (Morale test at Difficulty {o.what}, "
            f"{percent(chance)})"
        )

    def morale(self, i: int) -> int:
        """Return model i's Morale, including the talent Iron Nerve."""
        return int(self.g.kinds[self.g.models[i].kind].morale) + adds(
            self.g, i, Q.HAS_IRON_NERVE, "nerve"
        )

    def say_act(self, o: Any) -> str:
        if o.what in (Q.TO_ATTACK, Q.TO_FIGHT) and o.other >= 0:
            return self.attack(o.who, o.other, int(o.x), fight=o.what == Q.TO_FIGHT)
        if o.what >= Q.TO_REMOVE:
            return self.wield(o)
        if o.what == Q.TO_ATTACK:
            return self.with_weapon(o.who)
        if o.what in (Q.TO_CAPTURE, Q.TO_INTERACT):
            if o.what == Q.TO_CAPTURE:
                how = "a Close action"
            else:
                how = "Interact"
            more = adds(self.g, self.actor, Q.HAS_LIGHT_FINGERED, "fingers")
            chance = self.chance(CLOSE_SKILL, more, self.g.p.objectives_difficulty)
            return f"Capture {self.names.marker(self.g, o.who)} by {how} ({percent(chance)})"
        if o.what in (Q.TO_BOOT_UP, Q.TO_BOOT_IN):
            return self.boot(o)
        return {
            Q.TO_STOP: f"End {self.model(self.actor)}’s actions",
            Q.TO_MOVE: "Move",
            Q.TO_FOCUS: (
                f"Focus: the next test this activation at {self.g.p.actions_easier} less Difficulty"
            ),
            Q.TO_SHOUT: "Shout: a friend nearby makes a Move",
            Q.TO_PATCH_UP: "Patch Up a friend in base contact",
        }[o.what]

    def with_weapon(self, w: int) -> str:
        """Return the use of a weapon before its target is picked."""
        weapon = self.names.weapons[w]
        if weapon.burst:
            verb = "Throw"
        elif weapon.kind == "ranged":
            verb = "Fire"
        else:
            verb = "Use"
        return f"{verb} {self.names.weapon(w)}"

    def say_move(self, o: Any) -> str:
        g = self.g
        m = self.g.models[o.who]
        far = math.dist((m.x, m.y), (o.x, o.y))
        if far < 0.005:
            turns = self.turns_as_it_moves and m.fx * o.fx + m.fy * o.fy < 0.999
            return f"Keep {self.model(o.who)} where it is" + (
                f", facing {compass_point(o.fx, o.fy)}" if turns else ""
            )
        way = compass_point(o.x - m.x, o.y - m.y)
        line = f"Move {self.model(o.who)} {self.names.length(far)} {way}"
        if o.what == CROSSES:
            line = (
                f"Move {self.model(o.who)} {compass_point(o.fx, o.fy)} over the edge, to "
                f"{self.names.place(o.x, o.y)}"
            )
        near = self.names.landmark(g, o.x, o.y)
        line += f", {near}" if near else self.near_marker(o.x, o.y)
        foe, away = self.nearest(o.x, o.y)
        if foe >= 0:
            if away <= 0.01:
                line += f", into contact with {self.model(foe)}"
            else:
                line += f", to {self.names.length(away)} from {self.model(foe)}"
        return line + (f", facing {compass_point(o.fx, o.fy)}" if self.turns_as_it_moves else "")

    @property
    def turns_as_it_moves(self) -> bool:
        """Return whether the options of a Move include the facing at its end."""
        code = self.names.ruleset.choice("movement").option.code
        return code in ("restricted-movement", "momentum-movement")

    def near_marker(self, x: float, y: float) -> str:
        """Return the distance from a base at x, y to the nearest marker, or "" if it is over 12
        inches.
        """
        g = self.g
        gaps = [
            (math.dist((x, y), (g.markers[n].x, g.markers[n].y)) - g.radius - g.marker_radius, n)
            for n in range(g.n_markers)
        ]
        away, n = min(gaps, default=(math.inf, 0))
        if away <= 12.0:
            return f", {self.names.length(away)} from {self.names.marker(g, n)}"
        return ""

    def nearest(self, x: float, y: float) -> tuple[int, float]:
        """Return the enemy nearest to a base at x, y and the gap to it, or -1 without enemies."""
        g = self.g
        gaps = [
            (math.dist((x, y), (g.models[j].x, g.models[j].y)) - 2.0 * g.radius, j)
            for j in range(g.n_models)
            if g.models[j].in_play and not g.models[j].fallen and g.models[j].side != self.side
        ]
        away, foe = min(gaps, default=(0.0, -1))
        return foe, away

    def say_face(self, o: Any) -> str:
        g = self.g
        m = self.g.models[self.actor]
        if m.fx * o.fx + m.fy * o.fy > 0.999999:
            return f"Keep facing {compass_point(m.fx, m.fy)}"
        line = f"Face {compass_point(o.fx, o.fy)}"
        toward = [
            self.model(j)
            for j in range(g.n_models)
            if g.models[j].in_play
            and g.models[j].side != self.side
            and self.points_at(o, m, g.models[j])
        ]
        if toward:
            return f"{line}, toward {join_words(toward)}"
        return line

    def points_at(self, o: Any, m: Any, t: Any) -> bool:
        """Return whether the facing of an option points from model m straight at model t."""
        dx = t.x - m.x
        dy = t.y - m.y
        return bool(dx * o.fx + dy * o.fy > SAME_WAY * math.hypot(dx, dy))

    def say_target(self, o: Any) -> str:
        return self.attack(o.other, o.who, int(o.x), fight=o.what == Q.TO_FIGHT)

    def attack(self, w: int, j: int, number: int, fight: bool) -> str:
        """Return the line of an attack.

        Args:
            w: The weapon.
            j: The target.
            number: The number to reach of a shot by Range Bands, or the change to the target's
                total in a fight.
            fight: The attack is an Opposed Roll.
        """
        g = self.g
        weapon = self.g.weapons[w]
        if fight:
            return self.brawl(w, j, number)
        if weapon.ranged and self.names.ruleset.has("range-bands"):
            return self.shot(w, j, number)
        if weapon.ranged:
            line = f"{self.with_weapon(w)} at {self.model(j)}"
        else:
            line = self.close(w, j)
        difficulty = g.kinds[g.models[j].kind].defense
        away = gap(g, self.actor, j)
        if not weapon.ranged:
            chance = self.chance(
                CLOSE_SKILL, adds(g, self.actor, Q.HAS_BRAWLER, "harder"), difficulty
            )
            return f"{line} ({percent(chance)})"
        line += f", {self.names.length(away)} away"
        if g.seen[j] == 2:
            line += ", obscured"
            difficulty += g.p.ranged_obscured
        difficulty += adds(g, j, Q.HAS_HARD_TO_HIT, "elusive")
        better = weapon.skill_bonus + adds(g, self.actor, Q.HAS_CRACK_SHOT, "sharper")
        line += f" ({percent(self.chance(RANGED_SKILL, better, difficulty))})"
        if weapon.burst:
            caught = [self.model(k) for k in self.caught(j, weapon.burst) if k != j]
            line += f", catching {join_words(caught)} too" if caught else ""
        return line

    def close(self, w: int, j: int) -> str:
        """Return the attack with close weapon w on model j in words."""
        label = self.names.weapons[w].label
        if label in ("Punch", "Shove"):
            verb = label
        else:
            verb = f"Strike with the {label} at"
        return f"{verb} {self.model(j)}"

    def caught(self, j: int, burst: float) -> list[int]:
        """Return the models in the burst of an attack on model j."""
        g = self.g
        t = self.g.models[j]
        return [
            k
            for k in range(g.n_models)
            if g.models[k].in_play
            and math.dist((g.models[k].x, g.models[k].y), (t.x, t.y)) - g.radius <= burst
        ]

    def chance(self, stat: int, bonus: int, difficulty: int) -> float:
        """Return the probability that the acting model passes a test of skill.

        Args:
            stat: RANGED_SKILL or CLOSE_SKILL.
            bonus: The bonus to the stat.
            difficulty: The Difficulty without Focus.
        """
        g = self.g
        m = self.g.models[self.actor]
        kind = g.kinds[m.kind]
        value = (kind.ranged_skill if stat == RANGED_SKILL else kind.close_skill) + bonus
        return self.names.chance(g, value, difficulty - (g.p.actions_easier if m.focused else 0))

    def say_re_roll(self, o: Any) -> str:
        if not o.what:
            return "Let the failed test stand"
        left = count(self.g.sides[self.side].re_rolls, "Re-roll Token")
        return f"Spend one of {left} and test again ({percent(o.x)} to pass)"

    def say_friend(self, o: Any) -> str:
        if o.what == Q.TO_SHOUT:
            return f"Shout at {self.model(o.who)} to make a Move"
        m = self.g.models[o.who]
        if m.doomed:
            ill = "a Doomed Token"
        else:
            ill = count(m.wounds, "wound")
        return f"Patch up {self.model(o.who)} ({ill})"
