"""Run a playtest: play games until every check is settled, in steps of about a second.

A step plays more games, evaluates all of them, and returns the metrics so far as plain values,
ready for JSON. The result of a step depends only on the ruleset and the steps before it. The number
of evaluations, LOOKS, is fixed, and intervals are corrected for it
(`common.intervals.z_for_looks`), so that stopping early does not bias the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from carnage.common.intervals import Estimate
from carnage.engine import games as playing
from carnage.engine.core.family import Weights
from carnage.engine.simulation import GameResults, Progress, play_games
from carnage.engine.summary import summarize
from carnage.engine.tuning import tune_weights
from carnage.lab import checks, statistics
from carnage.lab.sampling_plan import (
    LADDER_PAIRS,
    LEARNED_PAIRS,
    LOOKS,
    PLANNER_PAIRS,
    TUNING_ITERATIONS,
    Z_LADDER,
    Z_SHARES,
)
from carnage.lab.win_probability import MAX_GAMES, WinProbabilities
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, resolve_settings

DICE_SEED = 0  # the dice seed of the games; the ladder uses the next one

Metrics = dict[str, Any]


def steps(
    ruleset: Ruleset,
    threads: int | None = None,
    planner: bool = True,
    dice: int = DICE_SEED,
    learner: bool = True,
) -> Iterator[Metrics]:
    """Yield the metrics of a playtest after each step. In the last ones, `complete` is true.

    Greedy bots play each other until every check is settled (`checks.is_conclusive`). In
    between, greedy bots play random ones. At the end the learner and the planner play.

    Args:
        ruleset: The game.
        threads: The number of threads; None for all cores.
        planner: Play a few games with a planner at the end.
        dice: The dice seed.
        learner: Learn the game, and play games of the learned bot against greedy ones.
    """
    test = Playtest(ruleset, threads, dice=dice)
    is_ladder_open = True
    for games in LOOKS:
        test.evaluate(games)
        yield test.metrics()
        if is_ladder_open:
            is_ladder_open = test.play_skill_pairs("greedy", "random")
            yield test.metrics()
        if checks.is_conclusive(ruleset, test.metrics()):
            break
    while is_ladder_open and test.play_skill_pairs("greedy", "random"):
        yield test.metrics()
    if learner and test.family.weights:
        test.play_learned_pairs()
        yield test.metrics()
    if planner:
        for _ in range(PLANNER_PAIRS):
            test.play_planner_pair()
            yield test.metrics()
    yield {**test.metrics(), "complete": True}


class Playtest:
    """The games of one playtest so far, with their metrics.

    Args:
        ruleset: The game.
        threads: The number of threads; None for all cores.
        game_results: Games that have been played already.
        z: The half width of intervals of shares, in standard errors.
        dice: The dice seed.
        z_ladder: The half width of intervals of the ladder, in standard errors.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        threads: int | None = None,
        game_results: GameResults | None = None,
        z: float = Z_SHARES,
        dice: int = DICE_SEED,
        z_ladder: float = Z_LADDER,
    ) -> None:
        self.ruleset = ruleset
        self.family = playing.family_of(ruleset.book.family)
        self._threads = threads
        self._settings = resolve_settings(ruleset, DEFAULT_SETTINGS)
        self._bots = playing.assign_seats(ruleset, ("greedy",))
        self._played = game_results
        self._z = z
        self._dice = dice
        self._z_ladder = z_ladder
        self._ladder: dict[tuple[str, str], Any] = {}
        self._avoided: Any | None = None
        self._evaluated: Metrics = self._evaluate(game_results) if game_results else {}

    def evaluate(self, games: int) -> None:
        """Play until greedy bots have played this number of games, and evaluate all of them."""
        before = len(self._played.results) if self._played else 0
        for upto in sorted({min(games, MAX_GAMES), games}):
            if upto > before:
                more = play_games(
                    self.ruleset,
                    upto - before,
                    self._bots,
                    self._dice,
                    threads=self._threads,
                    settings=self._settings,
                    first=before,
                    stages=upto <= MAX_GAMES,
                )
                self._played = _join_results(self._played, more)
                before = upto
        assert self._played is not None
        self._evaluated = self._evaluate(self._played)

    def play_skill_pairs(self, better: str, worse: str) -> bool:
        """Play pairs of games of two bots until the next evaluation. Return True if another one is
        useful.

        Random bots do not use options that greedy bots never chose in the games evaluated so far.
        To avoid such a blunder is not skill.
        """
        if self._avoided is None and self._played:
            self._avoided = statistics.never_chosen(self._played)
        before = self._ladder.get((better, worse), np.zeros(0))
        target = next(count for count in LADDER_PAIRS if count > len(before))
        pairs = self._pairs(better, worse, target - len(before), len(before))
        self._ladder[better, worse] = np.append(before, pairs)
        pairing = self._pairing_result(better, worse)
        return target < LADDER_PAIRS[-1] and not checks.is_skill_conclusive(
            pairing, self.ruleset.players
        )

    def play_learned_pairs(self) -> None:
        """Learn the game, and play pairs of games of the learned bot against greedy ones."""
        learned = tune_weights(self.ruleset, iterations=TUNING_ITERATIONS)
        self._ladder["learned", "greedy"] = self._pairs(
            "learned", "greedy", LEARNED_PAIRS, 0, learned
        )

    def play_planner_pair(self) -> None:
        """Play another pair of games of a planner against a greedy bot."""
        before = self._ladder.get(("planner", "greedy"), np.zeros(0))
        pair = self._pairs("planner", "greedy", 1, len(before))
        self._ladder["planner", "greedy"] = np.append(before, pair)

    def metrics(self) -> Metrics:
        """Return all metrics so far."""
        ladder = [self._pairing_result(*pairing) for pairing in self._ladder]
        if self._avoided is not None:
            avoided = statistics.name_options(self.family, self._avoided)
        else:
            avoided = {}
        return {**self._evaluated, "ladder": ladder, "shunned": avoided, "complete": False}

    def _pairs(
        self, better: str, worse: str, count: int, first: int, learned: Weights | None = None
    ) -> Any:
        players = self.ruleset.players
        bots = playing.assign_seats(self.ruleset, (better, worse), learned)
        game_results = play_games(
            self.ruleset,
            count * players,
            bots,
            self._dice + 1,
            swap=True,
            threads=self._threads,
            settings=self._settings,
            first=first * players,
            stages=False,
            learned=learned,
            avoided=self._avoided,
        )
        return statistics.bot_shares(game_results.results, players, 0)

    def _pairing_result(self, better: str, worse: str) -> Metrics:
        pairs = self._ladder[better, worse]
        share = Estimate.from_values(pairs, self._z_ladder)
        return {"better": better, "worse": worse, "pairs": len(pairs), **share.json()}

    def _evaluate(self, game_results: GameResults) -> Metrics:
        ruleset = self.ruleset
        players = self.ruleset.players
        results = game_results.results
        simulation = summarize(
            ruleset,
            bots=self._bots,
            settings=self._settings,
            seed=self._dice,
            swap=False,
            results=results,
            tallies=game_results.tallies,
            seconds=0.0,
        ).json()
        for name in ("seconds", "games_per_second"):
            del simulation[name]
        questions = statistics.question_statistics(self.family, game_results)
        for rule, (could, chosen) in statistics.count_optional_uses(
            self.family, ruleset, questions
        ).items():
            simulation["rules"][rule] |= {"could": could, "chosen": chosen}
        for rule, looked_up in statistics.count_evaluations(self.family, game_results).items():
            if rule in simulation["rules"]:
                simulation["rules"][rule] |= {"looked_up": looked_up}
        probabilities = WinProbabilities.from_games(results, game_results.turns, players)
        notable = dict(statistics.notable_games(game_results, probabilities))
        return {
            **simulation,
            "opened": statistics.has_opener(results),
            "shares": statistics.estimate_shares(self.family, game_results, players, self._z),
            "endings": statistics.count_endings(self.family, results),
            "lengths": statistics.list_lengths(results, players),
            "attacks": statistics.mean_attacks(self.family, questions, len(results)),
            "answers": questions,
            "tension": probabilities.tension().json() if probabilities else None,
            "watch": notable,
            "courses": statistics.winner_courses(notable, probabilities),
        }


def run_playtest(
    ruleset: Ruleset, on_progress: Progress | None = None, threads: int | None = None
) -> Metrics:
    """Run a whole playtest and return its metrics.

    `on_progress` is called with the number of evaluated games and the largest possible number.
    """
    metrics: Metrics = {}
    for metrics in steps(ruleset, threads):
        if on_progress:
            on_progress(LOOKS[-1] if metrics["complete"] else metrics["games"], LOOKS[-1])
    return metrics


def _join_results(before: GameResults | None, more: GameResults) -> GameResults:
    """Return the games and tallies of two parts as one."""
    if before is None:
        return more
    tallies = before.tallies.copy()
    tallies.fired += more.tallies.fired
    tallies.games += more.tallies.games
    tallies.looked_up += more.tallies.looked_up
    return replace(
        more,
        results=np.concatenate([before.results, more.results]).view(np.recarray),
        turns=np.concatenate([before.turns, more.turns]).view(np.recarray),
        tallies=tallies,
        asked=before.asked + more.asked,
        forced=before.forced + more.forced,
        offered=before.offered + more.offered,
        taken=before.taken + more.taken,
    )
