"""Short option lines: the place that an option chooses, in one line of a phone.

Pages show the full lines of `options`, which name things nearby, on request.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from carnage.common.directions import compass_point, fine_compass_point
from carnage.common.text_format import capitalize, count
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.frame.queries import QUERIES
from carnage.engine.battle.move.crossing import CROSSES
from carnage.engine.battle.words.choosing import MIN_MOVE_INCHES, SAME_POINT_INCHES
from carnage.engine.battle.words.gear_questions import SAME_PLACE_INCHES, d10_percent
from carnage.engine.battle.words.move_results import describe_result
from carnage.engine.battle.words.naming import Names, base_gap
from carnage.engine.battle.words.options import (
    KEPT_FACING_COSINE,
    ROUNDING_INCHES,
    SAME_FACING_COSINE,
    STAY_INCHES,
    OptionLines,
)
from carnage.engine.games import Question

CHANCE = re.compile(r"\(([^()]*%[^()]*)\)")  # in the line of an attack
MAX_CHARS = 36  # of a line, about as many as fit beside the number on a phone of 390 px


def short_option_lines(names: Names, g: Any, question: Question) -> list[str]:
    """Return a short line for each option that chooses a place, and "" for each other option.

    Lines are different. `g` is the record of the game.
    """
    writer = ShortOptionLines(names, g, question.side, actor=question.actor)
    parts_of = writer.find_parts(QUERIES[question.kind].name)
    if parts_of is None:
        return [""] * len(question.options)
    lines = make_distinct([parts_of(option) for option in question.options])
    return tell_apart(lines, question.options)


def rank_options(names: Names, g: Any, question: Question) -> list[int]:
    """Return the rank of each option: 0 for a move that serves the aim of the game.

    Other moves have 1 or 2; all options of other questions have 0.
    """
    if QUERIES[question.kind].name != "move":
        return [0] * len(question.options)
    writer = ShortOptionLines(names, g, question.side, actor=question.actor)
    return [describe_result(writer, option).rank for option in question.options]


def tell_apart(lines: list[str], options: Sequence[Any]) -> list[str]:
    """Return these lines, with the exact facing of options whose lines are equal, or a number."""
    fine = []
    for line, o in zip(lines, options, strict=True):
        told = line
        if lines.count(line) > 1 and math.hypot(o.fx, o.fy) > 0.0:
            told = line.removesuffix(f", {rough_facing(o)}")
            told += f", facing {fine_compass_point(o.fx, o.fy)}"
        fine.append(told)
    distinct = [*fine]
    for n, line in enumerate(fine):
        number = fine[:n].count(line) + 1
        if number > 1:
            distinct[n] = f"{line} ({number})"
    return distinct


def rough_facing(o: Any) -> str:
    """Return the facing of an option in words, by one of eight compass points."""
    return f"facing {compass_point(o.fx, o.fy)}"


def make_distinct(parts: list[list[str]]) -> list[str]:
    """Return a line for each option from its parts.

    Options that have the same line get a part that tells them apart in place of a detail, or all.
    """
    lines = [join_parts(each) for each in parts]
    most_parts = max(map(len, parts))
    ways = []
    for heads in (1, 2):
        for n in range(heads, most_parts):
            ways.append([", ".join([*each[:heads], *each[n : n + 1]]) for each in parts])
    ways.append([", ".join(each) for each in parts])
    for way in ways:
        for n, line in enumerate(lines):
            if lines.count(line) > 1 and lines.count(way[n]) == 0 and way.count(way[n]) == 1:
                lines[n] = way[n]
    return lines


def join_parts(parts: list[str]) -> str:
    """Return the first of these parts with the next ones that fit, in one line."""
    line = ""
    for part in parts:
        longer = f"{line}, {part}" if line else part
        if not line or len(longer) <= MAX_CHARS:
            line = longer
    return line


class ShortOptionLines(OptionLines):
    """A writer of short option lines for the side that is asked.

    Each method `<question>_parts` returns the parts of the line of an option, the most important
    first.
    """

    def find_parts(self, query: str) -> Callable[[Any], list[str]] | None:
        """Return the method for a kind of question, or None if its full lines are short."""
        methods = {
            "pick": self.pick_parts,
            "act": self.act_parts,
            "target": self.target_parts,
            "move": self.move_parts,
            "place": self.place_parts,
            "face": self.face_parts,
            "throw-at": self.throw_at_parts,
            "shoot-at": self.shoot_at_parts,
            "die": self.die_parts,
            "hurl": self.hurl_parts,
        }
        return methods.get(query)

    def model(self, i: int) -> str:
        """Return the name of model i, with a word for its side if both sides share the name."""
        return self.names.model(i, self.names.model_sides[i])

    def pick_parts(self, o: Any) -> list[str]:
        """Return the unit to activate, without the verb of the question."""
        unit = self.say_pick(o).removeprefix("Activate ").removeprefix("your ")
        return [capitalize(unit)]

    def act_parts(self, o: Any) -> list[str]:
        """Return an action; an attack by its weapon, its target and the chance to hit."""
        if o.what in (Q.TO_ATTACK, Q.TO_FIGHT) and o.other >= 0:
            line = self.attack_line(o.who, o.other, int(o.x), fight=o.what == Q.TO_FIGHT)
            head = f"{self.names.weapons[o.who].label}: {self.model(o.other)}"
            return self.attack_parts(head, o.other, line)
        if o.what == Q.TO_FOCUS:
            return [f"Focus: the next test is {self.g.p.actions_easier} easier"]
        return [self.say_act(o)]

    def target_parts(self, o: Any) -> list[str]:
        """Return a target and the chance to hit it."""
        return self.attack_parts(capitalize(self.model(o.who)), o.who, self.say_target(o))

    def attack_parts(self, head: str, j: int, line: str) -> list[str]:
        """Return the parts of an attack on model j. `line` is its full line."""
        chances = CHANCE.findall(line)
        parts = [f"{head} ({chances[-1]})" if chances else head]
        parts.append(self.names.away(base_gap(self.g, self.actor, j)))
        if "obscured" in line:
            parts.append("obscured")
        return parts

    def move_parts(self, o: Any) -> list[str]:
        """Return the result of a move for the aim of the game, or its aim; then its length."""
        m = self.g.models[o.who]
        facing = rough_facing(o) if self.turns_as_it_moves else ""
        inches = math.dist((m.x, m.y), (o.x, o.y))
        result = describe_result(self, o).text
        if inches < STAY_INCHES:
            if m.fx * o.fx + m.fy * o.fy >= SAME_FACING_COSINE:
                facing = ""
            return without_empty(["Stay here", result.lower(), facing])
        way = compass_point(o.x - m.x, o.y - m.y)
        length = self.names.length(inches)
        landmark = self.names.landmark(self.g, o.x, o.y)
        if o.what == CROSSES:
            return without_empty([f"Over the edge, {way}", result.lower(), landmark, facing])
        foe, gap = self.nearest_enemy(o.x, o.y)
        contact = foe >= 0 and gap <= ROUNDING_INCHES
        enemy = f"{self.names.length(gap)} from {self.enemy(foe)}" if foe >= 0 else ""
        if result:
            if contact:
                enemy = f"in contact with {self.enemy(foe)}"
            return without_empty([result, f"{length} {way}", facing, landmark, enemy])
        if contact:
            return without_empty([f"Into contact with {self.enemy(foe)}", length, way, facing])
        aim = self.aim_of_move(m, o)
        if aim:
            enemy = enemy.replace(f"from {aim}", "away")
            return without_empty([f"Toward {aim}", length, landmark, way, facing, enemy])
        marker = self.marker_distance_text(o.x, o.y).removeprefix(", ")
        return without_empty([f"{capitalize(way)} {length}", landmark, marker, enemy, facing])

    def enemy(self, j: int) -> str:
        """Return the name of an enemy, which a side may share: `their Gunman`."""
        return f"their {self.names.models[j]}"

    def place_parts(self, o: Any) -> list[str]:
        """Return a place for deployment: in the strip of a side, or on the table."""
        if not self.names.ruleset.has("edges") and self.names.ruleset.has("own-table"):
            line = f"{self.names.length(o.x)} east, {self.names.length(o.y)} north"
        else:
            line = self.strip_place_text(o).replace(" end, at the ", ", ")
            line = line.removesuffix(" of the strip")
        return without_empty([line, self.names.landmark(self.g, o.x, o.y)])

    def face_parts(self, o: Any) -> list[str]:
        """Return a direction, and the enemies in it."""
        m = self.g.models[self.actor]
        if m.fx * o.fx + m.fy * o.fy > KEPT_FACING_COSINE:
            return [f"Keep facing {compass_point(m.fx, m.fy)}"]
        parts = [capitalize(compass_point(o.fx, o.fy))]
        ahead = [j for j in self.enemies() if self.is_facing(o, m, self.g.models[j])]
        if len(ahead) == 1:
            parts.append(f"toward {self.model(ahead[0])}")
        elif ahead:
            parts.append(f"toward {count(len(ahead), 'enemy')}")
        return parts

    def point_parts(self, x: float, y: float) -> list[str]:
        """Return the direction and distance of a point, and the nearest thing to it."""
        m = self.g.models[self.actor]
        length = self.names.length(math.dist((m.x, m.y), (x, y)))
        parts = [f"{capitalize(compass_point(x - m.x, y - m.y))} {length}"]
        gap, nearest = min(self.things_near(x, y), default=(math.inf, ""))
        if gap < SAME_POINT_INCHES:
            parts.append(f"at {nearest}")
        elif nearest:
            parts.append(f"{self.names.length(gap)} from {nearest}")
        return parts

    def throw_at_parts(self, o: Any) -> list[str]:
        """Return where the Move Dice are thrown."""
        return self.point_parts(o.x, o.y)

    def shoot_at_parts(self, o: Any) -> list[str]:
        """Return where the Bullet Dice are thrown, and at whom they shoot."""
        first, *others = self.point_parts(o.x, o.y)
        target = self.model(o.who)
        return [first, *others] if others == [f"at {target}"] else [first, f"for {target}", *others]

    def die_parts(self, o: Any) -> list[str]:
        """Return the Move Die that is used, and the end of its move."""
        die = self.g.thrown[o.other]
        m = self.g.models[self.actor]
        away = self.names.length(math.dist((m.x, m.y), (die.x, die.y)))
        place = f"{away} {compass_point(die.x - m.x, die.y - m.y)} of it"
        if o.what:
            return [f"Discard the {int(die.value)}", place]
        if math.dist((m.x, m.y), (o.x, o.y)) < MIN_MOVE_INCHES:
            return [f"Follow the {int(die.value)}, and stay", place]
        first, *others = self.point_parts(o.x, o.y)
        return [f"Follow the {int(die.value)}: {first.lower()}", *others, place]

    def hurl_parts(self, o: Any) -> list[str]:
        """Return where dynamite is thrown, and the number that this needs."""
        g = self.g
        m = g.models[self.actor]
        number = int(o.fx)
        gap = math.dist((m.x, m.y), (o.x, o.y)) - float(g.radius)
        way = f"{compass_point(o.x - m.x, o.y - m.y)} {self.names.length(gap)}"
        needs = [f"needs {number} ({d10_percent(number)})"]
        for j in range(g.n_models):
            t = g.models[j]
            if t.in_play and math.dist((t.x, t.y), (o.x, o.y)) < SAME_PLACE_INCHES:
                return [f"At {self.model(j)}", *needs, way]
        return [capitalize(way), *needs]


def without_empty(parts: list[str]) -> list[str]:
    """Return these parts without empty ones."""
    return [part for part in parts if part]
