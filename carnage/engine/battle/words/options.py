"""Option lines: each option of each question as one line for a player."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from carnage.common.directions import compass_point
from carnage.common.text_format import capitalize, count, join_words, percent
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.frame.queries import A_UNIT, CORNERS, EDGES, QUERIES
from carnage.engine.battle.frame.resolution import CLOSE_SKILL, RANGED_SKILL
from carnage.engine.battle.move.crossing import CROSSES
from carnage.engine.battle.see.line_of_sight import OBSCURED
from carnage.engine.battle.words.blocks import block_action_line, members_text
from carnage.engine.battle.words.choosing import ThrowOptionLines
from carnage.engine.battle.words.gear_questions import GearOptionLines
from carnage.engine.battle.words.leaving import leaving_line
from carnage.engine.battle.words.loot_text import loot_clause
from carnage.engine.battle.words.naming import Names, base_gap
from carnage.engine.battle.words.talents import talent_bonus
from carnage.engine.core.events import python_name
from carnage.engine.games import Question

SAME_WAY_COSINE = 0.9998
PLAIN_ACTIONS = {
    Q.TO_MOVE: "Move",
    Q.TO_SHOUT: "Shout: a friend nearby makes a Move",
    Q.TO_PATCH_UP: "Patch Up a friend in base contact",
}
ROUNDING_INCHES = 0.01  # of positions: a smaller gap is base contact
AIM_COSINE = 0.985  # least cosine of the angle between a move and the way to its aim
STAY_INCHES = 0.005  # a shorter move keeps the model where it is
SAME_FACING_COSINE = 0.999  # least cosine of two facings that are shown as one
KEPT_FACING_COSINE = 0.999999  # least cosine of a facing that is not changed
NEAR_MARKER_INCHES = 12.0  # markers farther away are not shown with a move


def question_text(names: Names, question: Question) -> str:
    """Return the text of a question."""
    query = QUERIES[question.kind]
    about = ""
    if question.actor >= 0 and not query.is_about_game:
        if query.asks_about(A_UNIT):
            about = names.unit(question.actor, question.side)
        else:
            about = names.model(question.actor, question.side)
    return capitalize(query.put.format(about=about))


def option_lines(names: Names, g: Any, question: Question) -> list[str]:
    """Return a different line for each option of a question. `g` is the record of the game."""
    writer = OptionLines(names, g, question.side, actor=question.actor)
    lines = [writer.option_line(question.kind, option) for option in question.options]
    distinct = []
    for line, option in zip(lines, question.options, strict=True):
        if lines.count(line) > 1:
            line = f"{line}, {coordinates_text(option)}"
        distinct.append(line)
    return distinct


def coordinates_text(o: Any) -> str:
    """Return the coordinates and bearing of an option, to tell options with equal lines apart."""
    bearing = math.degrees(math.atan2(o.fx, o.fy)) % 360
    return f"at {o.x:.2f}, {o.y:.2f}, bearing {bearing:.1f}°"


def is_ahead(start: Any, end: Any, place: Any) -> bool:
    """Return whether a move from a start to an end is straight toward a place, and ends before."""
    dx = place.x - start.x
    dy = place.y - start.y
    length = math.dist((start.x, start.y), (end.x, end.y))
    along = ((end.x - start.x) * dx + (end.y - start.y) * dy) / length
    away = math.hypot(dx, dy)
    return length < away and along > AIM_COSINE * away


class OptionLines(ThrowOptionLines, GearOptionLines):
    """A writer of option lines for the side that is asked.

    Each method `say_<question>` returns the line of an option.
    """

    def __init__(self, names: Names, g: Any, side: int, actor: int) -> None:
        self.names = names
        self.g = g
        self.side = side
        self.actor = actor

    def option_line(self, kind: int, o: Any) -> str:
        """Return the line of an option of this kind of question."""
        say = getattr(self, f"say_{python_name(QUERIES[kind].name)}")
        line: str = say(o)
        return line

    def unit(self, u: int) -> str:
        """Return the name of unit u for the side that is asked."""
        return self.names.unit(u, self.side)

    def members(self, u: int) -> str:
        """Return the end of a line with the models of unit u, if its name does not tell them."""
        return members_text(self.names, self.g, u)

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
        return f"Set up {self.unit(o.who)} next{self.members(o.who)}"

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
        verb = "is" if o.other == 1 else "are"
        return f"Take {self.names.kind(o.what)}, of whom {o.other} {verb} left"

    def say_block(self, o: Any) -> str:
        return block_action_line(self.g, o.who, o.what)

    def say_allocate(self, o: Any) -> str:
        return f"{o.what} on Move, {o.who} on Attack, {o.other} on Defend"

    def say_defend(self, o: Any) -> str:
        if o.what:
            return "Spend a Defend die"
        return "Take the attack as it is"

    def say_jump(self, o: Any) -> str:
        if o.what:
            return f"Activate {self.unit(o.who)} now{self.members(o.who)}"
        return "Wait"

    def say_talent(self, o: Any) -> str:
        return f"Pick {self.names.talent(o.what)}"

    def say_gift(self, o: Any) -> str:
        return f"Give {self.names.talent(o.what)} to {self.model(o.who)}"

    def say_react(self, o: Any) -> str:
        if o.what == Q.TO_STOP:
            return "Hold fire"
        if self.names.ruleset.has("bullet-dice"):
            return f"React to {self.model(o.who)}: {self.weapon_use(o.other)}"
        return self.attack_line(o.other, o.who, int(o.x), fight=False)

    def say_dodge(self, o: Any) -> str:
        if self.names.ruleset.has("range-bands"):
            needs = "number to reach"
        elif self.names.ruleset.has("bullet-dice"):
            needs = "Toughness"
        else:
            needs = "Difficulty"
        action = "Dodge" if o.what else "Take the shot as it is"
        return f"{action} ({needs} {int(o.x)})"

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
            line = f"Set up {self.unit(o.who)} at {self.names.place(o.x, o.y)}"
        else:
            line = f"Set up {self.unit(o.who)}, {self.strip_place_text(o)}"
        landmark = self.names.landmark(self.g, o.x, o.y)
        return f"{line}, {landmark}" if landmark else line

    def strip_place_text(self, o: Any) -> str:
        """Return the place of an option in the deployment strip of the side that is asked."""
        edge = int(self.g.sides[self.side].edge)
        if edge % 2 == 0:
            length = self.names.length(o.x)
            end = "west"
        else:
            length = self.names.length(o.y)
            end = "south"
        row = "back" if o.what else "front"
        return f"{length} from the {end} end, at the {row} of the strip"

    def say_pick(self, o: Any) -> str:
        if o.who < 0:
            if o.what == Q.TO_LEG_IT:
                return leaving_line(self.names, self.g, self.side)
            return "Pass"
        unit = self.g.units[o.who]
        line = f"Activate {self.unit(o.who)}{self.members(o.who)}"
        if unit.shaken:
            return f"{line} ({count(unit.shaken, 'Shaken Token')})"
        return line

    def say_declare(self, o: Any) -> str:
        chance = self.names.chance(self.g, self.unit_morale(o.who), o.what)
        test = f"Morale test at Difficulty {o.what}, {percent(chance)}"
        return f"Declare {count(o.what, 'activation')} ({test})"

    def unit_morale(self, u: int) -> int:
        """Return the highest Morale of the standing models of a unit; 0 if none stands."""
        unit = self.g.units[u]
        best = 0
        for i in range(unit.first, unit.first + unit.count):
            m = self.g.models[i]
            if m.in_play and not m.fallen:
                best = max(best, self.morale(i))
        return best

    def morale(self, i: int) -> int:
        """Return model i's Morale, including the talent Iron Nerve."""
        kind = self.g.kinds[self.g.models[i].kind]
        return int(kind.morale) + talent_bonus(self.g, i, Q.HAS_IRON_NERVE, param="nerve")

    def say_act(self, o: Any) -> str:
        if o.what in (Q.TO_ATTACK, Q.TO_FIGHT) and o.other >= 0:
            return self.attack_line(o.who, o.other, int(o.x), fight=o.what == Q.TO_FIGHT)
        if o.what >= Q.TO_REMOVE:
            return self.gear_action_line(o)
        if o.what == Q.TO_ATTACK:
            return self.weapon_use(o.who)
        if o.what == Q.TO_CAPTURE:
            return self.capture_line(o.who, "a Close action")
        if o.what == Q.TO_INTERACT:
            return self.capture_line(o.who, "Interact")
        if o.what in (Q.TO_BOOT_UP, Q.TO_BOOT_IN):
            return self.boot_line(o)
        return self.plain_action_line(o.what)

    def capture_line(self, n: int, how: str) -> str:
        """Return the line of an attempt to capture marker n by a kind of action."""
        bonus = talent_bonus(self.g, self.actor, Q.HAS_LIGHT_FINGERED, param="fingers")
        chance = self.skill_chance(CLOSE_SKILL, bonus, self.g.p.objectives_difficulty)
        return f"Capture {self.names.marker(self.g, n)} by {how} ({percent(chance)})"

    def plain_action_line(self, what: int) -> str:
        """Return the line of an action without a target."""
        if what == Q.TO_STOP:
            return f"End {self.model(self.actor)}’s actions"
        if what == Q.TO_FOCUS:
            easier = self.g.p.actions_easier
            return f"Focus: the next test this activation at {easier} less Difficulty"
        return PLAIN_ACTIONS[what]

    def weapon_use(self, w: int) -> str:
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
        m = self.g.models[o.who]
        model = self.model(o.who)
        facing = f", facing {compass_point(o.fx, o.fy)}" if self.turns_as_it_moves else ""
        inches = math.dist((m.x, m.y), (o.x, o.y))
        if inches < STAY_INCHES:
            if m.fx * o.fx + m.fy * o.fy >= SAME_FACING_COSINE:
                facing = ""
            return f"Keep {model} where it is{facing}"
        if o.what == CROSSES:
            aim = ""
            place = self.names.place(o.x, o.y)
            line = f"Move {model} {compass_point(o.fx, o.fy)} over the edge, to {place}"
        else:
            aim = self.aim_of_move(m, o)
            way = compass_point(o.x - m.x, o.y - m.y)
            line = f"Move {model} {self.names.length(inches)} {way}"
            if aim:
                line += f" toward {aim}"
        landmark = self.names.landmark(self.g, o.x, o.y)
        line += f", {landmark}" if landmark else self.marker_distance_text(o.x, o.y)
        loot = loot_clause(self.g, (o.x, o.y), self.names.length)
        line += f", {loot}" if loot else ""
        distance = self.enemy_distance_text(o.x, o.y)
        if aim:
            distance = distance.replace(f" from {aim}", " from it")
        return f"{line}{distance}{facing}"

    def aim_of_move(self, m: Any, o: Any) -> str:
        """Return the marker or the enemy that a move of model m approaches in a straight line.

        Return "" if there is none, or if the move ends in contact with an enemy.
        """
        g = self.g
        if self.nearest_enemy(o.x, o.y)[1] <= ROUNDING_INCHES:
            return ""
        aims = {}
        for n in range(g.n_markers):
            aims[self.names.marker(g, n)] = g.markers[n]
        for j in self.enemies():
            if not g.models[j].fallen:
                aims[self.model(j)] = g.models[j]
        ahead = [
            (math.dist((o.x, o.y), (place.x, place.y)), name)
            for name, place in aims.items()
            if is_ahead(m, o, place)
        ]
        return min(ahead)[1] if ahead else ""

    def enemy_distance_text(self, x: float, y: float) -> str:
        """Return the distance from a base at x, y to the nearest enemy, or "" without enemies."""
        foe, gap = self.nearest_enemy(x, y)
        if foe < 0:
            return ""
        if gap <= ROUNDING_INCHES:
            return f", into contact with {self.model(foe)}"
        return f", to {self.names.length(gap)} from {self.model(foe)}"

    @property
    def turns_as_it_moves(self) -> bool:
        """Return whether the options of a Move include the facing at its end."""
        code = self.names.ruleset.choice("movement").option.code
        return code in ("restricted-movement", "momentum-movement")

    def marker_distance_text(self, x: float, y: float) -> str:
        """Return the distance from a base at x, y to the nearest marker, or "" if none is near."""
        g = self.g
        gaps = []
        for n in range(g.n_markers):
            inches = math.dist((x, y), (g.markers[n].x, g.markers[n].y))
            gaps.append((inches - g.radius - g.marker_radius, n))
        gap, nearest = min(gaps, default=(math.inf, 0))
        if gap <= NEAR_MARKER_INCHES:
            return f", {self.names.length(gap)} from {self.names.marker(g, nearest)}"
        return ""

    def nearest_enemy(self, x: float, y: float) -> tuple[int, float]:
        """Return the enemy nearest to a base at x, y and the gap to it, or -1 without enemies."""
        gaps = []
        for j in self.enemies():
            t = self.g.models[j]
            if not t.fallen:
                gaps.append((math.dist((x, y), (t.x, t.y)) - 2.0 * self.g.radius, j))
        gap, foe = min(gaps, default=(0.0, -1))
        return foe, gap

    def enemies(self) -> Iterator[int]:
        """Yield the enemies in play of the side that is asked."""
        for j in range(self.g.n_models):
            t = self.g.models[j]
            if t.in_play and t.side != self.side:
                yield j

    def say_face(self, o: Any) -> str:
        m = self.g.models[self.actor]
        if m.fx * o.fx + m.fy * o.fy > KEPT_FACING_COSINE:
            return f"Keep facing {compass_point(m.fx, m.fy)}"
        line = f"Face {compass_point(o.fx, o.fy)}"
        ahead = [j for j in self.enemies() if self.is_facing(o, m, self.g.models[j])]
        if ahead:
            return f"{line}, toward {join_words(map(self.model, ahead))}"
        return line

    def is_facing(self, o: Any, m: Any, t: Any) -> bool:
        """Return whether the facing of an option points from model m straight at model t."""
        dx = t.x - m.x
        dy = t.y - m.y
        return bool(dx * o.fx + dy * o.fy > SAME_WAY_COSINE * math.hypot(dx, dy))

    def say_target(self, o: Any) -> str:
        return self.attack_line(o.other, o.who, int(o.x), fight=o.what == Q.TO_FIGHT)

    def attack_line(self, w: int, j: int, number: int, fight: bool) -> str:
        """Return the line of an attack.

        Args:
            w: The weapon.
            j: The target.
            number: The number to reach of a shot by Range Bands, or the change to the target's
                total in a fight.
            fight: The attack is an Opposed Roll.
        """
        weapon = self.g.weapons[w]
        if fight:
            return self.fight_line(w, j, number)
        if not weapon.ranged:
            return self.close_attack_line(w, j)
        if self.names.ruleset.has("range-bands"):
            return self.shot_line(w, j, number)
        return self.ranged_attack_line(w, j)

    def close_attack_line(self, w: int, j: int) -> str:
        """Return the line of an attack on model j with close weapon w, with its chance to hit."""
        g = self.g
        bonus = talent_bonus(g, self.actor, Q.HAS_BRAWLER, param="harder")
        chance = self.skill_chance(CLOSE_SKILL, bonus, g.kinds[g.models[j].kind].defense)
        return f"{self.close_attack_text(w, j)} ({percent(chance)})"

    def ranged_attack_line(self, w: int, j: int) -> str:
        """Return the line of an attack on model j with ranged weapon w, with its chance to hit."""
        g = self.g
        weapon = g.weapons[w]
        difficulty = g.kinds[g.models[j].kind].defense
        difficulty += talent_bonus(g, j, Q.HAS_HARD_TO_HIT, param="elusive")
        obscured = ""
        if g.seen[j] == OBSCURED:
            obscured = ", obscured"
            difficulty += g.p.ranged_obscured
        bonus = weapon.skill_bonus + talent_bonus(g, self.actor, Q.HAS_CRACK_SHOT, param="sharper")
        chance = percent(self.skill_chance(RANGED_SKILL, bonus, difficulty))
        length = self.names.length(base_gap(g, self.actor, j))
        use = f"{self.weapon_use(w)} at {self.model(j)}, {length} away{obscured}"
        caught = ""
        if weapon.burst:
            others = [self.model(k) for k in self.models_in_burst(j, weapon.burst) if k != j]
            caught = f", catching {join_words(others)} too" if others else ""
        return f"{use} ({chance}){caught}"

    def close_attack_text(self, w: int, j: int) -> str:
        """Return the attack with close weapon w on model j in words."""
        label = self.names.weapons[w].label
        if label in ("Punch", "Shove"):
            verb = label
        else:
            verb = f"Strike with the {label} at"
        return f"{verb} {self.model(j)}"

    def models_in_burst(self, j: int, burst: float) -> list[int]:
        """Return the models in the burst of an attack on model j. `burst` is in inches."""
        g = self.g
        t = g.models[j]
        models = []
        for k in range(g.n_models):
            m = g.models[k]
            if m.in_play and math.dist((m.x, m.y), (t.x, t.y)) - g.radius <= burst:
                models.append(k)
        return models

    def skill_chance(self, stat: int, bonus: int, difficulty: int) -> float:
        """Return the probability that the acting model passes a test of skill.

        Args:
            stat: RANGED_SKILL or CLOSE_SKILL.
            bonus: The bonus to the stat.
            difficulty: The Difficulty without Focus.
        """
        g = self.g
        m = self.g.models[self.actor]
        kind = g.kinds[m.kind]
        skill = kind.ranged_skill if stat == RANGED_SKILL else kind.close_skill
        if m.focused:
            difficulty -= g.p.actions_easier
        return self.names.chance(g, skill + bonus, difficulty)

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
            harm = "a Doomed Token"
        else:
            harm = count(m.wounds, "wound")
        return f"Patch up {self.model(o.who)} ({harm})"
