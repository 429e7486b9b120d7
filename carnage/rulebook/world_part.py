"""The world of a game as the first part of its rulebook: quarrel, scenario and sides."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.catalog.world_schema import BattleSetting, DuelSetting, GambleSetting
from carnage.rulebook.markdown import render_markdown
from carnage.rulebook.model import Part
from carnage.rulebook.parts import Passage
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World

WORLD_ID = "world"


def build_world(ruleset: Ruleset, world: World | None) -> Iterator[Part]:
    """Return the world of a game as a part of its rulebook, if it has one."""
    if world is None:
        return
    markdown = "\n\n".join(_list_stories(ruleset, world))
    passage = Passage(markdown, render_markdown(markdown))
    yield Part(WORLD_ID, world.setting.title, "passage", passage)


def _list_space(ruleset: Ruleset, setting: DuelSetting) -> Iterator[str]:
    """Yield the sentences about the edges, the field and the tanks of a duel."""
    yield setting.edges.get(ruleset.choice("edges").option.code, "")
    field = setting.gloss.get(ruleset.choice("field").option.code)
    if field:
        yield field
    yield setting.tanks.get(ruleset.choice("tanks").option.code, "")


def _list_stories(ruleset: Ruleset, world: World) -> Iterator[str]:
    """Yield the quarrel, the scenario, the sides and the prize."""
    setting = world.setting
    battle = world.battle
    noun = f"*{world.noun}*" if world.noun else ""
    if battle is None:
        yield f"{world.situation} {noun}".strip()
    else:
        yield world.situation
        yield f"**This time: {battle.scenario.name}.** {battle.tonight} {noun}".strip()
    if isinstance(setting, BattleSetting):
        yield "\n".join(f"- **{side.name}.** {side.why} {side.looks}" for side in setting.side)
    elif isinstance(setting, DuelSetting):
        yield "\n".join(f"- **{ship.name}.** {ship.why} {ship.looks}" for ship in setting.ship)
    elif isinstance(setting, GambleSetting):
        about = [setting.host, setting.pot]
        if "heroes" in ruleset.traits:
            about.append(setting.hero)
        yield "\n".join(f"- {sentence}" for sentence in about)
    if isinstance(setting, DuelSetting):
        yield " ".join(_list_space(ruleset, setting))
    if battle is not None:
        yield f"{battle.sides} {battle.prize}"
