"""Run a playtest: play games until every check is settled, in steps of about a second.

A step plays more games, evaluates all of them, and returns the figures so far as plain values,
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
from carnage.lab.sampling_plan import GENERATIONS, LOOKS, PLANNED, RUNGS, TAUGHT, Z_RUNGS, Z
from carnage.lab.win_probability import MOST_GAMES, Chances
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, resolve_settings

DICE = 0  # the dice seed of the games; the ladder uses the next one

Figures = dict[str, Any]


def steps(
    ruleset: Ruleset,
    threads: int | None = None,
    planner: bool = True,
    dice: int = DICE,
    learner: bool = True,
) -> Iterator[Figures]:
    """Yield the figures of a playtest after each step. In the last ones, `complete` is true.

    Greedy bots play each other until every check is settled (`checks.settled`). In between, greedy
    bots play random ones. At the end the learner and the planner play.

    Args:
        ruleset: The game.
        threads: The number of threads; None for all cores.
        planner: Play a few games with a planner at the end.
        dice: The dice seed.
        learner: Learn the game, and play games of the learned bot against greedy ones.
    """
    test = Playtest(ruleset, threads, dice=dice)
    open_ladder = True
    for games in LOOKS:
        test.look(games)
        yield test.figures()
        if open_ladder:
            open_ladder = test.climb("greedy", "random")
            yield test.figures()
        if checks.settled(ruleset, test.figures()):
            break
    while open_ladder and test.climb("greedy", "random"):
        yield test.figures()
    if learner and test.family.weights:
        test.learn()
        yield test.figures()
    if planner:
        for _ in range(PLANNED):
            test.plan()
            yield test.figures()
    yield {**test.figures(), "complete": True}


class Playtest:
    """The games of one playtest so far, with their figures.

    Args:
        ruleset: The game.
        threads: The number of threads; None for all cores.
        played: Games that have been played already.
        z: The half width of intervals of shares, in standard errors.
        dice: The dice seed.
        z_rungs: The half width of intervals of the ladder, in standard errors.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        threads: int | None = None,
        played: GameResults | None = None,
        z: float = Z,
        dice: int = DICE,
        z_rungs: float = Z_RUNGS,
    ) -> None:
        self.ruleset = ruleset
        self.family = playing.family_of(ruleset.book.family)
        self._threads = threads
        self._settings = resolve_settings(ruleset, DEFAULT_SETTINGS)
        self._bots = playing.assign_seats(ruleset, ("greedy",))
        self._played = played
        self._z = z
        self._dice = dice
        self._z_rungs = z_rungs
        self._ladder: dict[tuple[str, str], Any] = {}
        self._shunned: Any | None = None
        self._looked: Figures = self._look(played) if played else {}

    def look(self, games: int) -> None:
        """Play until greedy bots have played this number of games, and evaluate all of them."""
        before = len(self._played.results) if self._played else 0
        for upto in sorted({min(games, MOST_GAMES), games}):
            if upto > before:
                more = play_games(
                    self.ruleset,
                    upto - before,
                    self._bots,
                    self._dice,
                    threads=self._threads,
                    settings=self._settings,
                    first=before,
                    stages=upto <= MOST_GAMES,
                )
                self._played = _joined(self._played, more)
                before = upto
        assert self._played is not None
        self._looked = self._look(self._played)

    def climb(self, better: str, worse: str) -> bool:
        """Play pairs of games of two bots until the next evaluation. Return True if another one is
        useful.

        Random bots do not use options that greedy bots never chose in the games evaluated so far.
        To avoid such a blunder is not skill.
        """
        if self._shunned is None and self._played:
            self._shunned = statistics.never_given(self._played)
        before = self._ladder.get((better, worse), np.zeros(0))
        wanted = next(count for count in RUNGS if count > len(before))
        pairs = self._pairs(better, worse, wanted - len(before), len(before))
        self._ladder[better, worse] = np.append(before, pairs)
        edge = self._rung(better, worse)
        return wanted < RUNGS[-1] and not checks.skill_settled(edge, self.ruleset.players)

    def learn(self) -> None:
        """Learn the game, and play pairs of games of the learned bot against greedy ones."""
        learned = tune_weights(self.ruleset, iterations=GENERATIONS)
        self._ladder["learned", "greedy"] = self._pairs("learned", "greedy", TAUGHT, 0, learned)

    def plan(self) -> None:
        """Play another pair of games of a planner against a greedy bot."""
        before = self._ladder.get(("planner", "greedy"), np.zeros(0))
        pair = self._pairs("planner", "greedy", 1, len(before))
        self._ladder["planner", "greedy"] = np.append(before, pair)

    def figures(self) -> Figures:
        """Return all figures so far."""
        ladder = [self._rung(*rung) for rung in self._ladder]
        if self._shunned is not None:
            shunned = statistics.named(self.family, self._shunned)
        else:
            shunned = {}
        return {**self._looked, "ladder": ladder, "shunned": shunned, "complete": False}

    def _pairs(
        self, better: str, worse: str, count: int, first: int, learned: Weights | None = None
    ) -> Any:
        players = self.ruleset.players
        bots = playing.assign_seats(self.ruleset, (better, worse), learned)
        played = play_games(
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
            avoided=self._shunned,
        )
        return statistics.pairs(played.results, players, 0)

    def _rung(self, better: str, worse: str) -> Figures:
        pairs = self._ladder[better, worse]
        share = Estimate.from_values(pairs, self._z_rungs)
        return {"better": better, "worse": worse, "pairs": len(pairs), **share.json()}

    def _look(self, played: GameResults) -> Figures:
        ruleset = self.ruleset
        players = self.ruleset.players
        results = played.results
        simulation = summarize(
            ruleset,
            bots=self._bots,
            settings=self._settings,
            seed=self._dice,
            swap=False,
            results=results,
            tallies=played.tallies,
            seconds=0.0,
        ).json()
        for name in ("seconds", "games_per_second"):
            del simulation[name]
        asked = statistics.answers(self.family, played)
        for rule, (could, chosen) in statistics.uses(self.family, ruleset, asked).items():
            simulation["rules"][rule] |= {"could": could, "chosen": chosen}
        for rule, looked_up in statistics.looked_up(self.family, played).items():
            if rule in simulation["rules"]:
                simulation["rules"][rule] |= {"looked_up": looked_up}
        chances = Chances.of_games(results, played.turns, players)
        watched = dict(statistics.to_watch(played, chances))
        return {
            **simulation,
            "opened": statistics.opens(results),
            "shares": statistics.shares(self.family, played, players, self._z),
            "endings": statistics.endings(self.family, results),
            "lengths": statistics.lengths(results, players),
            "attacks": statistics.attacks(self.family, asked, len(results)),
            "answers": asked,
            "tension": chances.tension().json() if chances else None,
            "watch": watched,
            "courses": statistics.courses(watched, chances),
        }


def playtest(
    ruleset: Ruleset, progress: Progress | None = None, threads: int | None = None
) -> Figures:
    """Run a whole playtest and return its figures.

    `progress` is called with the number of evaluated games and the largest possible number.
    """
    figures: Figures = {}
    for figures in steps(ruleset, threads):
        if progress:
            progress(LOOKS[-1] if figures["complete"] else figures["games"], LOOKS[-1])
    return figures


def _joined(before: GameResults | None, more: GameResults) -> GameResults:
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
