"""The answer of a search for balance in words. Reads states as JSON; needs no engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from carnage.common.text_format import capitalize, join_words, percent
from carnage.lab.balance_aims import (
    CONFIRMING_GAMES,
    DRAWS,
    FAIR,
    HELD_BACK,
    MAX_NEIGHBOUR_GAP,
    POINTS,
    TIES,
)
from carnage.lab.strengths import PLAYERS
from carnage.rulesets.house_rules import find_owner_title, list_numbers
from carnage.rulesets.ruleset import Ruleset


def describe_answer(ruleset: Ruleset, state: Mapping[str, Any]) -> Iterator[str]:
    """Yield the sentences about the result of a search for balance.

    They tell which numbers to change, or that no change helps, and the measures of new games.
    """
    changes = [_describe_change(ruleset, each) for each in state["rules"]]
    aim = state["aim"]
    if not changes:
        if state["reached"]:
            yield "Nothing needs to change: the game reaches the aim."
        else:
            yield "It cannot be had: no change of these numbers helps."
    elif state["reached"]:
        yield f"{capitalize(join_words(changes))}."
    else:
        yield (
            f"It cannot be had with three numbers. The best that was found: {join_words(changes)}."
        )
    if "after" in state:
        yield " ".join(_describe_figures(aim, state))


def _describe_figures(aim: str, state: Mapping[str, Any]) -> Iterator[str]:
    for strength, after in state["after"].items():
        before = state["before"][strength]
        players = PLAYERS[strength]
        if aim == FAIR:
            share = after["first"]
            yield (
                f"Between {players}, the first player then wins {percent(share['value'], 1)} of "
                f"{CONFIRMING_GAMES:,} fresh games ({percent(share['low'], 1)} to "
                f"{percent(share['high'], 1)}), not {percent(before['first']['value'])}."
            )
        elif aim == DRAWS:
            yield (
                f"Between {players}, {percent(after['drawn'], 1)} of {CONFIRMING_GAMES:,} fresh "
                f"games are drawn, not {percent(before['drawn'])}."
            )
        else:
            yield (
                f"Between {players}, a game lasts {after['rounds']:.1f} rounds on average, not "
                f"{before['rounds']:.1f}."
            )
    if aim == FAIR and state["neighbour_gap"] > MAX_NEIGHBOUR_GAP:
        yield (
            f"A step more or less changes this share by {percent(state['neighbour_gap'])}, so the "
            "answer stands on an edge."
        )


def _describe_change(ruleset: Ruleset, change: Mapping[str, Any]) -> str:
    """Return a change as an instruction, such as: give the side that goes second 2 points."""
    name = change["number"]
    value = change["value"]
    if name == POINTS:
        side = "second" if value > 0 else "first"
        points = "victory point" if abs(value) == 1 else "victory points"
        return f"give the side that goes {side} {abs(value):g} {points} at the end"
    if name == TIES:
        return "let the side that goes second win if victory points are equal"
    if name == HELD_BACK:
        player = "the First Player" if value > 0 else "the other player"
        units = "unit" if abs(value) == 1 else f"{abs(value):g} units"
        return f"hold back the first {units} of {player} in the first round"
    number = next(each for each in list_numbers(ruleset) if each.name == name)
    title = find_owner_title(ruleset.book, name)
    return f"change {number.label} under {title} from {number.value:g} to {value:g}"
