"""Measure the games and decisions a CPU second of each book, and compare with other engines.

    python bench/engine.py [--rounds 15] [--seconds 0.5] [--before COMMIT [--before-python PYTHON]]

One core plays random rulesets of each book, first with greedy bots, then with random bots. Each
round measures everything in turn, so that a busy machine slows all rates by the same factor. A
decision has more than one option. OpenSpiel plays backgammon with random bots, in C++ throughout;
each move counts. With `--before`, another state of this repository, a commit or the folder of a
checkout, plays the same games in the same rounds.

The first table has a row for each book and bot, with medians and ranges over the rounds. The second
has the time of `carnage simulate`, first with an empty cache. The third has the memory of a process
that has loaded the rules of a family.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from before import HERE, checkout

try:
    import pyspiel
except ImportError:
    pyspiel = None

BOOKS = ("gamble", "duel", "classic", "skirmish")
BOTS = ("greedy", "random")
FAMILIES = ("gamble", "duel", "battle")
SIMULATE = ("-m", "carnage", "simulate", "classic/243856987615781", "--games", "200")
TRIAL_GAMES = 2  # Of each ruleset, to estimate the number of games that fill a measurement.
BACKGAMMON_GAMES = 10  # Between two readings of the clock.


@dataclass(frozen=True)
class State:
    """A state of the repository, with its folder and its Python."""

    name: str
    folder: Path
    python: str

    def environment(self, **variables: str) -> dict[str, str]:
        """Return the environment of a process that imports this state."""
        paths = [str(self.folder), *filter(None, [os.environ.get("PYTHONPATH")])]
        return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **variables}


@dataclass(frozen=True)
class Worker:
    """A process of `batches.py`."""

    process: subprocess.Popen[str]

    def ask(self, **request: Any) -> dict[str, float]:
        """Return the answer to a request."""
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer: dict[str, float] = json.loads(self.process.stdout.readline())
        return answer


@contextmanager
def start_worker(state: State, rulesets: int) -> Iterator[Worker]:
    """Start a process that plays with a state of the repository, and end it afterwards."""
    process = subprocess.Popen(
        [state.python, str(Path(__file__).with_name("batches.py")), "--rulesets", str(rulesets)],
        env=state.environment(),
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        yield Worker(process)
    finally:
        process.terminate()
        process.wait()


@dataclass
class Measure:
    """The rates of each round, for one book with one kind of bot in one state."""

    worker: Worker
    book: str
    bot: str
    games: int = TRIAL_GAMES  # of each ruleset
    game_rates: list[float] = field(default_factory=list)  # games a CPU second
    decision_rates: list[float] = field(default_factory=list)  # decisions a CPU second
    decisions: int = 0

    def run(self, seed: int) -> float:
        """Play one batch, store its rates and return its CPU seconds."""
        played = self.worker.ask(book=self.book, bot=self.bot, games=self.games, seed=seed)
        self.game_rates.append(played["games"] / played["seconds"])
        self.decision_rates.append(played["decisions"] / played["seconds"])
        self.decisions += int(played["decisions"])
        return played["seconds"]

    def reset(self) -> None:
        """Delete the rates so far."""
        self.game_rates = []
        self.decision_rates = []
        self.decisions = 0


class Backgammon:
    """OpenSpiel's backgammon between two random bots."""

    def __init__(self) -> None:
        self.game = pyspiel.load_game("backgammon")
        self.bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in (0, 1)]
        self.seeds = count(1)
        self.decision_rates: list[float] = []

    def run(self, seconds: float) -> None:
        """Play for this number of CPU seconds, and store the moves a second."""
        moves = 0
        spent = 0.0
        while spent < seconds:
            states = [self.game.new_initial_state() for _ in range(BACKGAMMON_GAMES)]
            began = time.process_time()
            for state in states:
                pyspiel.evaluate_bots(state, self.bots, next(self.seeds))
            spent += time.process_time() - began
            moves += sum(step.player >= 0 for state in states for step in state.full_history())
        self.decision_rates.append(moves / spent)


def measure_rates(
    states: Sequence[State], rounds: int, seconds: float, rulesets: int
) -> tuple[list[list[Measure]], Backgammon | None]:
    """Return for each book and bot the measures of the states in their order, and OpenSpiel's."""
    backgammon = Backgammon() if pyspiel else None
    with ExitStack() as stack:
        workers = [stack.enter_context(start_worker(state, rulesets)) for state in states]
        rows = [
            [Measure(worker, book, bot) for worker in workers] for book in BOOKS for bot in BOTS
        ]
        for row in rows:
            for measure in row:  # The first run loads the rules.
                measure.run(0)
            games = max(1, round(TRIAL_GAMES * seconds / row[-1].run(0)))
            for measure in row:
                measure.games = games
                measure.reset()
        for seed in range(rounds):
            if backgammon:
                backgammon.run(seconds)
            for row in rows:
                for measure in row:
                    measure.run(seed)
    return rows, backgammon


def time_simulate(state: State, cache: str) -> tuple[float, float]:
    """Return the seconds that `carnage simulate` takes by the clock and of CPU time."""
    times = os.times()
    spent_before = times.children_user + times.children_system
    began = time.perf_counter()
    subprocess.run(
        [state.python, *SIMULATE],
        env=state.environment(CARNAGE_CACHE=cache),
        cwd=state.folder,
        check=True,
        capture_output=True,
    )
    times = os.times()
    return time.perf_counter() - began, times.children_user + times.children_system - spent_before


def format_median(values: Sequence[float], digits: int = 0) -> str:
    """Return a median with its range as text."""
    low, median, high = (f"{f(values):,.{digits}f}" for f in (min, statistics.median, max))
    return f"{median} ({low}–{high})"


def format_ratios(values: Sequence[float], others: Sequence[float]) -> str:
    """Return the ratio of each round's values, as a median with its range."""
    return format_median([value / other for value, other in zip(values, others, strict=True)], 2)


def print_row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


def print_head(*cells: str) -> None:
    print()
    print_row(*cells)
    print_row(*["---"] * len(cells))


def print_rates(rows: list[list[Measure]], backgammon: Backgammon | None) -> None:
    """Print the table of rates: a row for each book and bot."""
    has_before = len(rows[0]) > 1
    heads = ["book", "bots", "games a CPU second", "decisions a CPU second"]
    heads += ["times backgammon"] if backgammon else []
    heads += ["games a CPU second before", "after / before"] if has_before else []
    print_head(*heads)
    for row in rows:
        now = row[-1]
        cells = [
            now.book,
            now.bot,
            format_median(now.game_rates),
            format_median(now.decision_rates),
        ]
        if backgammon:
            cells.append(format_ratios(now.decision_rates, backgammon.decision_rates))
        if has_before:
            cells += [
                format_median(row[0].game_rates),
                format_ratios(now.game_rates, row[0].game_rates),
            ]
        print_row(*cells)
    if backgammon:
        print(
            f"\nOpenSpiel's backgammon: {format_median(backgammon.decision_rates)} moves a CPU second."
        )
    else:
        print(
            "\nOpenSpiel cannot be imported, so there is no backgammon to compare with (extra "
            "`bench`)."
        )
    if any(measure.decisions != row[0].decisions for row in rows for measure in row):
        print("The states do not play the same games: their numbers of decisions differ.")


def print_starts(states: Sequence[State]) -> None:
    """Print the table of seconds of `carnage simulate`."""
    print_head(f"carnage {' '.join(SIMULATE[2:])}", "seconds", "CPU seconds")
    for state in states:
        with tempfile.TemporaryDirectory() as cache:
            for run in ("empty cache", "second run"):
                seconds, cpu_seconds = time_simulate(state, cache)
                print_row(f"{state.name}, {run}", f"{seconds:.1f}", f"{cpu_seconds:.1f}")


def print_memory(states: Sequence[State]) -> None:
    """Print the table of resident memory."""
    print_head("MB of a process that has loaded", *(state.name for state in states))
    for family in FAMILIES:
        cells = []
        for state in states:
            with start_worker(state, 0) as worker:
                cells.append(f"{worker.ask(load=family)['resident_mb']:.0f}")
        print_row(family, *cells)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of each measurement")
    parser.add_argument("--rulesets", type=int, default=40, help="of each book")
    parser.add_argument("--before", help="a commit, or the folder of another checkout")
    parser.add_argument("--before-python", default=sys.executable, help="the Python that runs it")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        states = [State("now", HERE, sys.executable)]
        if arguments.before:
            folder = stack.enter_context(checkout(arguments.before))
            states.insert(0, State("before", folder, arguments.before_python))
        rows, backgammon = measure_rates(
            states, arguments.rounds, arguments.seconds, arguments.rulesets
        )
        flags = os.environ.get("CARNAGE_CFLAGS", "no CARNAGE_CFLAGS")
        print(f"{platform.machine()}, Python {platform.python_version()}, {flags};")
        print(
            f"{arguments.rulesets} random rulesets of each book, {arguments.rounds} rounds, medians "
            "(ranges)."
        )
        print_rates(rows, backgammon)
        print_starts(states)
        print_memory(states)


if __name__ == "__main__":
    main()
