"""The planner: a bot that plays as a person does, and tries each option before it chooses.

Greedy bots play each option to the end in several rollouts, with the same new dice for every
option. The planner deviates from the greedy bot's answer only if another did better by more than
chance explains.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from carnage.engine.core import records
from carnage.engine.core.log_reader import new_log
from carnage.engine.core.state import Lead
from carnage.engine.games import PLANNER, Match

ROLLOUT_BUDGET = 96  # rollouts for one decision
FIRST_ROLLOUTS = 4  # rollouts of each option before the best are selected
MIN_LEAD_ERRORS = 0.8  # standard errors by which an option must beat the greedy bot's


def run_planner(match: Match, budget: int = 0) -> None:
    """Let the planner answer its questions until the game is over or waits for a person."""
    while match.question is not None and match.bots[match.question.side] == PLANNER:
        match.choose(plan(match, budget or ROLLOUT_BUDGET))


def plan(match: Match, budget: int = ROLLOUT_BUDGET) -> int:
    """Return the option of the open question that the planner chooses.

    Args:
        match: A game with an open question.
        budget: The number of rollouts.
    """
    question = match.question
    assert question is not None
    greedy = greedy_choice(match)
    count = len(question.options)
    if question.kind in match.family.routine_queries:
        return greedy
    salt = int(match.record.core.n_decisions) * 1_000_003
    rollouts = Rollouts(match, salt)
    results = [rollouts.results(option, 0, FIRST_ROLLOUTS) for option in range(count)]
    means = [float(v.mean()) for v in results]
    finalists = sorted(range(count), key=lambda option: -means[option])[:3]
    if greedy not in finalists:
        finalists[-1:] = [greedy]
    further_rollouts = max(0, budget - count * FIRST_ROLLOUTS) // len(finalists)
    if further_rollouts:
        for option in finalists:
            results[option] = np.append(
                results[option], rollouts.results(option, FIRST_ROLLOUTS, further_rollouts)
            )
    return max(finalists, key=lambda option: _advantage(results[option], results[greedy]))


def greedy_choice(match: Match) -> int:
    """Return the option of the open question that the greedy bot chooses."""
    with np.errstate(over="ignore"):
        return int(match.family.entries.advice(match.game_rows))


def _advantage(results: Any, greedy_results: Any) -> float:
    """Return the lead of an option over the greedy bot's in standard errors, less SURE.

    It is 0 for the greedy bot's option itself.

    Args:
        results: The results of the option, one for each rollout.
        greedy_results: The results of the greedy bot's option with the same dice.
    """
    if results is greedy_results:
        return 0.0
    differences = results - greedy_results
    error = 0.0
    if len(differences) > 1:
        error = float(differences.std(ddof=1)) / math.sqrt(len(differences))
    return float(differences.mean()) / max(error, 1e-9) - MIN_LEAD_ERRORS


class Rollouts:
    """The rollouts of one open question."""

    def __init__(self, match: Match, salt: int) -> None:
        self.match = match
        self.salt = salt
        family = match.family
        if family.is_compiled:
            self.game = records.new(family.Game)
        else:
            self.game = records.CopyingList()
        self.log = new_log(family)
        decided = match.decisions
        self.log[0].decisions[: len(decided)] = decided

    def results(self, option: int, first: int, count: int) -> Any:
        """Return the results of rollouts `first` to `first + count − 1` of an option, as an array.

        Each is 1 for a win of the asker, 0 for a draw and −1 for a loss, plus up to 0.5 in the
        direction of the lead.
        """
        match = self.match
        ranking = records.new(Lead, count)
        with np.errstate(over="ignore"):
            match.family.entries.rollout(
                self.game,
                match.stage_starts[-1],
                match.game_rows,
                match.bot_table,
                self.log,
                option,
                count,
                self.salt + first,
                ranking,
            )
        lead = ranking.value.astype(float)
        return np.sign(lead) + 0.5 * np.tanh(lead / 20.0)
