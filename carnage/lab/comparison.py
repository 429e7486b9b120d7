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
from carnage.lab.rule_usage import unused_tables
from carnage.lab.runner import DICE_SEED, Metrics, Playtest
from carnage.lab.verdict import build_verdict, judge_in_steps
from carnage.rulesets.ruleset import Ruleset, replace_roll
from carnage.rulesets.settings import DEFAULT_SETTINGS, resolve_settings

SCREENING_GAMES = 250  # games of each option, if the options of all tables are tried
CONFIRMATION_GAMES = 1000  # games of each option that also gets a verdict
SHARES = ("drawn", "tie_break", "nil_nil", "unhurt")  # shares of games; a family may lack some
SEARCH_DICE_SEED = 2  # the dice seed of the search in `suggest_fixes`; verdicts use DICE_SEED
MAX_FIXES = 3
MAX_CANDIDATES = (
    2 * MAX_FIXES
)  # the best options after SCREENING_GAMES games, which then get a verdict


def compare_options(
    ruleset: Ruleset, table: Table, threads: int | None = None
) -> Iterator[Metrics]:
    """Yield metrics while the other options of one table are played on the same dice.

    Each step has one more option. Then verdicts are added.
    """
    baseline = Baseline(ruleset, threads, CONFIRMATION_GAMES)
    rows: list[Metrics] = []
    answers = other_variants(ruleset, table)
    for variant in answers:
        yield {
            **baseline.metrics,
            "rows": rows,
            "tried": len(rows),
            "of": len(answers),
            "complete": False,
        }
        rows = [*rows, baseline.compare_variant(table, variant)]
    variant_games = [ruleset, *(replace_roll(ruleset, table.id, row["roll"]) for row in rows)]
    base_metrics = {**baseline.metrics, "tried": len(rows), "of": len(answers)}
    yield from _add_verdicts(base_metrics, rows, variant_games, threads)


def suggest_fixes(ruleset: Ruleset, threads: int | None = None) -> Iterator[Metrics]:
    """Yield metrics while all other options of all tables are tried.

    The last metrics have the MAX_FIXES options whose verdict is better than that of the game,
    and for each table the option with the least effect. The search uses SEARCH_DICE_SEED, because
    some of the eighty or so options look good by luck.
    """
    baseline = Baseline(ruleset, threads, dice=SEARCH_DICE_SEED)
    rows: list[Metrics] = []
    unused = unused_tables(ruleset)
    tables = [choice.table for choice in ruleset.choices if choice.table.id not in unused]

    def snapshot(base_metrics: Metrics, better: Sequence[Metrics], number: int) -> Metrics:
        more = {"rows": better, "mildest": least_effect(rows), "tried": number, "of": len(tables)}
        return {**base_metrics, **more, "complete": False}

    verdict: Metrics = {}
    for verdict in judge_in_steps(ruleset, threads):
        yield snapshot({**baseline.metrics, **verdict}, [], 0)
    base_metrics = {**baseline.metrics, **verdict}
    for number, table in enumerate(tables):
        yield snapshot(base_metrics, best_variants(rows, base_metrics), number)
        rows += [
            baseline.compare_variant(table, variant) for variant in other_variants(ruleset, table)
        ]
    # SCREENING_GAMES may miss faults of the game, and would then miss them in better options, too.
    worse = max(base_metrics, baseline.metrics, key=_faults)
    if base_metrics["faults"]:
        candidates = best_variants(rows, worse, MAX_CANDIDATES)
    else:
        candidates = []
    variant_games = [replace_roll(ruleset, row["table"], row["roll"]) for row in candidates]
    fresh = Baseline(ruleset, threads, CONFIRMATION_GAMES)
    confirmed = []
    base_metrics = {**fresh.metrics, **verdict}
    for row, game in zip(candidates, variant_games, strict=True):
        yield snapshot(base_metrics, [], len(tables))
        confirmed.append({**row, **fresh.compare(game)})
    for metrics in _add_verdicts(
        snapshot(base_metrics, [], len(tables)), confirmed, variant_games, threads
    ):
        yield {**metrics, "rows": best_variants(metrics["rows"], base_metrics)}


def compare(
    before: Ruleset, after: Ruleset, games: int = CONFIRMATION_GAMES, threads: int | None = None
) -> Iterator[Metrics]:
    """Yield the metrics of two games on the same dice, with their differences, and then their
    verdicts.
    """
    baseline = Baseline(before, threads, games)
    yield from _add_verdicts(baseline.metrics, [baseline.compare(after)], [before, after], threads)


def _add_verdicts(
    base_metrics: Metrics,
    rows: Sequence[Metrics],
    variant_games: Sequence[Ruleset],
    threads: int | None,
) -> Iterator[Metrics]:
    """Yield metrics while verdicts are added.

    Args:
        own: The metrics of the game as it is.
        rows: The metrics of its variants.
        swapped: The games to judge: those of `rows`, with the game as it is first if there is one
            more.
        threads: The number of threads; None for all cores.
    """
    all_metrics = [base_metrics, *rows]
    first = len(all_metrics) - len(variant_games)

    def snapshot(checked: int) -> Metrics:
        progress = {
            "checked": checked,
            "to_check": len(variant_games),
            "complete": checked == len(variant_games),
        }
        return {**all_metrics[0], "rows": all_metrics[1:], **progress}

    for checked, ruleset in enumerate(variant_games):
        yield snapshot(checked)
        for verdict in judge_in_steps(ruleset, threads):
            all_metrics[first + checked] = {**all_metrics[first + checked], **verdict}
            yield snapshot(checked)
    yield snapshot(len(variant_games))


def other_variants(ruleset: Ruleset, table: Table) -> list[Variant]:
    """Return the other variants of a rolled table, in the order of their rolls."""
    now = int(ruleset.choice(table.id).digits)
    return [variant for variant in list_variants(table) if now not in variant.rolls]


def best_variants(
    rows: Sequence[Metrics], base_metrics: Metrics, count: int = MAX_FIXES
) -> list[Metrics]:
    """Return the best `count` variants that are better than the game as it is, the best first.

    Of two that are equal, the one with the milder possible faults is better.
    """
    better = [row for row in rows if _faults(row) < _faults(base_metrics)]
    return sorted(better, key=lambda row: (_faults(row), row["at_worst"]))[:count]


def _faults(row: Metrics) -> list[int]:
    faults: list[int] = row["faults"]
    return faults


def least_effect(rows: list[Metrics]) -> list[Metrics]:
    """Return for each table the variant with which the fewest games have another winner.

    This is the closest to taking the rule away. The smallest share comes first. Variants with
    another number of players are left out.
    """
    least: dict[str, Metrics] = {}
    for row in rows:
        known = least.get(row["table"])
        if row["other_winner"] and (
            known is None or _other_winner_share(row) < _other_winner_share(known)
        ):
            least[row["table"]] = row
    return sorted(least.values(), key=_other_winner_share)


def _other_winner_share(row: Metrics) -> float:
    """Return the share of games with another winner; -1 if the option changes nothing at all."""
    value: float = row["other_winner"]["value"]
    return -1.0 if row["unchanged"] else value


class Baseline:
    """A game with which others are compared. `metrics` has its metrics.

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
        games: int = SCREENING_GAMES,
        dice: int = DICE_SEED,
    ) -> None:
        self._ruleset = ruleset
        self._threads = threads
        self._games = games
        self._dice = dice
        self._played = self._games_of(ruleset)
        self.metrics = {"id": ruleset.address, **self._figures(ruleset, self._played)}

    def compare_variant(self, table: Table, variant: Variant) -> Metrics:
        """Return the metrics of one variant."""
        labels = {
            "table": table.id,
            "title": table.title,
            "label": variant.label,
            "roll": variant.lowest,
        }
        return {**labels, **self.compare(replace_roll(self._ruleset, table.id, variant.lowest))}

    def compare(self, other: Ruleset) -> Metrics:
        """Return the metrics of another game.

        If it has the same number of players, they include its differences from this game.
        """
        played = self._games_of(other)
        row = {"id": other.path, "digits": other.seed.digits, **self._figures(other, played)}
        if other.players != self._ruleset.players:
            return {**row, "shifts": {}, "other_winner": None}
        base_results = self._played.results
        other_results = played.results
        same = (base_results.winner == other_results.winner).astype(float)
        return {
            **row,
            "other_winner": Estimate.from_values(1.0 - same).json(),
            "unchanged": bool((base_results.check == other_results.check).all()),
            "shifts": dict(_paired_differences(base_results, other_results, other.players)),
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

    def _figures(self, ruleset: Ruleset, played: Any) -> Metrics:
        """Return the metrics to compare, with the verdict of these games alone."""
        test = Playtest(ruleset, self._threads, played, z_for_looks(1))
        test.play_skill_pairs("greedy", "random")
        metrics = test.metrics()
        return {
            "games": metrics["games"],
            "measures": _compared_values(metrics),
            **build_verdict(ruleset, metrics),
        }


def _compared_values(metrics: Metrics) -> Metrics:
    """Return the values by which games are compared."""
    shares = metrics["shares"]
    rounds = metrics["rounds"]
    return {
        "first": shares["places"][0]["value"],
        "rounds": rounds["mean"] if rounds else None,
        **{name: shares[name]["value"] for name in SHARES if name in shares},
        "skill": metrics["ladder"][0]["value"],
    }


def _paired_differences(
    base_results: Any, other_results: Any, players: int
) -> Iterator[tuple[str, Metrics]]:
    """Yield the mean difference of each metric over games with the same dice, with its interval."""
    pairs = {
        "first": (
            statistics.points_by_place(base_results, players)[:, 0],
            statistics.points_by_place(other_results, players)[:, 0],
        ),
        "drawn": (base_results.winner < 0, other_results.winner < 0),
        "rounds": (base_results.rounds, other_results.rounds),
    }
    for name, (before, after) in pairs.items():
        shift = Mean.from_values(after.astype(float) - before.astype(float))
        yield name, Estimate(shift.mean, shift.low, shift.high).json()
