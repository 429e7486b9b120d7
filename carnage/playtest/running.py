"""Running a playtest: games are played until what is asked of them is answered, in steps of a second or so.

A step plays more games, looks at all of them, and gives the figures as they then are: plain values, ready
for JSON. What a step comes to hangs on the ruleset and the steps before it alone. How often is looked,
LOOKS, is fixed beforehand, and intervals are as wide as looking so often asks for (`intervals.z_of`), so
that stopping early does not flatter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from carnage.engine import games as playing
from carnage.engine.core.family import Weights
from carnage.engine.counting import added_up
from carnage.engine.learning import learn
from carnage.engine.simulating import Played, Progress, play
from carnage.intervals import Estimate
from carnage.playtest import gates, measuring
from carnage.playtest.looks import GENERATIONS, LOOKS, PLANNED, RUNGS, TAUGHT, Z_RUNGS, Z
from carnage.playtest.winning import MOST_GAMES, Chances
from carnage.ruleset import Ruleset
from carnage.settings import USUAL, settled

DICE = 0  # the dice seed that games are played with; those of the ladder have the next

Figures = dict[str, Any]


def steps(
    ruleset: Ruleset,
    threads: int | None = None,
    planner: bool = True,
    dice: int = DICE,
    learner: bool = True,
) -> Iterator[Figures]:
    """A playtest, step by step, until all is answered that will be; the last figures say that they are
    `complete`.

    First greedy bots play each other until every gate is settled (`gates.settled`), and in between greedy
    plays random ones; then, if they are wanted, a `learner` learns the game and plays greedy bots, and a
    `planner` plays a few games.
    """
    test = Playtest(ruleset, threads, dice=dice)
    open_ladder = True
    for games in LOOKS:
        test.look(games)
        yield test.figures()
        if open_ladder:
            open_ladder = test.climb("greedy", "random")
            yield test.figures()
        if gates.settled(ruleset, test.figures()):
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
    """The games of one playtest so far, and what they come to; some may have been `played` already. Intervals
    of shares reach so many standard errors, `z`, to either side, and those of the ladder `z_rungs`."""

    def __init__(
        self,
        ruleset: Ruleset,
        threads: int | None = None,
        played: Played | None = None,
        z: float = Z,
        dice: int = DICE,
        z_rungs: float = Z_RUNGS,
    ) -> None:
        self.ruleset = ruleset
        self.family = playing.family_of(ruleset.book.family)
        self._threads = threads
        self._settings = settled(ruleset, USUAL)
        self._bots = playing.seats(ruleset, ("greedy",))
        self._played, self._z, self._dice, self._z_rungs = played, z, dice, z_rungs
        self._ladder: dict[tuple[str, str], Any] = {}
        self._shunned: Any | None = None
        self._looked: Figures = self._look(played) if played else {}

    def look(self, games: int) -> None:
        """Play on until so many games are played by greedy bots, and look at all of them."""
        before = len(self._played.results) if self._played else 0
        for upto in sorted({min(games, MOST_GAMES), games}):
            if upto > before:
                more = play(
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
        """Play as many more pairs of games of these bots as the next look asks; whether another is worth
        it. Random bots leave out what greedy ones never did in the games that were looked at by then: to
        avoid what nobody does is no skill."""
        if self._shunned is None and self._played:
            self._shunned = measuring.never_given(self._played)
        before = self._ladder.get((better, worse), np.zeros(0))
        wanted = next(count for count in RUNGS if count > len(before))
        pairs = self._pairs(better, worse, wanted - len(before), len(before))
        self._ladder[better, worse] = np.append(before, pairs)
        edge = self._rung(better, worse)
        return wanted < RUNGS[-1] and not gates.skill_settled(edge, self.ruleset.players)

    def learn(self) -> None:
        """Learn the game, and play some pairs of games of who has learned it and greedy bots."""
        learned = learn(self.ruleset, generations=GENERATIONS)
        self._ladder["learned", "greedy"] = self._pairs("learned", "greedy", TAUGHT, 0, learned)

    def plan(self) -> None:
        """Play another pair of games of a planner and greedy bots."""
        before = self._ladder.get(("planner", "greedy"), np.zeros(0))
        pair = self._pairs("planner", "greedy", 1, len(before))
        self._ladder["planner", "greedy"] = np.append(before, pair)

    def figures(self) -> Figures:
        """All that is known by now."""
        ladder = [self._rung(*rung) for rung in self._ladder]
        shunned = measuring.named(self.family, self._shunned) if self._shunned is not None else {}
        return {**self._looked, "ladder": ladder, "shunned": shunned, "complete": False}

    def _pairs(self, better: str, worse: str, count: int, first: int, learned: Weights | None = None) -> Any:
        players = self.ruleset.players
        bots = playing.seats(self.ruleset, (better, worse), learned)
        played = play(
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
            shunned=self._shunned,
        )
        return measuring.pairs(played.results, players, 0)

    def _rung(self, better: str, worse: str) -> Figures:
        pairs = self._ladder[better, worse]
        share = Estimate.of(pairs, self._z_rungs)
        return {"better": better, "worse": worse, "pairs": len(pairs), **share.json()}

    def _look(self, played: Played) -> Figures:
        ruleset, players = self.ruleset, self.ruleset.players
        results = played.results
        simulation = added_up(
            ruleset, self._bots, self._settings, self._dice, False, results, played.tallies, seconds=0.0
        ).json()
        for name in ("seconds", "games_per_second"):
            del simulation[name]
        asked = measuring.answers(self.family, played)
        for rule, (could, chosen) in measuring.uses(self.family, ruleset, asked).items():
            simulation["rules"][rule] |= {"could": could, "chosen": chosen}
        for rule, looked_up in measuring.looked_up(self.family, played).items():
            if rule in simulation["rules"]:
                simulation["rules"][rule] |= {"looked_up": looked_up}
        chances = Chances.of_games(results, played.turns, players)
        watched = dict(measuring.to_watch(played, chances))
        return {
            **simulation,
            "opened": measuring.opens(results),
            "shares": measuring.shares(self.family, played, players, self._z),
            "endings": measuring.endings(self.family, results),
            "lengths": measuring.lengths(results, players),
            "attacks": measuring.attacks(self.family, asked, len(results)),
            "answers": asked,
            "tension": chances.tension().json() if chances else None,
            "watch": watched,
            "courses": measuring.courses(watched, chances),
        }


def playtest(ruleset: Ruleset, progress: Progress | None = None, threads: int | None = None) -> Figures:
    """A whole playtest at once; `progress` is told how many of at most how many games have been looked at."""
    figures: Figures = {}
    for figures in steps(ruleset, threads):
        if progress:
            progress(LOOKS[-1] if figures["complete"] else figures["games"], LOOKS[-1])
    return figures


def _joined(before: Played | None, more: Played) -> Played:
    """Games and those that came after them."""
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
