"""Measure how the sides of a battle differ, and whether games are fair.

    python bench/sides.py [--book skirmish] [--rulesets 40] [--games 400]

The rulesets are those of `bench/endings.py`. Bots play each at two strengths: greedy, and after
practice. The sides of a game differ if their figures or the Talents of these do when the first
round begins.

Each row is a figure: the share of games whose sides differ; for each strength, the share of
rulesets in which side against side, and first against second, are within 45 to 55 %, draws counted
as halves. A share of points has a standard error of 2.5 % in 400 games, so a ruleset counts as fair
if its interval of 95 % reaches these bounds, and as clearly fair if its value is within them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from endings import draw_ruleset, seat_bots, survey_rulesets

from carnage.common.intervals import Z95
from carnage.lab.strengths import GREEDY, PRACTISED
from carnage.rulesets.ruleset import Ruleset

FAIR = (0.45, 0.55)  # share of points of a side, and of the player who goes first
LOOKED_INTO = 20  # games whose forces are compared
STRENGTHS = (GREEDY, PRACTISED)


@dataclass(frozen=True)
class Fairness:
    """The share of points of side 1 and of the first player, with the half width of intervals."""

    side: float
    first: float
    margin: float


@dataclass(frozen=True)
class Survey:
    """The figures of one ruleset: the share of games with unlike sides, and its fairness."""

    digits: str
    unlike: float
    fairness: dict[str, Fairness]


def list_side(record: Any, side: int) -> Counter[tuple[int, int]]:
    """Return the kinds and the Talents of a side's figures, counted."""
    models = [record.models[i] for i in range(record.n_models)]
    return Counter(
        (int(model.kind), int(model.talent))
        for model in models
        if model.side == side and not model.absent
    )


def differs(ruleset: Ruleset, number: int) -> bool:
    """Return whether the sides of a game differ when it is over, but for wounds and losses."""
    from carnage.engine.games import Match

    match = Match(ruleset, 0, number, ("greedy",) * ruleset.players, log_length=0)
    return list_side(match.record, 0) != list_side(match.record, 1)


def play(ruleset: Ruleset, games: int, strength: str) -> Fairness:
    """Play games between bots of one strength, and return their fairness."""
    from carnage.engine.simulation import play_games
    from carnage.lab.statistics import points_by_place
    from carnage.lab.win_probability import points_of

    bots, weights = seat_bots(ruleset, is_practised=strength == PRACTISED)
    results = play_games(ruleset, games, bots, threads=1, stages=False, learned=weights).results
    points = points_of(results, ruleset.players)[:, 0]
    return Fairness(
        side=float(points.mean()),
        first=float(points_by_place(results, ruleset.players)[:, 0].mean()),
        margin=Z95 * float(points.std()) / games**0.5,
    )


def survey_ruleset(code: str, games: int, number: int) -> Survey:
    """Return the figures of a ruleset."""
    ruleset = draw_ruleset(code, number)
    return Survey(
        digits=ruleset.seed.digits,
        unlike=float(np.mean([differs(ruleset, game) for game in range(LOOKED_INTO)])),
        fairness={strength: play(ruleset, games, strength) for strength in STRENGTHS},
    )


def is_fair(share: float, margin: float = 0.0) -> bool:
    """Return whether a share is within the bounds, or within a margin of them."""
    return FAIR[0] - margin <= share <= FAIR[1] + margin


def print_figures(surveys: list[Survey]) -> None:
    """Print the figures of all rulesets together."""
    print(f"games whose sides differ{np.mean([survey.unlike for survey in surveys]):30.0%}")
    for strength in STRENGTHS:
        each = [survey.fairness[strength] for survey in surveys]
        for name in ("side", "first"):
            shares = [(getattr(fairness, name), fairness.margin) for fairness in each]
            fair = np.mean([is_fair(share, margin) for share, margin in shares])
            clearly = np.mean([is_fair(share) for share, _ in shares])
            print(f"{strength}, {name}: fair {fair:.0%}, clearly fair {clearly:.0%}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--book", default="skirmish")
    parser.add_argument("--rulesets", type=int, default=40)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    survey = partial(survey_ruleset, arguments.book, arguments.games)
    surveys = survey_rulesets(survey, arguments.book, arguments.rulesets)
    if arguments.list:
        for each in surveys:
            print(each.digits, each.unlike, each.fairness)
    print_figures(surveys)


if __name__ == "__main__":
    main()
