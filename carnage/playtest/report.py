"""What a playtest's figures say, in plain words. Reads a simulation as JSON has it; needs no engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from carnage.playtest.figures import percent, wilson
from carnage.ruleset import Ruleset

FAIR = (0.45, 0.55)  # the first side's share of decided games in a fair game of two
# Sections that settle arguments between people; bots have none.
FOR_PEOPLE = ("golden-rule",)


@dataclass(frozen=True, slots=True)
class Row:
    """One rule: where it stands in the rulebook, its name, and in what share of the games it fired."""

    anchor: str
    title: str
    label: str
    share: float

    @property
    def told(self) -> str:
        return percent(self.share)


@dataclass(frozen=True, slots=True)
class Report:
    """A playtest ready to be shown."""

    games: int
    seconds: float
    facts: tuple[tuple[str, str], ...]
    verdict: str
    fired: tuple[Row, ...]
    never: tuple[Row, ...]
    unused: tuple[Row, ...]


def report(ruleset: Ruleset, found: Mapping[str, Any]) -> Report:
    """The report on a simulation of this ruleset."""
    rows = list(_rows(ruleset, found))
    unused = {
        choice.table.id
        for choice in ruleset.choices
        if choice.table.id in FOR_PEOPLE or not ruleset.uses(choice.table, choice.option)
    }
    asked = [row for row in rows if row.anchor not in unused]
    return Report(
        games=found["games"],
        seconds=found["seconds"],
        facts=tuple(_facts(ruleset, found)),
        verdict=verdict(found["first_side_wins"], sum(found["wins"]), len(found["wins"])),
        fired=tuple(sorted((row for row in asked if row.share), key=lambda row: -row.share)),
        never=tuple(row for row in asked if not row.share),
        unused=tuple(row for row in rows if row.anchor in unused),
    )


def _facts(ruleset: Ruleset, found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    games, words = found["games"], ruleset.book.sheet.words
    ended = "all of them" if not found["capped"] else f"{found['ended_by_rules']:,} of {games:,}"
    yield "Ended by the rules", ended
    decided = sum(found["wins"])
    if decided:
        low, high = wilson(found["first_side_wins"], decided)
        share = percent(found["first_side_wins"] / decided, 1)
        told = f"{share} of {decided:,} decided games; 95% interval {percent(low, 1)} to {percent(high, 1)}"
        yield f"Won by whoever {words.opener}", told
    if decided and len(found["wins"]) > 2:
        yield f"Won, {words.side} by {words.side}", ", ".join(percent(w / games, 1) for w in found["wins"])
    yield "Draws", f"{found['draws']:,} ({percent(found['draws'] / games, 1)})"
    yield words.scores, f"{_each(found['scores'])} on average, {words.side} by {words.side}"
    if found["winnings"]:
        yield "Winnings", f"{_each(found['winnings'])} on average, {words.side} by {words.side}"
    rounds = found["rounds"]
    if rounds:
        most = (
            f"{rounds['p10']} in most games"
            if rounds["p10"] == rounds["p90"]
            else f"{rounds['p10']} to {rounds['p90']} in four games of five"
        )
        yield words.rounds, f"{rounds['mean']:.1f} on average; {most}"
    if found["hands"] and ruleset.has("dexterity"):
        yield "Hands", f"{found['hands'][0]} and {found['hands'][1]}: how deft the players are with dice"
    yield "Decisions", f"{found['decisions_per_game']:,.0f} in a game, all players together"


def _each(means: list[Mapping[str, float]]) -> str:
    rounded = [round(mean["mean"], 1) + 0.0 for mean in means]  # + 0.0 takes the sign from a zero
    return ", ".join(f"{mean:.1f}".replace("-", "−") for mean in rounded)


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


def _rows(ruleset: Ruleset, found: Mapping[str, Any]) -> Iterator[Row]:
    for name, counts in found["rules"].items():
        id, _, code = name.partition(".")
        table = ruleset.book.table(id)
        label = next(entry.label for entry in (*table.options, *table.rules) if entry.code == code)
        games = found["games"]
        yield Row(id, table.title, label, counts["games"] / games)
