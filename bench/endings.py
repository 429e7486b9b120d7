"""Measure how games of a book end, and how long they take.

    python bench/endings.py [--book skirmish] [--rulesets 200] [--games 100] [--practised] [--list]

Each digit of a ruleset depends on its table alone, so a book with one more table keeps the other
choices: figures before and after a change of the book are those of the same rulesets. Greedy bots
play all games, or with `--practised` bots that have practised the ruleset.

Each row is a figure, with its target for `skirmish`:

- decisions that are not routine, of all players together: the median and the 95th percentile of
  all games;
- the share of rulesets that take at most 120 minutes, by the formula of `rulebook.battle.play_time`;
- the share of games by ending, where `length` is the limit of rounds, dice or time;
- the share of games whose result is open after two thirds of their rounds: no seat has a chance of
  90 %, by the model of `lab.win_probability`, in rulesets where it has a Brier skill of 0.2;
- the share of rulesets in which at most 8 % of games are drawn.

With `--list`, each ruleset has a row of its own first.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np

from carnage import catalog
from carnage.common.intervals import Z95
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

MAX_MINUTES = 120.0
OPEN_CHANCE = 0.9  # chance of the leader, from which a game is no longer open
MAX_DRAWN = 0.08  # share of games

Result = TypeVar("Result")


@dataclass(frozen=True)
class Survey:
    """The figures of one ruleset.

    Attributes:
        digits: Its digits.
        length: The code of its option of Game Length, if it has one.
        decisions: The decisions that are not routine, for each game.
        minutes: The mean minutes of a game.
        endings: The share of games, by ending.
        open: Whether each game is open after two thirds; None without a good model.
        drawn: The share of drawn games.
        rounds: The mean number of rounds.
    """

    digits: str
    length: str
    decisions: Any
    minutes: float
    endings: dict[str, float]
    open: Any | None
    drawn: float
    rounds: float


def draw_digits(book: catalog.Book, number: int) -> str:
    """Return the digits of a random ruleset; each depends on the number and on its table."""
    digits = []
    for table in book.tables:
        if table.rolls:
            digits.append(str(random.Random(f"endings {number} {table.id}").randrange(10)))
    return "".join(digits)


def draw_ruleset(code: str, number: int) -> Ruleset:
    """Return a random ruleset of a book; see `draw_digits`."""
    book = catalog.book(code)
    return resolve(book, Seed(draw_digits(book, number)))


def seat_bots(ruleset: Ruleset, is_practised: bool) -> tuple[tuple[str, ...], Any]:
    """Return a bot for each seat, and the weights of practised ones; None for greedy bots."""
    from carnage.engine.games import LEARNED
    from carnage.engine.tuning import tune_in_steps
    from carnage.lab.sampling_plan import TUNING_ITERATIONS

    if not is_practised:
        return ("greedy",) * ruleset.players, None
    *_, weights = tune_in_steps(ruleset, iterations=TUNING_ITERATIONS, threads=1)
    return (LEARNED,) * ruleset.players, weights


def survey_rulesets(survey: Callable[[int], Result], code: str, count: int) -> list[Result]:
    """Return the survey of each of the first rulesets of a book, made side by side."""
    from carnage.engine.games import load_family

    load_family(catalog.book(code).family)  # Compiles the rules once.
    with ProcessPoolExecutor() as workers:
        return list(workers.map(survey, range(count)))


def is_open(played: Any, players: int) -> Any | None:
    """Return for each game whether it is open after two thirds; None without a good model."""
    from carnage.lab.check_inputs import MIN_BRIER_SKILL
    from carnage.lab.win_probability import WinProbabilities

    model = WinProbabilities.from_games(played.results, played.turns, players)
    if model is None or model.skill < MIN_BRIER_SKILL:
        return None
    rounds = model.stage_count - 1  # Stage 0 is the muster.
    at_two_thirds = model.stage == rounds * 2 // 3
    return model.probability[at_two_thirds].max(1) < OPEN_CHANCE


def survey_ruleset(code: str, games: int, is_practised: bool, number: int) -> Survey:
    """Play games of a ruleset, and return its figures."""
    from carnage.engine.games import load_family
    from carnage.engine.simulation import play_games
    from carnage.lab import statistics

    ruleset = draw_ruleset(code, number)
    family = load_family(ruleset.book.family)
    bots, weights = seat_bots(ruleset, is_practised)
    played = play_games(ruleset, games, bots, threads=1, learned=weights)
    results = played.results
    questions = statistics.question_statistics(family, played)
    total = sum(query["decisions"] for query in questions.values())
    routine = sum(query["decisions"] for query in questions.values() if query["routine"])
    minutes = statistics.estimate_minutes(ruleset, questions, results, Z95)
    endings = statistics.count_endings(family, results)
    return Survey(
        digits=ruleset.seed.digits,
        length=find_length(ruleset),
        decisions=results.decisions * (1.0 - routine / max(1, total)),
        minutes=minutes["value"],
        endings={name: count / games for name, count in endings.items()},
        open=is_open(played, ruleset.players),
        drawn=float((results.winner < 0).mean()),
        rounds=float(results.rounds.mean()),
    )


def find_length(ruleset: Ruleset) -> str:
    """Return the code of the option of Game Length, or nothing if the game has none."""
    for choice in ruleset.choices:
        if choice.table.id == "game-length":
            return choice.option.code
    return ""


def print_survey(survey: Survey) -> None:
    """Print the row of a ruleset."""
    is_game_open = "-" if survey.open is None else f"{survey.open.mean():.2f}"
    endings = " ".join(f"{name} {share:.2f}" for name, share in survey.endings.items() if share)
    print(
        f"{survey.digits} {survey.length:28} {np.median(survey.decisions):5.0f} decisions "
        f"{survey.minutes:4.0f} min {survey.rounds:4.1f} rounds  drawn {survey.drawn:.2f}  "
        f"open {is_game_open}  {endings}"
    )


def print_figures(surveys: list[Survey]) -> None:
    """Print the figures of all rulesets together."""
    decisions = np.concatenate([survey.decisions for survey in surveys])
    quick = np.mean([survey.minutes <= MAX_MINUTES for survey in surveys])
    rarely_drawn = np.mean([survey.drawn <= MAX_DRAWN for survey in surveys])
    print(f"decisions, median               {np.median(decisions):6.0f}   at most 160")
    print(f"decisions, 95th percentile      {np.percentile(decisions, 95):6.0f}   at most 350")
    print(f"rulesets of at most 120 minutes {quick:6.0%}   at least 90%")
    for name in surveys[0].endings:
        share = np.mean([survey.endings[name] for survey in surveys])
        print(f"games that end by {name:14}{share:6.0%}")
    known = [survey.open for survey in surveys if survey.open is not None]
    if known:
        share = np.concatenate(known).mean()
        print(f"games open at two thirds        {share:6.0%}   at least 70%")
    print(f"rulesets with at most 8% draws  {rarely_drawn:6.0%}   at least 90%")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--book", default="skirmish")
    parser.add_argument("--rulesets", type=int, default=200)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--practised", action="store_true")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    survey = partial(survey_ruleset, arguments.book, arguments.games, arguments.practised)
    surveys = survey_rulesets(survey, arguments.book, arguments.rulesets)
    if arguments.list:
        for each in sorted(surveys, key=lambda each: each.length):
            print_survey(each)
    print_figures(surveys)


if __name__ == "__main__":
    main()
