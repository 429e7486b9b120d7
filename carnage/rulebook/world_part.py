"""The world of a game as the first part of its rulebook: quarrel, scenario and sides."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.catalog import worlds
from carnage.catalog.world_schema import BattleSetting, DuelSetting, GambleSetting
from carnage.common.text_format import join_words, plural
from carnage.rulebook.markdown import escape_markdown, render_markdown
from carnage.rulebook.model import Part
from carnage.rulebook.parts import Passage
from carnage.rulebook.text import TextFiller
from carnage.rulesets.custom_names import CustomNames
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World, list_names

WORLD_ID = "world"


def build_world(
    ruleset: Ruleset,
    filler: TextFiller,
    world: World | None,
    *,
    odd_table: str = "",
    custom_names: CustomNames = (),
) -> Iterator[Part]:
    """Return the world of a game as a part of its rulebook, if it has one.

    Args:
        ruleset: The game.
        filler: The values of its texts.
        world: Its world.
        odd_table: The table of its odd rule, which the first page tells elsewhere; "" for none.
        custom_names: A person's own names of weapons.
    """
    if world is None:
        return
    stories = list(_list_stories(ruleset, filler, world, odd_table))
    if world.battle is not None:
        # The task is told last.
        stories.insert(-1, _describe_weapons(ruleset, world, custom_names))
    markdown = "\n\n".join(stories)
    passage = Passage(markdown, render_markdown(markdown))
    yield Part(WORLD_ID, world.setting.title, "passage", passage)


def _list_space(
    ruleset: Ruleset, filler: TextFiller, setting: DuelSetting, odd_table: str
) -> Iterator[str]:
    """Yield the sentences about the edges, the field and the tanks of a duel, each after its rule,
    but for the odd rule.
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
        if code in sentences and table_id != odd_table:
            rule = filler.fill(rules.get(table_id, {}).get(code, ""), choice.params)
            yield f"{rule} {sentences[code]}".strip()


def _list_stories(
    ruleset: Ruleset, filler: TextFiller, world: World, odd_table: str
) -> Iterator[str]:
    """Yield the quarrel, the scenario, the sides and the prize."""
    setting = world.setting
    battle = world.battle
    noun = f"*{world.noun}*" if world.noun else ""
    if noun:
        yield noun
    yield world.situation
    if battle is not None:
        yield f"**This time: {battle.scenario.name}.** {battle.tonight}"
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
        yield " ".join(_list_space(ruleset, filler, setting, odd_table))
    if battle is not None:
        yield f"{battle.sides} {battle.prize}"


def _describe_weapons(ruleset: Ruleset, world: World, custom_names: CustomNames) -> str:
    """Return the weapons of the models in this game in one sentence, by their names here."""
    own_names = dict(custom_names)
    names = list_names(world.setting, ruleset.book)
    weapons = []
    for weapon in get_force(ruleset).weapons:
        if weapon.code in own_names:
            weapons.append(escape_markdown(plural(own_names[weapon.code])))
        elif weapon.code in names:
            weapons.append(names[weapon.code].plural)
        else:
            weapons.append(plural(weapon.label))
    return f"Both sides fight with {join_words(weapons)}."
