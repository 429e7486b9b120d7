"""The aim of a game on the first page of its rulebook: how to win, the turn in five lines, and the
oddest rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from carnage.catalog import worlds
from carnage.catalog.rolls import Choice
from carnage.catalog.world_schema import (
    DuelSetting,
    GambleSetting,
    TurnLines,
)
from carnage.rulebook.counters import name_counters
from carnage.rulebook.markdown import render_markdown
from carnage.rulebook.model import Part
from carnage.rulebook.parts import Passage
from carnage.rulebook.reasons import find_gloss, find_reason
from carnage.rulebook.summary import list_odd_choices
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World
from carnage.rulesets.world_names import list_counters

AIM_ID = "aim"
TWIST = "twist"
NO_TWIST = "none"
CREDITS = "credits"
ONE_PRIZE, SECOND_PRIZE = "winner-takes-all", "second-saves"
SMALL_WORDS = ("a", "an", "and", "by", "for", "of", "the", "to")
"""Words that have a small letter in a title."""
COUNTERS_OF_LINES = ("objective", "loot", "game", "activation", "dynamite")
"""The counters that have their names in the setting in the lines about the turn."""


@dataclass(frozen=True, slots=True)
class OddRule:
    """The rule that changes most how a game is played, and the reason why it is fun.

    Attributes:
        choice: The option.
        rule: The rule in plain sentences.
        why: The reason; empty for none.
        watch: Advice; empty for none.
        gloss: The sentence about it in the game's world; empty for none.
    """

    choice: Choice
    rule: str
    why: str = ""
    watch: str = ""
    gloss: str = ""

    @property
    def title(self) -> str:
        """Return the label of the option with the capitals of a title."""
        first, *others = self.choice.option.label.split(" ")
        words = [word if word in SMALL_WORDS else word[:1].upper() + word[1:] for word in others]
        return " ".join([first, *words])


def build_aim(
    ruleset: Ruleset, filler: TextFiller, world: World | None, odd: OddRule | None
) -> Iterator[Part]:
    """Return the aim of a game as a part of its rulebook, if its family has lines about it."""
    if ruleset.book.roster.figure:
        win, turn = _describe_battle(ruleset, filler)
    else:
        lines = worlds.turn_lines(ruleset.book.family)
        if lines is None:
            return
        win, turn = _fill_turn_lines(ruleset, filler, lines)
    if world is not None:
        win = f"{_name_things(win, world)} {_describe_aim(ruleset, world)}"
        turn = [_name_things(line, world) for line in turn]
    texts = [win, "### Your Turn in Five Lines"]
    texts.append("\n".join(f"{number}. {line}" for number, line in enumerate(turn, 1)))
    if odd is not None:
        texts.append("### The Odd Rule of This Game")
        texts.append(_describe_odd_rule(odd))
    texts += _list_twist(ruleset, filler, world, odd)
    markdown = "\n\n".join(texts)
    yield Part(AIM_ID, "How You Win", "passage", Passage(markdown, render_markdown(markdown)))


def find_odd_rule(ruleset: Ruleset, filler: TextFiller, world: World | None) -> OddRule | None:
    """Return the oddest option of a game, by the order of all odd options; None if it has none.

    An option whose sentence is empty in this game is none.
    """
    rules = worlds.odd_rules(ruleset.book.family)
    for choice in list_odd_choices(ruleset):
        table_id, code = choice.table.id, choice.option.code
        rule = filler.fill(rules[table_id][code], choice.params)
        if not rule:
            continue
        if world is not None:
            rule = _name_things(rule, world)
        reason = find_reason(ruleset, table_id, code)
        if reason is None:
            return OddRule(choice, rule, gloss=_find_option_gloss(world, choice))
        gloss = find_gloss(world, reason.gloss)
        return OddRule(choice, rule, reason.why, reason.watch, gloss)
    return None


def _describe_aim(ruleset: Ruleset, world: World) -> str:
    """Return the sentence of a setting about the aim of a game."""
    setting = world.setting
    if isinstance(setting, DuelSetting):
        return setting.gloss["fuel-cell"]
    if isinstance(setting, GambleSetting):
        code = ruleset.choice("pot").option.code
        # Two players have no second prize.
        return setting.pot_of[ONE_PRIZE if code == SECOND_PRIZE and ruleset.has("two") else code]
    return world.battle.goal if world.battle else ""


def _name_things(line: str, world: World) -> str:
    """Return a line with the names of the setting for counters, and for credits.

    The terms of counters are left out: the list of components has them. Credits keep theirs.
    """
    if isinstance(world.setting, GambleSetting):
        return line.replace(CREDITS, f"{world.setting.credits.plural} ({CREDITS})", 1)
    counters = list_counters(world)
    if not counters:
        return line
    line = line.replace("your stash", f"your {counters['stash'].singular}")
    names = {code: counters[code] for code in COUNTERS_OF_LINES}
    return name_counters(line, names, has_terms=False)


def _describe_odd_rule(odd: OddRule) -> str:
    parts = (f"**{odd.title}.** {odd.rule}", odd.why, odd.gloss)
    text = " ".join(part for part in parts if part)
    if odd.watch:
        text += f" *Watch for this:* {odd.watch}"
    return text


def _find_option_gloss(world: World | None, choice: Choice) -> str:
    """Return the sentence of a duel's setting about an option; empty if it has none."""
    if world is None or not isinstance(world.setting, DuelSetting):
        return ""
    setting = world.setting
    code = choice.option.code
    own = {"edges": setting.edges, "tanks": setting.tanks, "field": setting.gloss}
    texts = own.get(choice.table.id)
    return setting.gloss.get(choice.table.id, "") if texts is None else texts.get(code, "")


def _list_twist(
    ruleset: Ruleset, filler: TextFiller, world: World | None, odd: OddRule | None
) -> Iterator[str]:
    """Yield the rule of a battle's twist and the setting's sentence about it.

    If the twist is the odd rule, its rule and perhaps that sentence are told already.
    """
    if world is None or world.battle is None:
        return
    choice = _find_used_choice(ruleset, TWIST)
    if choice is None or choice.option.code == NO_TWIST:
        return
    rule = _name_things(_fill_line(ruleset, filler, TWIST, worlds.lines().twist), world)
    if odd is None or odd.choice.table.id != TWIST:
        yield f"**Also here: {choice.option.label}.** {rule} {world.battle.twist}"
    elif not odd.gloss:
        yield world.battle.twist


def _describe_battle(ruleset: Ruleset, filler: TextFiller) -> tuple[str, list[str]]:
    """Return how to win a battle, and its turn in five lines."""
    lines = worlds.lines()
    acts = _fill_line(ruleset, filler, "action-points", lines.action_points)
    if not acts:
        acts = _fill_line(ruleset, filler, "round-structure", lines.round_structure_acts)
    structure = _fill_line(ruleset, filler, "round-structure", lines.round_structure)
    initiative = _fill_line(ruleset, filler, "initiative", lines.initiative)
    length = _fill_line(ruleset, filler, "game-length", lines.game_length)
    turn = [
        _fill_line(ruleset, filler, "activation-order", lines.activation_order),
        acts,
        f"{structure} {initiative}".strip(),
        _fill_line(ruleset, filler, "damage", lines.damage),
        f"{length} {filler.fill(lines.game_end)}".strip(),
    ]
    win = _fill_line(ruleset, filler, "objectives", lines.win)
    more = _fill_line(ruleset, filler, "game-length", lines.game_length_win)
    win_end = filler.fill(lines.win_end)
    return " ".join(part for part in (win, more, win_end) if part), [line for line in turn if line]


def _fill_turn_lines(
    ruleset: Ruleset, filler: TextFiller, lines: TurnLines
) -> tuple[str, list[str]]:
    """Return how to win a game, and its turn in five lines."""
    turn = []
    for line in lines.line:
        if line.table:
            turn.append(_fill_line(ruleset, filler, line.table, line.options))
        else:
            turn.append(filler.fill(line.text))
    win = filler.fill(lines.win)
    if lines.win_end is not None:
        win += " " + _fill_line(ruleset, filler, lines.win_end.table, lines.win_end.options)
    return win, [line for line in turn if line]


def _fill_line(
    ruleset: Ruleset, filler: TextFiller, table_id: str, templates: Mapping[str, str]
) -> str:
    """Return the line of the option that a game has, or nothing if the table has no effect."""
    choice = _find_used_choice(ruleset, table_id)
    if choice is None:
        return ""
    template = templates.get(choice.option.code, "")
    return filler.fill(template, choice.params) if template else ""


def _find_used_choice(ruleset: Ruleset, table_id: str) -> Choice | None:
    """Return the roll of a table; None if the book has none, or if it has no effect."""
    for choice in ruleset.choices:
        if choice.table.id == table_id:
            return choice if ruleset.uses(choice.table, choice.option) else None
    return None
