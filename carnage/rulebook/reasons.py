"""The reasons why the options of battles are fun, and the sentences of settings about them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from carnage.catalog import worlds
from carnage.catalog.world_schema import BattleSetting, Reason
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World


@cache
def _index_reasons() -> Mapping[tuple[str, str], list[Reason]]:
    index: dict[tuple[str, str], list[Reason]] = {}
    for each in worlds.reasons().reason:
        index.setdefault((each.table, each.option), []).append(each)
    return index


def find_reason(ruleset: Ruleset, table_id: str, option_code: str) -> Reason | None:
    """Return the first reason for an option that is true in this game, if it has one."""
    if not ruleset.book.roster.figure:
        return None
    for reason in _index_reasons().get((table_id, option_code), ()):
        needs, unless = frozenset(reason.needs), frozenset(reason.unless)
        if needs <= ruleset.traits and not unless & ruleset.traits:
            return reason
    return None


def find_gloss(world: World | None, place: str) -> str:
    """Return the sentence of a setting at a place such as `gloss.tower`; empty if it has none."""
    group, _, code = place.partition(".")
    if world is None or not code or not isinstance(world.setting, BattleSetting):
        return ""
    sentences: Mapping[str, str] = getattr(world.setting, group)
    return sentences.get(code, "")
