"""Compare a game with variants of it on the same dice, and search for options that improve it.

Both games use the same dice seeds, so that the luck that they share cancels in the difference.
Variants are never ranked by one number: the worst grade of their checks is compared first, then the
next worst, and so on. Final verdicts come from full playtests, because the few games that a
difference needs could give another verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from carnage.catalog import Table
from carnage.catalog.variants import Variant, list_variants
from carnage.common.intervals import Estimate, z_for_looks
from carnage.engine import games as playing
from carnage.engine.simulation import play_games
from carnage.engine.summary import Mean
from carnage.lab import statistics
from carnage.lab.report import unused_tables
from carnage.lab.runner import DICE, Figures, Playtest
from carnage.lab.verdict import judged, verdict
from carnage.rulesets.ruleset import Ruleset, replace_roll
from carnage.rulesets.settings import DEFAULT_SETTINGS, resolve_settings

TRIED = 250  # games of each option, if the options of all tables are tried
CONFIRMED = 1000  # games of each option that also gets a verdict
SHARES = ("drawn", "tie_break", "nil_nil", "unhurt")  # shares of games; a family may lack some
OTHER_DICE = 2  # the dice seed of the search in `mend`; verdicts use DICE
BEST = 3
CANDIDATES = 2 * BEST  # the best options after TRIED games, which then get a verdict


def what_if(ruleset: Ruleset, table: Table, threads: int | None = None) -> Iterator[Figures]:
    """Yield figures while the other options of one table are played on the same dice.

    Each step has one more option. Then verdicts are added.
    """
    tried = Tried(ruleset, threads, CONFIRMED)
    rows: list[Figures] = []
    answers = others(ruleset, table)
    for variant in answers:
        yield {**tried.own, "rows": rows, "tried": len(rows), "of": len(answers), "complete": False}
        rows = [*rows, tried.row(table, variant)]
    swapped = [ruleset, *(replace_roll(ruleset, table.id, row["roll"]) for row in rows)]
    own = {**tried.own, "tried": len(rows), "of": len(answers)}
    yield from _checked(own, rows, swapped, threads)


def mend(ruleset: Ruleset, threads: int | None = None) -> Iterator[Figures]:
    """Yield figures while all other options of all tables are tried.

    The last figures have the BEST options whose verdict is better than that of the game, and for
    each table the `mildest` option. The search uses OTHER_DICE, because some of the eighty or so
    options look good by luck.
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
    # TRIED games may miss faults of the game, and would then miss them in better options, too.
    worse = max(own, tried.own, key=_wrong)
    if own["faults"]:
        candidates = best(rows, worse, CANDIDATES)
    else:
        candidates = []
    swapped = [replace_roll(ruleset, row["table"], row["roll"]) for row in candidates]
    fresh = Tried(ruleset, threads, CONFIRMED)
    again = []
    own = {**fresh.own, **said}
    for row, game in zip(candidates, swapped, strict=True):
        yield so_far(own, [], len(tables))
        again.append({**row, **fresh.compared(game)})
    for figures in _checked(so_far(own, [], len(tables)), again, swapped, threads):
        yield {**figures, "rows": best(figures["rows"], own)}


def compare(
    before: Ruleset, after: Ruleset, games: int = CONFIRMED, threads: int | None = None
) -> Iterator[Figures]:
    """Yield the figures of two games on the same dice, with their differences, and then their
    verdicts.
    """
    tried = Tried(before, threads, games)
    yield from _checked(tried.own, [tried.compared(after)], [before, after], threads)


def _checked(
    own: Figures, rows: Sequence[Figures], swapped: Sequence[Ruleset], threads: int | None
) -> Iterator[Figures]:
    """Yield figures while verdicts are added.

    Args:
        own: The figures of the game as it is.
        rows: The figures of its variants.
        swapped: The games to judge: those of `rows`, with the game as it is first if there is one
            more.
        threads: The number of threads; None for all cores.
    """
    every = [own, *rows]
    first = len(every) - len(swapped)

    def so_far(checked: int) -> Figures:
        progress = {
            "checked": checked,
            "to_check": len(swapped),
            "complete": checked == len(swapped),
        }
        return {**every[0], "rows": every[1:], **progress}

    for checked, ruleset in enumerate(swapped):
        yield so_far(checked)
        for said in judged(ruleset, threads):
            every[first + checked] = {**every[first + checked], **said}
            yield so_far(checked)
    yield so_far(len(swapped))


def others(ruleset: Ruleset, table: Table) -> list[Variant]:
    """Return the other variants of a rolled table, in the order of their rolls."""
    now = int(ruleset.choice(table.id).digits)
    return [variant for variant in list_variants(table) if now not in variant.rolls]


def best(rows: Sequence[Figures], own: Figures, count: int = BEST) -> list[Figures]:
    """Return the best `count` variants that are better than the game as it is, the best first.

    Of two that are equal, the one with the milder possible faults is better.
    """
    better = [row for row in rows if _wrong(row) < _wrong(own)]
    return sorted(better, key=lambda row: (_wrong(row), row["at_worst"]))[:count]


def _wrong(row: Figures) -> list[int]:
    faults: list[int] = row["faults"]
    return faults


def mildest(rows: list[Figures]) -> list[Figures]:
    """Return for each table the variant with which the fewest games have another winner.

    This is the closest to taking the rule away. The smallest share comes first. Variants with
    another number of players are left out.
    """
    least: dict[str, Figures] = {}
    for row in rows:
        known = least.get(row["table"])
        if row["other_winner"] and (known is None or _swayed(row) < _swayed(known)):
            least[row["table"]] = row
    return sorted(least.values(), key=_swayed)


def _swayed(row: Figures) -> float:
    """Return the share of games with another winner; -1 if the option changes nothing at all."""
    value: float = row["other_winner"]["value"]
    return -1.0 if row["unchanged"] else value


class Tried:
    """A game with which others are compared. `own` has its figures.

    Args:
        ruleset: The game.
        threads: The number of threads; None for all cores.
        games: The number of games.
        dice: The dice seed.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        threads: int | None = None,
        games: int = TRIED,
        dice: int = DICE,
    ) -> None:
        self._ruleset = ruleset
        self._threads = threads
        self._games = games
        self._dice = dice
        self._played = self._games_of(ruleset)
        self.own = {"id": ruleset.path, **self._figures(ruleset, self._played)}

    def row(self, table: Table, variant: Variant) -> Figures:
        """Return the figures of one variant."""
        named = {
            "table": table.id,
            "title": table.title,
            "label": variant.label,
            "roll": variant.lowest,
        }
        return {**named, **self.compared(replace_roll(self._ruleset, table.id, variant.lowest))}

    def compared(self, other: Ruleset) -> Figures:
        """Return the figures of another game.

        If it has the same number of players, they include its differences from this game.
        """
        played = self._games_of(other)
        told = {"id": other.path, "digits": other.seed.digits, **self._figures(other, played)}
        if other.players != self._ruleset.players:
            return {**told, "shifts": {}, "other_winner": None}
        mine = self._played.results
        theirs = played.results
        same = (mine.winner == theirs.winner).astype(float)
        return {
            **told,
            "other_winner": Estimate.from_values(1.0 - same).json(),
            "unchanged": bool((mine.check == theirs.check).all()),
            "shifts": dict(_shifts(mine, theirs, other.players)),
        }

    def _games_of(self, ruleset: Ruleset) -> Any:
        return play_games(
            ruleset,
            self._games,
            playing.assign_seats(ruleset, ("greedy",)),
            self._dice,
            threads=self._threads,
            settings=resolve_settings(ruleset, DEFAULT_SETTINGS),
            stages=False,
        )

    def _figures(self, ruleset: Ruleset, played: Any) -> Figures:
        """Return the figures to compare, with the verdict of these games alone."""
        test = Playtest(ruleset, self._threads, played, z_for_looks(1))
        test.climb("greedy", "random")
        figures = test.figures()
        return {
            "games": figures["games"],
            "measures": _measures(figures),
            **verdict(ruleset, figures),
        }


def _measures(figures: Figures) -> Figures:
    """Return the values by which games are compared."""
    shares = figures["shares"]
    rounds = figures["rounds"]
    return {
        "first": shares["places"][0]["value"],
        "rounds": rounds["mean"] if rounds else None,
        **{name: shares[name]["value"] for name in SHARES if name in shares},
        "skill": figures["ladder"][0]["value"],
    }


def _shifts(mine: Any, theirs: Any, players: int) -> Iterator[tuple[str, Figures]]:
    """Yield the mean difference of each figure over games with the same dice, with its interval."""
    pairs = {
        "first": (
            statistics.by_place(mine, players)[:, 0],
            statistics.by_place(theirs, players)[:, 0],
        ),
        "drawn": (mine.winner < 0, theirs.winner < 0),
        "rounds": (mine.rounds, theirs.rounds),
    }
    for name, (before, after) in pairs.items():
        shift = Mean.from_values(after.astype(float) - before.astype(float))
        yield name, Estimate(shift.mean, shift.low, shift.high).json()
