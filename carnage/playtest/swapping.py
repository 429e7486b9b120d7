"""Swapping: what another answer to a table does to a game, on the same dice; and what would mend one.

A game and what it would be with another answer are played with the same dice seeds, so that what they share
in luck falls out of the difference. Nothing is summed up into one number: a swap is as good as the worst of
what gates say of it, then the next worst, and so on. What they say at the end is what they say in the lab of
each game: so few games as differences need would say one thing here and another there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from carnage.catalog import Table
from carnage.catalog.variants import Variant, variants
from carnage.engine import games as playing
from carnage.engine.counting import Mean
from carnage.engine.simulating import play
from carnage.intervals import Estimate, z_of
from carnage.playtest import measuring
from carnage.playtest.findings import unused_tables
from carnage.playtest.judging import judged, verdict
from carnage.playtest.running import DICE, Figures, Playtest
from carnage.ruleset import Ruleset, with_answer
from carnage.settings import USUAL, settled

TRIED = 250  # games of each answer, where answers to all tables are tried
CONFIRMED = 1000  # games of each, where the lab's verdict is asked for
SHARES = ("drawn", "tie_break", "nil_nil", "unhurt")  # of games, as far as they are known
OTHER_DICE = 2  # the dice seed that they are looked for with; verdicts are by the lab's own
BEST = 3
CANDIDATES = 2 * BEST  # answers that look best by TRIED games, of which the lab's verdict is asked for


def what_if(ruleset: Ruleset, table: Table, threads: int | None = None) -> Iterator[Figures]:
    """Each other answer to one table, tried on the same dice: figures that fill answer by answer, and then
    with the lab's verdicts."""
    tried = Tried(ruleset, threads, CONFIRMED)
    rows: list[Figures] = []
    answers = others(ruleset, table)
    for variant in answers:
        yield {**tried.own, "rows": rows, "tried": len(rows), "of": len(answers), "complete": False}
        rows = [*rows, tried.row(table, variant)]
    swapped = [ruleset, *(with_answer(ruleset, table.id, row["roll"]) for row in rows)]
    own = {**tried.own, "tried": len(rows), "of": len(answers)}
    yield from _checked(own, rows, swapped, threads)


def mend(ruleset: Ruleset, threads: int | None = None) -> Iterator[Figures]:
    """Every other answer to every table that has work among bots; at the end the BEST of those that the
    lab's verdict finds better than the game as it is. Beside them the `mildest` other answer to each table.

    Answers are looked for with OTHER_DICE: of some eighty that are tried some look good by luck.
    """
    tried = Tried(ruleset, threads, dice=OTHER_DICE)
    rows: list[Figures] = []
    idle = unused_tables(ruleset)
    tables = [choice.table for choice in ruleset.choices if choice.table.id not in idle]

    def so_far(own: Figures, better: Sequence[Figures], number: int) -> Figures:
        more = {"rows": better, "mildest": mildest(rows), "tried": number, "of": len(tables)}
        return {**own, **more, "complete": False}

    said: Figures = {}
    for said in judged(ruleset, threads):
        yield so_far({**tried.own, **said}, [], 0)
    own = {**tried.own, **said}
    for number, table in enumerate(tables):
        yield so_far(own, best(rows, own), number)
        rows += [tried.row(table, variant) for variant in others(ruleset, table)]
    # A few games may see less wrong with the game than there is, and then in what is better as well.
    worse = max(own, tried.own, key=_wrong)
    candidates = best(rows, worse, CANDIDATES) if own["faults"] else []
    swapped = [with_answer(ruleset, row["table"], row["roll"]) for row in candidates]
    fresh, again = Tried(ruleset, threads, CONFIRMED), []
    own = {**fresh.own, **said}
    for row, game in zip(candidates, swapped, strict=True):
        yield so_far(own, [], len(tables))
        again.append({**row, **fresh.compared(game)})
    for figures in _checked(so_far(own, [], len(tables)), again, swapped, threads):
        yield {**figures, "rows": best(figures["rows"], own)}


def compare(
    before: Ruleset, after: Ruleset, games: int = CONFIRMED, threads: int | None = None
) -> Iterator[Figures]:
    """Two games on the same dice: the figures of each, how they differ, then what the lab says of each."""
    tried = Tried(before, threads, games)
    yield from _checked(tried.own, [tried.compared(after)], [before, after], threads)


def _checked(
    own: Figures, rows: Sequence[Figures], swapped: Sequence[Ruleset], threads: int | None
) -> Iterator[Figures]:
    """The same figures, filling with the lab's verdicts of these games: those of `rows`, and before them, if
    there is one more of them, the game as it is."""
    every = [own, *rows]
    first = len(every) - len(swapped)

    def so_far(checked: int) -> Figures:
        progress = {"checked": checked, "to_check": len(swapped), "complete": checked == len(swapped)}
        return {**every[0], "rows": every[1:], **progress}

    for checked, ruleset in enumerate(swapped):
        yield so_far(checked)
        for said in judged(ruleset, threads):
            every[first + checked] = {**every[first + checked], **said}
            yield so_far(checked)
    yield so_far(len(swapped))


def others(ruleset: Ruleset, table: Table) -> list[Variant]:
    """The other answers to a rolled table, in the order of their rolls."""
    now = int(ruleset.choice(table.id).digits)
    return [variant for variant in variants(table) if now not in variant.rolls]


def best(rows: Sequence[Figures], own: Figures, count: int = BEST) -> list[Figures]:
    """So many of those that are better than the game as it is, the best first; of two alike the one that its
    games leave less doubt about."""
    better = [row for row in rows if _wrong(row) < _wrong(own)]
    return sorted(better, key=lambda row: (_wrong(row), row["at_worst"]))[:count]


def _wrong(row: Figures) -> list[int]:
    faults: list[int] = row["faults"]
    return faults


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
    ) -> None:
        self._ruleset, self._threads, self._games, self._dice = ruleset, threads, games, dice
        self._played = self._games_of(ruleset)
        self.own = {"id": ruleset.path, **self._figures(ruleset, self._played)}

    def row(self, table: Table, variant: Variant) -> Figures:
        """What comes of this answer."""
        named = {"table": table.id, "title": table.title, "label": variant.label, "roll": variant.lowest}
        return {**named, **self.compared(with_answer(self._ruleset, table.id, variant.lowest))}

    def compared(self, other: Ruleset) -> Figures:
        """Another game's figures, and how they differ from this one's, where as many play."""
        played = self._games_of(other)
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

    def _games_of(self, ruleset: Ruleset) -> Any:
        return play(
            ruleset,
            self._games,
            playing.seats(ruleset, ("greedy",)),
            self._dice,
            threads=self._threads,
            settings=settled(ruleset, USUAL),
            stages=False,
        )

    def _figures(self, ruleset: Ruleset, played: Any) -> Figures:
        """The figures that are compared, and what gates say of those of so few games."""
        test = Playtest(ruleset, self._threads, played, z_of(1))
        test.climb("greedy", "random")
        figures = test.figures()
        return {"games": figures["games"], "measures": _measures(figures), **verdict(ruleset, figures)}


def _measures(figures: Figures) -> Figures:
    """What games are compared by."""
    shares, rounds = figures["shares"], figures["rounds"]
    return {
        "first": shares["places"][0]["value"],
        "rounds": rounds["mean"] if rounds else None,
        **{name: shares[name]["value"] for name in SHARES if name in shares},
        "skill": figures["ladder"][0]["value"],
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
