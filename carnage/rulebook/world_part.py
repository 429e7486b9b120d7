"""The world of a game as the first part of its rulebook: quarrel, scenario and sides."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.catalog import worlds
from carnage.catalog.world_schema import BattleSetting, DuelSetting, GambleSetting
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
    markdown = "\n\n".join(_list_stories(ruleset, filler, world))
    passage = Passage(markdown, render_markdown(markdown))
    yield Part(WORLD_ID, world.setting.title, "passage", passage)


def _list_space(ruleset: Ruleset, filler: TextFiller, setting: DuelSetting) -> Iterator[str]:
    """Yield the sentences about the edges, the field and the tanks of a duel, each with its rule
    in brackets.
    """
    lines = worlds.turn_lines(ruleset.book.family)
    rules = lines.space if lines else {}
    for table_id, sentences in (
        ("edges", setting.edges),
        ("field", setting.gloss),
        ("tanks", setting.tanks),
    ):
        choice = ruleset.choice(table_id)
        code = choice.option.code
        if code in sentences:
            rule = filler.fill(rules.get(table_id, {}).get(code, ""), choice.params)
            yield f"{sentences[code]} ({rule})" if rule else sentences[code]


def _list_stories(ruleset: Ruleset, filler: TextFiller, world: World) -> Iterator[str]:
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
        # Sides that draft figures from one pool do not look unlike.
        is_draft = ruleset.has("draft")
        yield "\n".join(
            f"- **{side.name}.** {side.why}" + ("" if is_draft else f" {side.looks}")
            for side in setting.side
        )
    elif isinstance(setting, DuelSetting):
        yield "\n".join(f"- **{ship.name}.** {ship.why} {ship.looks}" for ship in setting.ship)
    elif isinstance(setting, GambleSetting):
        about = [setting.host, setting.pot]
        if "heroes" in ruleset.traits:
            about.append(setting.hero)
        yield "\n".join(f"- {sentence}" for sentence in about)
    if isinstance(setting, DuelSetting):
        yield " ".join(_list_space(ruleset, filler, setting))
    if battle is not None:
        yield f"{battle.sides} {battle.prize}"
