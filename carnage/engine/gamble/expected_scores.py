"""Values of best play for Python: exact mean scores, and chances to beat a score."""

from __future__ import annotations

from threading import local
from typing import Any

import numpy as np

from carnage.engine.compiling import library
from carnage.engine.core import records
from carnage.engine.gamble import policy_table as layout
from carnage.engine.gamble.policy_lookup import turn_value
from carnage.engine.gamble.prepare import fill
from carnage.engine.gamble.state import BotTable
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.throws import count_hero_sides, list_dice

_own = local()  # one lore for each thread, because a solution may overwrite another at any time


def thread_lore(ruleset: Ruleset) -> Any:
    """Return the table of the exact policy of this ruleset, with all scores calculated so far.

    Each thread has a table of its own.
    """
    key = (ruleset.book.code, ruleset.rules_key)
    if getattr(_own, "key", None) != key:
        _own.bot_table = empty_lore(
            list_dice(ruleset),
            int(ruleset.params["throws.throws"]),
            len(hero_numbers(ruleset)),
            last_choice=ruleset.has("hero-re-rolls") or ruleset.has("throw-again"),
        )
        _own.key = key
    return _own.bot_table


def empty_lore(dice: list[int], throws: int, heroes: int, *, last_choice: bool) -> Any:
    """Return lore without solutions; see `policy_table.new_lore` for the arguments.

    It is an array, or a list of plain objects if the rules are not compiled.
    """
    lore = layout.new_lore(dice, throws, heroes, last_choice=last_choice)
    if library.load("gamble"):
        return lore
    words = [records.plain(BotTable) for _ in range(len(lore))]
    for word, value in zip(words, lore.word[: layout.HEAD_WORDS].tolist(), strict=False):
        word.word = value
    return words


def hero_numbers(ruleset: Ruleset) -> list[int]:
    """Return the possible Hero numbers, all equally likely; [0] if there are no Heroes."""
    if not ruleset.has("heroes"):
        return [0]
    return list(range(1, count_hero_sides(ruleset) + 1))


def plays_to_beat(ruleset: Ruleset, seat: int) -> bool:
    """Return whether an exact bot in this seat may play to beat a score, not for the highest mean.

    Round by round any seat may be the last to be done.
    """
    if ruleset.has("in-proportion"):
        return False
    if seat < ruleset.players - 1 and not ruleset.has("rounds"):
        return False
    return bool(thread_lore(ruleset)[layout.TARGETS].word)


def expected_score(ruleset: Ruleset) -> float:
    """Return the mean score of a turn under best play, to about 1/100,000 point."""
    return _mean(ruleset, -1, 0)


def chance_to_beat(ruleset: Ruleset, score: int, tie: int = 2) -> float:
    """Return the chance to beat a score under best play.

    A tie counts as 1/`tie` of a win, or as nothing if `tie` is 0.
    """
    return _mean(ruleset, score, tie)


def _mean(ruleset: Ruleset, target: int, tie: int) -> float:
    """Return the mean value of a turn over all Hero numbers; see `policy_lookup.turn_value`."""
    from carnage.engine.games import load_family

    game = load_family(ruleset.book.family).new_game()
    fill(game[0], ruleset)
    numbers = hero_numbers(ruleset)
    means = [turn_value(game, thread_lore(ruleset), hero, target, tie) for hero in numbers]
    return float(np.mean(means)) / layout.FINE
