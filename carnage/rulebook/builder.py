"""Build a complete rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.rulebook import credits, examples, glossary, parts
from carnage.rulebook.aim_part import build_aim, find_odd_rule
from carnage.rulebook.battle import odds, reference, rosters, setup
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulebook.links import Linker
from carnage.rulebook.model import PAGE_ONE_IDS, Part, QuickReference, Rulebook
from carnage.rulebook.sections import build_chapters
from carnage.rulebook.summary import build_pitch, build_summary, choose_tags
from carnage.rulebook.text import TextFiller
from carnage.rulebook.time_part import build_time, find_play_time
from carnage.rulebook.turn import REFERENCE_ID, build_quick_reference
from carnage.rulebook.world_part import build_world
from carnage.rulesets.custom_names import CustomNames
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World
from carnage.rulesets.world_names import choose_names


def build_rulebook(
    ruleset: Ruleset, custom_names: CustomNames = (), world: World | None = None
) -> Rulebook:
    """Return the rulebook of a ruleset.

    Args:
        ruleset: The game.
        custom_names: A person's own names of sides, figures and weapons; the others have those of
            the world's setting, or of the book.
        world: The world of the game; None for the plain book.
    """
    names = choose_names(ruleset, custom_names, world)
    filler, linker = TextFiller(ruleset), Linker(ruleset)
    chapters, unused = build_chapters(ruleset, filler, linker, world)
    is_battle = bool(ruleset.book.roster.figure)
    tables = reference.build_tables(ruleset) if is_battle else ()
    quick_reference = build_quick_reference(ruleset, filler, chapters, tables)
    time = find_play_time(ruleset, filler)
    family_parts = list(parts.build_family_parts(ruleset, filler, linker, "front"))
    odd = find_odd_rule(ruleset, filler, world)
    odd_table = odd.choice.table.id if odd is not None else ""
    front = list(
        build_world(ruleset, filler, world, odd_table=odd_table, custom_names=custom_names)
    )
    if is_battle:
        front.append(setup.build_setup(ruleset, world))
    front += [part for part in family_parts if part.id in PAGE_ONE_IDS]
    front += build_aim(ruleset, filler, world, odd)
    front.append(parts.build_components(ruleset, filler, chapters, world))
    front += build_time(time, has_timer="clock" in ruleset.traits)
    front += parts.build_house_rules(ruleset)
    front += [part for part in family_parts if part.id not in PAGE_ONE_IDS]
    return Rulebook(
        ruleset=ruleset,
        pitch=build_pitch(ruleset, filler),
        tags=choose_tags(ruleset),
        summary=build_summary(ruleset, filler),
        chapters=chapters,
        unused=unused,
        front=tuple(front),
        back=tuple(
            _build_back(ruleset, filler, linker, quick_reference=quick_reference, world=world)
        ),
        time=time,
        naming=NameReplacer(ruleset, names) if names else None,
        own=custom_names,
        world=world,
    )


def _build_back(
    ruleset: Ruleset,
    filler: TextFiller,
    linker: Linker,
    *,
    quick_reference: QuickReference,
    world: World | None,
) -> Iterator[Part]:
    """Return the parts after the rules."""
    yield from examples.build_example(ruleset)
    yield from parts.build_family_parts(ruleset, filler, linker, "back")
    if ruleset.book.roster.figure:
        yield rosters.build_rosters(ruleset, world)
        yield from odds.build_odds(ruleset)
    yield from glossary.build_glossary(ruleset, linker, world)
    yield from parts.build_preset_changes(ruleset, filler, linker)
    yield credits.build_credits(ruleset)
    yield Part(REFERENCE_ID, "Quick Reference", "quick_reference", quick_reference)
