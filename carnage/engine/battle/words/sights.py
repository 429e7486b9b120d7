"""Lines of sight from a place in words, for a person who chooses the place."""

from __future__ import annotations

from typing import Any

from carnage.common.text_format import percent
from carnage.engine.battle.attack.range_bands import chart_change
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.frame.resolution import CLOSE_SKILL, RANGED_SKILL
from carnage.engine.battle.see.line_of_sight import HIDDEN, OBSCURED
from carnage.engine.battle.words.gear import with_minus
from carnage.engine.battle.words.gear_questions import d10_percent
from carnage.engine.battle.words.naming import Names
from carnage.engine.battle.words.options import OptionLines
from carnage.engine.battle.words.talents import talent_bonus
from carnage.engine.core.pointing import NO_WEAPON

D6_SIDES = 6
MAX_RANGES = 3  # rings that can be told apart


def sight_line(names: Names, g: Any, actor: int, sight: Any) -> str:
    """Return a model’s view of an enemy in words, with the number that a hit needs.

    Args:
        names: The names of the game.
        g: The record, with the model at the place from which it looks.
        actor: The model.
        sight: The row that the rules wrote (`core.pointing.Sight`).
    """
    writer = OptionLines(names, g, int(g.models[actor].side), actor=actor)
    enemy = names.models[sight.who]
    if enemy in names.shared:
        enemy = f"Their {enemy}"
    parts = []
    if sight.seen == HIDDEN:
        parts.append("hidden")
    elif sight.seen == OBSCURED:
        parts.append("obscured")
    if sight.weapon != NO_WEAPON:
        parts.append(_needs(writer, sight))
    elif sight.seen != HIDDEN:
        parts.append("out of range")
    line = f"{enemy}, {names.length(max(0.0, sight.gap))}: {', '.join(parts)}"
    return f"{line}; it sees you" if sight.looks_back != HIDDEN else line


def _needs(writer: OptionLines, sight: Any) -> str:
    """Return the number or the chance of an attack with the weapon of a sight."""
    g = writer.g
    names = writer.names
    weapon = names.weapon(sight.weapon)
    if not g.weapons[sight.weapon].ranged:
        if names.ruleset.has("opposed-rolls"):
            return f"you can fight it with {weapon}"
        bonus = talent_bonus(g, writer.actor, Q.HAS_BRAWLER, param="harder")
        difficulty = g.kinds[g.models[sight.who].kind].defense
        chance = percent(writer.skill_chance(CLOSE_SKILL, bonus, difficulty))
        return f"you hit {chance} with {weapon}"
    if names.ruleset.has("range-bands"):
        return f"you need {sight.number} ({d10_percent(sight.number)}) with {weapon}"
    if sight.number >= 0:
        faces = min(D6_SIDES, max(0, D6_SIDES + 1 - sight.number))
        dice = int(g.weapons[sight.weapon].dice)
        return f"you need {sight.number} on each of {dice} dice ({percent(faces / D6_SIDES)})"
    bonus = g.weapons[sight.weapon].skill_bonus
    bonus += talent_bonus(g, writer.actor, Q.HAS_CRACK_SHOT, param="sharper")
    difficulty = g.kinds[g.models[sight.who].kind].defense
    difficulty += talent_bonus(g, sight.who, Q.HAS_HARD_TO_HIT, param="elusive")
    if sight.seen == OBSCURED:
        difficulty += g.p.ranged_obscured
    return f"you hit {percent(writer.skill_chance(RANGED_SKILL, bonus, difficulty))} with {weapon}"


def range_lines(names: Names, g: Any, actor: int) -> list[tuple[str, float]]:
    """Return the ranges of a model's ranged weapons: the text and the length of each.

    Under Range Bands each band has a line, with the change to the number to reach.
    """
    kind = g.kinds[g.models[actor].kind]
    weapons = [int(kind.weapons[n]) for n in range(kind.n_weapons)]
    ranged = [w for w in weapons if g.weapons[w].ranged]
    if not ranged:
        return []
    if names.ruleset.has("range-bands"):
        return _band_lines(names, g, ranged[0])
    lengths: dict[float, list[str]] = {}
    for w in ranged:
        lengths.setdefault(float(g.weapons[w].range), []).append(names.weapons[w].label)
    return [
        (f"{', '.join(labels)} {names.length(length)}", length)
        for length, labels in sorted(lengths.items())
    ][:MAX_RANGES]


def _band_lines(names: Names, g: Any, w: int) -> list[tuple[str, float]]:
    """Return the ends of the range bands of a weapon at which its change becomes another."""
    width = float(g.p.shooting_band)
    changes = [chart_change(g, w, (n + 0.5) * width) for n in range(int(g.weapons[w].bands))]
    lines = []
    for n, change in enumerate(changes, 1):
        is_last = n == len(changes)
        if is_last or changes[n] != change:
            length = n * width
            lines.append((f"{names.length(length)}: {with_minus(f'{change:+d}')}", length))
    return lines[:MAX_RANGES]
