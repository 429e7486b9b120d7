"""The use of each rule in the games of a playtest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from carnage.common.text_format import percent
from carnage.lab.criteria import EMPTY_OPTIONS
from carnage.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class RuleUsage:
    """The use of one rule in the games of a playtest.

    Attributes:
        anchor: The id of its section in the rulebook.
        share: The share of games in which it had an effect.
        opportunities: For an optional rule, the times in a game that a player could use it; None if
            never.
        chosen_share: The share of these times that a player did.
        evaluations: For a rule that is evaluated often and rarely has an effect, such as lines of
            sight, the times in a game that it is evaluated.
        changed_share: The share of these times that it had an effect.
        idle_share: The share of the book's games with this rule in which it never has an effect;
            None if not known.
        is_absent: The option means that the game lacks the rule.
    """

    anchor: str
    title: str
    label: str
    share: float
    opportunities: float | None = None
    chosen_share: float | None = None
    evaluations: float | None = None
    changed_share: float | None = None
    idle_share: float | None = None
    is_absent: bool = False

    @property
    def percent(self) -> str:
        """Return the share as a percentage."""
        return percent(self.share)


def unused_tables(ruleset: Ruleset) -> frozenset[str]:
    """Return the tables whose rules only concern people, or have no effect in this game."""
    return frozenset(
        choice.table.id
        for choice in ruleset.choices
        if choice.table.for_people or not ruleset.uses(choice.table, choice.option)
    )


def rule_usages(ruleset: Ruleset, metrics: Mapping[str, Any]) -> Iterator[RuleUsage]:
    """Yield the use of every rule in force."""
    usual = ruleset.book.norms
    known = usual.never.rule if usual and usual.never else {}
    for name, counts in metrics["rules"].items():
        id, _, code = name.partition(".")
        table = ruleset.book.table(id)
        rule = next(rule for rule in table.every_rule if rule.code == code)
        games = metrics["games"]
        opportunities = counts.get("could", 0)
        evaluations = counts.get("looked_up", 0)
        games_without_effect, games_with_rule = known.get(name, (0, 0))
        yield RuleUsage(
            id,
            table.title,
            rule.label,
            counts["games"] / games,
            opportunities=opportunities / games if opportunities else None,
            chosen_share=counts["chosen"] / opportunities if opportunities else None,
            evaluations=evaluations / games if evaluations else None,
            changed_share=counts["fired"] / evaluations if evaluations else None,
            idle_share=games_without_effect / games_with_rule if games_with_rule else None,
            is_absent=code in EMPTY_OPTIONS,
        )
