"""The chance of a seat to win at any decision of a game, by rollouts with new dice."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from carnage.common.intervals import widened_variance
from carnage.engine.core import records
from carnage.engine.core.log_reader import new_log
from carnage.engine.core.state import Lead
from carnage.engine.games import Match


class Estimate(NamedTuple):
    """A share of won rollouts, a draw counted as half, and its variance."""

    won: float
    variance: float


class Chances:
    """The chances of one seat in the course of a game."""

    def __init__(self, match: Match, seat: int, count: int) -> None:
        self.match = match
        self.seat = seat
        self.count = count
        family = match.family
        if family.is_compiled:
            self._game = records.new(family.Game)
        else:
            self._game = records.CopyingList()
        self._log = new_log(family)
        self._decisions = match.decisions

    def at(self, stage: int, decided: int) -> Estimate:
        """Return the estimate at a decision.

        Args:
            stage: The index of its stage.
            decided: The number of decisions before it.
        """
        match = self.match
        leads = records.new(Lead, self.count)
        # Rollouts write their own decisions over the later ones.
        self._log[0].decisions[: len(self._decisions)] = self._decisions
        with np.errstate(over="ignore"):
            match.family.entries.play_on(
                self._game,
                match.stage_starts[stage],
                match.bot_table,
                self._log,
                decided,
                self.seat,
                decided * self.count,
                records.as_ndarray(leads),
            )
        won = (np.sign(leads.value.astype(float)) + 1.0) / 2.0
        mean = float(won.mean())
        return Estimate(mean, widened_variance(float(won.var()), self.count))
