"""Aims of a balanced game: their distance from figures, and limits for everything else."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from carnage.common.intervals import Estimate
from carnage.rulesets.ruleset import Ruleset

FAIR = "fair"
DRAWS = "draws"
ROUNDS = "rounds"
EVEN = 0.5
FAIR_HALF_WIDTH = 0.05
MAX_MORE_DRAWS = 0.05
MAX_ROUNDS_FACTOR = 1.4
MAX_DRAWN = 0.05  # the aim `draws`
MAX_NEIGHBOUR_GAP = 0.08  # of the first player's share between neighbouring values
CONFIRMING_GAMES = 4000  # fresh games of an answer at each strength
POINTS = "victory.second_points"
TIES = "victory.second_ties"
HELD_BACK = "initiative.held_back"
OPENING = "activation-order.opening"
KEPT = "activation-order.kept"


class BalanceError(ValueError):
    """An aim that a game cannot have. The message says which it can have."""


class Figures(NamedTuple):
    """Figures of games at one strength, with the interval of the first player's share."""

    first: Estimate
    drawn: float
    rounds: float
    capped: float

    def json(self) -> dict[str, Any]:
        """Return the figures as JSON."""
        return {
            "first": self.first.json(),
            "drawn": round(self.drawn, 4),
            "rounds": round(self.rounds, 2),
        }


@dataclass(frozen=True)
class Aim:
    """An aim of a search.

    Attributes:
        name: FAIR, DRAWS or ROUNDS.
        rounds: The number of rounds, for ROUNDS.
    """

    name: str
    rounds: float = 0.0

    def distance(self, figures: Figures) -> float:
        """Return how far figures are from the aim; 0 at the aim."""
        if self.name == FAIR:
            return abs(figures.first.value - EVEN)
        if self.name == DRAWS:
            return max(0.0, figures.drawn - MAX_DRAWN)
        return abs(math.log(max(figures.rounds, 0.1) / self.rounds))

    def is_reached(self, figures: Figures) -> bool:
        """Return True if figures are close enough to the aim."""
        limits = {FAIR: FAIR_HALF_WIDTH, DRAWS: 0.0, ROUNDS: 0.12}
        return self.distance(figures) <= limits[self.name]


def list_aims(ruleset: Ruleset) -> list[str]:
    """Return the aims that a game can have, as `parse_aim` reads them."""
    aims = [FAIR] if ruleset.book.roster.figure else []
    if ruleset.book.sheet.nouns.rounds:
        aims += [DRAWS, f"{ROUNDS}=6"]
    return aims


def parse_aim(text: str, ruleset: Ruleset) -> Aim:
    """Return the aim of a text: `fair`, `draws`, or `rounds=6`. Raises BalanceError."""
    name, _, number = text.strip().lower().replace(" ", "=", 1).partition("=")
    aims = list_aims(ruleset)
    if not aims:
        raise BalanceError("No number balances this game.")
    if name == FAIR and FAIR not in aims:
        raise BalanceError(
            "Who goes first is decided during this game, so no number makes it fair. "
            f"The aims are {' and '.join(aims)}."
        )
    if name == ROUNDS and number.isdigit() and 1 <= int(number) <= 30:
        return Aim(ROUNDS, float(number))
    if name in (FAIR, DRAWS) and not number:
        return Aim(name)
    raise BalanceError(f"An aim is one of {', '.join(aims)}; not {text!r}.")


def is_acceptable(aim: Aim, before: Figures, after: Figures) -> bool:
    """Return True if a change makes nothing else much worse."""
    if after.capped > before.capped:
        return False
    if after.drawn > before.drawn + MAX_MORE_DRAWS:
        return False
    if aim.name == ROUNDS or not before.rounds:
        return True
    factor = max(after.rounds, 0.1) / before.rounds
    return 1.0 / MAX_ROUNDS_FACTOR <= factor <= MAX_ROUNDS_FACTOR
