"""What a playtest's figures say, in plain words. Reads a simulation as JSON has it; needs no engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from carnage.intervals import wilson
from carnage.playtest.facts import Fact, facts
from carnage.ruleset import Ruleset
from carnage.wording import percent

FAIR = (0.45, 0.55)  # the first side's share of decided games in a fair game of two
NOBODY = "Nobody goes first in this game: all act at once."


@dataclass(frozen=True, slots=True)
class FiredRule:
    """One rule: where it stands in the rulebook, its name, and in what share of the games it fired."""

    anchor: str
    title: str
    label: str
    share: float

    @property
    def percent(self) -> str:
        return percent(self.share)


@dataclass(frozen=True, slots=True)
class Findings:
    """A playtest ready to be shown."""

    games: int
    seconds: float
    facts: tuple[Fact, ...]
    verdict: str
    fired: tuple[FiredRule, ...]
    never: tuple[FiredRule, ...]
    unused: tuple[FiredRule, ...]


def findings(ruleset: Ruleset, figures: Mapping[str, Any]) -> Findings:
    """What a simulation of this ruleset has found; `figures` as JSON has them."""
    first = figures["first_side_wins"]
    rows = list(_rows(ruleset, figures))
    unused = {
        choice.table.id
        for choice in ruleset.choices
        if choice.table.for_people or not ruleset.uses(choice.table, choice.option)
    }
    asked = [row for row in rows if row.anchor not in unused]
    return Findings(
        games=figures["games"],
        seconds=figures["seconds"],
        facts=tuple(facts(ruleset, figures)),
        verdict=NOBODY if first is None else verdict(first, sum(figures["wins"]), len(figures["wins"])),
        fired=tuple(sorted((row for row in asked if row.share), key=lambda row: -row.share)),
        never=tuple(row for row in asked if not row.share),
        unused=tuple(row for row in rows if row.anchor in unused),
    )


def verdict(first: int, decided: int, players: int = 2) -> str:
    """Whether going first matters, as far as so many games can say."""
    low, high = wilson(first, decided)
    least, most = (share * 2 / players for share in FAIR)
    if decided and low >= least and high <= most:
        return "Between these bots it is fair: it hardly matters who goes first."
    if decided and low > most:
        return "Between these bots, going first is a clear advantage."
    if decided and high < least:
        later = "second" if players == 2 else "later"
        return f"Between these bots, going {later} is a clear advantage."
    return "Whether it matters who goes first, this many games cannot say for sure."


def _rows(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[FiredRule]:
    for name, counts in figures["rules"].items():
        id, _, code = name.partition(".")
        table = ruleset.book.table(id)
        label = next(rule.label for rule in table.every_rule if rule.code == code)
        games = figures["games"]
        yield FiredRule(id, table.title, label, counts["games"] / games)
