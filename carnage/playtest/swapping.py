"""Swapping: what another answer to a table does to a game, on the same dice; and what would mend one.

A game and what it would be with another answer are played with the same dice seeds, so that what they share
in luck falls out of the difference. Nothing is summed up into one number: a swap is as good as the worst of
what gates say of it, then the next worst, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.catalog import Table
from carnage.catalog.variants import Variant, variants
from carnage.engine import games as playing
from carnage.engine.counting import Mean
from carnage.engine.simulating import Progress, play
from carnage.intervals import Estimate, z_of
from carnage.playtest import gates, measuring
from carnage.playtest.running import DICE, Figures, Playtest
from carnage.ruleset import Ruleset, resolve
from carnage.settings import USUAL, settled

TRIED, CONFIRMED = 250, 1000  # games of each answer; those that the best are confirmed by
FRESH_DICE = 2  # the dice seed that they are confirmed with
BEST = 3


def what_if(ruleset: Ruleset, table: Table, threads: int | None = None) -> Iterator[Figures]:
    """Each other answer to one table, tried on the same dice: figures that fill answer by answer."""
    tried = Tried(ruleset, threads)
    rows: list[Figures] = []
    for variant in others(ruleset, table):
        yield {**tried.own, "rows": rows, "complete": False}
        rows = [*rows, tried.row(table, variant)]
    yield {**tried.own, "rows": rows, "complete": True}


def mend(ruleset: Ruleset, threads: int | None = None) -> Iterator[Figures]:
    """Every other answer to every table that has work in this game; at the end the BEST of those that better
    it, each confirmed on fresh dice. Beside them the `mildest` other answer to each table."""
    tried = Tried(ruleset, threads)
    rows: list[Figures] = []
    tables = [choice.table for choice in ruleset.choices if ruleset.uses(choice.table, choice.option)]
    for number, table in enumerate(tables):
        yield {
            **tried.own,
            "rows": best(rows, tried.own),
            "mildest": mildest(rows),
            "tried": number,
            "of": len(tables),
            "complete": False,
        }
        rows += [tried.row(table, variant) for variant in others(ruleset, table)]
    confirmed, fresh = [], Tried(ruleset, threads, CONFIRMED, FRESH_DICE)
    for row in best(rows, tried.own):
        table = ruleset.book.table(row["table"])
        variant = next(each for each in variants(table) if each.lowest == row["roll"])
        confirmed.append(fresh.row(table, variant))
    yield {
        **fresh.own,
        "rows": best(confirmed, fresh.own),
        "mildest": mildest(rows),
        "tried": len(tables),
        "of": len(tables),
        "complete": True,
    }


def compare(
    before: Ruleset,
    after: Ruleset,
    games: int = CONFIRMED,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Figures:
    """Two games on the same dice: the figures of each, and how they differ. `progress` is told how many games
    of both are done, of how many."""

    def from_(first: int) -> Progress:
        return lambda done, of: progress(first + done, 2 * of) if progress else None

    tried = Tried(before, threads, games, progress=from_(0))
    return {**tried.own, "rows": [tried.compared(after, from_(games))], "complete": True}


def others(ruleset: Ruleset, table: Table) -> list[Variant]:
    """The other answers to a rolled table, in the order of their rolls."""
    now = int(ruleset.choice(table.id).digits)
    return [variant for variant in variants(table) if now not in variant.rolls]


def best(rows: list[Figures], own: Figures) -> list[Figures]:
    """Those that are better than the game as it is, the best first; BEST of them at most."""
    better = [row for row in rows if row["faults"] < own["faults"]]
    return sorted(better, key=lambda row: row["faults"])[:BEST]


def mildest(rows: list[Figures]) -> list[Figures]:
    """Of each table's other answers the one with which fewest games have another winner, those that matter
    least first: what it would be to take the rule away. Answers with which others play are left out."""
    least: dict[str, Figures] = {}
    for row in rows:
        known = least.get(row["table"])
        if row["other_winner"] and (known is None or _swayed(row) < _swayed(known)):
            least[row["table"]] = row
    return sorted(least.values(), key=_swayed)


def _swayed(row: Figures) -> float:
    """In what share of games somebody else wins; less than never where nothing at all is changed."""
    value: float = row["other_winner"]["value"]
    return -1.0 if row["unchanged"] else value


class Tried:
    """A game that others are compared with: `own` has its figures."""

    def __init__(
        self,
        ruleset: Ruleset,
        threads: int | None = None,
        games: int = TRIED,
        dice: int = DICE,
        progress: Progress | None = None,
    ) -> None:
        self._ruleset, self._threads, self._games, self._dice = ruleset, threads, games, dice
        self._played = self._games_of(ruleset, progress)
        self.own = {"id": ruleset.path, **self._figures(ruleset, self._played)}

    def row(self, table: Table, variant: Variant) -> Figures:
        """What comes of this answer."""
        book = self._ruleset.book
        seed = self._ruleset.seed.replaced(book.place(table.id), variant.lowest)
        named = {"table": table.id, "title": table.title, "label": variant.label, "roll": variant.lowest}
        return {**named, **self.compared(resolve(book, seed))}

    def compared(self, other: Ruleset, progress: Progress | None = None) -> Figures:
        """Another game's figures, and how they differ from this one's, where as many play."""
        played = self._games_of(other, progress)
        told = {"id": other.path, "digits": other.seed.digits, **self._figures(other, played)}
        if other.players != self._ruleset.players:
            return {**told, "shifts": {}, "other_winner": None}
        mine, theirs = self._played.results, played.results
        same = (mine.winner == theirs.winner).astype(float)
        return {
            **told,
            "other_winner": Estimate.of(1.0 - same).json(),
            "unchanged": bool((mine.check == theirs.check).all()),
            "shifts": dict(_shifts(mine, theirs, other.players)),
        }

    def _games_of(self, ruleset: Ruleset, progress: Progress | None) -> Any:
        return play(
            ruleset,
            self._games,
            playing.seats(ruleset, ("greedy",)),
            self._dice,
            progress=progress,
            threads=self._threads,
            settings=settled(ruleset, USUAL),
            stages=False,
        )

    def _figures(self, ruleset: Ruleset, played: Any) -> Figures:
        """The figures that gates read, what they say, and how bad: grades of the faults, the worst first."""
        test = Playtest(ruleset, self._threads, played, z_of(1))
        test.climb("greedy", "random")
        figures = test.figures()
        said = [each for each in gates.passed(ruleset, figures) if each.grade]
        said.sort(key=lambda each: -each.grade)
        shares = figures["shares"]
        names = ("drawn", "tie_break", "nil_nil", "unhurt")
        return {
            "games": figures["games"],
            "measures": {
                "first": shares["places"][0]["value"],
                "rounds": figures["rounds"]["mean"] if figures["rounds"] else None,
                **{name: shares[name]["value"] for name in names if name in shares},
                "skill": figures["ladder"][0]["value"],
            },
            "faults": [each.grade for each in said],
            "sentences": [each.sentence for each in said],
        }


def _shifts(mine: Any, theirs: Any, players: int) -> Iterator[tuple[str, Figures]]:
    """By how much figures differ, game by game on the same dice, with their intervals."""
    pairs = {
        "first": (measuring.by_place(mine, players)[:, 0], measuring.by_place(theirs, players)[:, 0]),
        "drawn": (mine.winner < 0, theirs.winner < 0),
        "rounds": (mine.rounds, theirs.rounds),
    }
    for name, (before, after) in pairs.items():
        shift = Mean.of(after.astype(float) - before.astype(float))
        yield name, Estimate(shift.mean, shift.low, shift.high).json()
