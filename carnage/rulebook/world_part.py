"""The first part of a rulebook: the place, the quarrel, the sides, the aim and the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from carnage.catalog import worlds
from carnage.catalog.world_schema import BattleSetting, DuelSetting, Reason
from carnage.common.text_format import capitalize
from carnage.rulebook.markdown import render_markdown
from carnage.rulebook.model import Part
from carnage.rulebook.parts import Passage
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World

WORLD_ID = "world"


def build_world(ruleset: Ruleset, filler: TextFiller, world: World | None) -> Iterator[Part]:
    """Return the world of a game as a part of its rulebook, if it has one."""
    if world is None:
        return
    texts = [*_list_stories(world)]
    if world.battle is not None:
        texts += _list_aims(ruleset, filler, world)
    markdown = "\n\n".join(texts)
    passage = Passage(markdown, render_markdown(markdown))
    yield Part(WORLD_ID, world.setting.title, "passage", passage)


def _list_stories(world: World) -> Iterator[str]:
    """Yield the place, the quarrel, the scenario and the two sides."""
    setting = world.setting
    battle = world.battle
    if battle is not None:
        yield f"*{capitalize(setting.brawl)} {battle.where}*"
    yield f"**{world.hook}**"
    yield f"{world.situation} {world.noun}".strip()
    if battle is not None:
        yield f"**Scenario: {battle.scenario.name}.** {battle.tonight} {battle.twist}"
    if isinstance(setting, BattleSetting):
        sides = [f"- **{side.name}.** {side.why} {side.looks}" for side in setting.side]
        yield "\n".join(sides)
    elif isinstance(setting, DuelSetting):
        yield "\n".join(f"- **{ship.name}.** {ship.why} {ship.looks}" for ship in setting.ship)
    if battle is not None:
        yield f"{battle.roles.line} {battle.markers} {battle.ground}"


def _list_aims(ruleset: Ruleset, filler: TextFiller, world: World) -> Iterator[str]:
    """Yield how to win a battle, its turn in five lines, and its oddest rule."""
    lines = worlds.lines()
    assert world.battle is not None
    win = _fill_line(ruleset, filler, "objectives", lines.win)
    yield f"**How you win.** {win} {world.battle.goal}".replace("  ", " ")
    structure = _fill_line(ruleset, filler, "round-structure", lines.round_structure)
    initiative = _fill_line(ruleset, filler, "initiative", lines.initiative)
    acts = _fill_line(ruleset, filler, "action-points", lines.action_points)
    if not acts:
        acts = _fill_line(ruleset, filler, "round-structure", lines.round_structure_acts)
    turn = [
        f"{structure} {initiative}".strip(),
        _fill_line(ruleset, filler, "activation-order", lines.activation_order),
        acts,
        _fill_line(ruleset, filler, "damage", lines.damage),
        _fill_line(ruleset, filler, "game-length", lines.game_length),
    ]
    told = [line for line in turn if line]
    yield "**Your turn in five lines.**"
    yield "\n".join(f"{number}. {line}" for number, line in enumerate(told, 1))
    reason = find_odd_rule(ruleset)
    if reason is not None:
        label = ruleset.choice(reason.table).option.label
        yield f"**The odd rule: {label}.** {reason.why} *Watch for this:* {reason.watch}"


def _fill_line(
    ruleset: Ruleset, filler: TextFiller, table_id: str, templates: Mapping[str, str]
) -> str:
    """Return the line of the option that a game has, or nothing if the table has no effect."""
    if table_id not in {table.id for table in ruleset.book.rolled}:
        return ""
    choice = ruleset.choice(table_id)
    if not ruleset.uses(choice.table, choice.option):
        return ""
    template = templates.get(choice.option.code, "")
    return filler.fill(template, choice.params).strip() if template else ""


def find_odd_rule(ruleset: Ruleset) -> Reason | None:
    """Return the reason of the option that weighs most in the pitch; None if none has one."""
    weights = {entry.table: entry.weight for entry in ruleset.book.sheet.telling}
    fitting = [reason for reason in worlds.reasons().reason if _is_true(ruleset, reason)]
    return max(fitting, key=lambda reason: weights.get(reason.table, 0.0), default=None)


def _is_true(ruleset: Ruleset, reason: Reason) -> bool:
    if reason.table not in {table.id for table in ruleset.book.rolled}:
        return False
    choice = ruleset.choice(reason.table)
    return (
        choice.option.code == reason.option
        and ruleset.uses(choice.table, choice.option)
        and ruleset.traits.issuperset(reason.needs)
        and ruleset.traits.isdisjoint(reason.unless)
    )
