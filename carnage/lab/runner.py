"""Run a playtest: play games until the verdict is settled, in steps of about a second.

A playtest has two stages. First, greedy bots play each other, and random ones: this is the verdict
between beginners. Then bots practise the game, and play each other. Where a check depends on the
practice, bots are trained again with other dice.

A step plays more games, evaluates all of them, and returns the metrics so far as plain values,
ready for JSON. The result of a step depends only on the ruleset and the steps before it. The number
of evaluations, LOOKS, is fixed, and intervals are corrected for it (Z_SHARES), so that stopping
early does not bias the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from carnage.common.intervals import Estimate
from carnage.engine import games as playing
from carnage.engine.core.family import Weights
from carnage.engine.games import LEARNED
from carnage.engine.simulation import GameResults, Progress, play_games
from carnage.engine.summary import summarize
from carnage.engine.tuning import tune_in_steps
from carnage.lab import checks, statistics
from carnage.lab.sampling_plan import (
    LADDER_PAIRS,
    LEARNED_PAIRS,
    LOOKS,
    RETRAINED_GAMES,
    TUNING_ITERATIONS,
    Z_LADDER,
    Z_SHARES,
    is_last_look,
)
from carnage.lab.strengths import needs_retraining
from carnage.lab.turn_statistics import estimate_idle_stages
from carnage.lab.win_probability import MAX_GAMES, WinProbabilities
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, resolve_settings

DICE_SEED = 0  # the dice seed of the games; the ladder uses the next one
TRAINING_SEEDS = (0, 1)  # of the training, and of the second one

Metrics = dict[str, Any]


def steps(
    ruleset: Ruleset,
    threads: int | None = None,
    dice: int = DICE_SEED,
    test: Playtest | None = None,
) -> Iterator[Metrics]:
    """Yield the metrics of a playtest after each step. The last ones are `complete`.

    Args:
        ruleset: The game.
        threads: The number of threads; None for all cores.
        dice: The dice seed.
        test: A playtest without games, for callers that need its games afterwards.
    """
    test = test or Playtest(ruleset, threads, dice=dice)
    yield from first_verdict_steps(test)
    if test.family.weights:
        yield from practised_steps(test)
        if needs_retraining(ruleset, test.metrics()):
            yield from retraining_steps(test)
    yield {**test.metrics(), "complete": True}


def first_verdict_steps(test: Playtest) -> Iterator[Metrics]:
    """Yield the metrics of a playtest between greedy bots, and of greedy against random ones.

    The games end when the verdict is settled (`checks.is_conclusive`), or when a playtest plays no
    further games (`sampling_plan.is_last_look`).
    """
    is_ladder_open = True
    for games in LOOKS:
        test.evaluate(games)
        yield test.metrics()
        if is_ladder_open:
            is_ladder_open = test.play_skill_pairs("greedy", "random")
            yield test.metrics()
        if test.is_settled():
            break
    while is_ladder_open and test.play_skill_pairs("greedy", "random"):
        yield test.metrics()


def practised_steps(test: Playtest) -> Iterator[Metrics]:
    """Yield the metrics while bots practise the game, and then play greedy ones and each other."""
    for number, weights in enumerate(_train(test, TRAINING_SEEDS[0]), 1):
        test.weights = weights
        yield {**test.metrics(), "training": [number, TUNING_ITERATIONS]}
    test.play_learned_pairs()
    test.practised = Playtest(
        test.ruleset, test.threads, dice=test.dice, weights=test.weights, z=test.z
    )
    for games in LOOKS:
        test.practised.evaluate(games)
        yield test.metrics()
        if test.practised.is_settled():
            return


def retraining_steps(test: Playtest) -> Iterator[Metrics]:
    """Yield the metrics while bots practise with other dice, and then play each other."""
    weights: Weights = {}
    for number, trained in enumerate(_train(test, TRAINING_SEEDS[1]), 1):
        weights = trained
        yield {**test.metrics(), "training": [number, TUNING_ITERATIONS]}
    test.retrained = Playtest(test.ruleset, test.threads, dice=test.dice, weights=weights, z=test.z)
    test.retrained.evaluate(RETRAINED_GAMES)
    yield test.metrics()


def _train(test: Playtest, seed: int) -> Iterator[Weights]:
    return tune_in_steps(
        test.ruleset, iterations=TUNING_ITERATIONS, seed=seed, threads=test.threads
    )


class Playtest:
    """The games of one playtest so far, with their metrics.

    Args:
        ruleset: The game.
        threads: The number of threads; None for all cores.
        game_results: Games that have been played already.
        z: The half width of intervals of shares, in standard errors.
        dice: The dice seed.
        z_ladder: The half width of intervals of the ladder, in standard errors.
        weights: The weights of practised bots; None for greedy bots.

    Attributes:
        weights: The same; later the weights that bots have learned in this playtest.
        practised: The games between bots with these weights.
        retrained: The games between bots that have practised with other dice.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        threads: int | None = None,
        game_results: GameResults | None = None,
        z: float = Z_SHARES,
        dice: int = DICE_SEED,
        z_ladder: float = Z_LADDER,
        weights: Weights | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.family = playing.family_of(ruleset.book.family)
        self.threads = threads
        self.weights = weights
        self.z = z
        self.dice = dice
        self.practised: Playtest | None = None
        self.retrained: Playtest | None = None
        self._settings = resolve_settings(ruleset, DEFAULT_SETTINGS)
        bot = "greedy" if weights is None else LEARNED
        self._bots = playing.assign_seats(ruleset, (bot,), weights)
        self._played = game_results
        self._probabilities: WinProbabilities | None = None
        self._z_ladder = z_ladder
        self._ladder: dict[tuple[str, str], Any] = {}
        self._avoided: Any | None = None
        self._evaluated: Metrics = self._evaluate(game_results) if game_results else {}

    def evaluate(self, games: int) -> None:
        """Play until these bots have played this number of games, and evaluate all of them."""
        before = len(self._played.results) if self._played else 0
        for upto in sorted({min(games, MAX_GAMES), games}):
            if upto > before:
                more = play_games(
                    self.ruleset,
                    upto - before,
                    self._bots,
                    self.dice,
                    threads=self.threads,
                    settings=self._settings,
                    first=before,
                    stages=upto <= MAX_GAMES,
                    learned=self.weights,
                )
                self._played = _join_results(self._played, more)
                before = upto
        assert self._played is not None
        self._evaluated = self._evaluate(self._played)

    def is_settled(self) -> bool:
        """Return True if more games of these bots are not needed, or not allowed."""
        metrics = self._evaluated
        return checks.is_conclusive(self.ruleset, {**metrics, "ladder": []}) or is_last_look(
            metrics["games"], metrics["decisions_per_game"]
        )

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
        """Play pairs of games of practised bots against greedy ones."""
        self._ladder["learned", "greedy"] = self._pairs(
            LEARNED, "greedy", LEARNED_PAIRS, 0, self.weights
        )

    def metrics(self) -> Metrics:
        """Return all metrics so far."""
        ladder = [self._pairing_result(*pairing) for pairing in self._ladder]
        if self._avoided is not None:
            avoided = statistics.name_options(self.family, self._avoided)
        else:
            avoided = {}
        return {
            **self._evaluated,
            "ladder": ladder,
            "shunned": avoided,
            "practised": self.practised.evaluated if self.practised else None,
            "retrained": self.retrained.evaluated if self.retrained else None,
            "practises": bool(self.family.weights),
            "training": None,
            "complete": False,
        }

    @property
    def results(self) -> Any:
        """Return the results of the games of these bots against each other."""
        assert self._played is not None
        return self._played.results

    @property
    def evaluated(self) -> Metrics:
        """Return the metrics of the games of these bots against each other."""
        return self._evaluated

    def _pairs(
        self, better: str, worse: str, count: int, first: int, learned: Weights | None = None
    ) -> Any:
        players = self.ruleset.players
        bots = playing.assign_seats(self.ruleset, (better, worse), learned)
        game_results = play_games(
            self.ruleset,
            count * players,
            bots,
            self.dice + 1,
            swap=True,
            threads=self.threads,
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
            seed=self.dice,
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
        probabilities = self._find_probabilities(game_results)
        notable = dict(statistics.notable_games(game_results, probabilities))
        attacks = statistics.mean_attacks(self.family, questions, len(results))
        return {
            **simulation,
            "z": self.z,
            "opened": statistics.has_opener(results),
            "openers": statistics.count_openers(results),
            "shares": statistics.estimate_shares(self.family, game_results, players, self.z),
            "endings": statistics.count_endings(self.family, results),
            "lengths": statistics.list_lengths(results, players),
            "minutes": statistics.estimate_minutes(ruleset, questions, results, self.z),
            "idle": estimate_idle_stages(self.family, game_results, self.z),
            "attacks": attacks and attacks[1],
            "possible_attacks": attacks and attacks[0],
            "answers": questions,
            "tension": probabilities.tension(self.z).json() if probabilities else None,
            "watch": notable,
            "courses": statistics.winner_courses(notable, probabilities),
        }

    def _find_probabilities(self, game_results: GameResults) -> WinProbabilities | None:
        """Return the win probabilities, fitted again only if there are more games to fit to."""
        fitted = self._probabilities
        results = game_results.results
        if fitted is None or len(fitted.points) < min(len(results), MAX_GAMES):
            self._probabilities = WinProbabilities.from_games(
                results, game_results.turns, self.ruleset.players
            )
        return self._probabilities


def run_playtest(
    ruleset: Ruleset, on_progress: Progress | None = None, threads: int | None = None
) -> Metrics:
    """Run a whole playtest and return its metrics.

    `on_progress` is called with the number of evaluated games and the largest possible number.
    """
    metrics: Metrics = {}
    most = 2 * LOOKS[-1]
    for metrics in steps(ruleset, threads):
        if on_progress:
            practised = metrics["practised"]
            games = LOOKS[-1] + practised["games"] if practised else metrics["games"]
            on_progress(most if metrics["complete"] else games, most)
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
